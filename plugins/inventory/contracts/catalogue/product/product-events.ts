import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A product was added to the catalogue. */
export const productCreated = defineEvent({
  type: 'inventory.product.created',
  payload: z.object({ itemID: z.string(), sku: z.string() }),
});

/** Fields of a product changed; `fields` are contract names: `sku`, `unitValue`, `productLineID`. */
export const productChanged = defineEvent({
  type: 'inventory.product.changed',
  payload: z.object({ itemID: z.string(), sku: z.string(), fields: z.array(z.string()) }),
});

/** A product was deleted, which only happens without references to it. */
export const productDeleted = defineEvent({
  type: 'inventory.product.deleted',
  payload: z.object({ itemID: z.string(), sku: z.string() }),
});

export const productEvents = [productCreated, productChanged, productDeleted] as const;
