import { createHash } from 'node:crypto';
import type { Person } from '../contracts/auth.contract.ts';
import type { RegistrationMode } from '../contracts/invitation.contract.ts';
import { type SignInChallenge, secondFactorProblems } from '../contracts/second-factor.contract.ts';
import { KeptRefusal } from '../database/kept-refusal.ts';
import type { PersonContext } from '../kernel/context.ts';
import type { Identity } from '../kernel/identity.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { AccessTokens } from './access-token.ts';
import { ApiKeys } from './api-keys.ts';
import { accessCookie } from './cookies.ts';
import { currentAccountOf } from './current-account.ts';
import { Invitations } from './invitations.ts';
import { KnownDevices } from './known-device.ts';
import { Passwords } from './passwords.ts';
import { findByIdentifier, isDemoAddress, notePersonEvent, personReply } from './person.ts';
import { Registration } from './registration.ts';
import { type ConfirmedBy, SecondFactors } from './second-factor.ts';
import { SessionCache } from './session-cache.ts';
import { Sessions } from './sessions.ts';
import { checkPassword, signInSubject, wrongCredentials } from './sign-in.ts';
import { beginChallenge, endChallenge, holdChallenge } from './sign-in-challenge.ts';
import { User } from './user.entity.ts';

/** What signing in needs from the installation. */
export interface AuthOptions {
  /** Secret of the installation, at least 32 characters; all processes have the same. */
  secret: string;
  /** Life of a session in whole days, 1 to 30. */
  sessionDays: number;
  registration: RegistrationMode;
  tenancy: Tenancy;
  /** Production: people of the demo never sign in. */
  refusesDemoPeople?: boolean;
}

interface SignedIn {
  user: Person;
  expiresAt: string;
}

/** Who may come in: one per process. The routes are in `auth.routes.ts`. */
export class Auth {
  readonly sessions: Sessions;
  readonly registration: Registration;
  readonly invitations: Invitations;
  readonly passwords: Passwords;
  readonly secondFactors: SecondFactors;
  readonly #tokens: AccessTokens;
  readonly #cache: SessionCache;
  readonly #keys: ApiKeys;
  readonly #devices: KnownDevices;
  readonly #refusesDemoPeople: boolean;
  readonly #tenancy: Tenancy;

  constructor({ secret, sessionDays, registration: mode, tenancy, refusesDemoPeople = false }: AuthOptions) {
    if (!Number.isInteger(sessionDays) || sessionDays < 1 || sessionDays > 30)
      throw new RangeError('A session lives for 1 to 30 whole days');
    const codeSecret = createHash('sha256').update(`verification codes ${secret}`).digest('hex');
    this.#tenancy = tenancy;
    this.#tokens = new AccessTokens(secret);
    this.#cache = new SessionCache(tenancy.database, tenancy.clock);
    this.#keys = new ApiKeys(tenancy.database, tenancy.clock);
    this.#refusesDemoPeople = refusesDemoPeople;
    this.#devices = new KnownDevices(secret);
    this.sessions = new Sessions({
      tokens: this.#tokens,
      cache: this.#cache,
      devices: this.#devices,
      days: sessionDays,
    });
    this.registration = new Registration({ tenancy, sessions: this.sessions, secret: codeSecret, mode });
    this.invitations = new Invitations({ sessions: this.sessions, mode });
    this.passwords = new Passwords(this.sessions);
    this.secondFactors = new SecondFactors(secret);
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

  /**
   * Signs in by password. @throws Problem 401 `wrong_credentials`, 429; 401 `second_factor_required` (kept, with what
   * `confirmSignIn` needs) for people who have one
   */
  async login(ctx: PersonContext, input: { identifier: string; password: string }): Promise<SignedIn> {
    const found = await findByIdentifier(ctx.em, input.identifier);
    const known = found && this.#refusesDemoPeople && isDemoAddress(found.email) ? null : found;
    const user = await checkPassword(ctx, {
      subject: signInSubject(input.identifier),
      device: known ? this.#devices.find(ctx, known.id) : undefined,
      user: known,
      password: input.password,
      refusal: wrongCredentials,
    });
    if (await this.secondFactors.isSetUp(ctx.em, user.id)) {
      const { token, expiresAt } = await beginChallenge(ctx, 'second_factor', { userID: user.id });
      await ctx.em.flush();
      throw new KeptRefusal(
        secondFactorProblems.second_factor_required({
          details: {
            challenge: token,
            methods: ['app', 'recovery'],
            expiresAt: expiresAt.toISOString(),
          } satisfies SignInChallenge,
        }),
      );
    }
    return this.#begin(ctx, user);
  }

  /** Ends a sign-in with the second factor. @throws Problem 400 `second_factor_wrong`, 401 `challenge_ended`, 429 */
  async confirm(ctx: PersonContext, input: { challenge: string; code: string }): Promise<SignedIn> {
    const challenge = await holdChallenge(ctx, 'second_factor', input.challenge);
    const user = challenge?.userID ? await ctx.em.findOne(User, { id: challenge.userID }) : null;
    if (!user) throw secondFactorProblems.challenge_ended();
    const device = this.#devices.find(ctx, user.id);
    const secondFactor = await this.secondFactors.check(ctx, user, input.code, { device });
    await endChallenge(ctx.em, input.challenge);
    return this.#begin(ctx, user, secondFactor);
  }

  async #begin(ctx: PersonContext, user: User, secondFactor?: ConfirmedBy): Promise<SignedIn> {
    const proof = { method: 'password', ...(secondFactor ? { secondFactor } : {}) } as const;
    const { sessionID, expiresAt } = await this.sessions.begin(ctx, ctx.em, user, proof);
    notePersonEvent(ctx, ctx.em, user.id, 'signed_in', sessionID);
    await ctx.em.flush();
    return { user: personReply(user), expiresAt: expiresAt.toISOString() };
  }
}
