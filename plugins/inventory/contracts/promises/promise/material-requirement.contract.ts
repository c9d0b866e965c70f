import { booleanText, endpoint, listOf, listQuery, quantity, repeated } from '@millwright/core/contracts';
import { z } from 'zod';
import { itemTypes } from '../../catalogue/item/item-fields.ts';

/** What there is of an item and what is needed (spec operations sections 3 and 4); of the account's own stock. */
export const materialRequirement = z.object({
  /** The item's id. */
  id: z.string(),
  itemID: z.string(),
  sku: z.string(),
  type: z.enum(itemTypes),
  description: z.string(),
  manufacturer: z.string().nullable(),
  manufacturerPartNumber: z.string().nullable(),
  category: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** On hand, in the unit of the order point where there is one, else in the default unit. */
  quantityInInventory: quantity,
  /** As entered. */
  orderPoint: quantity.nullable(),
  /** As entered. */
  leadTime: quantity.nullable(),
  /** What issued documents want, in the same unit as `quantityInInventory`. */
  quantityInDemand: quantity,
  /** Nought where nothing is needed; a whole number of the order point's unit where there is one. */
  quantityInNeed: quantity,
  /**
   * What is missing to the order point once all that is wanted has left and all that is on its way has come, in the
   * same unit; nought where it is reached, or none is set. Buying goes by it.
   */
  quantityToOrderPoint: quantity,
  unitGroup: z.object({ id: z.string(), name: z.string() }),
  /** Active suppliers by name, and what they call it, in the same order; empty where nobody keeps suppliers. */
  supplierNames: z.array(z.string()),
  supplierPartNumbers: z.array(z.string()),
  /**
   * The figures as exports write them: need rounded up, inventory and demand in at most five digits (12345, 1.2346M).
   */
  export: z.object({
    quantityInNeed: z.number(),
    quantityInInventory: z.string(),
    quantityInDemand: z.string(),
  }),
});
export type MaterialRequirement = z.output<typeof materialRequirement>;

/** Needs by SKU. Each type of items needs the right to read it. `query` finds items. */
export const listMaterialRequirements = endpoint({
  name: 'listMaterialRequirements',
  method: 'GET',
  path: '/v1/material-requirements',
  permission: 'inventory:read',
  summary: 'Lists what is needed of materials.',
  query: listQuery({
    sortBy: ['sku', 'description', 'manufacturer', 'quantityInInventory', 'quantityInDemand', 'leadTime'],
    filters: {
      /** Default: material. */
      types: repeated(z.enum(itemTypes, { error: `Must be one of ${itemTypes.join(', ')}` })),
      categoryIDs: repeated(z.string()),
      supplierIDs: repeated(z.string()),
      /** Only items that something is needed of. */
      needsOnly: booleanText,
      /** Only items that fall below their order point, or only the others. */
      isBelowOrderPoint: booleanText,
    },
  }),
  reply: listOf(materialRequirement),
});
