import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { movementActions } from './stock.ts';

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

/** Events of the stock ledger. */
export const stockEvents = [stockChanged] as const;
