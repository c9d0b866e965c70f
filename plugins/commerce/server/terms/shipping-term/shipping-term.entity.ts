import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** Payer and amount of the freight. */
export const ShippingTerm = defineEntity({
  ...tenantTable('commerce', 'shipping_term'),
  name: 'ShippingTerm',
  properties: {
    ...tenantColumns(),
    /** For seeded terms; null for the account's own. */
    code: column.text().nullable(),
    name: column.text(),
    isFreightExempt: column.boolean().default(false),
    flatRate: column.money().nullable(),
    minimumOrderValue: column.money().nullable(),
    isCarrierRate: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'name'] }, { properties: ['accountID', 'code'] }],
  checks: [
    { name: 'shipping_term_name', expression: "name <> ''" },
    { name: 'shipping_term_flat_rate', expression: 'flat_rate >= 0' },
    { name: 'shipping_term_minimum', expression: 'minimum_order_value >= 0' },
  ],
});
export type ShippingTerm = InferEntity<typeof ShippingTerm>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.shipping_term': TableRow<typeof ShippingTerm>;
  }
}
