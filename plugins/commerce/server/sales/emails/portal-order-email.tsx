import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import type { OrderEmailProps } from './order-email-props.ts';
import { OrderSummary } from './order-summary.tsx';

/** Tells the sales rep that a customer has ordered or requested prices in the portal. */
export const PortalOrderEmail = ({ accountName, baseURL: _baseURL, ...order }: OrderEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`${order.customerName}: ${order.statusName.toLowerCase()} ${order.number}, ${order.total}`}
    title={`${order.customerName} sent ${order.statusName.toLowerCase()} ${order.number}`}
  >
    <EmailText>It came in through the portal, and you are the sales rep of this customer.</EmailText>
    <OrderSummary {...order} />
  </EmailLayout>
);
