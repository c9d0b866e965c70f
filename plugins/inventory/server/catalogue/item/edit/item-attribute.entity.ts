import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, type TableRow, tenantTable } from '@millwright/core/server';
import { Attribute, Property } from '../../property/property.entity.ts';
import { Item } from '../item.entity.ts';

/** An attribute of an item; the key allows one attribute per property. */
export const ItemAttribute = defineEntity({
  ...tenantTable('inventory', 'item_attribute'),
  name: 'ItemAttribute',
  properties: {
    ...accountColumn(),
    item: () => belongsTo(Item, 'item_id').primary(),
    property: () => belongsTo(Property, 'property_id').primary(),
    attribute: () => belongsTo(Attribute, 'attribute_id'),
  },
  indexes: [{ properties: ['accountID', 'attribute', 'item'] }, { properties: ['accountID', 'property'] }],
});
export type ItemAttribute = InferEntity<typeof ItemAttribute>;

declare module '../../shared/tables.ts' {
  interface Tables {
    'inventory.item_attribute': TableRow<typeof ItemAttribute>;
  }
}
