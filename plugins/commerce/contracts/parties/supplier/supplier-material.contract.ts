import {
  booleanText,
  businessDate,
  endpoint,
  idOf,
  listOf,
  listQuery,
  nameLine,
  noContent,
  quantity,
  quantityInput,
  rate,
  rateInput,
  repeated,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';

/** Types of items, as in the catalogue. */
const itemTypes = ['product', 'part', 'material', 'supply'] as const;

const unit = z.object({ id: z.string(), name: z.string() });
/** `value` in the account's currency (`unitID` is the unit dollar) per `perUnitID`. */
const price = rate.extend({ perUnit: z.string() });

/** An item of one supplier (spec commerce section 3, Supplier-material). */
export const supplierMaterial = z.object({
  /** `spm_...` */
  id: z.string(),
  supplierID: z.string(),
  supplier: z.object({ id: z.string(), number: z.string(), name: z.string(), isActive: z.boolean() }),
  itemID: z.string(),
  item: z.object({ id: z.string(), sku: z.string(), description: z.string(), type: z.enum(itemTypes) }),
  /** The supplier's number of the item. */
  supplierPartNumber: z.string().nullable(),
  supplierDescription: z.string().nullable(),
  /** False if it is no longer bought from this supplier. */
  isActive: z.boolean(),
  /** The supplier's unit of sale, for prices and the minimum quantity. */
  unit,
  /** Price per unit; id `rate_<id>.unitPrice`. */
  unitPrice: price.nullable(),
  leadTimeDays: z.int().nullable(),
  /** Minimum order quantity; id `qty_<id>.minimumOrderQuantity`. */
  minimumOrderQuantity: quantity.nullable(),
  /** Cost per unit of the last purchase, and its date; id `rate_<id>.lastCost`. */
  lastCost: price.nullable(),
  lastPurchasedOn: z.iso.date().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SupplierMaterial = z.output<typeof supplierMaterial>;

const leadTimeDays = z
  .int({ error: 'Lead time must be a whole number of days' })
  .min(0, { error: 'Lead time must be at least 0' })
  .max(3650, { error: 'Lead time must be at most 3,650 days' });

const fields = {
  supplierPartNumber: optionalText(nameLine(100)),
  supplierDescription: optionalText(singleLine(500)),
  isActive: z.boolean().optional(),
  /** A unit of the item's group; default: the item's default unit. A new unit converts absent values. */
  unitID: idOf('unit', 'Unit is required').optional(),
  /** Per unit as a bare number, or `{value, unitID, perUnitID}` per any unit of the item's group. */
  unitPrice: rateInput.nullish(),
  leadTimeDays: leadTimeDays.nullish(),
  minimumOrderQuantity: quantityInput.nullish(),
  lastCost: rateInput.nullish(),
  lastPurchasedOn: businessDate.nullish(),
};

/** Body of `createSupplierMaterial`. */
export const createSupplierMaterialBody = z.strictObject({ itemID: idOf('itm', 'Item is required'), ...fields });
export type CreateSupplierMaterialInput = z.output<typeof createSupplierMaterialBody>;

/** Body of `putSupplierMaterial`: absent fields are cleared. */
export const putSupplierMaterialBody = z.strictObject({ ...fields, version: z.int().optional() });
export type PutSupplierMaterialInput = z.output<typeof putSupplierMaterialBody>;

/** Body of `updateSupplierMaterial`: absent fields stay. */
export const updateSupplierMaterialBody = z.strictObject({ ...fields, version: z.int().optional() });
export type UpdateSupplierMaterialInput = z.output<typeof updateSupplierMaterialBody>;

const listOptions = {
  sortBy: ['sku', 'supplierPartNumber', 'leadTimeDays', 'unitPrice', 'createdAt', 'updatedAt'],
  filters: { isActive: booleanText, types: repeated(z.enum(itemTypes)) },
} as const;

/** Items of a supplier, by SKU. `query` matches parts of SKU, description and the supplier's number. */
export const listSupplierMaterials = endpoint({
  name: 'listSupplierMaterials',
  method: 'GET',
  path: '/v1/suppliers/{supplierID}/materials',
  permission: 'suppliers:read',
  summary: 'Lists what a supplier supplies.',
  query: listQuery(listOptions),
  reply: listOf(supplierMaterial),
});

/** One item of a supplier; 404 if the supplier does not supply it. */
export const getSupplierMaterial = endpoint({
  name: 'getSupplierMaterial',
  method: 'GET',
  path: '/v1/suppliers/{supplierID}/materials/{itemID}',
  permission: 'suppliers:read',
  summary: 'Reads an item of a supplier.',
  reply: supplierMaterial,
});

/** The same by its own id, for links that have only this id. */
export const getSupplierMaterialByID = endpoint({
  name: 'getSupplierMaterialByID',
  method: 'GET',
  path: '/v1/supplier-materials/{supplierMaterialID}',
  permission: 'suppliers:read',
  summary: 'Reads an item of a supplier by its id.',
  reply: supplierMaterial,
});

/** Adds an item to a supplier; 409 `duplicate` if it is already there. */
export const createSupplierMaterial = endpoint({
  name: 'createSupplierMaterial',
  method: 'POST',
  path: '/v1/suppliers/{supplierID}/materials',
  permission: 'suppliers:update',
  summary: 'Adds an item to a supplier.',
  body: createSupplierMaterialBody,
  reply: supplierMaterial,
});

/** Creates or replaces an item of a supplier. */
export const putSupplierMaterial = endpoint({
  name: 'putSupplierMaterial',
  method: 'PUT',
  path: '/v1/suppliers/{supplierID}/materials/{itemID}',
  permission: 'suppliers:update',
  summary: 'Sets an item of a supplier.',
  body: putSupplierMaterialBody,
  reply: supplierMaterial,
});

/** Changes an item of a supplier. */
export const updateSupplierMaterial = endpoint({
  name: 'updateSupplierMaterial',
  method: 'PATCH',
  path: '/v1/suppliers/{supplierID}/materials/{itemID}',
  permission: 'suppliers:update',
  summary: 'Changes an item of a supplier.',
  body: updateSupplierMaterialBody,
  reply: supplierMaterial,
});

/** Removes an item from a supplier. */
export const deleteSupplierMaterial = endpoint({
  name: 'deleteSupplierMaterial',
  method: 'DELETE',
  path: '/v1/suppliers/{supplierID}/materials/{itemID}',
  permission: 'suppliers:update',
  summary: 'Takes an item away from a supplier.',
  reply: noContent,
});

/** Suppliers of an item: active ones first, then by name. */
export const listItemSuppliers = endpoint({
  name: 'listItemSuppliers',
  method: 'GET',
  path: '/v1/items/{itemID}/suppliers',
  permission: 'suppliers:read',
  summary: 'Lists the suppliers of an item.',
  query: listQuery({ sortBy: ['name', 'createdAt'], filters: { isActive: booleanText } }),
  reply: listOf(supplierMaterial),
});
