import {
  bulkAnswer,
  endpoint,
  filterValue,
  isoDate,
  listOf,
  listQuery,
  noContent,
  noteText,
  numericString,
  productTypes,
  repeated,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { largestValidation } from '../../units/unit/unit.contract.ts';
import { itemChangeFields, itemEditEndpoints, someOf } from '../item/item-bulk.contract.ts';
import { bulkProductFields, productOnlyFields } from '../item/item-field-table.ts';
import {
  changedItemFields,
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

/** A product in lists (spec operations section 3). */
export const productRow = z.object({
  ...itemRowFields,
  type: z.literal('product'),
  productType: z.enum(productTypes),
  /** (unitValue - unitCost) / unitValue, six decimals; null for a price of 0 and for portal customers. */
  margin: z.number().nullable(),
  ...productOnlyFields.reply,
});
export type ProductRow = z.output<typeof productRow>;

/** One product with its notes and all units of its group. */
export const product = productRow.extend(itemDetailFields);
export type Product = z.output<typeof product>;

/** Body of `createProduct`: the fields of every item, and those of products. */
export const createProductBody = z
  .strictObject({
    ...newItemFields,
    productType: productType.default('sale'),
    ...productOnlyFields.input,
  })
  .refine(datesInOrder, datesError);
export type CreateProductInput = z.output<typeof createProductBody>;

/** Body of `updateProduct`. */
export const updateProductBody = z
  .strictObject({
    ...changedItemFields,
    productType: productType.optional(),
    ...productOnlyFields.input,
  })
  .refine(datesInOrder, datesError);
export type UpdateProductInput = z.output<typeof updateProductBody>;

const productFilters = {
  ...itemFilters,
  productTypes: repeated(productType),
  ...productOnlyFields.filters,
};

/** Text search and filters of the products list, for bulk actions over everything that matches. */
export const productFilter = z.strictObject({ query: filterValue(singleLine(200)), ...productFilters });
export type ProductFilter = z.output<typeof productFilter>;

/**
 * Products by SKU, or by the requested order. `query` matches parts of SKU, description, manufacturer and manufacturer
 * part number. Portal customers may not sort by cost or margin (403), because the order would reveal them.
 */
export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/v1/products',
  permission: 'products:read',
  customers: 'products open to them',
  summary: 'Lists products.',
  query: listQuery({
    sortBy: [...itemSorts, 'productType', 'productLine', 'productGroup', 'margin'],
    filters: productFilters,
  }),
  reply: listOf(productRow),
});

/** One product. */
export const getProduct = endpoint({
  name: 'getProduct',
  method: 'GET',
  path: '/v1/products/{itemID}',
  permission: 'products:read',
  customers: 'products open to them',
  summary: 'Reads a product.',
  reply: product,
});

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
  reply: z.object({ items: z.array(product) }),
});

/** Adds a product; 409 `duplicate` if any item has the SKU. */
export const createProduct = endpoint({
  name: 'createProduct',
  method: 'POST',
  path: '/v1/products',
  permission: 'products:create',
  summary: 'Creates a product.',
  body: createProductBody,
  reply: product,
});

/** Changes a product. */
export const updateProduct = endpoint({
  name: 'updateProduct',
  method: 'PATCH',
  path: '/v1/products/{itemID}',
  permission: 'products:update',
  summary: 'Changes a product.',
  body: updateProductBody,
  reply: product,
});

/** Deletes a product without references; else 409 `in_use` with the references. */
export const deleteProduct = endpoint({
  name: 'deleteProduct',
  method: 'DELETE',
  path: '/v1/products/{itemID}',
  permission: 'products:delete',
  summary: 'Deletes a product.',
  reply: noContent,
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
  reply: product,
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
