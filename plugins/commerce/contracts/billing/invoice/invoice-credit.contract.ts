import {
  endpoint,
  idOf,
  isoDate,
  nonNegativeMoney,
  positiveMoney,
  quantityInput,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { restockNames } from '../transaction/credit-line.ts';
import { transaction } from '../transaction/transaction.contract.ts';

const restock = z.enum(Object.keys(restockNames) as [keyof typeof restockNames], {
  error: `Must be one of ${Object.keys(restockNames).join(', ')}`,
});
const place = {
  /** What becomes of the goods. */
  restock: restock.optional(),
  /** Where they go; the quarantine place where nothing is said. */
  locationID: singleLine(100).optional(),
};

/** Body of `creditInvoice`. */
export const creditInvoiceBody = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        invoiceLineID: idOf('inl', 'Line is required'),
        /** Goods that come back, in the unit billed or `{measure, unitID}`; absent where only the price is mended. */
        quantity: quantityInput.optional(),
        /** Absent: the price of the quantity, less its part of the order's discount. */
        amount: nonNegativeMoney.optional(),
        ...place,
      }),
    )
    .max(1000, { error: 'At most 1,000 lines' })
    .default([]),
  /** Of the invoice's freight. */
  freight: positiveMoney.optional(),
  /** For lines that say nothing of their own; `place` where nothing is said. */
  ...place,
  /** The customer reads it on the paper. */
  reason: requiredLine(200, 'Reason is required'),
  /** Today where nothing is said; not before the invoice, nor ahead. */
  date: isoDate.optional(),
  version: z.int().optional(),
});
export type CreditInvoiceInput = z.output<typeof creditInvoiceBody>;

/**
 * Credits an invoice for goods that come back, a price that was wrong, or freight: a credit memo with lines, which pays
 * what is open of the invoice first. Tax goes along in proportion. Goods come back into stock at the value they left
 * with. Voiding the credit memo takes all of it back.
 * @throws 409 `credit_exceeds` with what would be allowed, `invoice_void`, `period_closed`
 */
export const creditInvoice = endpoint({
  name: 'creditInvoice',
  method: 'POST',
  path: '/v1/invoices/{invoiceID}/actions/credit',
  permission: 'transactions:create',
  summary: 'Credits an invoice.',
  body: creditInvoiceBody,
  reply: transaction,
});
