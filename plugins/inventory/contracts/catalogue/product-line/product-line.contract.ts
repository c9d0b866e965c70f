import { booleanText, endpoint, idOf, listOf, listQuery, noContent, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a unit group in requests. */
export const unitGroupReference = idOf('ugr', 'Unit group is required');

/** Id of a product line in requests. */
export const productLineReference = idOf('pln', 'Product line is required');

/** A family of products (spec operations section 3). */
export const productLine = z.object({
  id: z.string(),
  name: z.string(),
  /** Sales of its products earn no commission; true unless said. */
  isCommissionExempt: z.boolean(),
  /** Its products ship without freight charge. */
  isFreightExempt: z.boolean(),
  /** The group that new products of the line are measured in. */
  unitGroup: z.object({ id: z.string(), name: z.string() }).nullable(),
  productCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ProductLine = z.output<typeof productLine>;

const lineName = requiredLine(100, 'Product line name is required');

/** Body of `createProductLine`. */
export const createProductLineBody = z.strictObject({
  name: lineName,
  isCommissionExempt: z.boolean().default(true),
  isFreightExempt: z.boolean().default(false),
  unitGroupID: unitGroupReference.nullish(),
});

/** Body of `updateProductLine`. */
export const updateProductLineBody = z.strictObject({
  name: lineName.optional(),
  isCommissionExempt: z.boolean().optional(),
  isFreightExempt: z.boolean().optional(),
  unitGroupID: unitGroupReference.nullish(),
  version: z.int().optional(),
});

/** Product lines, by name. */
export const listProductLines = endpoint({
  name: 'listProductLines',
  method: 'GET',
  path: '/v1/product-lines',
  permission: 'product_lines:read',
  summary: 'Lists product lines.',
  query: listQuery({
    sortBy: ['name', 'productCount', 'createdAt'],
    filters: { isCommissionExempt: booleanText, isFreightExempt: booleanText },
  }),
  reply: listOf(productLine),
});

/** One product line. */
export const getProductLine = endpoint({
  name: 'getProductLine',
  method: 'GET',
  path: '/v1/product-lines/{productLineID}',
  permission: 'product_lines:read',
  summary: 'Reads a product line.',
  reply: productLine,
});

/** Adds a product line; a name that exists is 409 `duplicate`. */
export const createProductLine = endpoint({
  name: 'createProductLine',
  method: 'POST',
  path: '/v1/product-lines',
  permission: 'product_lines:create',
  summary: 'Creates a product line.',
  body: createProductLineBody,
  reply: productLine,
});

/** Changes a product line. */
export const updateProductLine = endpoint({
  name: 'updateProductLine',
  method: 'PATCH',
  path: '/v1/product-lines/{productLineID}',
  permission: 'product_lines:update',
  summary: 'Changes a product line.',
  body: updateProductLineBody,
  reply: productLine,
});

/** Deletes a product line that nothing refers to; else 409 `in_use` naming what refers. */
export const deleteProductLine = endpoint({
  name: 'deleteProductLine',
  method: 'DELETE',
  path: '/v1/product-lines/{productLineID}',
  permission: 'product_lines:delete',
  summary: 'Deletes a product line.',
  reply: noContent,
});

/** Product lines as forms and declarations take them. */
export const productLines = {
  type: 'product_line',
  prefix: 'pln',
  words: ['product line', 'product lines'],
  domain: 'product_lines',
  home: '/dashboard/product-lines',
  list: listProductLines,
  get: getProductLine,
  create: createProductLine,
  update: updateProductLine,
  remove: deleteProductLine,
} as const;
