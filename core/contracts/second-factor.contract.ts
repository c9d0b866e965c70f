import { z } from 'zod';
import { givenPassword, signedInReply } from './auth.contract.ts';
import { endpoint } from './endpoint.ts';
import { passkeyRequest } from './passkey.contract.ts';
import { defineProblems } from './problem.ts';
import { requiredLine } from './text.ts';

/** Refusals of signing in with two factors. */
export const secondFactorProblems = defineProblems({
  /** `details`: `challenge` and `methods` for `confirmSignIn`, good until `expiresAt`. */
  second_factor_required: { status: 401, message: 'Confirm that it is you with your second factor' },
  challenge_ended: { status: 401, message: 'That took too long; begin again' },
  second_factor_wrong: { status: 400, message: 'This code is not right, or it was used already' },
  second_factor_known: { status: 409, message: 'There is an authenticator app already; remove it first' },
  /** `details`: `account`. Until then everything in it is refused but what one needs to set one up. */
  second_factor_enrolment: { status: 403, message: 'This account requires a second factor: set one up first' },
  second_factor_missing: { status: 409, message: 'There is no authenticator app' },
});

/** What `second_factor_required` says in its details. */
export const signInChallenge = z.object({
  challenge: z.string(),
  /** `app`: a code of the authenticator app; `recovery`: one of the codes that were noted down. */
  methods: z.array(z.enum(['app', 'passkey', 'recovery'])),
  /** What the browser is asked to sign, where `methods` has `passkey`. */
  passkey: passkeyRequest.optional(),
  expiresAt: z.iso.datetime(),
});
export type SignInChallenge = z.output<typeof signInChallenge>;

const own = 'Everyone may see and change their own second factor';
const success = z.object({ success: z.literal(true) });

/** Six digits of the app, or a recovery code; blanks and dashes do not count. */
export const secondFactorCode = z
  .string({ error: 'Code is required' })
  .max(40, { error: 'This is no code' })
  .transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .refine((text) => /^(?:\d{6}|[a-z2-7]{16})$/.test(text), {
    error: 'A code has six digits, a recovery code 16 letters and digits',
  });

/** Codes that stand in for the app, each once; shown this once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/**
 * Goes on where `loginUser` answered `second_factor_required`. 400 `second_factor_wrong`, 401 `challenge_ended`, 429
 * after many wrong codes.
 */
export const confirmSignIn = endpoint({
  name: 'confirmSignIn',
  method: 'POST',
  path: '/auth/actions/confirm-sign-in',
  public: 'The password was the proof that the challenge stands for',
  summary: 'Ends a sign-in with the second factor.',
  body: z.strictObject({ challenge: requiredLine(100, 'Challenge is required'), code: secondFactorCode }),
  reply: signedInReply,
});

/** What the caller signs in with beside the password. */
export const mySecondFactor = z.object({
  /** Since when an authenticator app is set up. */
  appSince: z.iso.datetime().nullable(),
  passkeys: z.number(),
  recoveryCodesLeft: z.number(),
  /** People without one sign in with a passkey or through their account's provider. */
  hasPassword: z.boolean(),
  /** What the account that the caller works in requires of them; null where it requires nothing. */
  required: z.object({ account: z.string(), until: z.iso.datetime() }).nullable(),
  /** The provider of the account that the caller works in, where it has one. */
  provider: z.object({ account: z.string(), isLinked: z.boolean() }).nullable(),
  /** Whether this sign-in was confirmed with a second factor. */
  isConfirmed: z.boolean(),
});
export type MySecondFactor = z.output<typeof mySecondFactor>;

export const getMySecondFactor = endpoint({
  name: 'getMySecondFactor',
  method: 'GET',
  path: '/v1/me/second-factor',
  signedIn: own,
  summary: "Reads the caller's second factor.",
  reply: mySecondFactor,
});

/** Makes a secret for an authenticator app; it counts once `confirmAuthenticatorApp` had a code of it. */
export const beginAuthenticatorApp = endpoint({
  name: 'beginAuthenticatorApp',
  method: 'POST',
  path: '/v1/me/second-factor/actions/begin-app',
  signedIn: own,
  summary: 'Begins to set up an authenticator app.',
  /** Those who have no password have signed in within the last ten minutes. */
  body: z.strictObject({ password: givenPassword.optional() }),
  reply: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/...`, as in the picture. */
    uri: z.string(),
    /** The QR code as SVG. */
    picture: z.string(),
  }),
});

/** Ends the set-up with a code of the app. 400 `second_factor_wrong`. */
export const confirmAuthenticatorApp = endpoint({
  name: 'confirmAuthenticatorApp',
  method: 'POST',
  path: '/v1/me/second-factor/actions/confirm-app',
  signedIn: own,
  summary: 'Ends the set-up of an authenticator app and answers recovery codes.',
  body: z.strictObject({ code: secondFactorCode }),
  reply: recoveryCodes,
});

/** The password of those who have one, and a code. */
const passwordAndCode = z.strictObject({ password: givenPassword.optional(), code: secondFactorCode });

/** Takes the app and its recovery codes away. 400 `wrong_password` or `second_factor_wrong`. */
export const removeAuthenticatorApp = endpoint({
  name: 'removeAuthenticatorApp',
  method: 'POST',
  path: '/v1/me/second-factor/actions/remove-app',
  signedIn: own,
  summary: 'Removes the authenticator app.',
  body: passwordAndCode,
  reply: success,
});

/** Makes new recovery codes; those before are void. */
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/me/second-factor/actions/renew-recovery-codes',
  signedIn: own,
  summary: 'Makes new recovery codes.',
  body: passwordAndCode,
  reply: recoveryCodes,
});

/** Confirms this sign-in with the second factor, where an account wants one. */
export const confirmMySession = endpoint({
  name: 'confirmMySession',
  method: 'POST',
  path: '/v1/me/second-factor/actions/confirm-session',
  signedIn: own,
  summary: 'Confirms the sign-in of the caller with a code.',
  body: z.strictObject({ code: secondFactorCode }),
  reply: success,
});
