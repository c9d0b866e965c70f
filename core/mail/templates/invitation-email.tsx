import { EmailAction, EmailLayout, EmailText } from './email-layout.tsx';
import type { EmailFrame } from './email-templates.ts';

export interface InvitationProps {
  name: string;
  inviterName: string;
  link: string;
  /** Days for which the link is valid. */
  days: number;
}

/** The link to the page on which a person accepts or declines an invitation. */
export const InvitationEmail = ({ name, inviterName, link, days, accountName }: InvitationProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`${inviterName} invites you to ${accountName}`}
    title={`Join ${accountName}`}
    footer={
      `You get this mail because ${inviterName} entered your address. ` +
      'If you do not know them, ignore it: you join nothing unless you accept.'
    }
  >
    <EmailText>Hello {name},</EmailText>
    <EmailText>
      {inviterName} invites you to work with {accountName} in Millwright. The link works for {days} days; accept or
      decline there.
    </EmailText>
    <EmailAction href={link}>See the invitation</EmailAction>
  </EmailLayout>
);
