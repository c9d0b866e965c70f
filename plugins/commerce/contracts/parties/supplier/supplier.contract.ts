import {
  address,
  addressInput,
  booleanText,
  crudEndpoints,
  filterValue,
  idOf,
  isoDateOrDateTime,
  nameLine,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';
import { listedSupplierFields, supplierFields } from './supplier-fields.ts';

/** Id of a supplier in requests. */
export const supplierReference = idOf('sup', 'Supplier is required');

const number = nameLine(40);

const supplierFilters = {
  isActive: booleanText,
  /** Suppliers of any of these items. */
  itemIDs: repeated(z.string().max(100)),
  ...supplierFields.filters,
  /** Created on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
};

/** Text search and filters of the suppliers list, for bulk actions over everything that matches. */
export const supplierFilter = z.strictObject({ query: filterValue(singleLine(200)), ...supplierFilters });
export type SupplierFilter = z.output<typeof supplierFilter>;

/**
 * Suppliers (spec commerce section 3). `query` matches parts of name, number, email, phone and web address. Without
 * `number` a new supplier gets the next one; 409 `number_taken` for a number in use. Further addresses of a stored
 * supplier have endpoints of their own under `/v1/accounts/{supplierID}/addresses`. A supplier is deleted with its
 * items, 409 `in_use` if an order refers to it; its number is not reused.
 */
export const suppliers = crudEndpoints({
  one: 'Supplier',
  many: 'Suppliers',
  words: ['supplier', 'suppliers'],
  path: '/v1/suppliers',
  domain: 'suppliers',
  prefix: 'sup',
  row: {
    number: z.string(),
    name: z.string(),
    ...supplierFields.reply,
    /** Its main address, one of `addresses`. */
    address: address.nullable(),
    /** By name. */
    addresses: z.array(address),
    materialCount: z.int(),
  },
  listRow: {
    /** Unique in the account. */
    number: z.string(),
    name: z.string(),
    /** Inactive suppliers get no new orders; their data stay readable. */
    ...listedSupplierFields.reply,
    /** City and state of its main address. */
    city: z.string().nullable(),
    state: z.string().nullable(),
    /** Number of its items. */
    materialCount: z.int(),
  },
  sortBy: ['name', 'number', 'email', 'materialCount', 'createdAt', 'updatedAt'],
  filters: supplierFilters,
  body: {
    name: requiredLine(200, 'Supplier name is required'),
    number: optionalText(number),
    ...supplierFields.input,
    /** Fields of the main address, or null for none. An update changes the existing address. */
    address: addressInput.nullish(),
    /** Further addresses besides the main one. */
    addresses: z.array(addressInput).max(50, { error: 'At most 50 addresses' }).optional(),
  },
  fixed: ['addresses'],
  changes: {
    number: number.min(1, { error: 'Number is required' }).optional(),
    /** Alternative to `address`: one of the supplier's addresses. */
    addressID: idOf('adr', 'Address is required').optional(),
  },
  rule: [
    (body) => !(body['address'] && body['addressID']),
    { error: 'Send an address or the id of one, not both', path: ['address'] },
  ],
});

export const {
  list: listSuppliers,
  get: getSupplier,
  create: createSupplier,
  update: updateSupplier,
  remove: deleteSupplier,
  createBody: createSupplierBody,
  updateBody: updateSupplierBody,
} = suppliers;
export type Supplier = z.output<typeof suppliers.row>;
export type SupplierRow = z.output<typeof suppliers.listRow>;
export type CreateSupplierInput = z.output<typeof createSupplierBody>;
export type UpdateSupplierInput = z.output<typeof updateSupplierBody>;
