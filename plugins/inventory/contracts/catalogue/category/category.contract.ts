import {
  endpoint,
  filterValue,
  listOf,
  listQuery,
  noContent,
  noteText,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { unitGroupReference } from '../product-line/product-line.contract.ts';
import { propertyReference, propertySummary } from '../property/property.contract.ts';
import { categoryTypes } from './category-types.ts';

const categoryType = z.enum(categoryTypes, { error: `Must be one of ${categoryTypes.join(', ')}` });

/**
 * How items are sorted (spec operations section 3): product categories for products, material categories for all
 * others.
 */
export const category = z.object({
  /** `cat_...` */
  id: z.string(),
  name: z.string(),
  type: z.enum(categoryTypes),
  notes: z.string().nullable(),
  /** Suggested to new items of the category. */
  unitGroup: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** What its items are described by, by name. */
  properties: z.array(propertySummary),
  itemCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Category = z.output<typeof category>;

const categoryName = requiredLine(100, 'Category name is required');
const propertyIDs = z.array(propertyReference).max(100, { error: 'A category has at most 100 properties' });

/** Body of `createCategory`. */
export const createCategoryBody = z.strictObject({
  name: categoryName,
  type: categoryType,
  notes: noteText.nullish(),
  unitGroupID: unitGroupReference.nullish(),
  propertyIDs: propertyIDs.default([]),
});

/** Body of `updateCategory`; the type is fixed. `propertyIDs` replaces all properties. */
export const updateCategoryBody = z.strictObject({
  name: categoryName.optional(),
  notes: noteText.nullish(),
  unitGroupID: unitGroupReference.nullish(),
  propertyIDs: propertyIDs.optional(),
  version: z.int().optional(),
});

/** Categories, by name. */
export const listCategories = endpoint({
  name: 'listCategories',
  method: 'GET',
  path: '/v1/categories',
  permission: 'categories:read',
  summary: 'Lists categories.',
  query: listQuery({
    sortBy: ['name', 'type', 'itemCount', 'createdAt'],
    filters: {
      type: filterValue(categoryType),
      /** Only categories whose items are described by this property. */
      propertyID: filterValue(z.string()),
    },
  }),
  reply: listOf(category),
});

/** One category. */
export const getCategory = endpoint({
  name: 'getCategory',
  method: 'GET',
  path: '/v1/categories/{categoryID}',
  permission: 'categories:read',
  summary: 'Reads a category.',
  reply: category,
});

/** Adds a category; a name that its type has is 409 `duplicate`. */
export const createCategory = endpoint({
  name: 'createCategory',
  method: 'POST',
  path: '/v1/categories',
  permission: 'categories:create',
  summary: 'Creates a category.',
  body: createCategoryBody,
  reply: category,
});

/** Changes a category. */
export const updateCategory = endpoint({
  name: 'updateCategory',
  method: 'PATCH',
  path: '/v1/categories/{categoryID}',
  permission: 'categories:update',
  summary: 'Changes a category.',
  body: updateCategoryBody,
  reply: category,
});

/** Deletes a category of no item; else 409 `in_use`. */
export const deleteCategory = endpoint({
  name: 'deleteCategory',
  method: 'DELETE',
  path: '/v1/categories/{categoryID}',
  permission: 'categories:delete',
  summary: 'Deletes a category.',
  reply: noContent,
});

/** Sets the unit group that new items of a category are measured in. */
export const putCategoryUnitGroup = endpoint({
  name: 'putCategoryUnitGroup',
  method: 'PUT',
  path: '/v1/categories/{categoryID}/unit-groups/{unitGroupID}',
  permission: 'categories:update',
  summary: 'Sets the unit group of a category.',
  reply: category,
});

/** Adds a property to a category; one that it has already is as good. */
export const putCategoryProperty = endpoint({
  name: 'putCategoryProperty',
  method: 'PUT',
  path: '/v1/categories/{categoryID}/properties/{propertyID}',
  permission: 'categories:update',
  summary: 'Adds a property to a category.',
  reply: category,
});

/** Takes a property from a category; its items keep their attributes. */
export const deleteCategoryProperty = endpoint({
  name: 'deleteCategoryProperty',
  method: 'DELETE',
  path: '/v1/categories/{categoryID}/properties/{propertyID}',
  permission: 'categories:update',
  summary: 'Takes a property from a category.',
  reply: noContent,
});
