import type { EmailFrame } from '../email-templates.ts';
import { EmailAction, EmailLayout, EmailText } from './email-layout.tsx';

export interface OperatorAlarmProps {
  name: string;
  /** Subject and heading: 'A background job was put away'. */
  title: string;
  /** What happened and what to do, in whole sentences. */
  what: string;
  /** Where to look. */
  link: string;
}

/** Tells an operator that the installation needs a hand. */
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
