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
  /** The group of type `customer_type`. */
  customer_type_group_id: z.string().nullable(),
  created_at: z.union([z.date(), z.string()]),
});

/** Customers of the account. */
export const customersView = defineView('commerce.v_customers', customerViewRow);

/**
 * Exemptions from commission and freight by customer, with the reasons: its own flag, its type or one of its price
 * groups (spec commerce section 6). A group never removes an exemption that another one gives.
 */
export const exemptionsView = defineView(
  'commerce.v_exemptions',
  z.object({
    account_id: z.string(),
    customer_id: z.string(),
    is_commission_exempt: z.boolean(),
    is_freight_exempt: z.boolean(),
    /** `Customer`, `Customer type Dealer`, `Price group Net`. */
    reasons: z.object({ commission: z.array(z.string()), freight: z.array(z.string()) }),
  }),
);

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

/** Groups of each customer: its type, and its price groups. */
export const customerGroupsView = defineView(
  'commerce.v_customer_groups',
  z.object({ account_id: z.string(), customer_id: z.string(), account_group_id: z.string() }),
);
