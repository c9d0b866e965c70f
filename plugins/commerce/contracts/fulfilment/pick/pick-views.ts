import { defineView } from '@millwright/core/contracts';
import { z } from 'zod';

const instant = z.union([z.date(), z.string()]);

/** Row of `commerce.v_picks`: the pick of an order that has one. */
export const pickViewRow = z.object({
  account_id: z.string(),
  id: z.string(),
  number: z.string(),
  order_id: z.string(),
  assignee_id: z.string().nullable(),
  released_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Base units of sale products. */
  quantity_to_pick: z.string(),
  quantity_picked: z.string(),
  quantity_packed: z.string(),
  created_at: instant,
});
export type PickViewRow = z.output<typeof pickViewRow>;

/** Picks that are not withdrawn. */
export const picksView = defineView('commerce.v_picks', pickViewRow);
