import { reactEmail } from '@millwright/core/server';
import { type OrderEmailProps, sampleOrder } from './order-email-props.ts';
import type { PayLinkEmailProps } from './pay-link-email.tsx';
import type { StockTakenBackProps } from './stock-taken-back-email.tsx';

/** `commerce.order`: the current state of an order that is not issued. */
const orderEmail = reactEmail<OrderEmailProps>({
  name: 'commerce.order',
  previewPath: '/order-email-preview',
  subject: ({ statusName, number, accountName }) => `${statusName} ${number} from ${accountName}`,
  load: async () => (await import('./order-email.tsx')).OrderEmail,
  sample: sampleOrder,
});

/** `commerce.order-confirmation`: an issued order. */
const confirmationEmail = reactEmail<OrderEmailProps>({
  name: 'commerce.order-confirmation',
  previewPath: '/confirmation-email-preview',
  subject: ({ number, accountName }) => `${accountName} confirms your order ${number}`,
  load: async () => (await import('./confirmation-email.tsx')).ConfirmationEmail,
  sample: { ...sampleOrder, statusCode: 'issued', statusName: 'Issued' },
});

/** `commerce.pay-link`: the link to pay an order by card. */
const payLinkEmail = reactEmail<PayLinkEmailProps>({
  name: 'commerce.pay-link',
  subject: ({ number, accountName }) => `Pay order ${number} from ${accountName} by card`,
  load: async () => (await import('./pay-link-email.tsx')).PayLinkEmail,
  sample: { ...sampleOrder, due: '$3,728.16' },
});

/** `commerce.portal-order`: tells the sales rep that a customer ordered. */
const portalOrderEmail = reactEmail<OrderEmailProps>({
  name: 'commerce.portal-order',
  subject: ({ statusName, number }) => `From the portal: ${statusName.toLowerCase()} ${number}`,
  load: async () => (await import('./portal-order-email.tsx')).PortalOrderEmail,
  sample: sampleOrder,
});

/** `commerce.stock-taken-back`: tells the sales rep that orders lost reserved stock. */
const stockTakenBackEmail = reactEmail<StockTakenBackProps>({
  name: 'commerce.stock-taken-back',
  subject: ({ orders }) =>
    orders.length === 1
      ? `Order ${orders[0]?.number}: reserved stock taken back`
      : `${orders.length} orders: reserved stock taken back`,
  load: async () => (await import('./stock-taken-back-email.tsx')).StockTakenBackEmail,
  sample: {
    orders: [{ number: '1042', customerName: 'Lakeside Outfitters', released: ['3 each of HAT', '1 ct12pr of GLOVE'] }],
  },
});

/** Email templates about sales orders. */
export const salesOrderEmails = [orderEmail, confirmationEmail, payLinkEmail, portalOrderEmail, stockTakenBackEmail];
