import { createHash } from 'node:crypto';
import type { RegistrationMode } from '../../contracts/accounts/invitation.contract.ts';
import type { Person } from '../../contracts/sign-in/auth.contract.ts';
import { type PasskeyAnswer, passkeyProblems } from '../../contracts/sign-in/passkey.contract.ts';
import { type SignInChallenge, secondFactorProblems } from '../../contracts/sign-in/second-factor.contract.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import type { CredentialVault } from '../../integrations/credential-vault.ts';
import type { PersonContext, PersonOutsideContext } from '../../kernel/context/context.ts';
import type { Identity } from '../../kernel/context/identity.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { Passkeys } from '../factors/passkeys.ts';
import { SecondFactors } from '../factors/second-factor.ts';
import { ApiKeys } from '../keys/api-keys.ts';
import { Invitations } from '../members/invitations.ts';
import { Registration } from '../members/registration.ts';
import { findByIdentifier, isDemoAddress, notePersonEvent, personReply } from '../people/person.ts';
import { User } from '../people/user.entity.ts';
import type { OidcClients } from '../providers/oidc-client.ts';
import { ProviderSignIn } from '../providers/provider-sign-in.ts';
import { currentAccountOf } from '../sessions/current-account.ts';
import { KnownDevices } from '../sessions/known-device.ts';
import { SessionCache } from '../sessions/session-cache.ts';
import { Sessions, type SignInProof } from '../sessions/sessions.ts';
import { AccessTokens } from '../tokens/access-token.ts';
import { accessCookie } from '../tokens/cookies.ts';
import { Passwords } from './passwords.ts';
import { checkPassword, signInSubject, wrongCredentials } from './sign-in.ts';
import { beginChallenge, endChallenge, holdChallenge } from './sign-in-challenge.ts';

/** Settings and services of the installation that sign-in needs. */
export interface AuthOptions {
  /** Secret of the installation, at least 32 characters, the same in all processes. */
  secret: string;
  /** Life of a session in whole days, 1 to 30. */
  sessionDays: number;
  registration: RegistrationMode;
  tenancy: Tenancy;
  vault: CredentialVault;
  clients: OidcClients;
  /** True in production, where people of the demo cannot sign in. */
  refusesDemoPeople?: boolean;
}

interface SignedIn {
  user: Person;
  expiresAt: string;
}

/** The first proof of a sign-in that a second factor completes. */
const proofOf = ({ through }: Record<string, string>): SignInProof =>
  through ? { method: 'provider', providerAccountID: through } : { method: 'password' };

/** Authentication, one instance per process. The routes are in `auth.routes.ts`. */
export class Auth {
  readonly sessions: Sessions;
  readonly registration: Registration;
  readonly invitations: Invitations;
  readonly passwords: Passwords;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly providers: ProviderSignIn;
  readonly #tokens: AccessTokens;
  readonly #cache: SessionCache;
  readonly #keys: ApiKeys;
  readonly #devices: KnownDevices;
  readonly #refusesDemoPeople: boolean;
  readonly #tenancy: Tenancy;

  constructor(options: AuthOptions) {
    const { secret, sessionDays, registration: mode, tenancy, vault, clients, refusesDemoPeople = false } = options;
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
    this.passkeys = new Passkeys(this.secondFactors);
    this.providers = new ProviderSignIn({ vault, clients, mode, factors: this.secondFactors });
  }

  /** The person of the access cookie; undefined if the cookie is missing, expired, forged or signed out. */
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
      factor: session.factor,
    };
  }

  /**
   * The program of `x-api-key` and `x-auth-secret`; undefined for a wrong, revoked or expired key.
   * @throws Problem 403 `key_network_refused`
   */
  authenticateKey(keyID: string, secret: string, address: string): Promise<Identity | undefined> {
    return this.#keys.authenticate(keyID, secret, address);
  }

  /** The person's account for requests that name none; undefined for people without an account. */
  async currentAccountID(userID: string): Promise<string | undefined> {
    return this.#tenancy.database.runAsAuth({ accountID: '', readOnly: true }, (em) => currentAccountOf(em, userID));
  }

  /**
   * Signs in by password.
   * @throws Problem 401 `wrong_credentials`, 429; 401 `second_factor_required` (committed, with the details for
   * `confirmSignIn`) for people who have a second factor
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
    return this.#beginOrAsk(ctx, user, { method: 'password' });
  }

  /** Begins a session, or asks for the second factor of people who have one. */
  async #beginOrAsk(ctx: PersonContext, user: User, proof: SignInProof): Promise<SignedIn> {
    const methods = proof.secondFactor ? [] : await this.secondFactors.methodsOf(ctx.em, user.id);
    if (methods.length) {
      const passkey = await this.passkeys.requestOf(ctx, user.id);
      const { token, expiresAt } = await beginChallenge(ctx, 'second_factor', {
        userID: user.id,
        data: {
          ...(passkey ? { challenge: passkey.challenge } : {}),
          ...(proof.providerAccountID ? { through: proof.providerAccountID } : {}),
        },
      });
      await ctx.em.flush();
      throw new CommittedRefusal(
        secondFactorProblems.second_factor_required({
          details: {
            challenge: token,
            methods: [...methods, 'recovery'],
            ...(passkey ? { passkey } : {}),
            expiresAt: expiresAt.toISOString(),
          } satisfies SignInChallenge,
        }),
      );
    }
    return this.#begin(ctx, user, proof);
  }

  /**
   * Completes a sign-in through the provider of an account.
   * @throws Problem 401 `challenge_ended`, `provider_refused`, `second_factor_required` like `login`, 403, 409, 429
   */
  async loginByProvider(outside: PersonOutsideContext, query: string): Promise<SignedIn> {
    const answer = await this.providers.ask(outside, query);
    return outside.inTransaction(async (ctx) => {
      const { user, accountID, isMultiFactor, isLink } = await this.providers.end(ctx, answer);
      // A person who links the provider stays in the current session.
      if (isLink) return { user: personReply(user), expiresAt: (await this.sessions.endOf(ctx)).toISOString() };
      if (this.#refusesDemoPeople && isDemoAddress(user.email)) throw wrongCredentials();
      const proof: SignInProof = { method: 'provider', providerAccountID: accountID };
      return this.#beginOrAsk(ctx, user, isMultiFactor ? { ...proof, secondFactor: 'provider' } : proof);
    });
  }

  /**
   * Completes a sign-in with the second factor.
   * @throws Problem 400 `second_factor_wrong`, 401 `challenge_ended`, 429
   */
  async confirm(ctx: PersonContext, input: { challenge: string; code: string }): Promise<SignedIn> {
    const { user, data } = await this.#challenged(ctx, input.challenge);
    const device = this.#devices.find(ctx, user.id);
    const secondFactor = await this.secondFactors.check(ctx, user, input.code, { device });
    await endChallenge(ctx.em, input.challenge);
    return this.#begin(ctx, user, { ...proofOf(data), secondFactor });
  }

  /**
   * Completes a sign-in with a passkey as second factor.
   * @throws Problem 400 `passkey_refused`, 401 `challenge_ended`
   */
  async confirmByPasskey(ctx: PersonContext, input: { challenge: string; answer: PasskeyAnswer }): Promise<SignedIn> {
    const { user, data } = await this.#challenged(ctx, input.challenge);
    await this.passkeys.check(ctx, input, { signed: data['challenge'], userID: user.id });
    return this.#begin(ctx, user, { ...proofOf(data), secondFactor: 'passkey' });
  }

  /** Signs in with a passkey alone. @throws Problem 400 `passkey_refused`, 401 `challenge_ended` */
  async loginByPasskey(ctx: PersonContext, input: { challenge: string; answer: PasskeyAnswer }): Promise<SignedIn> {
    const userID = await this.passkeys.signIn(ctx, input);
    const user = await ctx.em.findOne(User, { id: userID });
    if (!user || (this.#refusesDemoPeople && isDemoAddress(user.email))) throw passkeyProblems.passkey_refused();
    return this.#begin(ctx, user, { method: 'passkey', secondFactor: 'passkey' });
  }

  /** The person who began the sign-in, and the data of its challenge. @throws Problem 401 `challenge_ended` */
  async #challenged(ctx: PersonContext, token: string): Promise<{ user: User; data: Record<string, string> }> {
    const challenge = await holdChallenge(ctx, 'second_factor', token);
    const user = challenge?.userID ? await ctx.em.findOne(User, { id: challenge.userID }) : null;
    if (!challenge || !user) throw secondFactorProblems.challenge_ended();
    return { user, data: challenge.data };
  }

  async #begin(ctx: PersonContext, user: User, proof: SignInProof): Promise<SignedIn> {
    const { sessionID, expiresAt } = await this.sessions.begin(ctx, ctx.em, user, proof);
    notePersonEvent(ctx, ctx.em, user.id, 'signed_in', sessionID);
    await ctx.em.flush();
    return { user: personReply(user), expiresAt: expiresAt.toISOString() };
  }
}
