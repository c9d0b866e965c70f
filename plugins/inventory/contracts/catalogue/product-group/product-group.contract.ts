import {
  crudEndpoints,
  endpoint,
  filterValue,
  listOf,
  listQuery,
  noContent,
  noteText,
  quantity,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { attributeReference, itemReference, newItemFields } from '../item/item-fields.ts';
import { createProductBody } from '../product/product.contract.ts';
import { attributeSummary, propertyReference, propertySummary } from '../property/property.contract.ts';

const propertyIDs = z
  .array(propertyReference, { error: 'Choose at least one property' })
  .min(1, { error: 'Choose at least one property' })
  .max(5, { error: 'A product group has at most 5 properties' });

/** Products that are variations of one thing: they share the chosen properties and differ in their attributes. */
export const productGroups = crudEndpoints({
  one: 'ProductGroup',
  many: 'ProductGroups',
  words: ['product group', 'product groups'],
  path: '/v1/product-groups',
  domain: 'product_groups',
  prefix: 'pgr',
  row: {
    name: z.string(),
    notes: z.string().nullable(),
    /** In the chosen order. */
    properties: z.array(propertySummary),
    productCount: z.int(),
    /** Number of different attribute combinations among its products. */
    variationCount: z.int(),
  },
  sortBy: ['name', 'productCount', 'createdAt'],
  filters: { propertyID: filterValue(z.string()) },
  body: {
    name: requiredLine(100, 'Product group name is required'),
    notes: noteText.nullish(),
    propertyIDs,
    /** They leave their former groups. */
    productIDs: z.array(itemReference).max(2000, { error: 'At most 2000 products at a time' }).default([]),
  },
  // Products of a stored group have endpoints of their own.
  fixed: ['productIDs'],
});

export const {
  list: listProductGroups,
  get: getProductGroup,
  create: createProductGroup,
  update: updateProductGroup,
  remove: deleteProductGroup,
} = productGroups;
export type ProductGroup = z.output<typeof productGroups.row>;

/** Puts a product into a product group; it leaves its former group. */
export const putProductGroupProduct = endpoint({
  name: 'putProductGroupProduct',
  method: 'PUT',
  path: '/v1/product-groups/{productGroupID}/products/{itemID}',
  permission: 'product_groups:update',
  summary: 'Puts a product into a product group.',
  reply: productGroups.row,
});

/** Removes a product from a product group. */
export const deleteProductGroupProduct = endpoint({
  name: 'deleteProductGroupProduct',
  method: 'DELETE',
  path: '/v1/product-groups/{productGroupID}/products/{itemID}',
  permission: 'product_groups:update',
  summary: 'Takes a product out of a product group.',
  reply: noContent,
});

/** Largest number of products in the answer of a variation. */
export const shownVariationProducts = 20;

/** One combination of attributes among the products of a group. */
export const productVariation = z.object({
  /** Stable as long as the group and the attributes exist: `<productGroupID>.<attributeID or ->...`. */
  id: z.string(),
  productGroup: z.object({ id: z.string(), name: z.string() }),
  /** One per property of the group, in its order; `attribute` is null if the products have none of the property. */
  attributes: z.array(
    z.object({ property: propertySummary, attribute: attributeSummary.omit({ property: true }).nullable() }),
  ),
  /** The first 20, by SKU; several products of a variation are the same thing in different packs, for example. */
  products: z.array(z.object({ id: z.string(), sku: z.string(), description: z.string() })),
  productCount: z.int(),
  /**
   * Sums over its products in base units; null if the products have different base units. The quantity ids are
   * meaningless here.
   */
  onHand: quantity.nullable(),
  reserved: quantity.nullable(),
  availableToPromise: quantity.nullable(),
  short: quantity.nullable(),
});
export type ProductVariation = z.output<typeof productVariation>;

/** Variations by group and attributes, computed from the products. `query` matches names of groups and attributes. */
export const listProductVariations = endpoint({
  name: 'listProductVariations',
  method: 'GET',
  path: '/v1/product-variations',
  permission: 'product_groups:read',
  summary: 'Lists product variations.',
  query: listQuery({
    sortBy: ['productGroup', 'productCount'],
    filters: {
      productGroupIDs: repeated(z.string()),
      /** Variations with any of these attributes. */
      attributeIDs: repeated(z.string()),
    },
  }),
  reply: listOf(productVariation),
});

/** Largest number of combinations in one call. */
export const largestVariations = 500;

const {
  sku: _sku,
  description: _description,
  attributeIDs: _attributeIDs,
  ...baseFields
} = {
  ...newItemFields,
  productType: createProductBody.shape.productType,
  productLineID: createProductBody.shape.productLineID,
};

/**
 * Body of `createVariations`. Patterns contain property names in braces, in any case: `WG-{Color}-{Size}`; spaces of
 * attribute names become dashes in SKUs.
 */
export const createVariationsBody = z.strictObject({
  /** Attributes to combine, for every property of the group. */
  properties: z
    .array(
      z.strictObject({
        propertyID: propertyReference,
        attributeIDs: z.array(attributeReference).min(1, { error: 'Choose at least one attribute' }).max(100),
      }),
    )
    .min(1, { error: 'Choose attributes of every property of the group' }),
  skuPattern: requiredLine(100, 'SKU pattern is required'),
  descriptionPattern: singleLine(500).default(''),
  /** Common fields of the new products. */
  product: z.strictObject(baseFields).prefault({}),
  /** Only answers what would be created. */
  isDryRun: z.boolean().default(false),
});

/**
 * Creates the missing products of a group: one for every combination of attributes without a product. A combination
 * that cannot be created (its SKU exists) is listed with the reason; the others are created all the same.
 */
export const createVariations = endpoint({
  name: 'createVariations',
  method: 'POST',
  path: '/v1/product-groups/{productGroupID}/actions/create-variations',
  isLong: true,
  permission: 'products:create',
  summary: 'Makes the missing products of a product group.',
  body: createVariationsBody,
  reply: z.object({
    /** One entry per combination. */
    items: z.array(
      z.object({
        attributes: z.array(attributeSummary),
        sku: z.string(),
        description: z.string(),
        /** `exists`: a product of the group has these attributes. */
        outcome: z.enum(['create', 'exists', 'refused']),
        reason: z.string().nullable(),
        /** The existing or new product; null in a dry run. */
        itemID: z.string().nullable(),
      }),
    ),
    createCount: z.int(),
    existsCount: z.int(),
    refusedCount: z.int(),
  }),
});
