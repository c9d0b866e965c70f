import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A part, a material or a supply was added to the catalogue. */
export const itemCreated = defineEvent({
  type: 'inventory.item.created',
  isPublic: true,
  sentence: 'A part, a material or a supply was added.',
  record: ['part', 'material', 'supply'],
  example: { itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', sku: 'YRN-100', type: 'material' },
  payload: z.object({ itemID: z.string(), sku: z.string(), type: z.string() }),
});

/** Fields of a part, a material or a supply changed. */
export const itemChanged = defineEvent({
  type: 'inventory.item.changed',
  isPublic: true,
  sentence: 'Fields of a part, a material or a supply changed.',
  record: ['part', 'material', 'supply'],
  example: { itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', sku: 'YRN-100', type: 'material', fields: ['description'] },
  payload: z.object({ itemID: z.string(), sku: z.string(), type: z.string(), fields: z.array(z.string()) }),
});

/** A part, a material or a supply was deleted, which only happens without references to it. */
export const itemDeleted = defineEvent({
  type: 'inventory.item.deleted',
  isPublic: true,
  sentence: 'A part, a material or a supply was deleted.',
  record: ['part', 'material', 'supply'],
  example: { itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', sku: 'YRN-100', type: 'material' },
  payload: z.object({ itemID: z.string(), sku: z.string(), type: z.string() }),
});

export const itemEvents = [itemCreated, itemChanged, itemDeleted] as const;
