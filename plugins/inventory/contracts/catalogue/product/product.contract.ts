import {
  bulkAnswer,
  crudEndpoints,
  endpoint,
  filterValue,
  isoDate,
  noteText,
  numericString,
  productTypes,
  repeated,
  shownShare,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { largestValidation } from '../../units/unit/unit.contract.ts';
import { itemChangeFields, itemEditEndpoints, someOf } from '../item/item-bulk.contract.ts';
import { bulkProductFields, productOnlyFields } from '../item/item-field-table.ts';
import {
  datesError,
  datesInOrder,
  type ItemRate,
  itemDetailFields,
  itemFilters,
  itemRowFields,
  itemSelection,
  itemSorts,
  newItemFields,
  sku,
} from '../item/item-fields.ts';

export { type ProductType, productTypes } from '@millwright/core/contracts';

const productType = z.enum(productTypes, { error: `Must be one of ${productTypes.join(', ')}` });

/** A price or cost of a product. */
export type ProductRate = ItemRate;

const productFilters = {
  ...itemFilters,
  productTypes: repeated(productType),
  ...productOnlyFields.filters,
};

/** Text search and filters of the products list, for bulk actions over everything that matches. */
export const productFilter = z.strictObject({ query: filterValue(singleLine(200)), ...productFilters });
export type ProductFilter = z.output<typeof productFilter>;

/** Fields of a product in lists (spec operations section 3). */
const listRow = {
  ...itemRowFields,
  type: z.literal('product'),
  productType: z.enum(productTypes),
  /** (unitValue - unitCost) / unitValue, six decimals; null for a price of 0 and for portal customers. */
  margin: shownShare.nullable(),
  ...productOnlyFields.reply,
};

/**
 * Products, by SKU. `query` matches parts of SKU, description, manufacturer and manufacturer part number. Portal
 * customers may not sort by cost or margin (403), because the order would reveal them. 409 `duplicate` if any item has
 * the SKU.
 */
export const products = crudEndpoints({
  one: 'Product',
  many: 'Products',
  words: ['product', 'products'],
  path: '/v1/products',
  id: 'itemID',
  domain: 'products',
  prefix: 'itm',
  customers: 'products open to them',
  row: { ...listRow, ...itemDetailFields },
  listRow,
  sortBy: [...itemSorts, 'productType', 'productLine', 'productGroup', 'margin'],
  filters: productFilters,
  body: { ...newItemFields, productType: productType.default('sale'), ...productOnlyFields.input },
  rule: [datesInOrder, datesError],
});

export const {
  list: listProducts,
  get: getProduct,
  create: createProduct,
  update: updateProduct,
  remove: deleteProduct,
  createBody: createProductBody,
} = products;
export type Product = z.output<typeof products.row>;
export type ProductRow = z.output<typeof products.listRow>;
export type CreateProductInput = z.output<typeof createProductBody>;
export type UpdateProductInput = z.output<typeof products.updateBody>;

const most = 500;
const texts = z
  .array(singleLine(200))
  .min(1, { error: 'At least one is needed' })
  .max(most, { error: `At most ${most}` })
  .optional();

/**
 * Products by ids or SKUs (in any case), with their units, ordered by SKU: all products of a document or a pasted list
 * in one call. Unknown ones are missing in the answer.
 */
export const findProducts = endpoint({
  name: 'findProducts',
  method: 'POST',
  path: '/v1/products/actions/find',
  reads: true,
  permission: 'products:read',
  customers: 'products open to them',
  summary: 'Finds products by their ids or SKUs.',
  body: z
    .strictObject({ itemIDs: texts, skus: texts })
    .refine(({ itemIDs, skus }) => itemIDs || skus, { error: 'Ids or SKUs are needed', path: ['skus'] }),
  reply: z.object({ items: z.array(products.row) }),
});

/**
 * Deletes the products without references and lists the others with the reason. Takes ids or the filter of the list;
 * above 2,000 products a change set does the work and the answer names it.
 */
export const bulkDeleteProducts = endpoint({
  name: 'bulkDeleteProducts',
  method: 'POST',
  path: '/v1/products/actions/bulk-delete',
  isLong: true,
  permission: 'products:delete',
  summary: 'Deletes many products.',
  body: itemSelection(productFilter),
  reply: bulkAnswer,
});

/** Fields of a bulk edit of products; null clears a value. */
export const productChanges = someOf(z.strictObject({ ...itemChangeFields, ...bulkProductFields.input }));

const edits = itemEditEndpoints('products', 'Products', productFilter, productChanges);

/**
 * Sets the same values on many products and lists the unchanged ones; undone as a whole. Above 2,000 products a change
 * set does the work and the answer names it.
 */
export const bulkEditProducts = edits.edit;

/** Previews the edit. */
export const previewBulkEditProducts = edits.preview;

/** Puts a product into a product line. */
export const setProductLine = endpoint({
  name: 'setProductLine',
  method: 'PUT',
  path: '/v1/products/{itemID}/product-line/{productLineID}',
  permission: 'products:update',
  summary: 'Puts a product into a product line.',
  reply: products.row,
});

const blankIsAbsent = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
const cell = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankIsAbsent, schema);
const text = (max: number) =>
  cell(z.preprocess((value) => (typeof value === 'number' ? String(value) : value), singleLine(max).optional()));
const amount = cell(numericString.refine((value) => value >= 0, { error: 'Must be at least 0' }).optional());

/** A row of an import file: names instead of ids, texts or numbers in every cell; blank cells count as absent. */
export const productImportRow = z.strictObject({
  sku: cell(z.preprocess((value) => (typeof value === 'number' ? String(value) : value), sku)),
  description: text(500),
  productType: cell(
    z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), productType.optional()),
  ),
  productLine: text(100),
  productGroup: text(100),
  category: text(100),
  unitGroup: text(100),
  /** Name of the default unit. */
  unit: text(40),
  manufacturer: text(200),
  manufacturerPartNumber: text(200),
  notes: cell(noteText.optional()),
  unitValue: amount,
  unitCost: amount,
  /** In the default unit. */
  orderPoint: amount,
  /** Days. */
  leadTime: amount,
  startDate: cell(isoDate.optional()),
  endDate: cell(isoDate.optional()),
});
export type ProductImportRow = z.output<typeof productImportRow>;

/**
 * Checks import rows without writing: each field, that the SKU is new and unique in the file, that product line, unit
 * group and unit exist and fit together. Columns are named as in the bulk import. Faulty rows are reported in the
 * answer and do not fail the request.
 */
export const validateProducts = endpoint({
  name: 'validateProducts',
  method: 'PUT',
  path: '/v1/products/actions/validate',
  reads: true,
  permission: 'products:read',
  summary: 'Checks import rows of products.',
  bodyLimit: largestValidation * 1_000,
  body: z.strictObject({
    data: z
      .array(z.record(z.string().max(100), z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()])))
      .min(1, { error: 'There is nothing to check' })
      .max(largestValidation, { error: `At most ${largestValidation} rows at a time` }),
  }),
  reply: z.object({
    isValid: z.boolean(),
    validCount: z.int(),
    /** One entry per row, in order. */
    items: z.array(
      z.object({
        /** Index in `data`, from 0. */
        row: z.int(),
        sku: z.string(),
        isValid: z.boolean(),
        /** `path` is the heading as it was sent, or the field's own name if it has no column. */
        errors: z.array(z.object({ path: z.string(), message: z.string() })),
      }),
    ),
    /** Columns that match no field: text columns become properties, others are ignored. */
    warnings: z.array(z.string()),
  }),
});
