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
  isPublic: true,
  sentence: 'An invoice was created.',
  record: 'invoice',
  example: {
    invoiceID: 'inv_01kb7m0k9qf2t6w4x8z3c7d5rm',
    number: '1042-1',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
    total: '1284.50',
  },
  payload: z.object({ ...invoice, total: z.string() }),
});

/** An invoice was voided. */
export const invoiceVoided = defineEvent({
  type: 'commerce.invoice.voided',
  isPublic: true,
  sentence: 'An invoice was voided.',
  record: 'invoice',
  example: {
    invoiceID: 'inv_01kb7m0k9qf2t6w4x8z3c7d5rm',
    number: '1042-1',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
  },
  payload: z.object(invoice),
});

/** Every event of invoices. */
export const invoiceEvents = [invoiceCreated, invoiceVoided] as const;
