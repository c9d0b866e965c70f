import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

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

export const productLineEvents = [productLineCreated, productLineChanged, productLineDeleted] as const;
