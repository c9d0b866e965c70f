import { EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import type { OrderEmailProps } from './order-email-props.ts';
import { OrderSummary } from './order-summary.tsx';

/** Confirms an order to its customer. */
export const ConfirmationEmail = ({ accountName, baseURL: _baseURL, ...order }: OrderEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`${accountName} confirms your order ${order.number}: ${order.total}`}
    title={`We confirm your order ${order.number}`}
  >
    <EmailText>Hello {order.customerName},</EmailText>
    <EmailText>
      Thank you for your order. We have put it to work
      {order.promisedFor ? ` and promise it for ${order.promisedFor}` : ''}. Please check it and tell us at once if
      anything is not as you meant it.
    </EmailText>
    <OrderSummary {...order} />
  </EmailLayout>
);
