import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A product was added to the catalogue. */
export const productCreated = defineEvent({
  type: 'inventory.product.created',
  isPublic: true,
  sentence: 'A product was added.',
  record: 'product',
  example: { itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', sku: 'GLV-200-L' },
  payload: z.object({ itemID: z.string(), sku: z.string() }),
});

/** Fields of a product changed; `fields` are contract names: `sku`, `unitValue`, `productLineID`. */
export const productChanged = defineEvent({
  type: 'inventory.product.changed',
  isPublic: true,
  sentence: 'Fields of a product changed.',
  record: 'product',
  example: { itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', sku: 'GLV-200-L', fields: ['unitValue'] },
  payload: z.object({ itemID: z.string(), sku: z.string(), fields: z.array(z.string()) }),
});

/** A product was deleted, which only happens without references to it. */
export const productDeleted = defineEvent({
  type: 'inventory.product.deleted',
  isPublic: true,
  sentence: 'A product was deleted.',
  record: 'product',
  example: { itemID: 'itm_01kb7m0t6qe9w4y8r2n5m7p3fs', sku: 'GLV-200-L' },
  payload: z.object({ itemID: z.string(), sku: z.string() }),
});

export const productEvents = [productCreated, productChanged, productDeleted] as const;
