import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Person } from '../contracts/auth.contract.ts';
import type { PersonContext } from '../kernel/context.ts';
import type { Identity } from '../kernel/identity.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { AccessTokens } from './access-token.ts';
import { ApiKeys } from './api-keys.ts';
import { accessCookie } from './cookies.ts';
import { Passwords } from './passwords.ts';
import { findByIdentifier, notePersonEvent, personReply } from './person.ts';
import { acceptInvitations, Registration } from './registration.ts';
import { SessionCache } from './session-cache.ts';
import { Sessions } from './sessions.ts';
import { checkPassword, signInSubject, wrongCredentials } from './sign-in.ts';

/** What signing in needs from the installation. */
export interface AuthOptions {
  /** Secret of the installation, at least 32 characters; all processes have the same. */
  secret: string;
  /** Life of a session in whole days, 1 to 30. */
  sessionDays: number;
  tenancy: Tenancy;
}

/** Who may come in: one per process. The routes are in `auth.routes.ts`. */
export class Auth {
  readonly sessions: Sessions;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly #tokens: AccessTokens;
  readonly #cache: SessionCache;
  readonly #keys: ApiKeys;
  readonly #tenancy: Tenancy;

  constructor({ secret, sessionDays, tenancy }: AuthOptions) {
    if (!Number.isInteger(sessionDays) || sessionDays < 1 || sessionDays > 30)
      throw new RangeError('A session lives for 1 to 30 whole days');
    const codeSecret = createHash('sha256').update(`verification codes ${secret}`).digest('hex');
    this.#tenancy = tenancy;
    this.#tokens = new AccessTokens(secret);
    this.#cache = new SessionCache(tenancy.database, tenancy.clock);
    this.#keys = new ApiKeys(tenancy.database, tenancy.clock);
    this.sessions = new Sessions({ tokens: this.#tokens, cache: this.#cache, days: sessionDays });
    this.registration = new Registration({ tenancy, sessions: this.sessions, secret: codeSecret });
    this.passwords = new Passwords(this.sessions);
  }

  /** The person behind the access cookie; undefined without one, or where it is over, forged or signed out. */
  async authenticate(cookies: { get(name: string): string | undefined }): Promise<Identity | undefined> {
    const token = cookies.get(accessCookie);
    const claims = token && (await this.#tokens.verify(token, this.#tenancy.clock.now()));
    if (!claims) return undefined;
    const session = await this.#cache.find(claims.sessionID, claims.userID);
    if (!session) return undefined;
    return {
      actor: { type: 'user', id: claims.userID, name: session.name, email: session.email },
      via: 'cookie',
      userID: claims.userID,
      sessionID: claims.sessionID,
      isOperator: session.isOperator,
    };
  }

  /** The program behind `x-api-key` and `x-auth-secret`; undefined for a wrong, revoked or expired key. */
  authenticateKey(keyID: string, secret: string): Promise<Identity | undefined> {
    return this.#keys.authenticate(keyID, secret);
  }

  /** The account a person works in where a request names none; undefined for people without one. */
  async currentAccountID(userID: string): Promise<string | undefined> {
    return this.#tenancy.database.runAsAuth({ accountID: '', readOnly: true }, (em) => currentAccountOf(em, userID));
  }

  /** Signs in by password. @throws Problem 401 `wrong_credentials`, 429 */
  async login(
    ctx: PersonContext,
    input: { identifier: string; password: string },
  ): Promise<{ user: Person; expiresAt: string }> {
    const user = await checkPassword(ctx, {
      subject: signInSubject(input.identifier),
      user: await findByIdentifier(ctx.em, input.identifier),
      password: input.password,
      refusal: wrongCredentials,
    });
    const { sessionID, expiresAt } = await this.sessions.begin(ctx, ctx.em, user);
    notePersonEvent(ctx, ctx.em, user.id, 'signed_in', sessionID);
    await ctx.em.flush();
    await acceptInvitations(ctx, ctx.em, user.id);
    return { user: personReply(user), expiresAt: expiresAt.toISOString() };
  }

  /** Renews the cookies; invitations that came meanwhile are taken, so that nobody has to sign in anew for them. */
  async refresh(ctx: PersonContext): Promise<{ status: 'refreshed' | 'raced' }> {
    const { status, userID } = await this.sessions.refresh(ctx);
    if (status === 'refreshed') await acceptInvitations(ctx, ctx.em, userID);
    return { status };
  }
}

/** The account chosen last, else the first by name, of those where the person is active. */
export async function currentAccountOf(em: EntityManager, userID: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select account.id
    from core.member member
      join core.account account on account.id = member.account_id
      join core."user" person on person.id = member.user_id
    where member.user_id = ${userID} and member.status = 'active' and account.closed_at is null
    order by (account.id = person.current_account_id) is true desc, account.name, account.id limit 1`.execute(
    em.getKysely(),
  );
  return rows[0]?.id;
}
