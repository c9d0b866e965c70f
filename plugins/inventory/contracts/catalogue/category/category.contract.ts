import {
  crudEndpoints,
  declareText,
  endpoint,
  fieldTable,
  filterValue,
  namedCode,
  noContent,
  noteText,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { declareUnitGroup } from '../product-line/product-line.contract.ts';
import { propertyReference, propertySummary } from '../property/property.contract.ts';
import { categoryTypeNames } from './category-types.ts';

const categoryType = namedCode(categoryTypeNames);

/** Fields of a category besides its name, type and properties. */
export const categoryFields = fieldTable({
  notes: declareText({ label: 'Notes', input: noteText.nullish(), control: 'note' }),
  unitGroup: declareUnitGroup('Suggested to new items of the category'),
});

/**
 * Categories of items (spec operations section 3): product categories for products, material categories for all other
 * items. A name is unique in its type, and the type is fixed. `propertyIDs` replaces all properties.
 */
export const categories = crudEndpoints({
  one: 'Category',
  many: 'Categories',
  words: ['category', 'categories'],
  path: '/v1/categories',
  domain: 'categories',
  prefix: 'cat',
  fields: categoryFields,
  row: {
    name: z.string(),
    type: categoryType,
    ...categoryFields.reply,
    /** Properties that describe its items, by name. */
    properties: z.array(propertySummary),
    itemCount: z.int(),
  },
  sortBy: ['name', 'type', 'itemCount', 'createdAt'],
  filters: {
    type: filterValue(categoryType),
    /** Only categories with this property. */
    propertyID: filterValue(z.string()),
  },
  body: {
    name: requiredLine(100, 'Category name is required'),
    type: categoryType,
    ...categoryFields.input,
    propertyIDs: z.array(propertyReference).max(100, { error: 'A category has at most 100 properties' }).optional(),
  },
  fixed: ['type'],
});

export const {
  list: listCategories,
  get: getCategory,
  create: createCategory,
  update: updateCategory,
  remove: deleteCategory,
} = categories;
export type Category = z.output<typeof categories.row>;

/** Sets the default unit group of new items in a category. */
export const putCategoryUnitGroup = endpoint({
  name: 'putCategoryUnitGroup',
  method: 'PUT',
  path: '/v1/categories/{categoryID}/unit-groups/{unitGroupID}',
  permission: 'categories:update',
  summary: 'Sets the unit group of a category.',
  reply: categories.row,
});

/** Adds a property to a category; adding one that it already has succeeds. */
export const putCategoryProperty = endpoint({
  name: 'putCategoryProperty',
  method: 'PUT',
  path: '/v1/categories/{categoryID}/properties/{propertyID}',
  permission: 'categories:update',
  summary: 'Adds a property to a category.',
  reply: categories.row,
});

/** Removes a property from a category; its items keep their attributes. */
export const deleteCategoryProperty = endpoint({
  name: 'deleteCategoryProperty',
  method: 'DELETE',
  path: '/v1/categories/{categoryID}/properties/{propertyID}',
  permission: 'categories:update',
  summary: 'Takes a property from a category.',
  reply: noContent,
});
