import {
  booleanText,
  crudEndpoints,
  filterValue,
  idOf,
  namedCode,
  namedRecord,
  referencedKind,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Kinds of groups, with names. */
export const accountGroupTypeNames = { customer_type: 'Customer type', price_group: 'Price group' } as const;
export type AccountGroupType = keyof typeof accountGroupTypeNames;
export const accountGroupTypeCode = namedCode(accountGroupTypeNames);

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

/** Reference to groups of type `customer_type`. */
export const customerTypeKind = referencedKind({ ...groupKind, type: 'customer_type', noun: 'customer type' });

/** Reference to groups of type `price_group`. */
export const priceGroupKind = referencedKind({ ...groupKind, type: 'price_group', noun: 'price group' });

/** Groups of customers (spec commerce section 3). */
export const accountGroups = crudEndpoints({
  one: 'AccountGroup',
  many: 'AccountGroups',
  words: ['customer group', 'customer groups'],
  path: '/v1/account-groups',
  domain: 'customer_groups',
  prefix: 'agr',
  home: '/dashboard/customer-groups',
  row: {
    /** Unique among the groups of its type. */
    name: z.string(),
    typeCode: accountGroupTypeCode,
    /** Sales to its customers earn no commission; default true. */
    isCommissionExempt: z.boolean(),
    /** Its customers pay no freight; default false. */
    isFreightExempt: z.boolean(),
    /** Number of customers of this type, or in this price group. */
    customerCount: z.int(),
  },
  sortBy: ['name', 'typeCode', 'customerCount', 'createdAt'],
  filters: { type: filterValue(accountGroupTypeCode), isCommissionExempt: booleanText, isFreightExempt: booleanText },
  body: {
    name: requiredLine(100, 'Group name is required'),
    typeCode: accountGroupTypeCode,
    isCommissionExempt: z.boolean().optional(),
    isFreightExempt: z.boolean().optional(),
  },
  fixed: ['typeCode'],
});

export const {
  list: listAccountGroups,
  get: getAccountGroup,
  create: createAccountGroup,
  update: updateAccountGroup,
  remove: deleteAccountGroup,
} = accountGroups;
export type AccountGroup = z.output<typeof accountGroups.row>;
