import {
  address,
  addressInput,
  booleanText,
  endpoint,
  filterValue,
  idOf,
  isoDateOrDateTime,
  listOf,
  listQuery,
  namedRecord,
  noContent,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';
import { accountGroupReference } from '../account-group/account-group.contract.ts';
import { customerFields, listedCustomerFields } from './customer-fields.ts';

/** Whether a customer is exempt once its own flag, its type group and its price groups are counted. */
export const exemptionStatuses = ['exempt', 'not_exempt'] as const;

/** Id of a customer in requests. */
export const customerReference = idOf('cus', 'Customer is required');

/** Whether somebody is exempt, and what says so; nobody is exempt without a reason. */
export const exemption = z.object({
  isExempt: z.boolean(),
  /** What makes the customer exempt, in people's words: `Customer`, `Customer type Dealer`. */
  reasons: z.array(z.string()),
});
export type Exemption = z.output<typeof exemption>;

/** A customer in lists (spec commerce section 3, Customer summary, and what the list shows beside). */
export const customerRow = z.object({
  /** `cus_...`; also the `accountID` of its addresses, users and children. */
  id: z.string(),
  /** Unique in the account. */
  number: z.string(),
  name: z.string(),
  ...listedCustomerFields.reply,
  customerPriceGroups: z.array(namedRecord),
  /** Of the ship-to address, else the bill-to address. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** True where it is marked so or has children. */
  isParentAccount: z.boolean(),
  parent: namedRecord.nullable(),
  /** After its type group and price groups are counted. */
  isCommissionExempt: z.boolean(),
  isFreightExempt: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CustomerRow = z.output<typeof customerRow>;

/**
 * One customer. Its own exemption flags are `isCommissionExempt` and `isFreightExempt`; what counts is in `exemptions`.
 */
export const customer = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  ...customerFields.reply,
  billToAddress: address.nullable(),
  shipToAddress: address.nullable(),
  /** All of its addresses by name, those two among them. */
  addresses: z.array(address),
  exemptions: z.object({ commission: exemption, freight: exemption }),
  customerPriceGroups: z.array(namedRecord),
  parentID: z.string().nullable(),
  parent: namedRecord.nullable(),
  childCount: z.int(),
  /** The customer's id at the card payment provider. */
  cardProviderCustomerID: z.string().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Customer = z.output<typeof customer>;

const name = requiredLine(200, 'Customer name is required');
const addressID = idOf('adr', 'Address is required');

const fields = {
  ...customerFields.input,
  parentID: customerReference.nullish(),
  customerPriceGroupIDs: z.array(accountGroupReference).max(50, { error: 'At most 50 price groups' }).optional(),
  cardProviderCustomerID: optionalText(singleLine(200)),
  /** Fields of the address, or null for none. On a change they are written to the address that is there. */
  billToAddress: addressInput.nullish(),
  /** In its place: one of the customer's addresses. */
  billToAddressID: addressID.optional(),
  shipToAddress: addressInput.nullish(),
  shipToAddressID: addressID.optional(),
};

const number = singleLine(40);
const oneOfTwo = (shape: { [key: string]: unknown }): boolean =>
  !(shape['billToAddress'] && shape['billToAddressID']) && !(shape['shipToAddress'] && shape['shipToAddressID']);
const oneOfTwoError = { error: 'Send an address or the id of one, not both', path: ['billToAddress'] };

/**
 * Body of `createCustomer`. Without `number` the next one of the series is taken; flags default to false, status to
 * normal.
 */
export const createCustomerBody = z.strictObject({
  name,
  number: optionalText(number),
  ...fields,
  // A new customer has no addresses to choose from yet.
  billToAddressID: z.undefined().optional(),
  shipToAddressID: z.undefined().optional(),
  /** Further addresses beside bill-to and ship-to. */
  addresses: z.array(addressInput).max(50, { error: 'At most 50 addresses' }).optional(),
});
export type CreateCustomerInput = z.output<typeof createCustomerBody>;

/** Body of `updateCustomer`. Further addresses have their own calls under `/v1/accounts/{customerID}/addresses`. */
export const updateCustomerBody = z
  .strictObject({
    name: name.optional(),
    number: number.min(1, { error: 'Number is required' }).optional(),
    ...fields,
    version: z.int().optional(),
  })
  .refine(oneOfTwo, oneOfTwoError);
export type UpdateCustomerInput = z.output<typeof updateCustomerBody>;

const exemptionStatus = z.enum(exemptionStatuses, { error: `Must be one of ${exemptionStatuses.join(', ')}` });

const customerFilters = {
  ...customerFields.filters,
  pricingGroupIDs: repeated(z.string().max(100)),
  /** After groups are counted. */
  commissionStatusCodes: repeated(exemptionStatus),
  freightStatusCodes: repeated(exemptionStatus),
  isParentAccount: booleanText,
  /** Of any of its addresses: city and state in any case, postal code by how it begins. */
  city: filterValue(singleLine(100)),
  state: filterValue(singleLine(100)),
  postalCode: filterValue(singleLine(20)),
  /** Created from this day or instant on, and until; a day is one of the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
};

/** Text search and filters of the customers list, for bulk actions over everything that matches. */
export const customerFilter = z.strictObject({ query: filterValue(singleLine(200)), ...customerFilters });
export type CustomerFilter = z.output<typeof customerFilter>;

/** Customers by name, or as sorted. `query` finds parts of name, number, email, phone and web address. */
export const listCustomers = endpoint({
  name: 'listCustomers',
  method: 'GET',
  path: '/v1/customers',
  permission: 'customers:read',
  summary: 'Lists customers.',
  query: listQuery({
    sortBy: ['name', 'number', 'email', 'status', 'customerTypeGroup', 'defaultSalesRep', 'createdAt', 'updatedAt'],
    filters: customerFilters,
  }),
  reply: listOf(customerRow),
});

/** One customer. */
export const getCustomer = endpoint({
  name: 'getCustomer',
  method: 'GET',
  path: '/v1/customers/{customerID}',
  permission: 'customers:read',
  summary: 'Reads a customer.',
  reply: customer,
});

/** Adds a customer; 409 `number_taken` for a number that is. */
export const createCustomer = endpoint({
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  permission: 'customers:create',
  summary: 'Creates a customer.',
  body: createCustomerBody,
  reply: customer,
});

/** Changes a customer. Documents keep what they took over, but show and find the new name. */
export const updateCustomer = endpoint({
  name: 'updateCustomer',
  method: 'PATCH',
  path: '/v1/customers/{customerID}',
  permission: 'customers:update',
  summary: 'Changes a customer.',
  body: updateCustomerBody,
  reply: customer,
});

/** Deletes a customer that nothing refers to; else 409 `in_use` naming what refers. Its number stays taken. */
export const deleteCustomer = endpoint({
  name: 'deleteCustomer',
  method: 'DELETE',
  path: '/v1/customers/{customerID}',
  permission: 'customers:delete',
  summary: 'Deletes a customer.',
  reply: noContent,
});
