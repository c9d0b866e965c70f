import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A part, a material or a supply was added to the catalogue. */
export const itemCreated = defineEvent({
  type: 'inventory.item.created',
  payload: z.object({ itemID: z.string(), sku: z.string(), type: z.string() }),
});

/** Fields of a part, a material or a supply changed. */
export const itemChanged = defineEvent({
  type: 'inventory.item.changed',
  payload: z.object({ itemID: z.string(), sku: z.string(), type: z.string(), fields: z.array(z.string()) }),
});

/** A part, a material or a supply was deleted, which only happens without references to it. */
export const itemDeleted = defineEvent({
  type: 'inventory.item.deleted',
  payload: z.object({ itemID: z.string(), sku: z.string(), type: z.string() }),
});

export const itemEvents = [itemCreated, itemChanged, itemDeleted] as const;
