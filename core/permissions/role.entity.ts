import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { RoleType } from '../contracts/plugins/permission.ts';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/** Types of stored roles; an API key has its scopes instead. */
export type StoredRoleType = Exclude<RoleType, 'api_key'>;

/**
 * A named set of rights in one account. `isSystem` roles come with the account. The admin role has all rights and
 * cannot be changed.
 */
export const Role = defineEntity({
  ...tenantTable('core', 'role', {
    auth: 'cr',
    jobColumns: {
      select: ['account_id', 'id', 'type', 'is_system'],
      update: [],
      why: 'a start finds roles without a new default right',
    },
  }),
  name: 'Role',
  properties: {
    ...tenantColumns(),
    code: column.id(),
    name: column.text(),
    description: column.text().nullable(),
    type: column.text().$type<StoredRoleType>(),
    isSystem: column.boolean().default(false),
  },
  uniques: [{ properties: ['accountID', 'code'] }, { properties: ['accountID', 'name'] }],
  checks: [
    { name: 'role_type', expression: "type in ('admin', 'user', 'scanner', 'sales_rep', 'customer')" },
    { name: 'role_admin_is_system', expression: "type <> 'admin' or (is_system and code = 'admin')" },
  ],
});
export type Role = InferEntity<typeof Role>;

/** A role's rights in one permission domain. */
export const RolePermission = defineEntity({
  ...tenantTable('core', 'role_permission', {
    auth: 'cr',
    jobColumns: {
      select: ['account_id', 'role_id', 'domain', 'can_create', 'can_read', 'can_update', 'can_delete'],
      update: [],
      why: 'a start finds roles without a new default right',
    },
  }),
  name: 'RolePermission',
  properties: {
    ...accountColumn(),
    role: () => belongsTo(Role, 'role_id').primary(),
    domain: column.id().primary(),
    canCreate: column.boolean(),
    canRead: column.boolean(),
    canUpdate: column.boolean(),
    canDelete: column.boolean(),
  },
});
export type RolePermission = InferEntity<typeof RolePermission>;
