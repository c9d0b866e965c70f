import {
  crudEndpoints,
  idOf,
  nonNegativeMeasure,
  percentage,
  requiredLine,
  singleLine,
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
  /** A share, 0.1 is ten percent. */
  discountPercentage: z.number(),
  /** Base units of all fitting lines together from which it counts. */
  threshold: z.number(),
});
export type VolumeDiscountTier = z.output<typeof volumeDiscountTier>;

/** Most tiers of a volume discount. */
export const mostVolumeDiscountTiers = 50;

/** A tier in requests: with an id it changes that tier. Without a name it is called after its threshold. */
export const volumeDiscountTierInput = z.strictObject({
  id: idOf('vdt').nullish(),
  name: singleLine(100).nullish(),
  discountPercentage: percentage.default(0),
  threshold: nonNegativeMeasure.default(0),
});

/**
 * What comes off the unit prices of orders that are large enough (spec commerce sections 3 and 9). Lists that are empty
 * let everything in.
 */
export const volumeDiscounts = crudEndpoints({
  one: 'VolumeDiscount',
  many: 'VolumeDiscounts',
  words: ['volume discount', 'volume discounts'],
  path: '/v1/volume-discounts',
  domain: 'discounts',
  prefix: 'vdc',
  row: {
    name: z.string(),
    /** By threshold. Every tier that is reached counts. */
    tiers: z.array(volumeDiscountTier),
    customerGroups: z.array(named),
    productLines: z.array(named),
    categories: z.array(named),
    /** Named with their property: `Color: Black`. */
    attributes: z.array(named),
    /** Units in which a line has to be ordered. */
    acceptableUnits: z.array(named),
    /** Whether it comes off customer prices too, not only off list prices. */
    appliesToCustomerPrices: z.boolean(),
  },
  sortBy: ['name', 'createdAt'],
  body: {
    name: requiredLine(100, 'Discount name is required'),
    /** In place of all that there are. */
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
