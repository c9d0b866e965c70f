import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A product was added to the catalogue. */
export const productCreated = defineEvent({
  type: 'inventory.product.created',
  payload: z.object({ itemID: z.string(), sku: z.string() }),
});

/** Fields of a product changed; `fields` are names of the contract: `sku`, `unitValue`, `productLineID`. */
export const productChanged = defineEvent({
  type: 'inventory.product.changed',
  payload: z.object({ itemID: z.string(), sku: z.string(), fields: z.array(z.string()) }),
});

/** A product that nothing referred to was deleted. */
export const productDeleted = defineEvent({
  type: 'inventory.product.deleted',
  payload: z.object({ itemID: z.string(), sku: z.string() }),
});

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

/** A part, a material or a supply that nothing referred to was deleted. */
export const itemDeleted = defineEvent({
  type: 'inventory.item.deleted',
  payload: z.object({ itemID: z.string(), sku: z.string(), type: z.string() }),
});

/** A product line was added. */
export const productLineCreated = defineEvent({
  type: 'inventory.product-line.created',
  payload: z.object({ productLineID: z.string(), name: z.string() }),
});

/** Fields of a product line changed: its name or an exemption. */
export const productLineChanged = defineEvent({
  type: 'inventory.product-line.changed',
  payload: z.object({ productLineID: z.string(), name: z.string(), fields: z.array(z.string()) }),
});

/** A product line was deleted. */
export const productLineDeleted = defineEvent({
  type: 'inventory.product-line.deleted',
  payload: z.object({ productLineID: z.string(), name: z.string() }),
});

/** Every event of the catalogue. */
export const inventoryEvents = [
  productCreated,
  productChanged,
  productDeleted,
  itemCreated,
  itemChanged,
  itemDeleted,
  productLineCreated,
  productLineChanged,
  productLineDeleted,
] as const;
