import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';

/** Records of one sort that refer to an item: how many, and the first few. */
export const itemUse = z.object({
  /** Record type: `sales_order`, `lot`. Several uses may share it: open and past orders. */
  type: z.string(),
  /** What people call them: 'Open sales orders'. */
  title: z.string(),
  count: z.int(),
  /** The screen that lists them all; null where there is none. */
  path: z.string().nullable(),
  /** Up to five of them, those that matter most first. */
  records: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      note: z.string().nullable(),
      /** The screen of the record; null where it has none. */
      path: z.string().nullable(),
    }),
  ),
});
export type ItemUse = z.output<typeof itemUse>;

/** Most records that a use names. */
export const namedUses = 5;

/** What refers to an item, as far as the caller may read it; sorts without any are left out. */
export const getItemUses = endpoint({
  name: 'getItemUses',
  method: 'GET',
  path: '/v1/items/{itemID}/uses',
  permission: 'items:read',
  summary: 'Reads where an item is used.',
  reply: z.object({ uses: z.array(itemUse) }),
});
