import { sql } from 'kysely';
import { newID } from '../../contracts/texts/id.ts';
import type { SignInFactor } from '../../credentials/decide-second-factor.ts';
import { hashToken, mailedDigits } from '../../credentials/secret-token.ts';
import type { Database } from '../../database/database.ts';
import { asDate } from '../../database/rows/as-date.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { Visitor } from '../../kernel/route.ts';
import { limitKey, type NamedRule, spendQuietlyInAccount } from '../../limits/limiter.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { withoutCustomerPolicy } from '../../tenancy/access/without-customer-policy.ts';
import { WidgetSession } from './widget-session.entity.ts';

/** Minutes for which a mailed code is valid, and a token after its last use. */
export const widgetCodeMinutes = 10;
export const widgetIdleMinutes = 15;
const longestMinutes = 120;
const minute = 60_000;
/** Largest number of sessions deleted with a new sign-in, of those that expired an hour ago. */
const mostPruned = 100;
/** Minutes in which further mails contain the same code, so that others cannot invalidate a mailed code. */
const sameCodeMinutes = 60;
/** Limits of mails to one address of an account, whoever requests them. */
const mailRules: readonly NamedRule[] = [
  { name: 'widget-sign-in.minute', of: 'named', points: 1, seconds: 60 },
  { name: 'widget-sign-in.hour', of: 'named', points: 6, seconds: 3_600 },
];

/** Keys of the counters of mails to an address; cleared when its owner has entered the code. */
export const widgetMailKeys = (accountID: string, email: string): string[] =>
  mailRules.map(({ name }) => limitKey(name, accountID, email));

/** A requested sign-in. `mail` is missing if nobody is to be mailed; the visitor does not learn this. */
interface AskedSignIn {
  signInID: string;
  expiresAt: string;
  mail?: { to: string; name: string; code: string };
}

/** The code of a sign-in, derived from the stored value. */
export const widgetCode = (secret: string, codeHash: string): string => mailedDigits(secret, codeHash, 8);

/**
 * Begins a sign-in and mails a code, only to an active person of a customer. A person has one code at a time, valid for
 * all their open sign-ins, so that others who enter the address cannot lock them out.
 */
export async function askWidgetSignIn(
  ctx: AccountContext,
  visitor: Visitor,
  { email, secret }: { email: string; secret: string },
): Promise<AskedSignIn> {
  const now = ctx.clock.now();
  const hourAgo = new Date(now.getTime() - sameCodeMinutes * minute);
  await sql`delete from core.widget_session where account_id = ${ctx.account.id} and id in (
    select id from core.widget_session where account_id = ${ctx.account.id} and expires_at < ${hourAgo}
    order by expires_at limit ${mostPruned} for update skip locked)`.execute(ctx.em.query());
  const signInID = newID('wse');
  const expires = new Date(now.getTime() + widgetCodeMinutes * minute);
  const reply = { signInID, expiresAt: expires.toISOString() };
  let mayMail = true;
  for (const rule of mailRules) mayMail = mayMail && (await spendQuietlyInAccount(ctx, rule, ctx.account.id, email));
  const member = await portalMember(ctx, email);
  if (!member) return reply;
  const last = await ctx.em.findOne(
    WidgetSession,
    { accountID: ctx.account.id, memberID: member.id, codeHash: { $ne: null }, createdAt: { $gt: hourAgo } },
    { orderBy: { createdAt: 'desc', id: 'desc' } },
  );
  const codeHash = (last?.codeHash as string | undefined) ?? signInID;
  ctx.em.create(WidgetSession, {
    id: signInID,
    keyID: visitor.keyID,
    origin: visitor.origin,
    memberID: member.id,
    codeHash,
    expiresAt: expires,
  });
  await ctx.em.flush();
  if (!mayMail) return reply;
  return { ...reply, mail: { to: member.email, name: member.name, code: widgetCode(secret, codeHash) } };
}

/** Ends the session of the call. */
export async function endWidgetSession(ctx: AccountContext, visitor: Visitor): Promise<void> {
  await withoutCustomerPolicy(ctx, () =>
    sql`delete from core.widget_session where account_id = ${ctx.account.id}
      and id = ${visitor.sessionID ?? ''}`.execute(ctx.em.query()),
  );
}

async function portalMember(ctx: AccountContext, email: string): Promise<Member | null> {
  const member = (await ctx.em.findOne(
    Member,
    { accountID: ctx.account.id, email, status: 'active', removedAt: null },
    { populate: ['role'] },
  )) as Member | null;
  return member?.userID && member.customer && member.role.type === 'customer' ? member : null;
}

/** The person of a token. */
interface KnownSession {
  id: string;
  userID: string;
  memberID: string;
  factor: SignInFactor;
}

interface SessionRow extends Omit<KnownSession, 'factor'> {
  createdAt: Date;
  expiresAt: Date;
  isSetUp: boolean;
  isConfirmed: boolean;
}

const bearer = /^Bearer ([\w-]{43})$/;

/** The session of a token for this key and site; extends its expiry. */
export async function findWidgetSession(
  database: Database,
  clock: Clock,
  { key, origin, authorization }: { key: { id: string; accountID: string }; origin: string; authorization: string },
): Promise<KnownSession | undefined> {
  const token = bearer.exec(authorization)?.[1];
  if (!token) return undefined;
  const now = clock.now();
  return database.runAsAuth({ accountID: key.accountID }, async (em) => {
    const { rows } = await sql<SessionRow>`select session.id,
        member.user_id as "userID", member.id as "memberID", session.created_at as "createdAt",
        session.expires_at as "expiresAt", session.second_factor is not null as "isConfirmed",
        exists (select from core.authenticator_app app where app.user_id = member.user_id
            and app.confirmed_at is not null)
          or exists (select from core.passkey where passkey.user_id = member.user_id) as "isSetUp"
      from core.widget_session session
      join core.member member on member.account_id = session.account_id and member.id = session.member_id
      where session.account_id = ${key.accountID} and session.token_hash = ${hashToken(token)}
        and session.key_id = ${key.id} and session.origin = ${origin} and session.expires_at > ${now}
        and ${memberIs.active('member.status')} and member.user_id is not null`.execute(em.getKysely());
    const [row] = rows;
    if (!row) return undefined;
    const longest = asDate(row.createdAt).getTime() + longestMinutes * minute;
    const until = Math.min(now.getTime() + widgetIdleMinutes * minute, longest);
    // At most once a minute, to limit the writes of pages that call often.
    if (until - asDate(row.expiresAt).getTime() >= minute)
      await sql`update core.widget_session set expires_at = ${new Date(until)}
        where account_id = ${key.accountID} and id = ${row.id}`.execute(em.getKysely());
    const { id, userID, memberID, isSetUp, isConfirmed } = row;
    return { id, userID, memberID, factor: { isSetUp, isConfirmed } };
  });
}
