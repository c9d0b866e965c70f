import {
  crudEndpoints,
  idOf,
  nameLine,
  nonNegativeMeasure,
  percentage,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { accountGroupReference } from '../../parties/account-group/account-group.contract.ts';
import { pricedAttribute, pricedCategory, pricedProductLine, pricedUnit } from '../rule-references.ts';

const named = z.object({ id: z.string(), name: z.string() });
const few = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).max(100, { error: 'At most 100' }).optional();

/** A step of a volume discount. */
export const volumeDiscountTier = z.object({
  /** `vdt_...` */
  id: z.string(),
  name: z.string(),
  /** A fraction, 0.1 is ten percent. */
  discountPercentage: z.number(),
  /** Minimum quantity of all matching lines together, in base units. */
  threshold: z.number(),
});
export type VolumeDiscountTier = z.output<typeof volumeDiscountTier>;

/** Largest number of tiers in a volume discount. */
export const mostVolumeDiscountTiers = 50;

/** A tier in requests: with an id it changes that tier. The default name is made from the threshold. */
export const volumeDiscountTierInput = z.strictObject({
  id: idOf('vdt').nullish(),
  name: nameLine(100).nullish(),
  discountPercentage: percentage.default(0),
  threshold: nonNegativeMeasure.default(0),
});

/** A discount on unit prices of large orders (spec commerce sections 3 and 9). Empty lists do not restrict it. */
export const volumeDiscounts = crudEndpoints({
  one: 'VolumeDiscount',
  many: 'VolumeDiscounts',
  words: ['volume discount', 'volume discounts'],
  path: '/v1/volume-discounts',
  domain: 'discounts',
  prefix: 'vdc',
  row: {
    name: z.string(),
    /** By threshold. All reached tiers apply. */
    tiers: z.array(volumeDiscountTier),
    customerGroups: z.array(named),
    productLines: z.array(named),
    categories: z.array(named),
    /** With their property: `Color: Black`. */
    attributes: z.array(named),
    /** Units in which a line has to be ordered. */
    acceptableUnits: z.array(named),
    /** Whether it also reduces customer prices, not only list prices. */
    appliesToCustomerPrices: z.boolean(),
  },
  sortBy: ['name', 'createdAt'],
  body: {
    name: requiredLine(100, 'Discount name is required'),
    /** Replaces all tiers. */
    tiers: z
      .array(volumeDiscountTierInput)
      .max(mostVolumeDiscountTiers, { error: `At most ${mostVolumeDiscountTiers} tiers` })
      .optional(),
    customerGroupIDs: few(accountGroupReference),
    productLineIDs: few(pricedProductLine),
    categoryIDs: few(pricedCategory),
    attributeIDs: few(pricedAttribute),
    acceptableUnitIDs: few(pricedUnit),
    appliesToCustomerPrices: z.boolean().optional(),
  },
});

export const {
  list: listVolumeDiscounts,
  get: getVolumeDiscount,
  create: createVolumeDiscount,
  update: updateVolumeDiscount,
  remove: deleteVolumeDiscount,
  createBody: createVolumeDiscountBody,
  updateBody: updateVolumeDiscountBody,
} = volumeDiscounts;
export type VolumeDiscount = z.output<typeof volumeDiscounts.row>;
