import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { emailAddress, personName, requiredLine, singleLine, slug } from '../texts/text.ts';

/** Shortest and longest new password, in characters after Unicode normalization (NFKC). */
export const passwordLength = { min: 12, max: 128 } as const;

/** Refusals of sign-in and of passwords. */
export const authProblems = defineProblems({
  wrong_credentials: { status: 401, message: 'The sign-in name or the password is wrong' },
  session_ended: { status: 401, message: 'Your session has ended; sign in again' },
  wrong_password: { status: 400, message: 'The current password is wrong' },
  weak_password: { status: 400, message: 'Choose another password' },
  email_taken: { status: 409, message: 'There is a sign-in with this email already; sign in or reset its password' },
  username_taken: { status: 409, message: 'This username is taken' },
  reset_token_invalid: { status: 400, message: 'This link is not valid any more; ask for a new one' },
  code_invalid: { status: 400, message: 'This code is not valid; check it or ask for a new one' },
  too_many_attempts: { status: 429, message: 'Too many attempts; try again later' },
});

const charactersOf = (text: string): number => [...text.normalize('NFKC')].length;

/**
 * A new password: 12 to 128 characters of any kind. The server also refuses common passwords and the person's own name.
 */
export const newPassword = z
  .string({ error: 'Password is required' })
  .max(1_000, { error: `Password must be at most ${passwordLength.max} characters` })
  .refine((text) => text.isWellFormed(), { error: 'Password must be valid text' })
  .refine((text) => charactersOf(text) >= passwordLength.min, {
    error: `Password must be at least ${passwordLength.min} characters`,
  })
  .refine((text) => charactersOf(text) <= passwordLength.max, {
    error: `Password must be at most ${passwordLength.max} characters`,
  });

/** A password to be checked against the stored one; only its length is limited. */
export const givenPassword = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .max(1_000, { error: 'Password must be at most 1,000 characters' })
  .refine((text) => text.isWellFormed(), { error: 'Password must be valid text' });

/** An email or a username. */
const identifier = requiredLine(254, 'Email or username is required');

/** Username for signing in instead of the email: lower case, without @, so that it cannot be taken for an email. */
export const username = z
  .string({ error: 'Username must be text' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{1,30}[a-z0-9]$/, {
    error:
      'Username has 3 to 32 letters, digits, dots, dashes and underscores, and begins and ends with a letter or digit',
  });

/** Color scheme of the screens; `auto` follows the device. */
export const colorScheme = z.enum(['light', 'dark', 'auto'], { error: 'Color scheme must be light, dark or auto' });

/** A person's choices on the screens, by name. */
export const preferences = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A person who can sign in (spec commerce section 3, User). */
export const person = z.object({
  /** `usr_...` */
  id: z.string(),
  /** In lower case, unique in the installation. */
  email: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Address of the person's picture. */
  image: z.string().nullable(),
  colorScheme,
  preferences,
  /** True for operators of the installation, who may read the request log. */
  isOperator: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
});
export type Person = z.output<typeof person>;

const success = z.object({ success: z.literal(true) });

/** Reply of a sign-in, which sets both cookies. Refreshing does not move `expiresAt`, the end of the session. */
export const signedInReply = z.object({ user: person, expiresAt: z.iso.datetime() });

const sixDigits = z
  .string({ error: 'Code is required' })
  .trim()
  .regex(/^\d{6}$/, { error: 'The code has six digits' });

/**
 * Mails a code for `confirmRegistration`. For an email that already has a sign-in, the reply is the same and the mail
 * says so. At most five mails an hour go to one address, all with the same code; 429 for a network that asks too often.
 */
export const registerUser = endpoint({
  name: 'registerUser',
  method: 'POST',
  path: '/auth/actions/register',
  public: 'Nobody is signed in yet',
  findsPeople: true,
  summary: 'Begins a registration: mails a code.',
  body: z.strictObject({
    name: personName(),
    email: emailAddress,
    password: newPassword,
    /** Name of the new account; defaults to the person's name. */
    accountName: singleLine(120).optional(),
  }),
  /** `rgp_...`; expires at `expiresAt`. */
  reply: z.object({ registrationID: z.string(), expiresAt: z.iso.datetime() }),
  status: 201,
});

/**
 * Creates the registered person with an account of their own, in which they are admin, and signs them in. The mailed
 * code is valid for 10 minutes and 5 tries. 400 `code_invalid`, 409 `email_taken` where the email got a sign-in
 * meanwhile.
 */
export const confirmRegistration = endpoint({
  name: 'confirmRegistration',
  method: 'POST',
  path: '/auth/actions/confirm-registration',
  public: 'The code of the mail is the proof',
  summary: 'Ends a registration with the code of the mail and signs the person in.',
  body: z.strictObject({ registrationID: requiredLine(100, 'Registration is required'), code: sixDigits }),
  reply: signedInReply,
  status: 201,
});

/**
 * Signs in with email or username. 401 `wrong_credentials`, also for unknown names; 429 with Retry-After after many
 * failures.
 */
export const loginUser = endpoint({
  name: 'loginUser',
  method: 'POST',
  path: '/auth/actions/login',
  public: 'Nobody is signed in yet',
  findsPeople: true,
  summary: 'Signs in with email or username and password.',
  body: z.strictObject({ identifier, password: givenPassword }),
  reply: signedInReply,
});

/** Changes the caller's password and ends all other sessions. 400 `wrong_password`, 400 `weak_password`. */
export const updatePassword = endpoint({
  name: 'updatePassword',
  method: 'PUT',
  path: '/auth/actions/update-password',
  signedIn: 'Everyone may change their own password',
  summary: "Changes the caller's password.",
  body: z.strictObject({ oldPassword: givenPassword, newPassword }),
  reply: success,
});

/**
 * Mails a link for choosing a new password. The reply is the same for an unknown email. At most three mails an hour go
 * to one person, and only the link of the last mail is valid. 429 for a network that asks too often.
 */
export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/actions/request-password-reset',
  public: 'Who has forgotten the password cannot sign in',
  findsPeople: true,
  summary: 'Mails a link to choose a new password.',
  body: z.strictObject({ identifier, accountSlug: slug.optional() }),
  reply: success,
});

/**
 * Sets a new password with the mailed token, which is valid once and for an hour. Ends all sessions. 400
 * `reset_token_invalid`.
 */
export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/actions/reset-password',
  public: 'The token of the mail is the proof',
  summary: 'Sets a new password with the token of the mail.',
  body: z.strictObject({ token: requiredLine(200, 'Token is required'), password: newPassword }),
  reply: success,
});

/**
 * Verifies the caller's email by the mailed code of six digits, which is valid for 10 minutes and 5 tries. 400
 * `code_invalid`.
 */
export const verifyCode = endpoint({
  name: 'verifyCode',
  method: 'POST',
  path: '/auth/actions/verify-code',
  signedIn: 'Everyone may prove their own email',
  summary: "Proves the caller's email with the code of the mail.",
  body: z.strictObject({
    code: sixDigits,
  }),
  reply: person,
});

/** Mails a new code and invalidates the previous one. Does nothing for a verified email. */
export const requestVerificationCode = endpoint({
  name: 'requestVerificationCode',
  method: 'POST',
  path: '/auth/actions/request-code',
  signedIn: 'Everyone may prove their own email',
  summary: 'Mails a new verification code to the caller.',
  reply: success,
});

/**
 * Exchanges the refresh cookie for a new pair of cookies. `raced` means that another tab has just refreshed: the
 * browser already has the new cookies and this reply sets none. 401 `session_ended` clears the cookies.
 */
export const refreshAuthAccessToken = endpoint({
  name: 'refreshAuthAccessToken',
  method: 'POST',
  path: '/auth/access-tokens',
  public: 'The refresh cookie is the proof',
  summary: 'Renews the access cookie.',
  reply: z.object({ status: z.enum(['refreshed', 'raced']) }),
  status: 200,
});

/** Signs out: ends the session on the server and clears the cookies. Also succeeds without a session. */
export const revokeRefreshToken = endpoint({
  name: 'revokeRefreshToken',
  method: 'DELETE',
  path: '/auth/refresh-tokens',
  public: 'Signing out always works',
  summary: 'Signs out.',
  reply: success,
  status: 200,
});

/** An active session of the caller. */
export const mySession = z.object({
  /** `ses_...` */
  id: z.string(),
  /**
   * Browser and system from the user agent, such as `Firefox on Linux`; `Unknown device` where the user agent names
   * neither.
   */
  device: z.string(),
  userAgent: z.string(),
  /** Address of the device at sign-in. */
  ip: z.string(),
  /** True for the session of this request. */
  isCurrent: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Time of the last refresh. A browser in use refreshes every few minutes. */
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type MySession = z.output<typeof mySession>;

const ownSessions = 'Everyone may see and end their own sign-ins';

/** Active sessions of the caller on all devices: the current one first, then by last use. */
export const listMySessions = endpoint({
  name: 'listMySessions',
  method: 'GET',
  path: '/v1/me/sessions',
  signedIn: ownSessions,
  summary: "Lists the caller's sign-ins.",
  reply: z.object({ items: z.array(mySession), count: z.number() }),
});

/**
 * Ends one session of the caller on any device. Ending the current session signs out and clears the cookies. 404 for an
 * ended session or a session of somebody else.
 */
export const endMySession = endpoint({
  name: 'endMySession',
  method: 'DELETE',
  path: '/v1/me/sessions/{sessionID}',
  signedIn: ownSessions,
  summary: "Ends one of the caller's sign-ins.",
  reply: noContent,
});

/** Ends all sessions of the caller except the current one; the reply has their number. */
export const endMyOtherSessions = endpoint({
  name: 'endMyOtherSessions',
  method: 'POST',
  path: '/v1/me/sessions/actions/end-others',
  signedIn: ownSessions,
  summary: "Ends the caller's sign-ins on all other devices.",
  reply: z.object({ ended: z.number() }),
});
