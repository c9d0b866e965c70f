import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const invoice = {
  invoiceID: z.string(),
  number: z.string(),
  customerID: z.string(),
  orderID: z.string().nullable(),
  shipmentID: z.string().nullable(),
};

/** An invoice was created; `total` is a decimal text. */
export const invoiceCreated = defineEvent({
  type: 'commerce.invoice.created',
  payload: z.object({ ...invoice, total: z.string() }),
});

/** An invoice was voided. */
export const invoiceVoided = defineEvent({ type: 'commerce.invoice.voided', payload: z.object(invoice) });

/** Every event of invoices. */
export const invoiceEvents = [invoiceCreated, invoiceVoided] as const;
