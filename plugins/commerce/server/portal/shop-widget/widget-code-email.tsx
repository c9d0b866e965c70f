import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { MailedCode } from '../mailed-code.tsx';

export interface WidgetCodeProps {
  name: string;
  code: string;
  minutes: number;
  /** The site on which the code is to be entered. */
  site: string;
}

/** The code with which somebody of a customer signs in on another site. */
export const WidgetCodeEmail = ({ name, code, minutes, site, accountName }: WidgetCodeProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`Your code is ${code}`}
    title="Your sign-in code"
    footer="If you did not ask for it, ignore this mail: without the code nobody gets in. Give it to nobody."
  >
    <EmailText>Hello {name},</EmailText>
    <EmailText>
      enter this code on {site} to order there. It works for {minutes} minutes.
    </EmailText>
    <MailedCode code={code} />
  </EmailLayout>
);
