import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { MailedCode } from '../mailed-code.tsx';

export interface WidgetCodeProps {
  name: string;
  code: string;
  minutes: number;
  /** The website on which to enter the code. */
  site: string;
}

/** The code with which a customer's person signs in on another website. */
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
