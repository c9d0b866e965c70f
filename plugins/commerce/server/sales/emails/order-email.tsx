import { EmailAction, EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';
import type { OrderEmailProps } from './order-email-props.ts';
import { OrderSummary } from './order-summary.tsx';

const opening: Record<string, string> = {
  estimate: 'Thank you for your interest. Here is our estimate; nothing is binding until you order.',
  bid_request: 'We have your request and will come back to you with prices and dates.',
  closed_short: 'We have closed this order. What has not been delivered yet will not follow.',
  fulfilled: 'Everything on this order has been delivered and invoiced. Thank you.',
};

/** An order that is not issued: an estimate, a bid request or a closed order. */
export const OrderEmail = ({ accountName, baseURL: _baseURL, ...order }: OrderEmailProps & EmailFrame) => (
  <EmailLayout
    accountName={accountName}
    preview={`${order.statusName} ${order.number} from ${accountName}: ${order.total}`}
    title={`${order.statusName} ${order.number}`}
  >
    <EmailText>Hello {order.customerName},</EmailText>
    <EmailText>{opening[order.statusCode] ?? 'Here is your order as we have it.'}</EmailText>
    {order.link && (
      <>
        <EmailText>You can accept or decline it here for {order.linkDays} days, without a password.</EmailText>
        <EmailAction href={order.link}>Look at the estimate</EmailAction>
      </>
    )}
    <OrderSummary {...order} />
  </EmailLayout>
);
