import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, fieldColumns, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { productLineFields } from '../../../contracts/catalogue/product-line/product-line.contract.ts';
import { unitGroupReferences } from '../../units/unit-group/unit-group.entity.ts';

/** A family of products with its exemptions. */
export const ProductLine = defineEntity({
  ...tenantTable('inventory', 'product_line'),
  name: 'ProductLine',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    ...fieldColumns(productLineFields, unitGroupReferences),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [{ properties: ['accountID', 'unitGroup'] }],
  checks: [{ name: 'product_line_name', expression: "name <> ''" }],
});
export type ProductLine = InferEntity<typeof ProductLine>;

declare module '../shared/tables.ts' {
  interface Tables {
    'inventory.product_line': TableRow<typeof ProductLine>;
  }
}
