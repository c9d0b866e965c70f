import type { PersonContext } from '../../kernel/context/context.ts';
import { plainName } from '../../mail/sending/plain-name.ts';
import { queuePersonEmail } from '../../mail/sending/queue-email.ts';
import { verificationLimits } from '../tokens/decide-verification.ts';

interface Recipient {
  name: string;
  email: string;
}

/** The parts of a request, or of the command line, that a notice by mail needs. */
type NoticeContext = Pick<PersonContext, 'em' | 'baseURL' | 'afterCommit' | 'client' | 'clock'>;

const notice = (ctx: NoticeContext, { name, email }: Recipient, title: string, what: string, at: Date): Promise<void> =>
  queuePersonEmail(ctx, {
    template: 'core.security-notice',
    to: email,
    props: { name: plainName(name), title, what, at: at.toISOString(), ip: ctx.client.ip },
  });

/** Mails the six digits that verify an email. */
export const mailCode = (ctx: PersonContext, { name, email }: Recipient, code: string): Promise<void> =>
  queuePersonEmail(ctx, {
    template: 'core.verification-code',
    to: email,
    props: { name: plainName(name), code, minutes: verificationLimits.codeMinutes },
  });

/** Mailed instead of a code if the email already has a sign-in. */
export const mailAddressKnown = (ctx: PersonContext, recipient: Recipient, at: Date): Promise<void> =>
  notice(
    ctx,
    recipient,
    'You have a sign-in already',
    'Somebody, probably you, wanted to create an account with this address, and it has a sign-in already. ' +
      `Sign in at ${ctx.baseURL}/auth/login, or choose a new password at ${ctx.baseURL}/auth/password-reset-request.`,
    at,
  );

/** Mails the link for choosing a new password. Its token is only in this mail. */
export const mailResetLink = (ctx: PersonContext, { name, email }: Recipient, token: string): Promise<void> =>
  queuePersonEmail(ctx, {
    template: 'core.password-reset',
    to: email,
    props: {
      name: plainName(name),
      link: `${ctx.baseURL}/auth/password-reset?token=${token}`,
      minutes: verificationLimits.resetMinutes,
    },
  });

/** Sentences about what was removed together with the password. */
const goneWith = ({ factors, links }: { factors: boolean; links: boolean }): string =>
  [
    factors ? ' Authenticator app, passkeys and recovery codes of before are gone: set them up anew.' : '',
    links ? ' The link with the single sign-on of your company is gone: link it anew in your profile.' : '',
  ].join('');

/** Tells a person that their password was changed, and what was removed with the old one. */
export const mailPasswordChanged = (
  ctx: PersonContext,
  recipient: Recipient,
  at: Date,
  gone: { factors: boolean; links: boolean } = { factors: false, links: false },
): Promise<void> =>
  notice(
    ctx,
    recipient,
    'Your password was changed',
    `The password of your Millwright sign-in was changed, and every other session was signed out.${goneWith(gone)}`,
    at,
  );

/** Tells a person which account they have joined. */
export const mailJoined = (ctx: NoticeContext, recipient: Recipient, accountName: string): Promise<void> =>
  notice(
    ctx,
    recipient,
    'You have joined an account',
    `You belong to ${plainName(accountName)} now. If that was not you, leave it in your profile and choose a new ` +
      'password.',
    ctx.clock.now(),
  );

/** Tells an administrator about a change of the account's sign-in provider. */
export const mailProviderChanged = (
  ctx: NoticeContext,
  recipient: Recipient,
  { accountName, what }: { accountName: string; what: string },
): Promise<void> =>
  notice(
    ctx,
    recipient,
    'The single sign-on of your account was changed',
    `${plainName(accountName)}: ${what} If nobody of you did that, talk to each other now.`,
    ctx.clock.now(),
  );

const secondFactorNotices = {
  added: {
    title: 'An authenticator app was set up',
    what:
      'From now on you confirm every sign-in with a code of your authenticator app. Keep the recovery ' +
      'codes where you find them without your phone.',
  },
  removed: {
    title: 'Your authenticator app was removed',
    what: 'Your Millwright sign-in asks for the password only. If that was not you, choose a new password now.',
  },
  reset: {
    title: 'Your second factor was reset',
    what:
      'An administrator has taken your second factor away, because you asked for it. If you did not, talk ' +
      'to them now.',
  },
  'passkey added': {
    title: 'A passkey was added',
    what:
      'From now on you sign in with your passkey, or confirm with it what your password begins. If that was not you, ' +
      'remove it from your profile and choose a new password now.',
  },
  'passkey removed': {
    title: 'A passkey was removed',
    what: 'One of your passkeys no longer signs you in. If that was not you, choose a new password now.',
  },
  'provider linked': {
    title: 'A sign-in through your company was linked',
    what:
      'The single sign-on of your company signs you in to its account from now on, until you choose a new password. ' +
      'If that was not you, choose a new password now.',
  },
  'provider unlinked': {
    title: 'A sign-in through your company was unlinked',
    what: 'It no longer signs you in. If that was not you, choose a new password now.',
  },
  'recovery code used': {
    title: 'A recovery code was used',
    what:
      'One of your recovery codes was used in place of your authenticator app; it is void now. If that was ' +
      'not you, choose a new password and make new recovery codes.',
  },
  'recovery codes renewed': {
    title: 'Your recovery codes were renewed',
    what: 'The recovery codes that you had before are void.',
  },
} as const;

/** Tells a person about a change of their second factor. */
export const mailSecondFactor = (
  ctx: NoticeContext,
  recipient: Recipient,
  what: keyof typeof secondFactorNotices,
): Promise<void> =>
  notice(ctx, recipient, secondFactorNotices[what].title, secondFactorNotices[what].what, ctx.clock.now());

/** Tells a person that a replayed refresh token ended a session. */
export const mailSessionEnded = (ctx: PersonContext, recipient: Recipient, at: Date): Promise<void> =>
  notice(
    ctx,
    recipient,
    'A session was ended',
    'Somebody used an old copy of the cookie that keeps you signed in, so that session was ended. ' +
      'Sign in again, and choose a new password if you did not expect this.',
    at,
  );
