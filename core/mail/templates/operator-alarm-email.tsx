import { EmailAction, EmailLayout, EmailText } from './email-layout.tsx';
import type { EmailFrame } from './email-templates.ts';

export interface OperatorAlarmProps {
  name: string;
  /** Subject and heading: 'A background job was put away'. */
  title: string;
  /** The problem and what to do, in whole sentences. */
  what: string;
  /** Address of the page with details. */
  link: string;
}

/** Tells an operator about a problem of the installation. */
export const OperatorAlarmEmail = ({ name, title, what, link, accountName }: OperatorAlarmProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={what}
    title={title}
    footer="You get this because you are an operator of this installation."
  >
    <EmailText>Hello {name},</EmailText>
    <EmailText>{what}</EmailText>
    <EmailAction href={link}>Look at it</EmailAction>
  </EmailLayout>
);
