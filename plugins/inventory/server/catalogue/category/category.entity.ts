import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  accountColumn,
  belongsTo,
  column,
  fieldColumns,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { categoryFields } from '../../../contracts/catalogue/category/category.contract.ts';
import type { CategoryType } from '../../../contracts/index.ts';
import { unitGroupReferences } from '../../units/unit-group/unit-group.entity.ts';
import { Property } from '../property/property.entity.ts';

/** Categories of items: product categories for products, material categories for parts, materials and supplies. */
export const Category = defineEntity({
  ...tenantTable('inventory', 'category'),
  name: 'Category',
  properties: {
    ...tenantColumns(),
    type: column.text().$type<CategoryType>(),
    name: column.text(),
    ...fieldColumns(categoryFields, unitGroupReferences),
  },
  uniques: [{ properties: ['accountID', 'type', 'name'] }],
  indexes: [{ properties: ['accountID', 'unitGroup'] }],
  checks: [
    { name: 'category_name', expression: "name <> ''" },
    { name: 'category_type', expression: "type in ('product', 'material')" },
  ],
});
export type Category = InferEntity<typeof Category>;

/** A property of the category's items. */
export const CategoryProperty = defineEntity({
  ...tenantTable('inventory', 'category_property'),
  name: 'CategoryProperty',
  properties: {
    ...accountColumn(),
    category: () => belongsTo(Category, 'category_id').primary(),
    property: () => belongsTo(Property, 'property_id').primary(),
  },
  indexes: [{ properties: ['accountID', 'property'] }],
});
export type CategoryProperty = InferEntity<typeof CategoryProperty>;

declare module '../shared/tables.ts' {
  interface Tables {
    'inventory.category': TableRow<typeof Category>;
    'inventory.category_property': TableRow<typeof CategoryProperty>;
  }
}
