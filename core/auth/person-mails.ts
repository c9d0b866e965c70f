import type { PersonContext } from '../kernel/context.ts';
import { plainName } from '../mail/plain-name.ts';
import { queuePersonEmail } from '../mail/queue-email.ts';
import { verificationLimits } from './decide-verification.ts';

interface Recipient {
  name: string;
  email: string;
}

const notice = (ctx: PersonContext, { name, email }: Recipient, title: string, what: string, at: Date): Promise<void> =>
  queuePersonEmail(ctx, {
    template: 'core.security-notice',
    to: email,
    props: { name: plainName(name), title, what, at: at.toISOString(), ip: ctx.client.ip },
  });

/** The six digits that prove an email. */
export const mailCode = (ctx: PersonContext, { name, email }: Recipient, code: string): Promise<void> =>
  queuePersonEmail(ctx, {
    template: 'core.verification-code',
    to: email,
    props: { name: plainName(name), code, minutes: verificationLimits.codeMinutes },
  });

/** Instead of a code: the address that somebody wants to register has a sign-in. */
export const mailAddressKnown = (ctx: PersonContext, recipient: Recipient, at: Date): Promise<void> =>
  notice(
    ctx,
    recipient,
    'You have a sign-in already',
    `Somebody, probably you, wanted to create an account with this address, and it has a sign-in already. Sign in at ${ctx.baseURL}/auth/login, or choose a new password at ${ctx.baseURL}/auth/password-reset-request.`,
    at,
  );

/** The link to choose a new password; its token exists in this mail only. */
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

/** Tells a person that their password is another one now. */
export const mailPasswordChanged = (ctx: PersonContext, recipient: Recipient, at: Date): Promise<void> =>
  notice(
    ctx,
    recipient,
    'Your password was changed',
    'The password of your Millwright sign-in was changed, and every other session was signed out.',
    at,
  );

/** Tells a person that a replayed refresh token ended a session. */
export const mailSessionEnded = (ctx: PersonContext, recipient: Recipient, at: Date): Promise<void> =>
  notice(
    ctx,
    recipient,
    'A session was ended',
    'Somebody used an old copy of the cookie that keeps you signed in, so that session was ended. Sign in again, and choose a new password if you did not expect this.',
    at,
  );
