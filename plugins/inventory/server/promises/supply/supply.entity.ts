import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import { Item } from '../../catalogue/item/item.entity.ts';
import { StorageLocation } from '../../locations/storage-location/storage-location.entity.ts';
import { Unit } from '../../units/unit/unit.entity.ts';

/** Stock that is to come on a day: expected receipts that people enter, later purchase orders and production runs. */
export const Supply = defineEntity({
  ...tenantTable('inventory', 'supply'),
  name: 'Supply',
  properties: {
    ...tenantColumns(),
    item: () => belongsTo(Item, 'item_id'),
    /** The record that brings it: `expected_receipt` and its own id, or another domain's document and line. */
    sourceType: column.text(),
    sourceID: column.id(),
    sourceNumber: column.text(),
    lineID: column.id().default(''),
    /** As entered. */
    measure: column.quantity(),
    unit: () => belongsTo(Unit, 'unit_id'),
    /** Base units, and how many of them have come. */
    quantity: column.quantity(),
    received: column.quantity().default('0'),
    dueOn: column.date(),
    /** Where it is known, of the unit in which it was said: one is `numerator / denominator` base units. */
    unitCost: column.unitPrice().nullable(),
    costNumerator: column.quantity().default('1'),
    costDenominator: column.quantity().default('1'),
    location: () => belongsTo(StorageLocation, 'location_id').nullable(),
    note: column.text().nullable(),
    /** Set when all has come, or nothing more will. */
    closedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'sourceType', 'sourceID', 'lineID'] }],
  indexes: [
    { properties: ['accountID', 'item', 'dueOn', 'id'] },
    { properties: ['accountID', 'dueOn', 'id'] },
    { properties: ['accountID', 'unit'] },
    { properties: ['accountID', 'location'], where: 'location_id is not null' },
  ],
  checks: [
    { name: 'supply_quantity', expression: 'quantity > 0 and measure > 0 and received >= 0' },
    { name: 'supply_cost', expression: 'unit_cost >= 0 and cost_numerator > 0 and cost_denominator > 0' },
  ],
});
export type Supply = InferEntity<typeof Supply>;
