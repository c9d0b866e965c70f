import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { movementActions } from './movement-actions.ts';

/** Stock of these items changed. At most 1,000 items per event; a larger operation emits several events. */
export const stockChanged = defineEvent({
  type: 'inventory.stock.changed',
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
