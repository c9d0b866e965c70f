import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

/** A supplier was added. */
export const supplierCreated = defineEvent({
  type: 'commerce.supplier.created',
  payload: z.object({ supplierID: z.string(), number: z.string(), name: z.string() }),
});

/** Fields of a supplier changed; `fields` are contract names: `name`, `isActive`. */
export const supplierChanged = defineEvent({
  type: 'commerce.supplier.changed',
  payload: z.object({ supplierID: z.string(), fields: z.array(z.string()) }),
});

/** A supplier was deleted together with its items. */
export const supplierDeleted = defineEvent({
  type: 'commerce.supplier.deleted',
  payload: z.object({ supplierID: z.string(), number: z.string(), name: z.string() }),
});

/** Suppliers or terms of supply of these items changed. */
export const supplierMaterialsChanged = defineEvent({
  type: 'commerce.supplier.materials-changed',
  payload: z.object({ supplierID: z.string(), itemIDs: z.array(z.string()) }),
});

/** Events of suppliers. */
export const supplierEvents = [supplierCreated, supplierChanged, supplierDeleted, supplierMaterialsChanged] as const;
