import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { requiredLine } from '../texts/text.ts';
import { givenPassword, signedInReply } from './auth.contract.ts';
import { passkeyRequest } from './passkey.contract.ts';

/** Refusals of signing in with two factors. */
export const secondFactorProblems = defineProblems({
  /** `details`: `challenge` and `methods` for `confirmSignIn`, valid until `expiresAt`. */
  second_factor_required: { status: 401, message: 'Confirm that it is you with your second factor' },
  challenge_ended: { status: 401, message: 'That took too long; begin again' },
  second_factor_wrong: { status: 400, message: 'This code is not right, or it was used already' },
  second_factor_known: { status: 409, message: 'There is an authenticator app already; remove it first' },
  /**
   * `details`: `account`. Until the person has set up a second factor, the account only accepts the requests needed for
   * that.
   */
  second_factor_enrolment: { status: 403, message: 'This account requires a second factor: set one up first' },
  second_factor_missing: { status: 409, message: 'There is no authenticator app' },
});

/** Details of `second_factor_required`. */
export const signInChallenge = z.object({
  challenge: z.string(),
  /** `app`: a code of the authenticator app; `recovery`: one of the recovery codes. */
  methods: z.array(z.enum(['app', 'passkey', 'recovery'])),
  /** Options for the browser, where `methods` has `passkey`. */
  passkey: passkeyRequest.optional(),
  expiresAt: z.iso.datetime(),
});
export type SignInChallenge = z.output<typeof signInChallenge>;

const openReason = 'Everyone may see and change their own second factor';
const success = z.object({ success: z.literal(true) });

/** Six digits from the app, or a recovery code. Spaces and dashes are ignored. */
export const secondFactorCode = z
  .string({ error: 'Code is required' })
  .max(40, { error: 'This is no code' })
  .transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .refine((text) => /^(?:\d{6}|[a-z2-7]{16})$/.test(text), {
    error: 'A code has six digits, a recovery code 16 letters and digits',
  });

/** Recovery codes, each valid once in place of the app. They are shown only once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/**
 * Continues after `loginUser` replied `second_factor_required`. 400 `second_factor_wrong`, 401 `challenge_ended`, 429
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

/** The caller's ways of signing in. */
export const mySecondFactor = z.object({
  /** Time at which the authenticator app was set up. */
  appSince: z.iso.datetime().nullable(),
  passkeys: z.number(),
  recoveryCodesLeft: z.number(),
  /** False for people who sign in with a passkey or through their account's provider. */
  hasPassword: z.boolean(),
  /** The current account's requirement of a second factor and its deadline; null where there is none. */
  required: z.object({ account: z.string(), until: z.iso.datetime() }).nullable(),
  /** The current account's provider; null where it has none. */
  provider: z.object({ account: z.string(), isLinked: z.boolean() }).nullable(),
  /** Whether this session was confirmed with a second factor. */
  isConfirmed: z.boolean(),
});
export type MySecondFactor = z.output<typeof mySecondFactor>;

export const getMySecondFactor = endpoint({
  name: 'getMySecondFactor',
  method: 'GET',
  path: '/v1/me/second-factor',
  signedIn: openReason,
  summary: "Reads the caller's second factor.",
  reply: mySecondFactor,
});

/** Creates a secret for an authenticator app. It takes effect after `confirmAuthenticatorApp` got a code of the app. */
export const beginAuthenticatorApp = endpoint({
  name: 'beginAuthenticatorApp',
  method: 'POST',
  path: '/v1/me/second-factor/actions/begin-app',
  signedIn: openReason,
  summary: 'Begins to set up an authenticator app.',
  /** People without a password must have signed in within the last ten minutes. */
  body: z.strictObject({ password: givenPassword.optional() }),
  reply: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://totp/...`, the content of the picture. */
    uri: z.string(),
    /** The QR code as SVG. */
    picture: z.string(),
  }),
});

/** Completes the set-up with a code of the app. 400 `second_factor_wrong`. */
export const confirmAuthenticatorApp = endpoint({
  name: 'confirmAuthenticatorApp',
  method: 'POST',
  path: '/v1/me/second-factor/actions/confirm-app',
  signedIn: openReason,
  summary: 'Ends the set-up of an authenticator app and answers recovery codes.',
  body: z.strictObject({ code: secondFactorCode }),
  reply: recoveryCodes,
});

/** The password, for people who have one, and a code. */
const passwordAndCode = z.strictObject({ password: givenPassword.optional(), code: secondFactorCode });

/** Removes the app and its recovery codes. 400 `wrong_password` or `second_factor_wrong`. */
export const removeAuthenticatorApp = endpoint({
  name: 'removeAuthenticatorApp',
  method: 'POST',
  path: '/v1/me/second-factor/actions/remove-app',
  signedIn: openReason,
  summary: 'Removes the authenticator app.',
  body: passwordAndCode,
  reply: success,
});

/** Creates new recovery codes and invalidates the previous ones. */
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/v1/me/second-factor/actions/renew-recovery-codes',
  signedIn: openReason,
  summary: 'Makes new recovery codes.',
  body: passwordAndCode,
  reply: recoveryCodes,
});

/** Confirms this session with the second factor, where an account requires it. */
export const confirmMySession = endpoint({
  name: 'confirmMySession',
  method: 'POST',
  path: '/v1/me/second-factor/actions/confirm-session',
  signedIn: openReason,
  summary: 'Confirms the sign-in of the caller with a code.',
  body: z.strictObject({ code: secondFactorCode }),
  reply: success,
});
