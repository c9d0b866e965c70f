import {
  declareDate,
  declareReference,
  declareText,
  type FieldValues,
  fieldTable,
  idOf,
  namedRecord,
  noteText,
  referencedKind,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { productLineReference } from '../product-line/product-line.contract.ts';

/** Id of a category in requests. */
const categoryReference = idOf('cat', 'Category is required');

/** Id of a product group in requests. */
const productGroupReference = idOf('pgr', 'Product group is required');

/** The product line in a product's row. */
const productLineOfItem = z.object({
  id: z.string(),
  name: z.string(),
  isCommissionExempt: z.boolean(),
  isFreightExempt: z.boolean(),
});

const productLineKind = referencedKind({
  type: 'product_line',
  noun: 'product line',
  id: productLineReference,
  shown: productLineOfItem,
  by: ['name'],
  isCreatable: true,
  needs: 'product_lines:read',
  home: '/dashboard/product-lines',
});

const productGroupKind = referencedKind({
  type: 'product_group',
  noun: 'product group',
  id: productGroupReference,
  shown: namedRecord,
  by: ['name'],
  needs: 'product_groups:read',
  home: '/dashboard/product-groups',
});

/** A product category for products, a material category for the other types. */
const categoryKind = referencedKind({
  type: 'category',
  noun: 'category',
  id: categoryReference,
  shown: namedRecord,
  by: ['name'],
  isCreatable: true,
  needs: 'categories:read',
  home: '/dashboard/categories',
});

const optionalLine = singleLine(200).nullish();

/**
 * Editable fields of an item; SKU, units, prices, amounts and attributes are declared separately. Import column names
 * are in the import code, because order forms load this table and their bundle size is limited.
 */
export const itemFields = fieldTable({
  productLine: declareReference(productLineKind, {
    label: 'Product line',
    section: 'product',
    filter: 'productLineIDs',
  }),
  productGroup: declareReference(productGroupKind, {
    label: 'Product group',
    section: 'product',
    filter: 'productGroupIDs',
  }),
  category: declareReference(categoryKind, {
    label: 'Category',
    section: 'category',
    filter: 'categoryIDs',
  }),
  manufacturer: declareText({
    label: 'Manufacturer',
    section: 'manufacturer',
    input: optionalLine,
  }),
  manufacturerPartNumber: declareText({
    label: 'Manufacturer part number',
    section: 'manufacturer',
    input: optionalLine,
  }),
  notes: declareText({
    label: 'Notes',
    description: 'For colleagues only',
    section: 'notes',
    control: 'note',
    input: noteText.nullish(),
  }),
  /** First and last day of use or sale, both included; null is unlimited. */
  startDate: declareDate({ label: 'Start date', section: 'dates' }),
  endDate: declareDate({ label: 'End date', section: 'dates' }),
});

export type ItemFieldValues = FieldValues<typeof itemFields>;

/** Fields of products only. */
export const productOnlyFields = itemFields.only('productLine', 'productGroup');

/** Fields of every item type. */
export const commonItemFields = itemFields.without('productLine', 'productGroup');

/** Fields shown in lists. Notes are left out: they are long, and meant for staff only. */
export const listedItemFields = itemFields.without('notes');

/**
 * Fields of a bulk edit. Notes and part numbers differ per item; the product group is left out because a product joins
 * it with its own attributes.
 */
export const bulkItemFields = commonItemFields.without('manufacturerPartNumber', 'notes');

/** Fields of a bulk edit of products. */
export const bulkProductFields = itemFields.without('productGroup', 'manufacturerPartNumber', 'notes');
