import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';

/** Row of `commerce.v_invoices`. Numeric columns are decimal texts, dates are days of the account. */
export const invoiceViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  customer_id: z.string(),
  order_id: z.string().nullable(),
  sales_rep_id: z.string().nullable(),
  dated_on: z.string(),
  voided_on: z.string().nullable(),
  /** What an older system was owed: no sale of this one. */
  is_opening_balance: z.boolean(),
  /** Sum of the line totals, and the part of the order's discount. */
  subtotal: z.string(),
  discount: z.string(),
  total: z.string(),
});

/** Invoices, void ones too. */
export const invoicesView = defineView('commerce.v_invoices', invoiceViewRow);

/** Row of `commerce.v_invoice_lines`: what a line bills, in base units, and its part of the discount. */
export const invoiceLineViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  invoice_id: z.string(),
  customer_id: z.string(),
  order_line_id: z.string().nullable(),
  /** Null for freight. */
  item_id: z.string().nullable(),
  sku: z.string(),
  description: z.string(),
  product_type: z.enum(['sale', 'service', 'shipping', 'credit', 'return', 'tax']),
  base_quantity: z.string(),
  total: z.string(),
  discount: z.string(),
});

/** Lines of invoices. */
export const invoiceLinesView = defineView('commerce.v_invoice_lines', invoiceLineViewRow);

/**
 * Row of `commerce.v_credits`: credit memos that stand. Those that carry on what an invoice could not hold are not in
 * it: the lines of the invoice say them already.
 */
export const creditViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  customer_id: z.string(),
  /** The invoice that it is a credit of, and who sold that. */
  invoice_id: z.string().nullable(),
  sales_rep_id: z.string().nullable(),
  dated_on: z.string(),
  /** Above 0. */
  amount: z.string(),
});

/** Credits given to customers. */
export const creditsView = defineView('commerce.v_credits', creditViewRow);

/** What credits give back of lines, in base units; credits that name no lines have none here. */
export const creditLinesView = defineView(
  'commerce.v_credit_lines',
  z.object({
    account_id: z.string(),
    id: z.string(),
    /** The credit. */
    transaction_id: z.string(),
    item_id: z.string().nullable(),
    product_type: z.enum(['sale', 'service', 'shipping', 'credit', 'return', 'tax']),
    quantity: z.string(),
    /** Above 0. */
    amount: z.string(),
  }),
);
