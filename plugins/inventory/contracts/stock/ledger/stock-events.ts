import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { movementActions } from './movement-actions.ts';

/** Stock of these items changed. At most 1,000 items per event; a larger operation emits several events. */
export const stockChanged = defineEvent({
  type: 'inventory.stock.changed',
  isPublic: true,
  sentence: 'Stock of some items changed.',
  record: 'item_stock',
  example: {
    action: 'receive',
    itemIDs: ['itm_01kb7m0t6qe9w4y8r2n5m7p3fs'],
    operationID: 'opr_01kb7m0h3mf5p9s2w6z8c4e7jx',
  },
  payload: z.object({
    action: z.enum(Object.keys(movementActions) as [keyof typeof movementActions]),
    itemIDs: z.array(z.string()),
    /** Shared by the movements of one operation; null if the event covers several operations. */
    operationID: z.string().nullable(),
  }),
});

/**
 * Allocations of documents were cut: a count found less, the place was closed, the lot expired, or the reservation was
 * taken back. At most 1,000 rows per event.
 */
export const allocationCut = defineEvent({
  type: 'inventory.allocation.cut',
  isPublic: true,
  sentence: 'Goods that were set aside for documents are no longer there.',
  record: 'item_stock',
  example: {
    cause: 'count',
    cut: [
      {
        allocationID: 'alc_01kb7m0g8kf2q6t9x3b7d5h4nv',
        itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs',
        locationID: 'loc_01kb7m0f5jf8s4v7y2c9e6k3pw',
        lotID: null,
        sourceType: 'sales_order',
        sourceID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
        lineID: 'sol_01kb7m0n7tf4c8m2q6v9x3z5hd',
        quantity: '6',
        left: '18',
      },
    ],
  },
  payload: z.object({
    cause: z.enum(['count', 'place_closed', 'lot_expired', 'reservation']),
    cut: z.array(
      z.object({
        allocationID: z.string(),
        itemID: z.string(),
        locationID: z.string(),
        lotID: z.string().nullable(),
        /** Record type of the document: `sales_order`. */
        sourceType: z.string(),
        sourceID: z.string(),
        lineID: z.string(),
        /** Cut quantity and remaining quantity of the allocation: decimal texts in base units. */
        quantity: z.string(),
        left: z.string(),
      }),
    ),
  }),
});

/** Events of the stock ledger. */
export const stockEvents = [stockChanged, allocationCut] as const;
