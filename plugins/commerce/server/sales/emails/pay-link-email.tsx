import { EmailAction, EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import type { OrderEmailProps } from './order-email-props.ts';
import { OrderSummary } from './order-summary.tsx';

/** An order with the amount that is still due. */
export type PayLinkEmailProps = OrderEmailProps & { due: string };

/** Sends the customer a link to pay the order by card. */
export const PayLinkEmail = ({ accountName, baseURL: _baseURL, due, ...order }: PayLinkEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`Pay ${due} for order ${order.number} by card`}
    title={`Pay order ${order.number} by card`}
  >
    <EmailText>Hello {order.customerName},</EmailText>
    <EmailText>
      {due} is left to pay. The link opens your order for {order.linkDays} days, without a password.
    </EmailText>
    <EmailAction href={order.link ?? ''}>Look at it and pay</EmailAction>
    <OrderSummary {...order} />
  </EmailLayout>
);
