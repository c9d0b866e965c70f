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
  /** An opening balance from an older system, which is no sale in this one. */
  is_opening_balance: z.boolean(),
  /** Sum of the line totals, and the share of the order's discount. */
  subtotal: z.string(),
  discount: z.string(),
  total: z.string(),
  /** Goods and services less discount and deductions, without freight and tax; may be below 0. */
  sales: z.string(),
});

/** All invoices, including void ones. */
export const invoicesView = defineView('commerce.v_invoices', invoiceViewRow);

/** Row of `commerce.v_invoice_lines`: the billed quantity of a line, in base units, and its share of the discount. */
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
  /** Null for freight and tax. */
  sales: z.string().nullable(),
});

/** Lines of invoices. */
export const invoiceLinesView = defineView('commerce.v_invoice_lines', invoiceLineViewRow);

/**
 * Row of `commerce.v_credits`: credit memos that are not void. Credit memos for credits that exceeded an invoice are
 * excluded, because the lines of that invoice already contain them.
 */
export const creditViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  customer_id: z.string(),
  /** The credited invoice and its sales rep. */
  invoice_id: z.string().nullable(),
  sales_rep_id: z.string().nullable(),
  dated_on: z.string(),
  /** Above 0. */
  amount: z.string(),
  /** Part of the amount that reduces sales; the whole amount for a credit without lines. */
  sales: z.string(),
});

/** Credits given to customers. */
export const creditsView = defineView('commerce.v_credits', creditViewRow);

/** Credits by invoice line, in base units; credits without lines have no rows. */
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
    /** Null for freight and tax. */
    sales: z.string().nullable(),
  }),
);
