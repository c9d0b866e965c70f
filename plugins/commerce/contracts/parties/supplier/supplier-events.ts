import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A supplier was added. */
export const supplierCreated = defineEvent({
  type: 'commerce.supplier.created',
  isPublic: true,
  sentence: 'A supplier was added.',
  record: 'supplier',
  example: { supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk', number: '500', name: 'Lakeside Yarns' },
  payload: z.object({ supplierID: z.string(), number: z.string(), name: z.string() }),
});

/** Fields of a supplier changed; `fields` are contract names: `name`, `isActive`. */
export const supplierChanged = defineEvent({
  type: 'commerce.supplier.changed',
  isPublic: true,
  sentence: 'Fields of a supplier changed.',
  record: 'supplier',
  example: { supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk', fields: ['name'] },
  payload: z.object({ supplierID: z.string(), fields: z.array(z.string()) }),
});

/** A supplier was deleted together with its items. */
export const supplierDeleted = defineEvent({
  type: 'commerce.supplier.deleted',
  isPublic: true,
  sentence: 'A supplier was deleted with its terms of supply.',
  record: 'supplier',
  example: { supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk', number: '500', name: 'Lakeside Yarns' },
  payload: z.object({ supplierID: z.string(), number: z.string(), name: z.string() }),
});

/** Suppliers or terms of supply of these items changed. */
export const supplierMaterialsChanged = defineEvent({
  type: 'commerce.supplier.materials-changed',
  isPublic: true,
  sentence: 'Suppliers or terms of supply of some items changed.',
  record: 'supplier',
  example: { supplierID: 'sup_01kb7m0v9re4p8s2x5z7b3c6dk', itemIDs: ['itm_01kb7m0t6qe9w4y8r2n5m7p3fs'] },
  payload: z.object({ supplierID: z.string(), itemIDs: z.array(z.string()) }),
});

/** Events of suppliers. */
export const supplierEvents = [supplierCreated, supplierChanged, supplierDeleted, supplierMaterialsChanged] as const;
