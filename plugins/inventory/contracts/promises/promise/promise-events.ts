import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/**
 * A count found less than was promised, a place was closed or a lot expired, and promises were taken back: holds first,
 * then reservations of the lowest priority. At most 1,000 items or documents an event; amounts are decimal texts in
 * base units.
 */
export const stockShort = defineEvent({
  type: 'inventory.stock.short',
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
  payload: z.object({ sourceType: z.string(), sourceID: z.string(), itemIDs: z.array(z.string()) }),
});

/** Events of the promise ledger. */
export const promiseEvents = [stockShort, supplyChanged] as const;
