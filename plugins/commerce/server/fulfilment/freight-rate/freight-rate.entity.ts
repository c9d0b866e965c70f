import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { Carrier, CarrierOption } from '../../terms/carrier/carrier.entity.ts';

const closed = { isClosedToCustomers: true };

/** The rates by weight that the account has agreed with a carrier. */
export const FreightRate = defineEntity({
  ...tenantTable('commerce', 'freight_rate', closed),
  name: 'FreightRate',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    carrier: () => belongsTo(Carrier, 'carrier_id'),
    carrierOption: () => belongsTo(CarrierOption, 'carrier_option_id').nullable(),
    /** Destination states, separated by commas. Null means everywhere. */
    states: column.text().nullable(),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [
    { properties: ['accountID', 'carrier'] },
    { properties: ['accountID', 'carrierOption'], where: 'carrier_option_id is not null' },
  ],
  checks: [{ name: 'freight_rate_text', expression: "name <> '' and states <> ''" }],
});
export type FreightRate = InferEntity<typeof FreightRate>;

/** The rate for parcels from a weight on. */
export const FreightRateStep = defineEntity({
  ...tenantTable('commerce', 'freight_rate_step', closed),
  name: 'FreightRateStep',
  properties: {
    ...tenantColumns(),
    freightRate: () => belongsTo(FreightRate, 'freight_rate_id'),
    /** Pounds. */
    fromWeight: column.quantity().default('0'),
    amount: column.money().default('0'),
    perPound: column.unitPrice().default('0'),
  },
  uniques: [{ properties: ['accountID', 'freightRate', 'fromWeight'] }],
  checks: [{ name: 'freight_rate_step_amounts', expression: 'from_weight >= 0 and amount >= 0 and per_pound >= 0' }],
});
export type FreightRateStep = InferEntity<typeof FreightRateStep>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.freight_rate': TableRow<typeof FreightRate>;
    'commerce.freight_rate_step': TableRow<typeof FreightRateStep>;
  }
}
