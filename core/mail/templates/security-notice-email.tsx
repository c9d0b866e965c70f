import { EmailLayout, EmailText } from './email-layout.tsx';
import type { EmailFrame } from './email-templates.ts';

export interface SecurityNoticeProps {
  name: string;
  /** Subject and heading: 'Your password was changed'. */
  title: string;
  /** The event and its consequences, in whole sentences. */
  what: string;
  /** ISO instant. */
  at?: string;
  ip?: string;
}

const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const when = (at: string): string => `${utc.format(new Date(at))} UTC`;

/** Tells a person about a change to their sign-in. */
export const SecurityNoticeEmail = ({ name, title, what, at, ip, accountName }: SecurityNoticeProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={what}
    title={title}
    footer="If this was not you, choose a new password at once and tell an administrator of your account."
  >
    <EmailText>Hello {name},</EmailText>
    <EmailText>{what}</EmailText>
    {at || ip ? <EmailText>{[at && when(at), ip && `from ${ip}`].filter(Boolean).join(', ')}</EmailText> : null}
  </EmailLayout>
);
