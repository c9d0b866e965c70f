import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';

const closed = { isClosedToCustomers: true };

/** What comes off unit prices where enough is ordered. Without links of a kind everything of it fits. */
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

/** A step of it; those of one discount begin at different volumes. */
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
  // Its own name would be cut, and could no longer say that the threshold is at fault.
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

/** A group whose members it is for. */
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

/** A product line that it is for. */
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

/** A category that it is for. */
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

/** An attribute that it is for. */
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

/** A unit that lines have to be ordered in. */
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
