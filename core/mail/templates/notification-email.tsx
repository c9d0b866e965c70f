import { EmailAction, EmailLayout, EmailText } from './email-layout.tsx';
import type { EmailFrame } from './email-templates.ts';

/** One notification. */
export interface NotificationMailProps {
  title: string;
  text: string;
  link: string;
}

/** Tells a person of the team what the inbox shows, for kinds without a mail of their own. */
export const NotificationEmail = ({ accountName, title, text, link }: NotificationMailProps & EmailFrame) => (
  <EmailLayout accountName={accountName} preview={text || title} title={title}>
    {text ? <EmailText>{text}</EmailText> : null}
    <EmailAction href={link}>Open Millwright</EmailAction>
  </EmailLayout>
);
