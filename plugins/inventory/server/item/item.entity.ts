import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { ItemType, ProductType } from '../../contracts/index.ts';
import { ProductLine } from '../product-line/product-line.entity.ts';
import { UnitConversion } from '../unit-group/unit-group.entity.ts';

/** Everything with a SKU; `type` says what it is to the business. */
export const Item = defineEntity({
  ...tenantTable('inventory', 'item'),
  name: 'Item',
  properties: {
    ...tenantColumns(),
    type: column.text().$type<ItemType>(),
    sku: column.text(),
    description: column.text().default(''),
    manufacturer: column.text().nullable(),
    manufacturerPartNumber: column.text().nullable(),
    notes: column.text().nullable(),
    /** Price and cost of one default unit, in the account's currency. */
    unitValue: column.unitPrice().default('0'),
    unitCost: column.unitPrice().default('0'),
    /** Group and default unit in one reference: the database itself keeps the default unit inside the group. */
    defaultConversion: () => belongsTo(UnitConversion, 'default_conversion_id'),
    startDate: column.date().nullable(),
    endDate: column.date().nullable(),
    /** Products only, as the product line. */
    productType: column.text().$type<ProductType>().nullable(),
    productLine: () => belongsTo(ProductLine, 'product_line_id').nullable(),
  },
  uniques: [{ properties: ['accountID', 'sku'] }],
  indexes: [
    { properties: ['accountID', 'type', 'sku', 'id'] },
    { properties: ['accountID', 'type', 'createdAt', 'id'] },
    { properties: ['accountID', 'defaultConversion'] },
    { properties: ['accountID', 'productLine'] },
  ],
  checks: [
    { name: 'item_type', expression: "type in ('product', 'part', 'material', 'supply')" },
    { name: 'item_sku', expression: "sku <> ''" },
    {
      name: 'item_product_type',
      expression:
        "(type = 'product') = (product_type is not null) and product_type in ('sale', 'service', 'shipping', 'credit', 'return', 'tax')",
    },
    { name: 'item_product_line', expression: "product_line_id is null or type = 'product'" },
    { name: 'item_value', expression: 'unit_value >= 0 and unit_cost >= 0' },
    { name: 'item_dates', expression: 'start_date <= end_date' },
  ],
});
export type Item = InferEntity<typeof Item>;
