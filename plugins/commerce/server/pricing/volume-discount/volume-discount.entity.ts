import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';

const closed = { isClosedToCustomers: true };

/** A discount on unit prices for sufficient quantities. Without links of a kind, that kind does not restrict it. */
export const VolumeDiscount = defineEntity({
  ...tenantTable('commerce', 'volume_discount', closed),
  name: 'VolumeDiscount',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    appliesToCustomerPrices: column.boolean().default(true),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [{ name: 'volume_discount_name', expression: "name <> ''" }],
});
export type VolumeDiscount = InferEntity<typeof VolumeDiscount>;

/** A tier; the thresholds of one discount differ. */
export const VolumeDiscountTier = defineEntity({
  ...tenantTable('commerce', 'volume_discount_tier', closed),
  name: 'VolumeDiscountTier',
  properties: {
    ...tenantColumns(),
    volumeDiscount: () => belongsTo(VolumeDiscount, 'volume_discount_id'),
    name: column.text(),
    discountPercentage: column.ratio().default('0'),
    /** In base units. */
    threshold: column.quantity().default('0'),
  },
  // A generated name would be truncated, and the error could no longer be assigned to the threshold.
  uniques: [
    {
      name: 'volume_discount_tier_account_id_threshold_unique',
      properties: ['accountID', 'volumeDiscount', 'threshold'],
    },
  ],
  checks: [
    { name: 'volume_discount_tier_name', expression: "name <> ''" },
    { name: 'volume_discount_tier_share', expression: 'discount_percentage between 0 and 1' },
    { name: 'volume_discount_tier_threshold', expression: 'threshold >= 0' },
  ],
});
export type VolumeDiscountTier = InferEntity<typeof VolumeDiscountTier>;

/** A group whose members get the discount. */
export const VolumeDiscountGroup = defineEntity({
  ...tenantTable('commerce', 'volume_discount_group', closed),
  name: 'VolumeDiscountGroup',
  properties: {
    ...accountColumn(),
    volumeDiscount: () => belongsTo(VolumeDiscount, 'volume_discount_id').primary(),
    accountGroup: () => belongsTo(AccountGroup, 'account_group_id').primary(),
  },
  indexes: [{ properties: ['accountID', 'accountGroup'] }],
});

/** A product line of the discount. */
export const VolumeDiscountProductLine = defineEntity({
  ...tenantTable('commerce', 'volume_discount_product_line', closed),
  name: 'VolumeDiscountProductLine',
  properties: {
    ...accountColumn(),
    volumeDiscount: () => belongsTo(VolumeDiscount, 'volume_discount_id').primary(),
    productLineID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'productLineID'] }],
});

/** A category of the discount. */
export const VolumeDiscountCategory = defineEntity({
  ...tenantTable('commerce', 'volume_discount_category', closed),
  name: 'VolumeDiscountCategory',
  properties: {
    ...accountColumn(),
    volumeDiscount: () => belongsTo(VolumeDiscount, 'volume_discount_id').primary(),
    categoryID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'categoryID'] }],
});

/** An attribute of the discount. */
export const VolumeDiscountAttribute = defineEntity({
  ...tenantTable('commerce', 'volume_discount_attribute', closed),
  name: 'VolumeDiscountAttribute',
  properties: {
    ...accountColumn(),
    volumeDiscount: () => belongsTo(VolumeDiscount, 'volume_discount_id').primary(),
    attributeID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'attributeID'] }],
});

/** A unit in which lines have to be ordered. */
export const VolumeDiscountUnit = defineEntity({
  ...tenantTable('commerce', 'volume_discount_unit', closed),
  name: 'VolumeDiscountUnit',
  properties: {
    ...accountColumn(),
    volumeDiscount: () => belongsTo(VolumeDiscount, 'volume_discount_id').primary(),
    unitID: column.id().primary(),
  },
  indexes: [{ properties: ['accountID', 'unitID'] }],
});

declare module '../../tables.ts' {
  interface Tables {
    'commerce.volume_discount': TableRow<typeof VolumeDiscount>;
    'commerce.volume_discount_tier': TableRow<typeof VolumeDiscountTier>;
    'commerce.volume_discount_group': TableRow<typeof VolumeDiscountGroup>;
    'commerce.volume_discount_product_line': TableRow<typeof VolumeDiscountProductLine>;
    'commerce.volume_discount_category': TableRow<typeof VolumeDiscountCategory>;
    'commerce.volume_discount_attribute': TableRow<typeof VolumeDiscountAttribute>;
    'commerce.volume_discount_unit': TableRow<typeof VolumeDiscountUnit>;
  }
}
