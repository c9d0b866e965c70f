import { reactEmail } from '@millwright/core/server';
import { type PurchaseOrderEmailProps, samplePurchaseOrder } from './purchase-order-email-props.ts';

const load = async () => (await import('./purchase-order-email.tsx')).PurchaseOrderEmail;

/** `commerce.purchase-order`: an order to its supplier. */
const purchaseOrderEmail = reactEmail<PurchaseOrderEmailProps>({
  name: 'commerce.purchase-order',
  subject: ({ number, accountName }) => `Purchase order ${number} from ${accountName}`,
  load,
  sample: samplePurchaseOrder,
});

/** `commerce.request-for-quotation`: asks a supplier for prices. */
const requestEmail = reactEmail<PurchaseOrderEmailProps>({
  name: 'commerce.request-for-quotation',
  subject: ({ number, accountName }) => `${accountName} asks for your prices: request ${number}`,
  load,
  sample: { ...samplePurchaseOrder, isRequest: true },
});

/** Mails to suppliers. */
export const purchaseOrderEmails = [purchaseOrderEmail, requestEmail];
