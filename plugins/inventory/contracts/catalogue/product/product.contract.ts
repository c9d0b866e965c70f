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
  /** (unitValue - unitCost) / unitValue, six decimals; null where the price is 0, and for portal customers. */
  margin: z.number().nullable(),
  ...productOnlyFields.reply,
});
export type ProductRow = z.output<typeof productRow>;

/** One product with its notes and every unit it can be measured in. */
export const product = productRow.extend(itemDetailFields);
export type Product = z.output<typeof product>;

/** Body of `createProduct`: what every item has, and what makes it a product. */
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
 * Products by SKU, or as sorted. `query` finds parts of SKU, description, manufacturer and its part number. Portal
 * customers may not sort by cost or margin (403), which would tell what they do not see.
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
 * Products with these ids or SKUs (in any case), with their units, by SKU: what a document or a paste names, in one
 * call. What is not there is missing in the answer.
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

/** Adds a product; a SKU that exists is 409 `duplicate`. */
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

/** Deletes a product that nothing refers to; else 409 `in_use` naming what refers. */
export const deleteProduct = endpoint({
  name: 'deleteProduct',
  method: 'DELETE',
  path: '/v1/products/{itemID}',
  permission: 'products:delete',
  summary: 'Deletes a product.',
  reply: noContent,
});

/**
 * Deletes the products that nothing refers to and lists the others with the reason. Takes ids or the filter of the
 * list;
 * over 2,000 products a change set does it and the answer names it.
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

/** Fields that many products are given at once; null takes a value away. */
export const productChanges = someOf(z.strictObject({ ...itemChangeFields, ...bulkProductFields.input }));

const edits = itemEditEndpoints('products', 'Products', productFilter, productChanges);

/**
 * Gives many products the same values and lists those that stay as they are; it can be undone as a whole. Over 2,000
 * products a change set does it and the answer names it.
 */
export const bulkEditProducts = edits.edit;

/** What that would do. */
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

/** A row of an import file: names instead of ids, texts or numbers in every cell, blank cells as good as absent. */
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
 * Checks rows of an import without writing anything, under the headings that bulk-create takes: each field, that the
 * SKU is free and stands once in the file, that product line, unit group and unit exist and fit. Bad rows are answered,
 * never refused.
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
    /** One per row, in order. */
    items: z.array(
      z.object({
        /** Position in `data`, from 0. */
        row: z.int(),
        sku: z.string(),
        isValid: z.boolean(),
        /** `path` is the heading as it was sent; the field's own name where no column is of that field. */
        errors: z.array(z.object({ path: z.string(), message: z.string() })),
      }),
    ),
    /** Columns that no field has: of texts they become properties, others are left out. */
    warnings: z.array(z.string()),
  }),
});
