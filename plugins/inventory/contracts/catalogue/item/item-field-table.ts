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

/** The product line of a product, as its row shows it. */
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
 * Fields of an item; what names it, its units, prices, amounts and attributes are beside them. How files call them is
 * with the import: order forms load this table, and their size is measured.
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
  /** First and last day it is used or sold, both included; null is open. */
  startDate: declareDate({ label: 'Start date', section: 'dates' }),
  endDate: declareDate({ label: 'End date', section: 'dates' }),
});

export type ItemFieldValues = FieldValues<typeof itemFields>;

/** What only products have. */
export const productOnlyFields = itemFields.only('productLine', 'productGroup');

/** What every item has. */
export const commonItemFields = itemFields.without('productLine', 'productGroup');

/** Those that lists show. Notes are long, and for colleagues only. */
export const listedItemFields = itemFields.without('notes');

/**
 * Those that many items are given at once: a product enters a group with what it differs in, and notes and part numbers
 * are its own.
 */
export const bulkItemFields = commonItemFields.without('manufacturerPartNumber', 'notes');

/** The same of products. */
export const bulkProductFields = itemFields.without('productGroup', 'manufacturerPartNumber', 'notes');
