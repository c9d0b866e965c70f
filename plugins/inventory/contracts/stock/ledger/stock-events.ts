import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { movementActions } from './movement-actions.ts';

/** Stock of these items changed, at most 1,000 an event; an operation with more tells several. */
export const stockChanged = defineEvent({
  type: 'inventory.stock.changed',
  payload: z.object({
    action: z.enum(Object.keys(movementActions) as [keyof typeof movementActions]),
    itemIDs: z.array(z.string()),
    /** Movements of one act share it; null where the event tells of several. */
    operationID: z.string().nullable(),
  }),
});

/**
 * Stock that was set aside for documents is not any more: a count found less, its place was closed, its lot expired, or
 * its reservation was taken back. At most 1,000 rows an event.
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
        /** What was taken off, and what is still set aside by the row: decimal texts in base units. */
        quantity: z.string(),
        left: z.string(),
      }),
    ),
  }),
});

/** Events of the stock ledger. */
export const stockEvents = [stockChanged, allocationCut] as const;
