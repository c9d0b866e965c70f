import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { requiredLine } from '../texts/text.ts';
import { givenPassword, signedInReply } from './auth.contract.ts';

/** Refusals of passkeys. */
export const passkeyProblems = defineProblems({
  passkey_refused: { status: 400, message: 'This passkey was not accepted' },
  passkey_known: { status: 409, message: 'This passkey is set up already' },
  too_many_passkeys: { status: 409, message: 'There are as many passkeys as one person may have; remove one first' },
  /** Browsers create passkeys for host names only, not for addresses such as 10.0.0.5. */
  passkeys_unavailable: { status: 409, message: 'Passkeys need an installation that is reached under a name' },
  session_unconfirmed: { status: 403, message: 'Confirm this sign-in with your second factor first' },
  sign_in_again: { status: 403, message: 'Sign in again: this is done shortly after signing in only' },
});

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'Must be base64url' });

const transport = z.string().regex(/^[a-z-]{1,20}$/);

/** A passkey of the person, named to the browser. */
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** `PublicKeyCredentialRequestOptionsJSON`: the options with which a browser signs a challenge. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  allowCredentials: z.array(descriptor).optional(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** `PublicKeyCredentialCreationOptionsJSON`: the options with which a browser creates a passkey. */
const passkeyCreation = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z.record(z.string(), z.unknown()).optional(),
  attestation: z.enum(['none', 'direct', 'enterprise', 'indirect']).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
  hints: z.array(z.string()).optional(),
});

const answerParts = { id: base64url(2_000), rawId: base64url(2_000), type: z.literal('public-key') };

/** `AuthenticationResponseJSON`: the browser's signed reply, without the parts that the server does not read. */
export const passkeyAnswer = z.object({
  ...answerParts,
  response: z.object({
    clientDataJSON: base64url(20_000),
    authenticatorData: base64url(20_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** `RegistrationResponseJSON`. */
export const newPasskeyAnswer = z.object({
  ...answerParts,
  response: z.object({
    clientDataJSON: base64url(20_000),
    attestationObject: base64url(100_000),
    transports: z.array(transport).max(10).optional(),
  }),
});
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

const challenge = requiredLine(100, 'Challenge is required');
const begun = z.object({ challenge: z.string(), options: passkeyRequest, expiresAt: z.iso.datetime() });
const signed = z.strictObject({ challenge, answer: passkeyAnswer });

/** Begins a sign-in with any passkey that the browser has for this installation. 409 `passkeys_unavailable`, 429. */
export const beginPasskeySignIn = endpoint({
  name: 'beginPasskeySignIn',
  method: 'POST',
  path: '/auth/actions/begin-passkey-sign-in',
  public: 'Nobody is signed in yet; the answer is the same for everyone',
  summary: 'Begins a sign-in with a passkey.',
  reply: begun,
});

/** Signs in with a passkey alone, which counts as both factors. 400 `passkey_refused`, 401 `challenge_ended`. */
export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  method: 'POST',
  path: '/auth/actions/sign-in-by-passkey',
  public: 'The signature of the passkey is the proof',
  summary: 'Signs in with a passkey.',
  body: signed,
  reply: signedInReply,
});

/** Continues after `loginUser` replied `second_factor_required` with `passkey` in its details. */
export const confirmSignInByPasskey = endpoint({
  name: 'confirmSignInByPasskey',
  method: 'POST',
  path: '/auth/actions/confirm-sign-in-by-passkey',
  public: 'The password was the proof that the challenge stands for',
  summary: 'Ends a sign-in with a passkey as the second factor.',
  body: signed,
  reply: signedInReply,
});

/** A passkey of the caller. */
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  /**
   * True where a password manager syncs the passkey to the person's other devices; otherwise it is lost with its
   * device.
   */
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.output<typeof passkeyView>;

const openReason = 'Everyone may see and change their own passkeys';
const name = requiredLine(60, 'Name is required');
/** People with a password give it; people without must have signed in within the last ten minutes. */
const proof = { password: givenPassword.optional() };

export const listMyPasskeys = endpoint({
  name: 'listMyPasskeys',
  method: 'GET',
  path: '/v1/me/passkeys',
  signedIn: openReason,
  summary: "Lists the caller's passkeys.",
  reply: z.object({
    items: z.array(passkeyView),
    count: z.number(),
    /** Address at which passkeys work; null where the installation has no host name. */
    address: z.string().nullable(),
  }),
});

/**
 * Begins the set-up of a passkey. 400 `wrong_password`, 403 `sign_in_again` or `session_unconfirmed`, 409
 * `too_many_passkeys`.
 */
export const beginPasskey = endpoint({
  name: 'beginPasskey',
  method: 'POST',
  path: '/v1/me/passkeys/actions/begin',
  signedIn: openReason,
  summary: 'Begins to set up a passkey.',
  body: z.strictObject(proof),
  reply: z.object({ challenge: z.string(), options: passkeyCreation, expiresAt: z.iso.datetime() }),
});

/** Completes the set-up of a passkey. 400 `passkey_refused`, 401 `challenge_ended`, 409 `passkey_known`. */
export const addPasskey = endpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/v1/me/passkeys',
  signedIn: openReason,
  summary: 'Ends the set-up of a passkey.',
  touches: ['/v1/me/second-factor'],
  body: z.strictObject({ challenge, name, answer: newPasskeyAnswer }),
  reply: z.object({
    passkey: passkeyView,
    /** Recovery codes, each valid once in place of a second factor; only with the first second factor. */
    recoveryCodes: z.array(z.string()).nullable(),
  }),
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/v1/me/passkeys/{passkeyID}',
  signedIn: openReason,
  summary: 'Renames a passkey.',
  touches: ['/v1/me/second-factor'],
  body: z.strictObject({ name }),
  reply: passkeyView,
});

/** Removes a passkey of the caller. 400 `wrong_password`, 403 `sign_in_again` or `session_unconfirmed`. */
export const removePasskey = endpoint({
  name: 'removePasskey',
  method: 'POST',
  path: '/v1/me/passkeys/{passkeyID}/actions/remove',
  signedIn: openReason,
  summary: 'Removes a passkey.',
  touches: ['/v1/me/second-factor'],
  body: z.strictObject(proof),
  reply: z.object({ success: z.literal(true) }),
});

/** Begins the confirmation of this session with one of the caller's passkeys. */
export const beginSessionConfirmation = endpoint({
  name: 'beginSessionConfirmation',
  method: 'POST',
  path: '/v1/me/passkeys/actions/begin-confirmation',
  signedIn: openReason,
  summary: 'Begins to confirm the sign-in of the caller with a passkey.',
  reply: begun,
});

export const confirmMySessionByPasskey = endpoint({
  name: 'confirmMySessionByPasskey',
  method: 'POST',
  path: '/v1/me/passkeys/actions/confirm-session',
  signedIn: openReason,
  summary: 'Confirms the sign-in of the caller with a passkey.',
  body: signed,
  reply: z.object({ success: z.literal(true) }),
});
