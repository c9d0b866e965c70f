import { EmailAction, EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

export interface PortalRequestProps {
  kind: string;
  askedBy: string;
  orderNumber: string | null;
  message: string | null;
  link: string;
}

/** Tells the sales rep what a customer has asked for in the portal. */
export function PortalRequestEmail({ accountName, ...asked }: PortalRequestProps & EmailFrame) {
  const title = `${asked.kind}${asked.orderNumber ? `, order ${asked.orderNumber}` : ''}`;
  return (
    <EmailLayout accountName={accountName} preview={title} title={title}>
      <EmailText>{asked.askedBy} has sent this through the portal.</EmailText>
      {asked.message && <EmailText>{asked.message}</EmailText>}
      <EmailAction href={asked.link}>See to it</EmailAction>
    </EmailLayout>
  );
}
