import { EmailAction, EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import { MailedCode } from '../mailed-code.tsx';

export interface RegistrationCodeProps {
  /** Name of the recipient. */
  name: string;
  /** Six digits, null if the address already belongs to a portal user. */
  code: string | null;
  minutes: number;
  /** The person who wants to join the customer, null if the recipient registers. */
  asking: { name: string; email: string } | null;
}

/** The code that confirms an email address or lets a colleague join. */
export function RegistrationCodeEmail(props: RegistrationCodeProps & EmailFrame) {
  const { name, code, minutes, asking, accountName, baseURL } = props;
  if (code === null)
    return (
      <EmailLayout accountName={accountName} preview="You have a sign-in already" title="You have a sign-in already">
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          somebody has registered with your address at {accountName}. You can sign in already; if you have forgotten
          your password, choose another one there.
        </EmailText>
        <EmailAction href={`${baseURL}/auth/login`}>Sign in</EmailAction>
      </EmailLayout>
    );
  const title = asking ? `${asking.email} asks to order for you` : 'Confirm your email address';
  return (
    <EmailLayout
      accountName={accountName}
      preview={asking ? title : `Your code is ${code}`}
      title={title}
      footer={
        asking
          ? 'If you do not know this person, ignore this mail: without the code nobody joins.'
          : 'If you did not register, ignore this mail: without the code nothing happens.'
      }
    >
      <EmailText>Hello {name},</EmailText>
      {asking ? (
        <EmailText>
          {asking.email} asks to order for your company at {accountName}, under the name {asking.name}. If that is
          right, give them this code. It works for {minutes} minutes.
        </EmailText>
      ) : (
        <EmailText>enter this code to send your registration. It works for {minutes} minutes.</EmailText>
      )}
      <MailedCode code={code} />
    </EmailLayout>
  );
}

export interface RegistrationWaitingProps {
  name: string;
  contactName: string;
  email: string;
  link: string;
  isLetIn: boolean;
}

/** Tells the team about a confirmed request. */
export const RegistrationWaitingEmail = (props: RegistrationWaitingProps & EmailFrame) => (
  <EmailLayout
    accountName={props.accountName}
    preview={`${props.name} has registered`}
    title={`${props.name} has registered`}
  >
    <EmailText>
      {props.contactName} ({props.email}) has registered {props.name} as a customer.{' '}
      {props.isLetIn ? 'The customer was made at once, as your flow says.' : 'The request waits for your decision.'}
    </EmailText>
    <EmailAction href={props.link}>{props.isLetIn ? 'See the customer' : 'Decide'}</EmailAction>
  </EmailLayout>
);

export interface RegistrationDeclinedProps {
  contactName: string;
  message: string;
}

/** Tells the person that the registration was declined. */
export const RegistrationDeclinedEmail = (props: RegistrationDeclinedProps & EmailFrame) => (
  <EmailLayout
    accountName={props.accountName}
    preview={`Your registration with ${props.accountName}`}
    title={`Your registration with ${props.accountName}`}
  >
    <EmailText>Hello {props.contactName},</EmailText>
    <EmailText>we have read your registration and cannot open an account for you.</EmailText>
    <EmailText>{props.message}</EmailText>
  </EmailLayout>
);
