import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { newID } from '../contracts/id.ts';
import { invitationProblems } from '../contracts/invitation.contract.ts';
import type { PersonContext } from '../kernel/context.ts';
import { createAccount, type NewAccount } from '../tenancy/create-account.ts';
import { memberIs } from '../tenancy/member-is.ts';
import { requireWithinPlan } from '../tenancy/plans.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { endAndForget } from './end-sessions.ts';
import { holdPerson, notePersonEvent } from './person.ts';
import { mailJoined } from './person-mails.ts';

/** What joining needs of the request, or of the command line. */
type JoiningContext = Pick<PersonContext, 'requestID' | 'client' | 'clock' | 'baseURL' | 'afterCommit'>;

/** Where somebody joins, and as what. */
export interface Joining {
  userID: string;
  accountID: string;
  /** Of the membership: the one that was invited, or a new one. */
  memberID: string;
  /** The role of somebody whom no invitation waits for; without one only the invitation is answered. */
  roleID?: string;
  /** How the account knows them; their own name by default. */
  name?: string;
  image?: string | null;
  /** The account's own provider names them: it may sign in as them, and does so there alone. */
  isThroughProvider?: boolean;
  /** They have just made the account themselves, so no mail tells them. */
  isOwnAccount?: boolean;
}

/**
 * The one way into an account: the person is held, has a password that nobody else knows (but for the account whose
 * provider names them), and what came in through providers of other accounts ends. They are told by mail. The first
 * account becomes the current one, and none after it. Answers false where nothing waits for them any more.
 * @throws Problem 409 `own_password_needed`, `already_member`, 402 `plan_required` where one more was not invited
 */
export async function joinAccount(ctx: JoiningContext, em: EntityManager, joining: Joining): Promise<boolean> {
  const { accountID, memberID, roleID } = joining;
  const person = await holdPerson(em, joining.userID);
  if (person.isPasswordOfTeam && !joining.isThroughProvider) throw invitationProblems.own_password_needed();
  const query = em.getKysely();
  const { rows } = await sql`select from core.member
    where account_id = ${accountID} and user_id = ${person.id}`.execute(query);
  if (rows.length) throw invitationProblems.already_member();
  if (roleID !== undefined && !joining.isOwnAccount)
    await requireWithinPlan(query, { accountID, kind: 'teamUsers', email: person.email });
  const now = ctx.clock.now();
  const image = joining.image ?? person.image ?? null;
  const change = sql`user_id = ${person.id}, status = ${memberIs.to('active')}, joined_at = ${now},
    invitation_hash = null,
    image = coalesce(member.image, ${image}), updated_at = ${now}, version = member.version + 1`;
  const { numAffectedRows } = await (roleID === undefined
    ? sql`update core.member member set ${change}
        where account_id = ${accountID} and id = ${memberID} and ${memberIs.invited('status')} and user_id is null`
    : sql`insert into core.member as member (account_id, id, user_id, name, email, image, role_id, status, joined_at,
          created_at, updated_at, version)
        values (${accountID}, ${memberID}, ${person.id}, ${joining.name ?? person.name}, ${person.email}, ${image},
          ${roleID}, 'active', ${now}, ${now}, ${now}, 1)
        on conflict (account_id, email) do update set ${change}
        where ${memberIs.waiting('member.status')} and member.user_id is null`
  ).execute(query);
  if (!numAffectedRows) return false;
  await endAndForget(ctx, em, 'joined_elsewhere', { userID: person.id, throughOthersThan: accountID });
  person.currentAccountID ??= accountID;
  notePersonEvent(ctx, em, person.id, 'joined_account');
  if (!joining.isOwnAccount) await mailJoined({ ...ctx, em }, person, await nameOf(em, accountID));
  await em.flush();
  return true;
}

async function nameOf(em: EntityManager, accountID: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from core.account where id = ${accountID}`.execute(
    em.getKysely(),
  );
  return rows[0]?.name ?? '';
}

/** A person as the new account's first member. */
export interface NewAccountAdmin {
  userID: string;
  name: string;
  email: string;
  image?: string | null;
}

/** Work in the transaction that makes an account: before its administrator joins, and after. */
export interface AroundJoining {
  /** The request; the command line's by default. */
  ctx?: JoiningContext;
  before?: (em: EntityManager) => Promise<unknown>;
  after?: (em: EntityManager, account: { id: string; slug: string }) => Promise<void> | void;
}

/**
 * Creates an account whose first member is this person, as its administrator; see `createAccount`. Its mail is held
 * until their address is proven.
 */
export async function createAccountWithAdmin(
  tenancy: Tenancy,
  input: NewAccount,
  admin: NewAccountAdmin,
  { ctx, before, after }: AroundJoining = {},
): Promise<{ id: string; slug: string; memberID: string }> {
  const memberID = newID('mem');
  const afterwards: (() => void | Promise<void>)[] = [];
  const own: JoiningContext = ctx ?? {
    requestID: newID('req'),
    client: { ip: '', userAgent: 'millwright (command line)' },
    clock: tenancy.clock,
    baseURL: tenancy.baseURL,
    afterCommit: (work) => void afterwards.push(work),
  };
  const account = await createAccount(tenancy, { email: admin.email, ...input }, async (em, created) => {
    await before?.(em);
    const joining = { ...admin, accountID: created.id, memberID, roleID: created.adminRoleID, isOwnAccount: true };
    await joinAccount(own, em, joining);
    await after?.(em, created);
    await sql`update core.account account set is_mail_held = not person.email_verified from core."user" person
      where account.id = ${created.id} and person.id = ${admin.userID}`.execute(em.getKysely());
  });
  for (const work of afterwards) await work();
  return { ...account, memberID };
}
