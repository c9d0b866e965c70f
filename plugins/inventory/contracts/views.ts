import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';

/** Row of `inventory.v_items`: items with the names that lists and reports of other domains show. Numeric columns are decimal texts. */
export const itemViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  type: z.enum(['product', 'part', 'material', 'supply']),
  sku: z.string(),
  description: z.string(),
  product_type: z.enum(['sale', 'service', 'shipping', 'credit', 'return', 'tax']).nullable(),
  manufacturer: z.string().nullable(),
  manufacturer_part_number: z.string().nullable(),
  /** Price and cost of one default unit. */
  unit_value: z.string(),
  unit_cost: z.string(),
  product_line_id: z.string().nullable(),
  product_line_name: z.string().nullable(),
  is_commission_exempt: z.boolean(),
  is_freight_exempt: z.boolean(),
  unit_group_id: z.string(),
  unit_group_name: z.string(),
  default_unit_id: z.string(),
  default_unit_name: z.string(),
  base_unit_id: z.string(),
  base_unit_name: z.string(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});
export type ItemViewRow = z.output<typeof itemViewRow>;

/** Items of every type. */
export const itemsView = defineView('inventory.v_items', itemViewRow);

/** Row of `inventory.v_units`: the names of units, for documents that keep a unit's id. */
export const unitViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
});
export type UnitViewRow = z.output<typeof unitViewRow>;

/** Units of measure. */
export const unitsView = defineView('inventory.v_units', unitViewRow);
