import {
  booleanText,
  bulkAnswer,
  endpoint,
  filterValue,
  isoDate,
  isoDateOrDateTime,
  listOf,
  listQuery,
  noContent,
  noteText,
  numericString,
  productTypes,
  rate,
  rateInput,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { productLineReference, unitGroupReference } from './product-line.contract.ts';
import { largestValidation, unitReference, unitSummary } from './unit.contract.ts';
import { unitConversion } from './unit-group.contract.ts';

/** What an item is to the business. Only products have calls in this version. */
export const itemTypes = ['product', 'part', 'material', 'supply'] as const;
export type ItemType = (typeof itemTypes)[number];

export { type ProductType, productTypes } from '@millwright/core/contracts';

const productType = z.enum(productTypes, { error: `Must be one of ${productTypes.join(', ')}` });

/** A price or cost: `value` of the account's currency (`unitID` is the unit dollar) for one `perUnitID`, the default unit. */
export const productRate = rate.extend({ perUnit: z.string() });
export type ProductRate = z.output<typeof productRate>;

/** A product in lists (spec operations section 3). Its id is the `itemID` of paths. */
export const productRow = z.object({
  /** `itm_...` */
  id: z.string(),
  /** Unique in the account. */
  sku: z.string(),
  type: z.literal('product'),
  productType: z.enum(productTypes),
  description: z.string(),
  manufacturer: z.string().nullable(),
  manufacturerPartNumber: z.string().nullable(),
  /** Price of one default unit; id `rate_<itemID>.unitValue`. */
  unitValue: productRate,
  /** Cost of one default unit; id `rate_<itemID>.unitCost`. Null for portal customers, who see no costs. */
  unitCost: productRate.nullable(),
  /** (unitValue - unitCost) / unitValue, six decimals; null where the price is 0, and for portal customers. */
  margin: z.number().nullable(),
  productLine: z
    .object({ id: z.string(), name: z.string(), isCommissionExempt: z.boolean(), isFreightExempt: z.boolean() })
    .nullable(),
  unitGroup: z.object({ id: z.string(), name: z.string() }),
  /** The unit it is priced, ordered and counted in unless somebody says otherwise. */
  defaultUnit: unitSummary,
  /** First and last day it is sold, both included; null is open. */
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  /** Whether today, in the account's time zone, is within them. */
  isActive: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ProductRow = z.output<typeof productRow>;

/** One product with its notes and every unit it can be measured in. */
export const product = productRow.extend({
  /** Null for portal customers. */
  notes: z.string().nullable(),
  /** The smallest unit of its group. */
  baseUnit: unitSummary,
  /** Smallest first. */
  units: z.array(unitConversion),
});
export type Product = z.output<typeof product>;

const sku = requiredLine(100, 'SKU is required');
/** Null is as good as empty: forms send it for a text that was cleared. */
const description = singleLine(500)
  .nullable()
  .transform((text) => text ?? '');
const optionalLine = singleLine(200);

const datesInOrder = (value: { startDate?: string | null | undefined; endDate?: string | null | undefined }): boolean =>
  !value.startDate || !value.endDate || value.startDate <= value.endDate;
const datesError = { path: ['endDate'], error: 'The end date is before the start date' };

/**
 * Body of `createProduct`. Prices are bare numbers per default unit, or `{value, unitID, perUnitID}` with the unit dollar per
 * any unit of the group, converted exactly (else 400 `inexact_conversion`).
 */
export const createProductBody = z
  .strictObject({
    sku,
    description: description.default(''),
    productType: productType.default('sale'),
    manufacturer: optionalLine.nullish(),
    manufacturerPartNumber: optionalLine.nullish(),
    notes: noteText.nullish(),
    unitValue: rateInput.default(0),
    unitCost: rateInput.default(0),
    productLineID: productLineReference.nullish(),
    /** Default: the product line's group, else the group `Count`. */
    unitGroupID: unitGroupReference.optional(),
    /** Default: the base unit of the group. */
    defaultUnitID: unitReference.optional(),
    startDate: isoDate.nullish(),
    endDate: isoDate.nullish(),
  })
  .refine(datesInOrder, datesError);
export type CreateProductInput = z.output<typeof createProductBody>;

/**
 * Body of `updateProduct`. A new default unit converts prices that are not sent; a new unit group needs a default unit of that
 * group and is 409 `in_use` once documents refer to the product.
 */
export const updateProductBody = z
  .strictObject({
    sku: sku.optional(),
    description: description.optional(),
    productType: productType.optional(),
    manufacturer: optionalLine.nullish(),
    manufacturerPartNumber: optionalLine.nullish(),
    notes: noteText.nullish(),
    unitValue: rateInput.optional(),
    unitCost: rateInput.optional(),
    productLineID: productLineReference.nullish(),
    unitGroupID: unitGroupReference.optional(),
    defaultUnitID: unitReference.optional(),
    startDate: isoDate.nullish(),
    endDate: isoDate.nullish(),
    version: z.int().optional(),
  })
  .refine(datesInOrder, datesError);
export type UpdateProductInput = z.output<typeof updateProductBody>;

const productFilters = {
  productTypes: repeated(productType),
  productLineIDs: repeated(z.string()),
  unitGroupIDs: repeated(z.string()),
  /** Exact names. */
  manufacturers: repeated(singleLine(200)),
  /** Sold today. */
  isActive: booleanText,
  /** Created from this day or instant on, and until; a day is one of the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
};

/** Text search and filters of the products list, for bulk actions over everything that matches. */
export const productFilter = z.strictObject({ query: filterValue(singleLine(200)), ...productFilters });
export type ProductFilter = z.output<typeof productFilter>;

/**
 * Products by SKU, or as sorted. `query` finds parts of SKU, description, manufacturer and its part number. Portal customers may
 * not sort by cost or margin (403), which would tell what they do not see.
 */
export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/v1/products',
  permission: 'products:read',
  summary: 'Lists products.',
  query: listQuery({
    sortBy: [
      'sku',
      'description',
      'productType',
      'productLine',
      'manufacturer',
      'unitValue',
      'unitCost',
      'margin',
      'startDate',
      'endDate',
      'createdAt',
      'updatedAt',
    ],
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
  summary: 'Reads a product.',
  reply: product,
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

/** Most ids that one call takes; a filter may match any number. */
const largestProductBulk = 2000;

/**
 * Deletes the products that nothing refers to and lists the others with the reason. Takes up to 2,000 ids, or the filter of the
 * list; where that matches more, a change set does it and the answer names it.
 */
export const bulkDeleteProducts = endpoint({
  name: 'bulkDeleteProducts',
  method: 'POST',
  path: '/v1/products/actions/bulk-delete',
  permission: 'products:delete',
  summary: 'Deletes many products.',
  body: z
    .strictObject({
      itemIDs: z
        .array(z.string())
        .min(1, { error: 'Choose at least one product' })
        .max(largestProductBulk, { error: `At most ${largestProductBulk} products at a time` })
        .optional(),
      filter: productFilter.optional(),
    })
    .refine((body) => (body.itemIDs === undefined) !== (body.filter === undefined), {
      path: ['itemIDs'],
      error: 'Send itemIDs or filter',
    }),
  reply: bulkAnswer,
});

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
  unitGroup: text(100),
  /** Name of the default unit. */
  unit: text(40),
  manufacturer: text(200),
  manufacturerPartNumber: text(200),
  notes: cell(noteText.optional()),
  unitValue: amount,
  unitCost: amount,
  startDate: cell(isoDate.optional()),
  endDate: cell(isoDate.optional()),
});
export type ProductImportRow = z.output<typeof productImportRow>;

/**
 * Checks rows of an import without writing anything: each field, that the SKU is free and stands once in the file, that product
 * line, unit group and unit exist and fit. Bad rows are answered, never refused.
 */
export const validateProducts = endpoint({
  name: 'validateProducts',
  method: 'PUT',
  path: '/v1/products/actions/validate',
  permission: 'products:read',
  summary: 'Checks import rows of products.',
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
        errors: z.array(z.object({ path: z.string(), message: z.string() })),
      }),
    ),
  }),
});
