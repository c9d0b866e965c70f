import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  belongsTo,
  column,
  fieldColumns,
  referenceIndexes,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { type ItemType, itemFields, type ProductType } from '../../../contracts/index.ts';
import { Unit } from '../../units/unit/unit.entity.ts';
import { UnitConversion } from '../../units/unit-group/unit-group.entity.ts';
import { itemReferences } from './reference/item-references.ts';

/** Everything with a SKU; `type` is product, part, material or supply. */
export const Item = defineEntity({
  ...tenantTable('inventory', 'item'),
  name: 'Item',
  properties: {
    ...tenantColumns(),
    type: column.text().$type<ItemType>(),
    sku: column.text(),
    /**
     * Key for looking up SKUs in any case. A column, because row-level security prevents the use of an index on
     * lower().
     */
    lowerSKU: column.text().generated('(case when not is_case_twin then lower(sku) end) stored').nullable(),
    /**
     * The SKU differs from an older item's only by case, from a time when that was allowed; it is found by its exact
     * spelling only.
     */
    isCaseTwin: column.boolean().default(false),
    description: column.text().default(''),
    ...fieldColumns(itemFields, itemReferences),
    /** Price and cost of one default unit, in the account's currency. */
    unitValue: column.unitPrice().default('0'),
    unitCost: column.unitPrice().default('0'),
    /** Group and default unit in one reference, so that a foreign key keeps the default unit inside the group. */
    defaultConversion: () => belongsTo(UnitConversion, 'default_conversion_id'),
    /** Only for products, like product line and product group. */
    productType: column.text().$type<ProductType>().nullable(),
    /** The item has to be reordered below this stock: as entered, and in base units. */
    orderPoint: column.quantity().nullable(),
    orderPointUnit: () => belongsTo(Unit, 'order_point_unit_id').nullable(),
    baseOrderPoint: column.quantity().nullable(),
    /** Time until ordered stock arrives: as entered, and in base units of its group (seconds). */
    leadTime: column.quantity().nullable(),
    leadTimeUnit: () => belongsTo(Unit, 'lead_time_unit_id').nullable(),
    baseLeadTime: column.quantity().nullable(),
  },
  uniques: [
    { properties: ['accountID', 'sku'] },
    { name: 'item_account_id_sku_any_case_unique', properties: ['accountID', 'lowerSKU'] },
  ],
  indexes: [
    { properties: ['accountID', 'type', 'sku', 'id'] },
    { properties: ['accountID', 'type', 'createdAt', 'id'] },
    { properties: ['accountID', 'defaultConversion'] },
    // Nullable references have partial indexes, because entries for null would only slow down writing.
    ...referenceIndexes(itemFields.without('category')),
    { properties: ['accountID', 'category', 'sku', 'id'], where: 'category_id is not null' },
    { properties: ['accountID', 'orderPointUnit'], where: 'order_point_unit_id is not null' },
    { properties: ['accountID', 'leadTimeUnit'], where: 'lead_time_unit_id is not null' },
  ],
  checks: [
    { name: 'item_type', expression: "type in ('product', 'part', 'material', 'supply')" },
    { name: 'item_sku', expression: "sku <> ''" },
    {
      name: 'item_product_type',
      expression:
        "(type = 'product') = (product_type is not null) " +
        "and product_type in ('sale', 'service', 'shipping', 'credit', 'return', 'tax')",
    },
    {
      name: 'item_product_line',
      expression: "(product_line_id is null and product_group_id is null) or type = 'product'",
    },
    {
      name: 'item_order_point',
      expression:
        'num_nulls(order_point, order_point_unit_id, base_order_point) in (0, 3) ' +
        'and order_point >= 0 and base_order_point >= 0',
    },
    {
      name: 'item_lead_time',
      expression:
        'num_nulls(lead_time, lead_time_unit_id, base_lead_time) in (0, 3) and lead_time >= 0 and base_lead_time >= 0',
    },
    { name: 'item_value', expression: 'unit_value >= 0 and unit_cost >= 0' },
    { name: 'item_dates', expression: 'start_date <= end_date' },
  ],
});
export type Item = InferEntity<typeof Item>;

declare module '../shared/tables.ts' {
  interface Tables {
    'inventory.item': TableRow<typeof Item>;
  }
}
