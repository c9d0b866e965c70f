import { Text } from 'react-email';
import { EmailLayout, EmailText } from './email-layout.tsx';
import type { EmailFrame } from './email-templates.ts';

export interface VerificationCodeProps {
  name: string;
  /** Six digits. */
  code: string;
  /** Minutes for which the code is valid. */
  minutes: number;
}

/** The code that verifies a person's email. */
export const VerificationCodeEmail = ({ name, code, minutes, accountName }: VerificationCodeProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`Your code is ${code}`}
    title="Confirm your email address"
    footer="If you did not sign up, ignore this mail: without the code the address is not used."
  >
    <EmailText>Hello {name},</EmailText>
    <EmailText>enter this code to confirm your address. It works for {minutes} minutes.</EmailText>
    <Text
      style={{
        backgroundColor: '#f3f5f7',
        borderRadius: 6,
        fontFamily: 'Menlo, Consolas, monospace',
        fontSize: 28,
        letterSpacing: 8,
        margin: '8px 0 18px',
        padding: '14px 0',
        textAlign: 'center',
      }}
    >
      {code}
    </Text>
  </EmailLayout>
);
