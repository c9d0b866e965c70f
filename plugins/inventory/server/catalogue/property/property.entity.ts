import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** A characteristic of items: color, size, material. */
export const Property = defineEntity({
  ...tenantTable('inventory', 'property'),
  name: 'Property',
  properties: { ...tenantColumns(), name: column.text() },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [{ name: 'property_name', expression: "name <> ''" }],
});
export type Property = InferEntity<typeof Property>;

/** A value of a property: Black, 9, Leather. `position` is `order` in the spec, from -1. */
export const Attribute = defineEntity({
  ...tenantTable('inventory', 'attribute'),
  name: 'Attribute',
  properties: {
    ...tenantColumns(),
    property: () => belongsTo(Property, 'property_id'),
    name: column.text(),
    code: column.text().nullable(),
    color: column.text().nullable(),
    position: column.integer().default(0),
  },
  uniques: [{ properties: ['accountID', 'property', 'name'] }, { properties: ['accountID', 'property', 'code'] }],
  checks: [
    { name: 'attribute_name', expression: "name <> ''" },
    { name: 'attribute_code', expression: "code ~ '^[A-Z0-9-]{1,20}$'" },
    { name: 'attribute_position', expression: 'position >= -1' },
    { name: 'attribute_color', expression: "color ~ '^#[0-9a-f]{6}$'" },
  ],
});
export type Attribute = InferEntity<typeof Attribute>;

declare module '../shared/tables.ts' {
  interface Tables {
    'inventory.property': TableRow<typeof Property>;
    'inventory.attribute': TableRow<typeof Attribute>;
  }
}
