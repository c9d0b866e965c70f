import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';
import { salesOrderStates } from './sales-order-status.ts';

const instant = z.union([z.date(), z.string()]);

/** Row of `commerce.v_sales_orders`: orders that are not deleted. Numeric columns are decimal texts. */
export const salesOrderViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  customer_po: z.string().nullable(),
  status: salesOrderStates.code,
  customer_id: z.string(),
  customer_name: z.string(),
  sales_rep_id: z.string().nullable(),
  promised_at: z.string().nullable(),
  /** Null for estimates and bid requests. */
  issued_at: instant.nullable(),
  /** Time when it was fulfilled or closed short. */
  completed_at: instant.nullable(),
  line_count: z.int(),
  /** Sum of the line totals, the order discount, and the total after it. */
  line_total: z.string(),
  discount: z.string(),
  total: z.string(),
  created_at: instant,
});

/** Sales orders. */
export const salesOrdersView = defineView('commerce.v_sales_orders', salesOrderViewRow);

/** Row of `commerce.v_sales_order_lines`. Quantities are in base units, as decimal texts. */
export const salesOrderLineViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  order_id: z.string(),
  customer_id: z.string(),
  item_id: z.string(),
  sku: z.string(),
  description: z.string(),
  product_type: z.enum(['sale', 'service', 'shipping', 'credit', 'return', 'tax']),
  base_quantity: z.string(),
  quantity_picked: z.string(),
  quantity_packed: z.string(),
  quantity_shipped: z.string(),
  quantity_invoiced: z.string(),
  total: z.string(),
});

/** Lines of sales orders, including deleted ones: join them with the orders. */
export const salesOrderLinesView = defineView('commerce.v_sales_order_lines', salesOrderLineViewRow);

/** Production runs of orders. */
export const salesOrderRunsView = defineView(
  'commerce.v_sales_order_runs',
  z.object({ account_id: z.string(), order_id: z.string(), run_id: z.string() }),
);
