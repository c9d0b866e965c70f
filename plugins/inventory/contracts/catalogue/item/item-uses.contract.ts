import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';

/** Records of one kind that refer to an item: their number, and the first few. */
export const itemUse = z.object({
  /** Record type: `sales_order`, `lot`. Several uses may have the same type, such as open and past orders. */
  type: z.string(),
  /** Heading for people: 'Open sales orders'. */
  title: z.string(),
  count: z.int(),
  /** Path of the screen that lists them all; null without one. */
  path: z.string().nullable(),
  /** Up to five records, the most important first. */
  records: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      note: z.string().nullable(),
      /** Path of the record's screen; null without one. */
      path: z.string().nullable(),
    }),
  ),
});
export type ItemUse = z.output<typeof itemUse>;

/** Largest number of records in a use. */
export const namedUses = 5;

/** Records that refer to an item, as far as the caller may read them; kinds without records are left out. */
export const getItemUses = endpoint({
  name: 'getItemUses',
  method: 'GET',
  path: '/v1/items/{itemID}/uses',
  permission: 'items:read',
  summary: 'Reads where an item is used.',
  reply: z.object({ uses: z.array(itemUse) }),
});
