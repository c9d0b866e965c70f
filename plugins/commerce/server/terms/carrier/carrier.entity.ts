import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';

/** A carrier of parcels and pallets. */
export const Carrier = defineEntity({
  ...tenantTable('commerce', 'carrier'),
  name: 'Carrier',
  properties: {
    ...tenantColumns(),
    code: column.text().nullable(),
    name: column.text(),
    isBuiltIn: column.boolean().default(false),
    /** Contains `{trackingNumber}` as placeholder. */
    trackingUrlTemplate: column.text().nullable(),
  },
  uniques: [{ properties: ['accountID', 'name'] }, { properties: ['accountID', 'code'] }],
  checks: [
    { name: 'carrier_name', expression: "name <> ''" },
    { name: 'carrier_built_in', expression: 'not is_built_in or code is not null' },
    { name: 'carrier_tracking', expression: "tracking_url_template like '%{trackingNumber}%'" },
  ],
});
export type Carrier = InferEntity<typeof Carrier>;

/** A service of a carrier. */
export const CarrierOption = defineEntity({
  ...tenantTable('commerce', 'carrier_option'),
  name: 'CarrierOption',
  properties: {
    ...tenantColumns(),
    carrier: () => belongsTo(Carrier, 'carrier_id'),
    code: column.text(),
    name: column.text(),
    isBuiltIn: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'carrier', 'code'] }],
  checks: [{ name: 'carrier_option_text', expression: "code <> '' and name <> ''" }],
});
export type CarrierOption = InferEntity<typeof CarrierOption>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.carrier': TableRow<typeof Carrier>;
    'commerce.carrier_option': TableRow<typeof CarrierOption>;
  }
}
