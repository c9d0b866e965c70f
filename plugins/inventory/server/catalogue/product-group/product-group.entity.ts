import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { Property } from '../property/property.entity.ts';

/** Products that are variations of one thing: they share the chosen properties and differ in their attributes. */
export const ProductGroup = defineEntity({
  ...tenantTable('inventory', 'product_group'),
  name: 'ProductGroup',
  properties: { ...tenantColumns(), name: column.text(), notes: column.text().nullable() },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [{ name: 'product_group_name', expression: "name <> ''" }],
});
export type ProductGroup = InferEntity<typeof ProductGroup>;

/** A property whose attribute differs among the group's products. */
export const ProductGroupProperty = defineEntity({
  ...tenantTable('inventory', 'product_group_property'),
  name: 'ProductGroupProperty',
  properties: {
    ...accountColumn(),
    productGroup: () => belongsTo(ProductGroup, 'product_group_id').primary(),
    property: () => belongsTo(Property, 'property_id').primary(),
    position: column.integer().default(0),
  },
  indexes: [{ properties: ['accountID', 'property'] }],
});
export type ProductGroupProperty = InferEntity<typeof ProductGroupProperty>;

declare module '../shared/tables.ts' {
  interface Tables {
    'inventory.product_group': TableRow<typeof ProductGroup>;
    'inventory.product_group_property': TableRow<typeof ProductGroupProperty>;
  }
}
