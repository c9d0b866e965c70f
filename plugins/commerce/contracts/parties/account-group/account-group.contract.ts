import {
  booleanText,
  endpoint,
  filterValue,
  idOf,
  listOf,
  listQuery,
  namedRecord,
  noContent,
  referencedKind,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Kinds of groups: what a customer is, or what it pays. */
export const accountGroupTypes = ['customer_type', 'price_group'] as const;
export type AccountGroupType = (typeof accountGroupTypes)[number];

/** People's names of the kinds. */
export const accountGroupTypeNames: Record<AccountGroupType, string> = {
  customer_type: 'Customer type',
  price_group: 'Price group',
};

const typeCode = z.enum(accountGroupTypes, { error: `Must be one of ${accountGroupTypes.join(', ')}` });

/** Id of an account group in requests. */
export const accountGroupReference = idOf('agr', 'Customer group is required');

const groupKind = {
  record: 'account_group',
  id: accountGroupReference,
  shown: namedRecord,
  by: ['name'],
  isCreatable: true,
  needs: 'customer_groups:read',
  home: '/dashboard/customer-groups',
} as const;

/** Groups of type `customer_type` as others refer to them. */
export const customerTypeKind = referencedKind({ ...groupKind, type: 'customer_type', noun: 'customer type' });

/** Groups of type `price_group` as others refer to them. */
export const priceGroupKind = referencedKind({ ...groupKind, type: 'price_group', noun: 'price group' });

/** A group of customers (spec commerce section 3). */
export const accountGroup = z.object({
  /** `agr_...` */
  id: z.string(),
  /** Unique among the groups of its type. */
  name: z.string(),
  typeCode: z.enum(accountGroupTypes),
  /** Sales to its customers earn no commission; true unless said. */
  isCommissionExempt: z.boolean(),
  /** Its customers pay no freight; false unless said. */
  isFreightExempt: z.boolean(),
  /** Customers of this type, or in this price group. */
  customerCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AccountGroup = z.output<typeof accountGroup>;

const name = requiredLine(100, 'Group name is required');

/** Body of `createAccountGroup`. */
export const createAccountGroupBody = z.strictObject({
  name,
  typeCode,
  isCommissionExempt: z.boolean().default(true),
  isFreightExempt: z.boolean().default(false),
});
export type CreateAccountGroupInput = z.output<typeof createAccountGroupBody>;

/** Body of `updateAccountGroup`; the type stays what it is. */
export const updateAccountGroupBody = z.strictObject({
  name: name.optional(),
  isCommissionExempt: z.boolean().optional(),
  isFreightExempt: z.boolean().optional(),
  version: z.int().optional(),
});
export type UpdateAccountGroupInput = z.output<typeof updateAccountGroupBody>;

/** Groups by name; `type` takes one kind. */
export const listAccountGroups = endpoint({
  name: 'listAccountGroups',
  method: 'GET',
  path: '/v1/account-groups',
  permission: 'customer_groups:read',
  summary: 'Lists customer types and price groups.',
  query: listQuery({
    sortBy: ['name', 'typeCode', 'customerCount', 'createdAt'],
    filters: { type: filterValue(typeCode), isCommissionExempt: booleanText, isFreightExempt: booleanText },
  }),
  reply: listOf(accountGroup),
});

/** One group. */
export const getAccountGroup = endpoint({
  name: 'getAccountGroup',
  method: 'GET',
  path: '/v1/account-groups/{accountGroupID}',
  permission: 'customer_groups:read',
  summary: 'Reads a customer type or price group.',
  reply: accountGroup,
});

/** Adds a group; a name that its type has already is 409 `duplicate`. */
export const createAccountGroup = endpoint({
  name: 'createAccountGroup',
  method: 'POST',
  path: '/v1/account-groups',
  permission: 'customer_groups:create',
  summary: 'Creates a customer type or price group.',
  body: createAccountGroupBody,
  reply: accountGroup,
});

/** Changes a group. */
export const updateAccountGroup = endpoint({
  name: 'updateAccountGroup',
  method: 'PATCH',
  path: '/v1/account-groups/{accountGroupID}',
  permission: 'customer_groups:update',
  summary: 'Changes a customer type or price group.',
  body: updateAccountGroupBody,
  reply: accountGroup,
});

/** Deletes a group without customers; else 409 `in_use` naming what refers. */
export const deleteAccountGroup = endpoint({
  name: 'deleteAccountGroup',
  method: 'DELETE',
  path: '/v1/account-groups/{accountGroupID}',
  permission: 'customer_groups:delete',
  summary: 'Deletes a customer type or price group.',
  reply: noContent,
});
