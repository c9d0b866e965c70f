import { reactEmail } from '@millwright/core/server';
import { type ShippedEmailProps, sampleShipment } from './shipped-email-props.ts';

/** `commerce.shipped`: a shipment has left, with tracking. */
const shippedEmail = reactEmail<ShippedEmailProps>({
  name: 'commerce.shipped',
  subject: ({ accountName, orderNumber, number }) => `${accountName}: order ${orderNumber} has shipped (${number})`,
  load: async () => (await import('./shipped-email.tsx')).ShippedEmail,
  sample: sampleShipment,
});

/** Email templates about shipments. */
export const shipmentEmails = [shippedEmail];
