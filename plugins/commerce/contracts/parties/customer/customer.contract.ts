import {
  address,
  addressInput,
  booleanText,
  crudEndpoints,
  filterValue,
  idOf,
  isoDateOrDateTime,
  namedRecord,
  nameLine,
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

const number = nameLine(40);
const addressID = idOf('adr', 'Address is required').optional();
// A new customer has no addresses to choose from.
const none = z.undefined().optional();

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
 * Customers. `query` matches parts of name, number, email, phone and web address. Without `number` a new customer gets
 * the next one; 409 `number_taken` for a number in use, 409 `in_use` with the references of a customer that cannot be
 * deleted. Flags default to false, the status to normal. Documents keep the values they copied, but show a new name and
 * are found by it. Further addresses of a stored customer have endpoints of their own under
 * `/v1/accounts/{customerID}/addresses`.
 */
export const customers = crudEndpoints({
  one: 'Customer',
  many: 'Customers',
  words: ['customer', 'customers'],
  path: '/v1/customers',
  domain: 'customers',
  prefix: 'cus',
  /** `isCommissionExempt` and `isFreightExempt` are its own flags; the effective exemptions are in `exemptions`. */
  row: {
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
  },
  listRow: {
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
  },
  sortBy: ['name', 'number', 'email', 'status', 'customerTypeGroup', 'defaultSalesRep', 'createdAt', 'updatedAt'],
  filters: customerFilters,
  body: {
    name: requiredLine(200, 'Customer name is required'),
    number: optionalText(number),
    ...customerFields.input,
    parentID: customerReference.nullish(),
    customerPriceGroupIDs: z.array(accountGroupReference).max(50, { error: 'At most 50 price groups' }).optional(),
    cardProviderCustomerID: optionalText(singleLine(200)),
    /** Fields of the address, or null for none. An update changes the existing address. */
    billToAddress: addressInput.nullish(),
    billToAddressID: none,
    shipToAddress: addressInput.nullish(),
    shipToAddressID: none,
    /** Further addresses besides bill-to and ship-to. */
    addresses: z.array(addressInput).max(50, { error: 'At most 50 addresses' }).optional(),
  },
  fixed: ['addresses'],
  changes: {
    number: number.min(1, { error: 'Number is required' }).optional(),
    /** Alternatives to the addresses: one of the customer's. */
    billToAddressID: addressID,
    shipToAddressID: addressID,
  },
  rule: [
    (body) =>
      !(body['billToAddress'] && body['billToAddressID']) && !(body['shipToAddress'] && body['shipToAddressID']),
    { error: 'Send an address or the id of one, not both', path: ['billToAddress'] },
  ],
});

export const {
  list: listCustomers,
  get: getCustomer,
  create: createCustomer,
  update: updateCustomer,
  remove: deleteCustomer,
  createBody: createCustomerBody,
  updateBody: updateCustomerBody,
} = customers;
export type Customer = z.output<typeof customers.row>;
export type CustomerRow = z.output<typeof customers.listRow>;
export type CreateCustomerInput = z.output<typeof createCustomerBody>;
export type UpdateCustomerInput = z.output<typeof updateCustomerBody>;
