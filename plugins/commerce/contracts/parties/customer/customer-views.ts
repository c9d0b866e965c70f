import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';

/** Row of `commerce.v_customers`. */
export const customerViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  name: z.string(),
  status: z.enum(['hold_all', 'hold_shipment', 'normal', 'preferred']),
  /** A member. */
  default_sales_rep_id: z.string().nullable(),
  /** The group that says what kind of customer it is. */
  customer_type_group_id: z.string().nullable(),
  created_at: z.union([z.date(), z.string()]),
});

/** Who the account sells to. */
export const customersView = defineView('commerce.v_customers', customerViewRow);

/** Customer groups of both kinds. */
export const accountGroupsView = defineView(
  'commerce.v_account_groups',
  z.object({
    account_id: z.string(),
    id: z.string(),
    name: z.string(),
    type_code: z.enum(['customer_type', 'price_group']),
  }),
);

/** Which groups a customer is in: its type, and its price groups. */
export const customerGroupsView = defineView(
  'commerce.v_customer_groups',
  z.object({ account_id: z.string(), customer_id: z.string(), account_group_id: z.string() }),
);
