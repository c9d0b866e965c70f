import {
  crudEndpoints,
  filterValue,
  isoDate,
  namedCode,
  nonNegativeUnitPrice,
  positiveMeasure,
  rate,
  repeated,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { pricedAttribute, pricedCategory, pricedItem, pricedProductLine, pricedUnit } from '../rule-references.ts';

/** Recipients of a price, with names: one customer, or all customers of a group. */
const priceRecipientTypeNames = {
  customer: 'Customer',
  price_group: 'Price group',
  customer_type: 'Customer type',
} as const;
export type PriceRecipientType = keyof typeof priceRecipientTypeNames;

/** Id of a customer or an account group in requests. */
export const priceRecipientReference = z
  .string({ error: 'Customer or group is required' })
  .regex(/^(?:cus|agr)_[0-9a-z]{1,60}$/, { error: 'Must be the id of a customer or a customer group' });

const named = z.object({ id: z.string(), name: z.string() });
const few = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).max(100, { error: 'At most 100' }).optional();

const priceUnit = pricedUnit.nullish();

/** Per the item's default unit by default; a price without an item needs a unit. */
const priceInput = z.union(
  [nonNegativeUnitPrice, z.strictObject({ value: nonNegativeUnitPrice, unitID: priceUnit, perUnitID: priceUnit })],
  { error: 'Must be a number of 0 or more, or a value with its unit' },
);

/**
 * A price for a customer or a group, for the products that match (spec commerce section 3). A price without an item is
 * per a given unit, and applies to products that can be measured in it.
 */
export const accountPrices = crudEndpoints({
  one: 'AccountPrice',
  many: 'AccountPrices',
  words: ['customer price', 'customer prices'],
  path: '/v1/account-prices',
  domain: 'customer_prices',
  home: '/dashboard/customer-prices',
  prefix: 'apr',
  row: {
    /** Recipient and subject of the price: `Lakeside Outfitters: WG-100`. */
    name: z.string(),
    recipientAccountID: z.string(),
    recipient: named.extend({ type: namedCode(priceRecipientTypeNames) }),
    /** The recipient, if it is one customer; null for a group. */
    customer: named.nullable(),
    /** The name of an item is its SKU. */
    item: named.nullable(),
    productLine: named.nullable(),
    categories: z.array(named),
    /** With their property: `Color: Black`. */
    attributes: z.array(named),
    /** `value` in the account's currency per `perUnitID`; id `rate_<price>.unitValue`. */
    unitValue: rate.extend({ perUnit: z.string() }),
    /** Minimum quantity of a line, in the unit of the price; null for none. */
    minimumQuantity: z.number().nullable(),
    /** First and last day, in the account's time zone; null for no limit. */
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
  },
  sortBy: ['name', 'unitValue', 'startDate', 'endDate', 'createdAt'],
  filters: {
    recipientAccountID: filterValue(z.string().max(100)),
    itemIDs: repeated(z.string().max(100)),
    productLineIDs: repeated(z.string().max(100)),
    /** Valid on this day. */
    validOn: filterValue(isoDate),
  },
  body: {
    recipientAccountID: priceRecipientReference,
    /** With an item the price is for this item only; otherwise for all products that match the other criteria. */
    itemID: pricedItem.nullish(),
    productLineID: pricedProductLine.nullish(),
    /** Matches products in one of these categories. */
    categoryIDs: few(pricedCategory),
    /** Matches products that have one of the given attributes for each of their properties. */
    attributeIDs: few(pricedAttribute),
    unitValue: priceInput,
    minimumQuantity: positiveMeasure.nullish(),
    startDate: isoDate.nullish(),
    endDate: isoDate.nullish(),
  },
});

export const {
  list: listAccountPrices,
  get: getAccountPrice,
  create: createAccountPrice,
  update: updateAccountPrice,
  remove: deleteAccountPrice,
  createBody: createAccountPriceBody,
  updateBody: updateAccountPriceBody,
} = accountPrices;
export type AccountPrice = z.output<typeof accountPrices.row>;
