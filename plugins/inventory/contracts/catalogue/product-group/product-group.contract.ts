import {
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

/**
 * Products that are one thing in several variations: they share the chosen properties and differ in their attributes.
 */
export const productGroup = z.object({
  /** `pgr_...` */
  id: z.string(),
  name: z.string(),
  notes: z.string().nullable(),
  /** In the order chosen. */
  properties: z.array(propertySummary),
  productCount: z.int(),
  /** Different combinations of attributes among its products. */
  variationCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ProductGroup = z.output<typeof productGroup>;

const groupName = requiredLine(100, 'Product group name is required');
const propertyIDs = z
  .array(propertyReference, { error: 'Choose at least one property' })
  .min(1, { error: 'Choose at least one property' })
  .max(5, { error: 'A product group has at most 5 properties' });

/** Body of `createProductGroup`. `productIDs` leave the groups they were in. */
export const createProductGroupBody = z.strictObject({
  name: groupName,
  notes: noteText.nullish(),
  propertyIDs,
  productIDs: z.array(itemReference).max(2000, { error: 'At most 2000 products at a time' }).default([]),
});

/** Body of `updateProductGroup`. */
export const updateProductGroupBody = z.strictObject({
  name: groupName.optional(),
  notes: noteText.nullish(),
  propertyIDs: propertyIDs.optional(),
  version: z.int().optional(),
});

/** Product groups, by name. */
export const listProductGroups = endpoint({
  name: 'listProductGroups',
  method: 'GET',
  path: '/v1/product-groups',
  permission: 'product_groups:read',
  summary: 'Lists product groups.',
  query: listQuery({
    sortBy: ['name', 'productCount', 'createdAt'],
    filters: { propertyID: filterValue(z.string()) },
  }),
  reply: listOf(productGroup),
});

/** One product group. */
export const getProductGroup = endpoint({
  name: 'getProductGroup',
  method: 'GET',
  path: '/v1/product-groups/{productGroupID}',
  permission: 'product_groups:read',
  summary: 'Reads a product group.',
  reply: productGroup,
});

/** Adds a product group; a name that exists is 409 `duplicate`. */
export const createProductGroup = endpoint({
  name: 'createProductGroup',
  method: 'POST',
  path: '/v1/product-groups',
  permission: 'product_groups:create',
  summary: 'Creates a product group.',
  body: createProductGroupBody,
  reply: productGroup,
});

/** Changes a product group. */
export const updateProductGroup = endpoint({
  name: 'updateProductGroup',
  method: 'PATCH',
  path: '/v1/product-groups/{productGroupID}',
  permission: 'product_groups:update',
  summary: 'Changes a product group.',
  body: updateProductGroupBody,
  reply: productGroup,
});

/** Deletes a product group; its products stay, in no group. */
export const deleteProductGroup = endpoint({
  name: 'deleteProductGroup',
  method: 'DELETE',
  path: '/v1/product-groups/{productGroupID}',
  permission: 'product_groups:delete',
  summary: 'Deletes a product group.',
  reply: noContent,
});

/** Puts a product into a product group; it leaves the one it was in. */
export const putProductGroupProduct = endpoint({
  name: 'putProductGroupProduct',
  method: 'PUT',
  path: '/v1/product-groups/{productGroupID}/products/{itemID}',
  permission: 'product_groups:update',
  summary: 'Puts a product into a product group.',
  reply: productGroup,
});

/** Takes a product out of a product group. */
export const deleteProductGroupProduct = endpoint({
  name: 'deleteProductGroupProduct',
  method: 'DELETE',
  path: '/v1/product-groups/{productGroupID}/products/{itemID}',
  permission: 'product_groups:update',
  summary: 'Takes a product out of a product group.',
  reply: noContent,
});

/** Products that a variation shows in its own answer. */
export const shownVariationProducts = 20;

/** One combination of attributes among the products of a group. */
export const productVariation = z.object({
  /** Stable while group and attributes are: `<productGroupID>.<attributeID or ->...`. */
  id: z.string(),
  productGroup: z.object({ id: z.string(), name: z.string() }),
  /** One per property of the group, in its order; `attribute` is null where the products have none of it. */
  attributes: z.array(
    z.object({ property: propertySummary, attribute: attributeSummary.omit({ property: true }).nullable() }),
  ),
  /** The first 20, by SKU: the same thing in other packs, for example. */
  products: z.array(z.object({ id: z.string(), sku: z.string(), description: z.string() })),
  productCount: z.int(),
  /**
   * Sums over its products in base units; null where the products have different base units. Ids are of no use here.
   */
  onHand: quantity.nullable(),
  reserved: quantity.nullable(),
  availableToPromise: quantity.nullable(),
  short: quantity.nullable(),
});
export type ProductVariation = z.output<typeof productVariation>;

/** Variations by group and attributes; computed from the products. `query` finds names of groups and attributes. */
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
      /** Variations that have any of these attributes. */
      attributeIDs: repeated(z.string()),
    },
  }),
  reply: listOf(productVariation),
});

/** Most combinations of one call. */
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
 * Body of `createVariations`. Patterns hold names of properties in braces, in any case: `WG-{Color}-{Size}`; blanks of
 * attribute names become dashes in SKUs.
 */
export const createVariationsBody = z.strictObject({
  /** The attributes to combine, for every property of the group. */
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
  /** What the new products have in common. */
  product: z.strictObject(baseFields).prefault({}),
  /** Only says what would be made. */
  isDryRun: z.boolean().default(false),
});

/**
 * Makes the products of a group that are missing: one for every combination of the attributes that no product of the
 * group has.
 * Combinations that cannot be made (a SKU that exists) are listed with the reason and refuse nothing else.
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
    /** One per combination. */
    items: z.array(
      z.object({
        attributes: z.array(attributeSummary),
        sku: z.string(),
        description: z.string(),
        /** `exists`: a product of the group has these attributes. */
        outcome: z.enum(['create', 'exists', 'refused']),
        reason: z.string().nullable(),
        /** The product that exists or was made; null in a dry run. */
        itemID: z.string().nullable(),
      }),
    ),
    createCount: z.int(),
    existsCount: z.int(),
    refusedCount: z.int(),
  }),
});
