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
  nameLine,
  noContent,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';
import { accountGroupReference } from '../account-group/account-group.contract.ts';
import { customerFields, listedCustomerFields } from './customer-fields.ts';

/** Whether a customer is exempt, by its own flag, its type group or its price groups. */
export const exemptionStatuses = ['exempt', 'not_exempt'] as const;

/** Id of a customer in requests. */
export const customerReference = idOf('cus', 'Customer is required');

/** An exemption and its reasons; without reasons there is no exemption. */
export const exemption = z.object({
  isExempt: z.boolean(),
  /** Reasons as text: `Customer`, `Customer type Dealer`. */
  reasons: z.array(z.string()),
});
export type Exemption = z.output<typeof exemption>;

/** A customer in lists (spec commerce section 3, Customer summary, with further list columns). */
export const customerRow = z.object({
  /** `cus_...`; also the `accountID` of its addresses, users and children. */
  id: z.string(),
  /** Unique in the account. */
  number: z.string(),
  name: z.string(),
  ...listedCustomerFields.reply,
  customerPriceGroups: z.array(namedRecord),
  /** City and state of the ship-to address, else of the bill-to address. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** True if it is marked as parent or has children. */
  isParentAccount: z.boolean(),
  parent: namedRecord.nullable(),
  /** Includes exemptions by type group and price groups. */
  isCommissionExempt: z.boolean(),
  isFreightExempt: z.boolean(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CustomerRow = z.output<typeof customerRow>;

/**
 * One customer. `isCommissionExempt` and `isFreightExempt` are its own flags; the effective exemptions are in
 * `exemptions`.
 */
export const customer = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  ...customerFields.reply,
  billToAddress: address.nullable(),
  shipToAddress: address.nullable(),
  /** All addresses by name, including bill-to and ship-to. */
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
  /** Fields of the address, or null for none. An update changes the existing address. */
  billToAddress: addressInput.nullish(),
  /** Alternative: one of the customer's addresses. */
  billToAddressID: addressID.optional(),
  shipToAddress: addressInput.nullish(),
  shipToAddressID: addressID.optional(),
};

const number = nameLine(40);
const oneOfTwo = (shape: { [key: string]: unknown }): boolean =>
  !(shape['billToAddress'] && shape['billToAddressID']) && !(shape['shipToAddress'] && shape['shipToAddressID']);
const oneOfTwoError = { error: 'Send an address or the id of one, not both', path: ['billToAddress'] };

/** Body of `createCustomer`. Without `number` the next number is assigned; flags default to false, status to normal. */
export const createCustomerBody = z.strictObject({
  name,
  number: optionalText(number),
  ...fields,
  // A new customer has no addresses to choose from.
  billToAddressID: z.undefined().optional(),
  shipToAddressID: z.undefined().optional(),
  /** Further addresses besides bill-to and ship-to. */
  addresses: z.array(addressInput).max(50, { error: 'At most 50 addresses' }).optional(),
});
export type CreateCustomerInput = z.output<typeof createCustomerBody>;

/** Body of `updateCustomer`. Further addresses have their own endpoints under `/v1/accounts/{customerID}/addresses`. */
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
  /** Effective status, including groups. */
  commissionStatusCodes: repeated(exemptionStatus),
  freightStatusCodes: repeated(exemptionStatus),
  isParentAccount: booleanText,
  /** Any of its addresses: city and state in any case, postal code by its beginning. */
  city: filterValue(singleLine(100)),
  state: filterValue(singleLine(100)),
  postalCode: filterValue(singleLine(20)),
  /** Created on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
};

/** Text search and filters of the customers list, for bulk actions over everything that matches. */
export const customerFilter = z.strictObject({ query: filterValue(singleLine(200)), ...customerFilters });
export type CustomerFilter = z.output<typeof customerFilter>;

/**
 * Customers by name, or by the requested order. `query` matches parts of name, number, email, phone and web address.
 */
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

/** Adds a customer; 409 `number_taken` for a number in use. */
export const createCustomer = endpoint({
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  permission: 'customers:create',
  summary: 'Creates a customer.',
  body: createCustomerBody,
  reply: customer,
});

/** Changes a customer. Documents keep the values they copied, but show the new name and are found by it. */
export const updateCustomer = endpoint({
  name: 'updateCustomer',
  method: 'PATCH',
  path: '/v1/customers/{customerID}',
  permission: 'customers:update',
  summary: 'Changes a customer.',
  body: updateCustomerBody,
  reply: customer,
});

/** Deletes a customer without references; else 409 `in_use` with the references. Its number is not reused. */
export const deleteCustomer = endpoint({
  name: 'deleteCustomer',
  method: 'DELETE',
  path: '/v1/customers/{customerID}',
  permission: 'customers:delete',
  summary: 'Deletes a customer.',
  reply: noContent,
});

/** Words and endpoints of customers. */
export const customers = {
  type: 'customer',
  prefix: 'cus',
  words: ['customer', 'customers'],
  list: listCustomers,
  get: getCustomer,
  create: createCustomer,
  update: updateCustomer,
  remove: deleteCustomer,
} as const;
