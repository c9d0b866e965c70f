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
  /** Treatment of the goods. */
  restock: restock.optional(),
  /** Place of the goods; default: the quarantine place. */
  locationID: singleLine(100).optional(),
};

/** Body of `creditInvoice`. */
export const creditInvoiceBody = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        invoiceLineID: idOf('inl', 'Line is required'),
        /** Returned quantity, in the billed unit or `{measure, unitID}`; absent for a price correction. */
        quantity: quantityInput.optional(),
        /** Absent: the price of the quantity, less its share of the order's discount. */
        amount: nonNegativeMoney.optional(),
        ...place,
      }),
    )
    .max(1000, { error: 'At most 1,000 lines' })
    .default([]),
  /** Credited amount of the invoice's freight. */
  freight: positiveMoney.optional(),
  /** Default of lines without their own; see `place`. */
  ...place,
  /** Printed on the document for the customer. */
  reason: requiredLine(200, 'Reason is required'),
  /** Default today; not before the invoice, nor in the future. */
  date: isoDate.optional(),
  version: z.int().optional(),
});
export type CreditInvoiceInput = z.output<typeof creditInvoiceBody>;

/**
 * Credits an invoice for returned goods, a wrong price, or freight: a credit memo with lines, which is first applied to
 * the open amount of the invoice. Tax is credited in proportion. Goods return to stock at the value of their issue.
 * Voiding the credit memo undoes everything.
 * @throws 409 `credit_exceeds` with the allowed amounts, `invoice_void`, `period_closed`
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
