import type { EntityManager } from '@mikro-orm/postgresql';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Kysely, Selectable } from 'kysely';
import type { EndpointAnswer } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import {
  type beginPasskey,
  type NewPasskeyAnswer,
  type PasskeyAnswer,
  type PasskeyRequest,
  type PasskeyView,
  passkeyProblems,
} from '../../contracts/sign-in/passkey.contract.ts';
import { secondFactorProblems } from '../../contracts/sign-in/second-factor.contract.ts';
import { newID } from '../../contracts/texts/id.ts';
import { asDate, asOptionalDate } from '../../database/rows/as-date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { limitRules, spendOfNetwork } from '../../limits/limiter.ts';
import { holdPerson, notePersonEvent } from '../people/person.ts';
import { mailSecondFactor } from '../people/person-mails.ts';
import type { User } from '../people/user.entity.ts';
import { beginChallenge, endChallenge, endChallengesOf, holdChallenge } from '../sign-in/sign-in-challenge.ts';
import type { Passkey } from './passkey.entity.ts';
import { relyingParty, relyingPartyOf } from './relying-party.ts';
import type { SecondFactors } from './second-factor.ts';

type Tables = { 'core.passkey': TableRow<typeof Passkey> };
type PasskeyRow = Selectable<Tables['core.passkey']>;

const tables = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>();

/** Loaded on first use, because the library parses the certificates of all manufacturers. */
const webAuthn = () => import('@simplewebauthn/server');

const most = 20;
/** Milliseconds that a browser waits for the person: the lifetime of the challenge. */
const timeout = 300_000;

const descriptorOf = ({ credential_id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({
  id: credential_id,
  transports,
});

const viewOf = (row: PasskeyRow): PasskeyView => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: asDate(row.created_at).toISOString(),
  lastUsedAt: asOptionalDate(row.last_used_at)?.toISOString() ?? null,
});

/** The options for the browser, and the token of the challenge for its reply. */
interface BegunPasskey {
  challenge: string;
  options: PasskeyRequest;
  expiresAt: string;
}

/** Set-up, renaming and removal of passkeys, and signing in with them. */
export class Passkeys {
  readonly #factors: SecondFactors;

  constructor(factors: SecondFactors) {
    this.#factors = factors;
  }

  async list(ctx: PersonContext, user: User) {
    const items = (await this.#of(ctx.em, user.id)).map(viewOf);
    return { items, count: items.length, address: relyingPartyOf(ctx.baseURL)?.origin ?? null };
  }

  /**
   * Begins the set-up of a passkey.
   * @throws Problem 400 `wrong_password`, 403 `sign_in_again`, `session_unconfirmed`, 409 `too_many_passkeys`
   */
  async begin(ctx: PersonContext, user: User, password?: string): Promise<EndpointAnswer<typeof beginPasskey>> {
    const party = relyingParty(ctx.baseURL);
    await this.#factors.requireChange(ctx, user, password);
    const known = await this.#of(ctx.em, user.id);
    if (known.length >= most) throw passkeyProblems.too_many_passkeys();
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Millwright',
      rpID: party.id,
      userID: new Uint8Array(Buffer.from(user.id)),
      userName: user.email,
      userDisplayName: user.name,
      timeout,
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const data = { challenge: options.challenge };
    const { token, expiresAt } = await beginChallenge(ctx, 'passkey_set_up', { userID: user.id, data });
    return {
      challenge: token,
      options: options as EndpointAnswer<typeof beginPasskey>['options'],
      expiresAt: expiresAt.toISOString(),
    };
  }

  /**
   * Completes the set-up of a passkey.
   * @throws Problem 400 `passkey_refused`, 401 `challenge_ended`, 409 `passkey_known`
   */
  async add(
    ctx: PersonContext,
    user: User,
    input: { challenge: string; name: string; answer: NewPasskeyAnswer },
  ): Promise<{ passkey: PasskeyView; recoveryCodes: string[] | null }> {
    // Concurrent requests of a person wait here, so that only one adds the first factor and the limit holds.
    await holdPerson(ctx.em, user.id);
    const challenge = await holdChallenge(ctx, 'passkey_set_up', input.challenge);
    if (challenge?.userID !== user.id) throw secondFactorProblems.challenge_ended();
    const registered = await this.#registered(ctx, input.answer, challenge.data['challenge'] ?? '');
    const isFirst = (await this.#factors.methodsOf(ctx.em, user.id)).length === 0;
    if ((await this.#of(ctx.em, user.id)).length >= most) throw passkeyProblems.too_many_passkeys();
    const { credential, credentialBackedUp } = registered;
    const row = await tables(ctx.em)
      .insertInto('core.passkey')
      .values({
        id: newID('psk'),
        user_id: user.id,
        name: input.name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        sign_count: BigInt(credential.counter),
        transports: input.answer.response.transports ?? [],
        is_synced: credentialBackedUp,
        created_at: ctx.clock.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw passkeyProblems.passkey_known();
    await this.#factors.markSession(ctx, 'passkey');
    await endChallengesOf(ctx.em, user.id);
    notePersonEvent(ctx, ctx.em, user.id, 'passkey_added', ctx.sessionID);
    await mailSecondFactor(ctx, user, 'passkey added');
    const recoveryCodes = isFirst ? await this.#factors.newCodes(ctx, user) : null;
    await ctx.em.flush();
    return { passkey: viewOf(row), recoveryCodes };
  }

  /** Renames a passkey. @throws Problem 404, also for passkeys of others */
  async rename(ctx: PersonContext, user: User, id: string, name: string): Promise<PasskeyView> {
    const row = await tables(ctx.em)
      .updateTable('core.passkey')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw problems.not_found();
    return viewOf(row);
  }

  /** Removes a passkey. @throws Problem 400 `wrong_password`, 403 `sign_in_again`, `session_unconfirmed`, 404 */
  async remove(ctx: PersonContext, user: User, id: string, password?: string): Promise<void> {
    await this.#factors.requireChange(ctx, user, password);
    const { numDeletedRows } = await tables(ctx.em)
      .deleteFrom('core.passkey')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw problems.not_found();
    await this.#factors.afterRemoval(ctx.em, user.id);
    notePersonEvent(ctx, ctx.em, user.id, 'passkey_removed', ctx.sessionID);
    await mailSecondFactor(ctx, user, 'passkey removed');
    await ctx.em.flush();
  }

  /** Begins a sign-in with any passkey of an unknown person. @throws Problem 429 */
  async beginSignIn(ctx: PersonContext): Promise<BegunPasskey> {
    relyingParty(ctx.baseURL);
    await spendOfNetwork(ctx.em, limitRules.passkey, clientNetwork(ctx.client.ip), ctx.clock.now());
    const options = await this.#request(ctx, { userVerification: 'required' });
    const data = { challenge: options.challenge };
    const { token, expiresAt } = await beginChallenge(ctx, 'passkey', { userID: null, data });
    return { challenge: token, options, expiresAt: expiresAt.toISOString() };
  }

  /** Returns the person of the passkey. @throws Problem 400 `passkey_refused`, 401 `challenge_ended` */
  async signIn(ctx: PersonContext, input: { challenge: string; answer: PasskeyAnswer }): Promise<string> {
    const challenge = await holdChallenge(ctx, 'passkey', input.challenge);
    if (!challenge || challenge.userID !== null) throw secondFactorProblems.challenge_ended();
    return this.check(ctx, input, { signed: challenge.data['challenge'], isOnlyProof: true });
  }

  /** Options for one of a person's passkeys; undefined if they have none or passkeys do not work here. */
  async requestOf(ctx: PersonContext, userID: string): Promise<PasskeyRequest | undefined> {
    const known = relyingPartyOf(ctx.baseURL) ? await this.#of(ctx.em, userID) : [];
    if (!known.length) return undefined;
    return this.#request(ctx, { userVerification: 'preferred', allowCredentials: known.map(descriptorOf) });
  }

  /** Begins the confirmation of this session by passkey. @throws Problem 409 `second_factor_missing` */
  async beginConfirmation(ctx: PersonContext, user: User): Promise<BegunPasskey> {
    const options = await this.requestOf(ctx, user.id);
    if (!options) throw secondFactorProblems.second_factor_missing();
    const data = { challenge: options.challenge };
    const { token, expiresAt } = await beginChallenge(ctx, 'passkey', { userID: user.id, data });
    return { challenge: token, options, expiresAt: expiresAt.toISOString() };
  }

  /** Confirms the session of this request. */
  async confirmSession(ctx: PersonContext, user: User, input: { challenge: string; answer: PasskeyAnswer }) {
    const challenge = await holdChallenge(ctx, 'passkey', input.challenge);
    if (challenge?.userID !== user.id) throw secondFactorProblems.challenge_ended();
    await this.check(ctx, input, { signed: challenge.data['challenge'], userID: user.id });
    await this.#factors.markSession(ctx, 'passkey');
  }

  /**
   * Checks a reply, ends its challenge and returns the passkey's person. A passkey as the only proof requires user
   * verification (finger, face or PIN).
   * @throws Problem 400 `passkey_refused`
   */
  async check(
    ctx: PersonContext,
    { challenge, answer }: { challenge: string; answer: PasskeyAnswer },
    expected: { signed: string | undefined; userID?: string; isOnlyProof?: boolean },
  ): Promise<string> {
    const row = await tables(ctx.em)
      .selectFrom('core.passkey')
      .selectAll()
      .where('credential_id', '=', answer.id)
      .forUpdate()
      .executeTakeFirst();
    const { userHandle } = answer.response;
    const isTheirs = expected.userID === undefined || row?.user_id === expected.userID;
    const isNamed = !userHandle || userHandle === Buffer.from(row?.user_id ?? '').toString('base64url');
    if (!row || !isTheirs || !isNamed) throw passkeyProblems.passkey_refused();
    const party = relyingParty(ctx.baseURL);
    const { verifyAuthenticationResponse } = await webAuthn();
    const verified = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: expected.signed ?? '',
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: Number(row.sign_count),
      },
      requireUserVerification: expected.isOnlyProof ?? false,
    }).catch((error: unknown) => refuse(ctx, error));
    if (!verified.verified) throw passkeyProblems.passkey_refused();
    await tables(ctx.em)
      .updateTable('core.passkey')
      .set({
        sign_count: BigInt(verified.authenticationInfo.newCounter),
        is_synced: verified.authenticationInfo.credentialBackedUp,
        last_used_at: ctx.clock.now(),
      })
      .where('id', '=', row.id)
      .execute();
    await endChallenge(ctx.em, challenge);
    return row.user_id;
  }

  async #registered(ctx: PersonContext, answer: NewPasskeyAnswer, expectedChallenge: string) {
    const party = relyingParty(ctx.baseURL);
    const { verifyRegistrationResponse } = await webAuthn();
    const verified = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }).catch((error: unknown) => refuse(ctx, error));
    if (!verified.verified) throw passkeyProblems.passkey_refused();
    return verified.registrationInfo;
  }

  async #request(
    ctx: PersonContext,
    requestOptions: {
      userVerification: 'required' | 'preferred';
      allowCredentials?: { id: string; transports: string[] }[];
    },
  ): Promise<PasskeyRequest> {
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(ctx.baseURL).id,
      timeout,
      ...requestOptions,
    });
    return options as PasskeyRequest;
  }

  #of(em: EntityManager, userID: string): Promise<PasskeyRow[]> {
    return tables(em)
      .selectFrom('core.passkey')
      .selectAll()
      .where('user_id', '=', userID)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }
}

/** Every error of the library means that the reply is invalid; only the log contains the reason. */
function refuse(ctx: PersonContext, error: unknown): never {
  ctx.log.info({ err: error }, 'a passkey was refused');
  throw passkeyProblems.passkey_refused();
}
