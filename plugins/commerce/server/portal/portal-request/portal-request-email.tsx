import { EmailAction, EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

export interface PortalRequestProps {
  kind: string;
  askedBy: string;
  orderNumber: string | null;
  message: string | null;
  link: string;
}

/** Tells the sales rep about a customer's request in the portal. */
export function PortalRequestEmail({ accountName, ...request }: PortalRequestProps & EmailFrame) {
  const title = `${request.kind}${request.orderNumber ? `, order ${request.orderNumber}` : ''}`;
  return (
    <EmailLayout accountName={accountName} preview={title} title={title}>
      <EmailText>{request.askedBy} has sent this through the portal.</EmailText>
      {request.message && <EmailText>{request.message}</EmailText>}
      <EmailAction href={request.link}>See to it</EmailAction>
    </EmailLayout>
  );
}
