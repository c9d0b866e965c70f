import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/**
 * A count found less than was promised, a place was closed or a lot expired, and promises were taken back: holds first,
 * then reservations of the lowest priority. At most 1,000 items or documents an event; amounts are decimal texts in
 * base units.
 */
export const stockShort = defineEvent({
  type: 'inventory.stock.short',
  isPublic: true,
  sentence: 'Promised goods are no longer there and promises were taken back.',
  record: 'item_stock',
  example: {
    itemIDs: ['itm_01kb7m0t6qe9w4y8r2n5m7p3fs'],
    released: [
      {
        itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs',
        sourceType: 'sales_order',
        sourceID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
        sourceNumber: '1042',
        lineID: 'sol_01kb7m0n7tf4c8m2q6v9x3z5hd',
        quantity: '24',
      },
    ],
  },
  payload: z.object({
    itemIDs: z.array(z.string()),
    /** Absent: a count, or a place that was closed. */
    cause: z.enum(['lot_expired']).optional(),
    /** Reservations that were taken back; holds are nobody's business but of who took them. */
    released: z.array(
      z.object({
        itemID: z.string(),
        /** Record type of the document: `sales_order`. */
        sourceType: z.string(),
        sourceID: z.string(),
        sourceNumber: z.string(),
        lineID: z.string(),
        quantity: z.string(),
      }),
    ),
  }),
});

/** What is expected of these items changed, so that they can be promised for other days. */
export const supplyChanged = defineEvent({
  type: 'inventory.supply.changed',
  isPublic: true,
  sentence: 'What is expected of some items changed.',
  record: 'item_stock',
  example: {
    sourceType: 'receiving_order',
    sourceID: 'rcv_01kb7m0r8wf5n3t7y9q2e4s6zb',
    itemIDs: ['itm_01kb7m0t6qe9w4y8r2n5m7p3fs'],
  },
  payload: z.object({ sourceType: z.string(), sourceID: z.string(), itemIDs: z.array(z.string()) }),
});

/** Events of the promise ledger. */
export const promiseEvents = [stockShort, supplyChanged] as const;
