import { endpoint, filterValue, idOf, listOf, listQuery, noContent } from '@millwright/core/contracts';
import { z } from 'zod';
import { accountGroupReference, accountGroupTypeCode } from '../../parties/account-group/account-group.contract.ts';
import { customerReference } from '../../parties/customer/customer.contract.ts';

const named = z.object({ id: z.string(), name: z.string() });
const access = {
  /** Id of the limit. */
  id: z.string(),
  /** The orderable product lines; without a record there is no limit. */
  productLines: z.array(named),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};
const productLineIDs = z
  .array(idOf('pln', 'Product line is required'))
  .min(1, { error: 'Choose at least one product line' })
  .max(500, { error: 'At most 500 product lines' });

/** The product lines to which customers of a group are limited (spec commerce section 6). */
export const accountGroupAccess = z.object({
  accountGroupID: z.string(),
  accountGroup: named.extend({ typeCode: accountGroupTypeCode }),
  ...access,
});
export type AccountGroupAccess = z.output<typeof accountGroupAccess>;

/** The product lines to which a customer is limited (spec commerce section 6). */
export const customerAccess = z.object({
  customerID: z.string(),
  customer: named.extend({ number: z.string() }),
  ...access,
});
export type CustomerAccess = z.output<typeof customerAccess>;

const listOptions = {
  sortBy: ['name', 'createdAt'],
  filters: { productLineID: filterValue(z.string().max(100)) },
} as const;

/** Body of both updates: the given lines replace the present ones. */
export const updateProductLineAccessBody = z.strictObject({ productLineIDs, version: z.int().optional() });

/** Limits of groups, by the group's name. */
export const listAccountGroupAccess = endpoint({
  name: 'listAccountGroupAccess',
  method: 'GET',
  path: '/v1/product-line-access/account-groups',
  permission: 'product_line_access:read',
  summary: 'Lists the product lines that groups are limited to.',
  query: listQuery(listOptions),
  reply: listOf(accountGroupAccess),
});

/** The limit of one group; 404 without one. */
export const getAccountGroupAccess = endpoint({
  name: 'getAccountGroupAccess',
  method: 'GET',
  path: '/v1/product-line-access/account-groups/{accountGroupID}',
  permission: 'product_line_access:read',
  summary: 'Reads the product lines that a group is limited to.',
  reply: accountGroupAccess,
});

/** Limits a group; 409 `duplicate` if it has a limit. */
export const createAccountGroupAccess = endpoint({
  name: 'createAccountGroupAccess',
  method: 'POST',
  path: '/v1/product-line-access/account-groups',
  permission: 'product_line_access:create',
  summary: 'Limits a group to product lines.',
  body: z.strictObject({ accountGroupID: accountGroupReference, productLineIDs }),
  reply: accountGroupAccess,
});

/** Replaces the product lines of a group's limit. */
export const updateAccountGroupAccess = endpoint({
  name: 'updateAccountGroupAccess',
  method: 'PATCH',
  path: '/v1/product-line-access/account-groups/{accountGroupID}',
  permission: 'product_line_access:update',
  summary: 'Changes the product lines that a group is limited to.',
  body: updateProductLineAccessBody,
  reply: accountGroupAccess,
});

/** Deletes the limit of a group. */
export const deleteAccountGroupAccess = endpoint({
  name: 'deleteAccountGroupAccess',
  method: 'DELETE',
  path: '/v1/product-line-access/account-groups/{accountGroupID}',
  permission: 'product_line_access:delete',
  summary: 'Lifts the limit of a group.',
  reply: noContent,
});

/** Limits of customers, by the customer's name. */
export const listCustomerAccess = endpoint({
  name: 'listCustomerAccess',
  method: 'GET',
  path: '/v1/product-line-access/customers',
  permission: 'product_line_access:read',
  summary: 'Lists the product lines that customers are limited to.',
  query: listQuery(listOptions),
  reply: listOf(customerAccess),
});

/** The limit of one customer; 404 without one. */
export const getCustomerAccess = endpoint({
  name: 'getCustomerAccess',
  method: 'GET',
  path: '/v1/product-line-access/customers/{customerID}',
  permission: 'product_line_access:read',
  summary: 'Reads the product lines that a customer is limited to.',
  reply: customerAccess,
});

/** Limits a customer; 409 `duplicate` if it has a limit. */
export const createCustomerAccess = endpoint({
  name: 'createCustomerAccess',
  method: 'POST',
  path: '/v1/product-line-access/customers',
  permission: 'product_line_access:create',
  summary: 'Limits a customer to product lines.',
  body: z.strictObject({ customerID: customerReference, productLineIDs }),
  reply: customerAccess,
});

/** Replaces the product lines of a customer's limit. */
export const updateCustomerAccess = endpoint({
  name: 'updateCustomerAccess',
  method: 'PATCH',
  path: '/v1/product-line-access/customers/{customerID}',
  permission: 'product_line_access:update',
  summary: 'Changes the product lines that a customer is limited to.',
  body: updateProductLineAccessBody,
  reply: customerAccess,
});

/** Deletes the limit of a customer. */
export const deleteCustomerAccess = endpoint({
  name: 'deleteCustomerAccess',
  method: 'DELETE',
  path: '/v1/product-line-access/customers/{customerID}',
  permission: 'product_line_access:delete',
  summary: 'Lifts the limit of a customer.',
  reply: noContent,
});
