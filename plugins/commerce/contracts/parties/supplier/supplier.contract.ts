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
  nameLine,
  noContent,
  repeated,
  requiredLine,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { optionalText } from '../../document/optional-text.ts';
import { listedSupplierFields, supplierFields } from './supplier-fields.ts';

/** Id of a supplier in requests. */
export const supplierReference = idOf('sup', 'Supplier is required');

/** A supplier in lists (spec commerce section 3, Supplier summary, with further list columns). */
export const supplierRow = z.object({
  /** `sup_...`; also the `accountID` of its addresses. */
  id: z.string(),
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
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SupplierRow = z.output<typeof supplierRow>;

/** One supplier. */
export const supplier = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  ...supplierFields.reply,
  /** Its main address, one of `addresses`. */
  address: address.nullable(),
  /** By name. */
  addresses: z.array(address),
  materialCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Supplier = z.output<typeof supplier>;

const name = requiredLine(200, 'Supplier name is required');
const number = nameLine(40);

const fields = {
  ...supplierFields.input,
  /** Fields of the main address, or null for none. An update changes the existing address. */
  address: addressInput.nullish(),
};

/** Body of `createSupplier`. Without `number` the next number is assigned. */
export const createSupplierBody = z.strictObject({
  name,
  number: optionalText(number),
  ...fields,
  /** Further addresses besides the main one. */
  addresses: z.array(addressInput).max(50, { error: 'At most 50 addresses' }).optional(),
});
export type CreateSupplierInput = z.output<typeof createSupplierBody>;

/** Body of `updateSupplier`. Further addresses have their own endpoints under `/v1/accounts/{supplierID}/addresses`. */
export const updateSupplierBody = z
  .strictObject({
    name: name.optional(),
    number: number.min(1, { error: 'Number is required' }).optional(),
    ...fields,
    /** Alternative to `address`: one of the supplier's addresses. */
    addressID: idOf('adr', 'Address is required').optional(),
    version: z.int().optional(),
  })
  .refine((body) => !(body.address && body.addressID), {
    error: 'Send an address or the id of one, not both',
    path: ['address'],
  });
export type UpdateSupplierInput = z.output<typeof updateSupplierBody>;

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
 * Suppliers by name, or by the requested order. `query` matches parts of name, number, email, phone and web address.
 */
export const listSuppliers = endpoint({
  name: 'listSuppliers',
  method: 'GET',
  path: '/v1/suppliers',
  permission: 'suppliers:read',
  summary: 'Lists suppliers.',
  query: listQuery({
    sortBy: ['name', 'number', 'email', 'materialCount', 'createdAt', 'updatedAt'],
    filters: supplierFilters,
  }),
  reply: listOf(supplierRow),
});

/** One supplier. */
export const getSupplier = endpoint({
  name: 'getSupplier',
  method: 'GET',
  path: '/v1/suppliers/{supplierID}',
  permission: 'suppliers:read',
  summary: 'Reads a supplier.',
  reply: supplier,
});

/** Adds a supplier; 409 `number_taken` for a number in use. */
export const createSupplier = endpoint({
  name: 'createSupplier',
  method: 'POST',
  path: '/v1/suppliers',
  permission: 'suppliers:create',
  summary: 'Creates a supplier.',
  body: createSupplierBody,
  reply: supplier,
});

/** Changes a supplier. */
export const updateSupplier = endpoint({
  name: 'updateSupplier',
  method: 'PATCH',
  path: '/v1/suppliers/{supplierID}',
  permission: 'suppliers:update',
  summary: 'Changes a supplier.',
  body: updateSupplierBody,
  reply: supplier,
});

/** Deletes a supplier with its items; 409 `in_use` if an order refers to it. Its number is not reused. */
export const deleteSupplier = endpoint({
  name: 'deleteSupplier',
  method: 'DELETE',
  path: '/v1/suppliers/{supplierID}',
  permission: 'suppliers:delete',
  summary: 'Deletes a supplier.',
  reply: noContent,
});

/** Words and endpoints of suppliers. */
export const suppliers = {
  type: 'supplier',
  prefix: 'sup',
  words: ['supplier', 'suppliers'],
  list: listSuppliers,
  get: getSupplier,
  create: createSupplier,
  update: updateSupplier,
  remove: deleteSupplier,
} as const;
