import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Problem } from '../../contracts/endpoints/problem.ts';
import { secondFactorProblems } from '../../contracts/sign-in/second-factor.contract.ts';
import { hashToken, isSameSecret, newToken } from '../../credentials/secret-token.ts';
import { asDate } from '../../database/rows/as-date.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import { localSetting } from '../../database/transactions/local-setting.ts';
import type { AccountContext, PersonContext } from '../../kernel/context/context.ts';
import type { Visitor } from '../../kernel/route.ts';
import { forgetCount, isSpent, limitRules, spendQuietly } from '../../limits/limiter.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import type { ConfirmedBy } from '../factors/second-factor.entity.ts';
import { requirementOf, type SecondFactors } from '../factors/second-factor.ts';
import { User } from '../people/user.entity.ts';
import { askWidgetSignIn, widgetCode, widgetIdleMinutes, widgetMailKeys } from './widget-session.ts';

/** The next step of a sign-in inside a widget. */
export type WidgetSignInStep =
  | {
      state: 'signed_in';
      /** For `authorization: Bearer`; only its hash is stored. */
      token: string;
      expiresAt: string;
      name: string;
      /** Deadline and address for setting up a required second factor; null where none is missing. */
      setUp: { until: string; url: string } | null;
    }
  | {
      state: 'second_factor';
      /** Token for the next step; valid once, for this key on this site. */
      challenge: string;
      expiresAt: string;
      account: string;
      /** Empty for people who have to set one up first. Passkeys only work on the installation's own pages. */
      methods: ('app' | 'recovery')[];
      /** Address for setting up a second factor. */
      setUpURL: string;
    };

/** A begun session of a customer's person. */
interface BegunSession {
  id: string;
  userID: string;
  memberID: string;
  email: string;
  name: string;
  account: string;
  codeHash: string | null;
  expiresAt: Date | string;
}

/**
 * The last steps of a sign-in inside a widget. They run as the auth role, because the tenant role cannot read second
 * factors.
 */
export class WidgetSignIns {
  readonly #factors: SecondFactors;
  readonly #secret: string;

  /** `secret`: the secret of the installation. */
  constructor(factors: SecondFactors, secret: string) {
    this.#factors = factors;
    this.#secret = createHash('sha256').update(`widget codes ${secret}`).digest('hex');
  }

  /** Begins a sign-in in the account of the key. The visitor does not learn who is mailed. */
  ask(ctx: AccountContext, visitor: Visitor, email: string): ReturnType<typeof askWidgetSignIn> {
    return askWidgetSignIn(ctx, visitor, { email, secret: this.#secret });
  }

  /**
   * Accepts the mailed code once.
   * @throws `refusal` (committed, so that it counts for the person) for a wrong code, whatever the reason
   */
  async confirmCode(
    ctx: PersonContext,
    visitor: Visitor,
    { signInID, code }: { signInID: string; code: string },
    refusal: () => Problem,
  ): Promise<WidgetSignInStep> {
    const session = await this.#hold(ctx, visitor, { id: signInID });
    // An unknown person is counted too, so that the duration is the same.
    const person = session ? `${visitor.accountID}\n${session.memberID}` : '';
    const isLimitReached = await isSpent(ctx.em, limitRules.widgetCode, person, ctx.clock.now());
    const isRight = isSameSecret(widgetCode(this.#secret, session?.codeHash ?? ''), code);
    if (!session?.codeHash || !isRight || isLimitReached) {
      await spendQuietly(ctx.em, limitRules.widgetCode, person, ctx.clock.now());
      throw new CommittedRefusal(refusal());
    }
    await this.#useUp(ctx, visitor, session);
    return this.#goOn(ctx, visitor, session);
  }

  /**
   * Accepts a code of the authenticator app or a recovery code, under the limits of the shell.
   * @throws Problem 400 `second_factor_wrong` (committed, so that it counts), 401 `challenge_ended`, 403
   * `second_factor_enrolment` where there is none yet, 429
   */
  async confirmFactor(
    ctx: PersonContext,
    visitor: Visitor,
    { challenge, code }: { challenge: string; code: string },
  ): Promise<Extract<WidgetSignInStep, { state: 'signed_in' }>> {
    const session = await this.#hold(ctx, visitor, { factorHash: hashToken(challenge) });
    const user = session && (await ctx.em.findOne(User, { id: session.userID }));
    if (!user) throw secondFactorProblems.challenge_ended();
    if (!(await this.#factors.methodsOf(ctx.em, user.id)).length)
      throw secondFactorProblems.second_factor_enrolment({ details: { account: session.account } });
    const confirmedBy = await this.#factors.check(ctx, user, code);
    return this.#open(ctx, visitor, session, { confirmedBy });
  }

  /** Invalidates the used code: the person's other open sign-ins get a code that was never mailed. */
  async #useUp(ctx: PersonContext, { accountID }: Visitor, { id, memberID, email }: BegunSession): Promise<void> {
    await sql`update core.widget_session set code_hash = id
      where account_id = ${accountID} and member_id = ${memberID} and code_hash is not null and id <> ${id}`.execute(
      ctx.em.getKysely(),
    );
    for (const key of widgetMailKeys(accountID, email)) await forgetCount(ctx.em, key);
  }

  /** Completes the sign-in, or asks for the second factor. */
  async #goOn(ctx: PersonContext, visitor: Visitor, session: BegunSession): Promise<WidgetSignInStep> {
    const methods = await this.#factors.methodsOf(ctx.em, session.userID);
    const required = methods.length ? null : await requirementOf(ctx.em, visitor.accountID, session.userID);
    const url = `${ctx.baseURL}/dashboard/profile`;
    const isLate = required !== null && new Date(required.until) <= ctx.clock.now();
    if (!methods.length && !isLate)
      return this.#open(ctx, visitor, session, { setUp: required && { until: required.until, url } });
    const challenge = newToken();
    const expiresAt = laterBy(ctx, widgetIdleMinutes);
    await sql`update core.widget_session set code_hash = null, factor_hash = ${hashToken(challenge)},
        expires_at = ${expiresAt}
      where account_id = ${visitor.accountID} and id = ${session.id}`.execute(ctx.em.getKysely());
    return {
      state: 'second_factor',
      challenge,
      expiresAt: expiresAt.toISOString(),
      account: session.account,
      methods: methods.length ? [...(methods.includes('app') ? (['app'] as const) : []), 'recovery'] : [],
      setUpURL: url,
    };
  }

  async #open(
    ctx: PersonContext,
    visitor: Visitor,
    { id, name }: BegunSession,
    {
      confirmedBy = null,
      setUp = null,
    }: { confirmedBy?: ConfirmedBy | null; setUp?: { until: string; url: string } | null },
  ): Promise<Extract<WidgetSignInStep, { state: 'signed_in' }>> {
    const token = newToken();
    const expiresAt = laterBy(ctx, widgetIdleMinutes);
    await sql`update core.widget_session set code_hash = null, factor_hash = null, token_hash = ${hashToken(token)},
        second_factor = ${confirmedBy}, expires_at = ${expiresAt}
      where account_id = ${visitor.accountID} and id = ${id}`.execute(ctx.em.getKysely());
    return { state: 'signed_in', token, expiresAt: expiresAt.toISOString(), name, setUp };
  }

  /** A session begun with this key on this site that has not expired, locked until the transaction ends. */
  async #hold(
    ctx: PersonContext,
    { accountID, keyID, origin }: Visitor,
    which: { id: string } | { factorHash: string },
  ): Promise<BegunSession | undefined> {
    const query = ctx.em.getKysely();
    // Row-level security hides roles from the auth role until an account is set.
    await localSetting('app.account_id', accountID).execute(query);
    const named = 'id' in which ? sql`session.id = ${which.id}` : sql`session.factor_hash = ${which.factorHash}`;
    const { rows } = await sql<BegunSession>`select session.id, member.user_id as "userID", member.id as "memberID",
        member.email, member.name,
        account.name as account, session.code_hash as "codeHash", session.expires_at as "expiresAt"
      from core.widget_session session
      join core.account account on account.id = session.account_id
      join core.member member on member.account_id = session.account_id and member.id = session.member_id
      join core.role role on role.account_id = member.account_id and role.id = member.role_id
      where session.account_id = ${accountID} and session.key_id = ${keyID} and session.origin = ${origin}
        and ${named} and ${memberIs.active('member.status')} and member.removed_at is null
          and member.user_id is not null
        and member.customer_id is not null and role.type = 'customer'
      for update of session`.execute(query);
    const [row] = rows;
    return row && asDate(row.expiresAt) > ctx.clock.now() ? row : undefined;
  }
}

const laterBy = (ctx: PersonContext, minutes: number): Date => new Date(ctx.clock.now().getTime() + minutes * 60_000);
