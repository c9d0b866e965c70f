import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A product line was added. */
export const productLineCreated = defineEvent({
  type: 'inventory.product-line.created',
  isPublic: true,
  sentence: 'A product line was added.',
  record: 'product_line',
  example: { productLineID: 'pln_01kb7m0j6nf8r2v5y9b3e7h4tk', name: 'Work gloves' },
  payload: z.object({ productLineID: z.string(), name: z.string() }),
});

/** Fields of a product line changed: its name or an exemption. */
export const productLineChanged = defineEvent({
  type: 'inventory.product-line.changed',
  isPublic: true,
  sentence: 'Fields of a product line changed.',
  record: 'product_line',
  example: { productLineID: 'pln_01kb7m0j6nf8r2v5y9b3e7h4tk', name: 'Work gloves', fields: ['name'] },
  payload: z.object({ productLineID: z.string(), name: z.string(), fields: z.array(z.string()) }),
});

/** A product line was deleted. */
export const productLineDeleted = defineEvent({
  type: 'inventory.product-line.deleted',
  isPublic: true,
  sentence: 'A product line was deleted.',
  record: 'product_line',
  example: { productLineID: 'pln_01kb7m0j6nf8r2v5y9b3e7h4tk', name: 'Work gloves' },
  payload: z.object({ productLineID: z.string(), name: z.string() }),
});

export const productLineEvents = [productLineCreated, productLineChanged, productLineDeleted] as const;
