import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { invitationProblems } from '../../contracts/accounts/invitation.contract.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { passkeyProblems } from '../../contracts/sign-in/passkey.contract.ts';
import { type MySecondFactor, secondFactorProblems } from '../../contracts/sign-in/second-factor.contract.ts';
import { graceEnd, requiredSince } from '../../credentials/decide-second-factor.ts';
import { hashToken } from '../../credentials/secret-token.ts';
import { asDate, asOptionalDate } from '../../database/rows/as-date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { holdPerson, notePersonEvent } from '../people/person.ts';
import { mailSecondFactor } from '../people/person-mails.ts';
import { PersonVault } from '../people/person-vault.ts';
import type { User } from '../people/user.entity.ts';
import { ownLink } from '../providers/provider-link.ts';
import { accountOfRequest } from '../sessions/current-account.ts';
import type { Session } from '../sessions/session.entity.ts';
import { checkPassword, tryUnderLimits } from '../sign-in/sign-in.ts';
import { endChallengesOf } from '../sign-in/sign-in-challenge.ts';
import { decideFactorChange } from './decide-factor-change.ts';
import type { Passkey } from './passkey.entity.ts';
import type { AuthenticatorApp, ConfirmedBy, RecoveryCode } from './second-factor.entity.ts';

type Tables = {
  'core.authenticator_app': TableRow<typeof AuthenticatorApp>;
  'core.recovery_code': TableRow<typeof RecoveryCode>;
  'core.session': TableRow<typeof Session>;
  'core.passkey': TableRow<typeof Passkey>;
};

const tables = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>();

/** Seconds for which a code is valid. The codes before and after it are accepted as well, because clocks differ. */
const stepSeconds = 30;
const stepsAround = 1;
const recoveryCodesMade = 10;
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 80 random bits as 16 unambiguous letters and digits. */
const newRecoveryCode = (): string => [...randomBytes(16)].map((byte) => base32[byte % 32]).join('');
const inGroups = (code: string): string => (code.match(/.{4}/g) ?? []).join('-');

const appOf = (secret: Secret, user?: User): TOTP =>
  new TOTP({ issuer: 'Millwright', label: user?.email ?? '', secret, period: stepSeconds });

/** Authenticator apps and recovery codes of people. */
export class SecondFactors {
  readonly #vault: PersonVault;

  constructor(secret: string) {
    this.#vault = new PersonVault(secret);
  }

  /** The person's methods of confirming a sign-in. If there are any, confirmation is required. */
  async methodsOf(em: EntityManager, userID: string): Promise<('app' | 'passkey')[]> {
    const { rows } = await sql<{ method: 'app' | 'passkey' }>`select 'app' as method from core.authenticator_app
        where user_id = ${userID} and confirmed_at is not null
      union select 'passkey' from core.passkey where user_id = ${userID} order by method`.execute(em.getKysely());
    return rows.map(({ method }) => method);
  }

  async read(ctx: PersonContext, user: User): Promise<MySecondFactor> {
    const app = await this.#app(ctx.em, user.id);
    const { left } = await tables(ctx.em)
      .selectFrom('core.recovery_code')
      .select(({ fn }) => fn.countAll<string>().as('left'))
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { passkeys } = await tables(ctx.em)
      .selectFrom('core.passkey')
      .select(({ fn }) => fn.countAll<string>().as('passkeys'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const session = await this.#session(ctx);
    return {
      appSince: asOptionalDate(app?.confirmed_at ?? null)?.toISOString() ?? null,
      passkeys: Number(passkeys),
      recoveryCodesLeft: Number(left),
      hasPassword: Boolean(user.passwordHash),
      required: await requirementOf(ctx.em, (await accountOfRequest(ctx)) ?? '', user.id),
      provider: await providerOf(ctx, user),
      isConfirmed: Boolean(session?.second_factor),
    };
  }

  #session(ctx: PersonContext) {
    return tables(ctx.em)
      .selectFrom('core.session')
      .select(['second_factor', 'created_at'])
      .where('id', '=', ctx.sessionID ?? '')
      .executeTakeFirst();
  }

  /**
   * Checks a change of the person's ways of signing in, which requires their password, or a recent sign-in for people
   * without one. A password set by a team does not suffice.
   * @throws Problem 400 `wrong_password`, 403 `sign_in_again`, `session_unconfirmed`, 409 `own_password_needed`
   */
  async requireChange(ctx: PersonContext, user: User, password: string | undefined): Promise<void> {
    const session = await this.#session(ctx);
    if (!session) throw problems.unauthenticated();
    if (user.isPasswordOfTeam)
      throw invitationProblems.own_password_needed({
        message: 'Somebody else can sign in as you: choose a password that only you know first',
      });
    const decision = decideFactorChange({
      hasPassword: Boolean(user.passwordHash),
      isPasswordGiven: password !== undefined,
      hasSecondFactor: (await this.methodsOf(ctx.em, user.id)).length > 0,
      isConfirmed: Boolean(session.second_factor),
      signedInAt: asDate(session.created_at),
      now: ctx.clock.now(),
    });
    if (decision === 'confirm_first') throw passkeyProblems.session_unconfirmed();
    if (decision === 'sign_in_again') throw passkeyProblems.sign_in_again();
    if (decision === 'give_password' || decision === 'check_password') await this.#checkPassword(ctx, user, password);
  }

  /** Removes the recovery codes together with the last second factor, and ends its challenges. */
  async afterRemoval(em: EntityManager, userID: string): Promise<void> {
    if (!(await this.methodsOf(em, userID)).length)
      await tables(em).deleteFrom('core.recovery_code').where('user_id', '=', userID).execute();
    await endChallengesOf(em, userID);
  }

  /**
   * Creates a secret for the app, which has no effect before it is confirmed.
   * @throws Problem 409 `second_factor_known`
   */
  async beginApp(
    ctx: PersonContext,
    user: User,
    password: string | undefined,
  ): Promise<{ secret: string; uri: string; picture: string }> {
    await this.requireChange(ctx, user, password);
    const known = await this.#app(ctx.em, user.id);
    if (known?.confirmed_at) throw secondFactorProblems.second_factor_known();
    const secret = new Secret({ size: 20 });
    const sealed = this.#vault.seal(user.id, secret.bytes);
    const row = { sealed_secret: sealed, last_step: 0, created_at: ctx.clock.now(), confirmed_at: null };
    await tables(ctx.em)
      .insertInto('core.authenticator_app')
      .values({ user_id: user.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    const uri = appOf(secret, user).toString();
    const { toSVG } = await import('bwip-js/node');
    return { secret: secret.base32, uri, picture: toSVG({ bcid: 'qrcode', text: uri, padding: 4 }) };
  }

  /**
   * Completes the set-up; from then on every sign-in needs confirmation. Returns the recovery codes, only this once.
   */
  async confirmApp(ctx: PersonContext, user: User, code: string): Promise<string[]> {
    await holdPerson(ctx.em, user.id);
    const app = await this.#app(ctx.em, user.id);
    if (!app) throw secondFactorProblems.second_factor_missing();
    if (app.confirmed_at) throw secondFactorProblems.second_factor_known();
    await this.check(ctx, user, code, { isNew: true });
    await tables(ctx.em)
      .updateTable('core.authenticator_app')
      .set({ confirmed_at: ctx.clock.now() })
      .where('user_id', '=', user.id)
      .execute();
    await this.markSession(ctx, 'app');
    await endChallengesOf(ctx.em, user.id);
    notePersonEvent(ctx, ctx.em, user.id, 'second_factor_added', ctx.sessionID);
    await mailSecondFactor(ctx, user, 'added');
    return this.newCodes(ctx, user);
  }

  /** Removes the app. @throws Problem 400 `wrong_password`, `second_factor_wrong`; 429 */
  async removeApp(
    ctx: PersonContext,
    user: User,
    proof: { password?: string | undefined; code: string },
  ): Promise<void> {
    if (user.passwordHash) await this.#checkPassword(ctx, user, proof.password);
    await this.check(ctx, user, proof.code);
    await tables(ctx.em).deleteFrom('core.authenticator_app').where('user_id', '=', user.id).execute();
    await this.afterRemoval(ctx.em, user.id);
    notePersonEvent(ctx, ctx.em, user.id, 'second_factor_removed', ctx.sessionID);
    await mailSecondFactor(ctx, user, 'removed');
  }

  /** Creates new recovery codes. @throws Problem 400 `wrong_password`, `second_factor_wrong`; 429 */
  async renewCodes(
    ctx: PersonContext,
    user: User,
    proof: { password?: string | undefined; code: string },
  ): Promise<string[]> {
    if (user.passwordHash) await this.#checkPassword(ctx, user, proof.password);
    await this.check(ctx, user, proof.code);
    notePersonEvent(ctx, ctx.em, user.id, 'recovery_codes_renewed', ctx.sessionID);
    await mailSecondFactor(ctx, user, 'recovery codes renewed');
    return this.newCodes(ctx, user);
  }

  /** Confirms the session of this request. */
  async markSession(ctx: PersonContext, by: ConfirmedBy): Promise<void> {
    await tables(ctx.em)
      .updateTable('core.session')
      .set({ second_factor: by })
      .where('id', '=', ctx.sessionID ?? '')
      .execute();
  }

  /**
   * Accepts a code of the app, or a recovery code, once.
   * @throws Problem 400 `second_factor_wrong` (committed, so that it counts), 429 as for passwords
   */
  async check(
    ctx: PersonContext,
    user: User,
    code: string,
    { isNew = false, device = ctx.sessionID }: { isNew?: boolean; device?: string | undefined } = {},
  ): Promise<ConfirmedBy> {
    const isRecovery = code.length !== 6;
    await tryUnderLimits(ctx, {
      subject: `second factor ${user.id}`,
      device,
      attempt: () =>
        isRecovery ? this.#takeRecoveryCode(ctx, user, code, isNew) : this.#takeAppCode(ctx, user, code, isNew),
      refusal: () => {
        const { message } = secondFactorProblems.declarations.second_factor_wrong;
        return secondFactorProblems.second_factor_wrong({ errors: [{ path: 'code', message }] });
      },
    });
    return isRecovery ? 'recovery' : 'app';
  }

  async #takeAppCode(ctx: PersonContext, user: User, code: string, isNew: boolean): Promise<boolean> {
    const app = await this.#app(ctx.em, user.id);
    if (!app || (app.confirmed_at === null) !== isNew) return false;
    const { buffer, byteOffset, byteLength } = this.#vault.open(user.id, app.sealed_secret);
    const secret = new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) });
    const now = ctx.clock.now().getTime();
    const distance = appOf(secret).validate({ token: code, timestamp: now, window: stepsAround });
    if (distance === null) return false;
    const step = Math.floor(now / 1000 / stepSeconds) + distance;
    // A code that was observed or sent twice is refused, because its step is already used.
    const taken = await tables(ctx.em)
      .updateTable('core.authenticator_app')
      .set({ last_step: step })
      .where('user_id', '=', user.id)
      .where('last_step', '<', step)
      .returning('user_id')
      .executeTakeFirst();
    return taken !== undefined;
  }

  async #takeRecoveryCode(ctx: PersonContext, user: User, code: string, isNew: boolean): Promise<boolean> {
    if (isNew) return false;
    const taken = await tables(ctx.em)
      .updateTable('core.recovery_code')
      .set({ used_at: ctx.clock.now() })
      .where('code_hash', '=', hashToken(code))
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!taken) return false;
    notePersonEvent(ctx, ctx.em, user.id, 'recovery_code_used', ctx.sessionID);
    await mailSecondFactor(ctx, user, 'recovery code used');
    return true;
  }

  /** Creates recovery codes, each valid once, and invalidates the previous ones. */
  async newCodes(ctx: PersonContext, user: User): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodesMade }, newRecoveryCode);
    await tables(ctx.em).deleteFrom('core.recovery_code').where('user_id', '=', user.id).execute();
    const created_at = ctx.clock.now();
    await tables(ctx.em)
      .insertInto('core.recovery_code')
      .values(codes.map((code) => ({ code_hash: hashToken(code), user_id: user.id, created_at, used_at: null })))
      .execute();
    await ctx.em.flush();
    return codes.map(inGroups);
  }

  /** The row, locked until the transaction ends, so that codes are checked one by one. */
  #app(em: EntityManager, userID: string) {
    return tables(em)
      .selectFrom('core.authenticator_app')
      .select(['sealed_secret', 'confirmed_at'])
      .where('user_id', '=', userID)
      .forUpdate()
      .executeTakeFirst();
  }

  async #checkPassword(ctx: PersonContext, user: User, password: string | undefined): Promise<void> {
    if (password === undefined)
      throw problems.invalid_input({ errors: [{ path: 'password', message: 'Password is required' }] });
    await checkPassword(ctx, {
      subject: user.id,
      device: ctx.sessionID,
      user,
      password,
      refusal: () => authProblems.wrong_password({ errors: [{ path: 'password', message: 'The password is wrong' }] }),
    });
  }
}

/** The account's requirement of a second factor from the person. */
export async function requirementOf(
  em: EntityManager,
  accountID: string,
  userID: string,
): Promise<MySecondFactor['required']> {
  const { rows } = await sql<{
    account: string;
    roleID: string;
    joinedAt: Date | string | null;
    since: Record<string, string>;
    graceDays: number;
  }>`select account.name as account, member.role_id as "roleID", member.joined_at as "joinedAt",
      policy.second_factor_since as since, policy.grace_days as "graceDays"
    from core.member member join core.account account on account.id = member.account_id
      join core.sign_in_policy policy on policy.account_id = member.account_id
    where member.account_id = ${accountID} and member.user_id = ${userID}
      and ${memberIs.active('member.status')}`.execute(em.getKysely());
  const [row] = rows;
  const since = row && requiredSince(row.since, row.roleID);
  if (!since) return null;
  const until = graceEnd({ since, joinedAt: asOptionalDate(row.joinedAt), graceDays: row.graceDays });
  return { account: row.account, until: until.toISOString() };
}

/** The provider of the request's account, and whether the person has linked it themselves. */
async function providerOf(ctx: PersonContext, user: User): Promise<MySecondFactor['provider']> {
  const accountID = (await accountOfRequest(ctx)) ?? '';
  const { rows } = await sql<{ account: string; isLinked: boolean }>`select account.slug as account,
      exists (select from core.auth_link link where link.user_id = ${user.id}
        and link.provider = 'oidc:' || account.id and link.type = ${ownLink}) as "isLinked"
    from core.member member join core.account account on account.id = member.account_id
      join core.identity_provider provider on provider.account_id = member.account_id
    where member.account_id = ${accountID} and member.user_id = ${user.id} and ${memberIs.active('member.status')}
      and provider.is_enabled`.execute(ctx.em.getKysely());
  return rows[0] ?? null;
}

/** Ways of signing in besides the password: second factors, self-made links with providers, or both. */
export interface WaysIn {
  factors?: boolean;
  links?: boolean;
}

/** The removed ways of signing in. */
export interface ForgottenWays {
  factors: boolean;
  links: boolean;
}

/**
 * Removes ways of signing in and ends their challenges; returns the removed kinds. Used when the password changes,
 * because anybody who knew the old one may have added them.
 */
export async function forgetWaysIn(
  em: EntityManager,
  userID: string,
  { factors = true, links = true }: WaysIn = {},
): Promise<ForgottenWays> {
  const forgotten = { factors: false, links: false };
  // Adding a way also locks the person first and then the challenge, so none is added concurrently.
  await sql`select from core."user" where id = ${userID} for update`.execute(em.getKysely());
  const deleted = async (table: 'core.authenticator_app' | 'core.passkey' | 'core.recovery_code'): Promise<boolean> =>
    (await tables(em).deleteFrom(table).where('user_id', '=', userID).executeTakeFirstOrThrow()).numDeletedRows > 0n;
  if (factors) {
    const [hadApp, hadPasskey] = [await deleted('core.authenticator_app'), await deleted('core.passkey')];
    await deleted('core.recovery_code');
    forgotten.factors = hadApp || hadPasskey;
  }
  if (links) {
    const { numAffectedRows } = await sql`delete from core.auth_link
      where user_id = ${userID} and type = ${ownLink}`.execute(em.getKysely());
    forgotten.links = Boolean(numAffectedRows);
  }
  await endChallengesOf(em, userID);
  return forgotten;
}

/**
 * Encrypts the secrets of all apps with the installation's new secret. Values that cannot be decrypted stay unchanged.
 */
export async function resealApps(em: EntityManager, vaults: { from: PersonVault; to: PersonVault }): Promise<number> {
  const { rows } = await sql<{ user_id: string; sealed_secret: string }>`select user_id, sealed_secret
    from core.authenticator_app for update`.execute(em.getKysely());
  let done = 0;
  for (const { user_id, sealed_secret } of rows) {
    if (!vaults.from.isOf(sealed_secret)) continue;
    const sealed = vaults.to.seal(user_id, vaults.from.open(user_id, sealed_secret));
    await sql`update core.authenticator_app set sealed_secret = ${sealed} where user_id = ${user_id}`.execute(
      em.getKysely(),
    );
    done += 1;
  }
  return done;
}
