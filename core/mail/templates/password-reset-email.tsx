import { EmailAction, EmailLayout, EmailText } from './email-layout.tsx';
import type { EmailFrame } from './email-templates.ts';

export interface PasswordResetProps {
  name: string;
  link: string;
  /** Minutes for which the link is valid. */
  minutes: number;
}

/** The link for choosing a new password. */
export const PasswordResetEmail = ({ name, link, minutes, accountName }: PasswordResetProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview="The link to choose a new password"
    title="Choose a new password"
    footer="If you did not ask for this, nothing has changed and you can ignore this mail."
  >
    <EmailText>Hello {name},</EmailText>
    <EmailText>
      somebody asked for a new password for your sign-in. The link works once, for {minutes} minutes.
    </EmailText>
    <EmailAction href={link}>Choose a new password</EmailAction>
  </EmailLayout>
);
