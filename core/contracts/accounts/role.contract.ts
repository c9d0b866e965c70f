import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { filterValue, listOf, listQuery, repeated } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { permissionGroups, roleTypes } from '../plugins/permission.ts';
import { requiredLine, singleLine } from '../text.ts';

/** Refusals of roles and rights. */
export const roleProblems = defineProblems({
  role_immutable: { status: 409, message: 'The administrator role cannot be changed' },
  system_role: { status: 409, message: 'This role comes with the account and cannot be deleted' },
  cannot_grant: { status: 403, message: 'You cannot grant rights that you do not have' },
});

/** A role's rights in one permission domain. */
export const rolePermission = z.object({
  domain: z.string(),
  create: z.boolean(),
  read: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
  group: z.enum(permissionGroups),
});
export type RolePermissionEntry = z.output<typeof rolePermission>;

/** An entry in requests. `group` follows from the domain and may be left out. */
const rolePermissionInput = z.strictObject({
  domain: requiredLine(80, 'Domain is required'),
  create: z.boolean().optional(),
  read: z.boolean().optional(),
  update: z.boolean().optional(),
  delete: z.boolean().optional(),
  group: z.string().max(80).optional(),
});

/** A role with its rights: one entry per domain that can be granted in this account. */
export const role = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(roleTypes),
  /** True for roles that come with the account and cannot be deleted. */
  isSystem: z.boolean(),
  permissions: z.array(rolePermission),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RoleView = z.output<typeof role>;

/** A role in lists. */
export const roleRow = role.omit({ permissions: true }).extend({
  /** Number of people with the role, without removed ones. */
  memberCount: z.number(),
});
export type RoleRow = z.output<typeof roleRow>;

/** Types of new roles. */
export const newRoleTypes = ['user', 'scanner', 'sales_rep', 'customer'] as const;

/** A new role. `code` defaults to one derived from the name; without `permissions` the role has no rights. */
export const roleInput = z.strictObject({
  name: requiredLine(80, 'Name is required'),
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, {
      error: 'A code has lowercase letters, digits and underscores and begins with a letter',
    })
    .optional(),
  description: singleLine(500).nullable().optional(),
  type: z.enum(newRoleTypes, { error: `Must be one of ${newRoleTypes.join(', ')}` }).optional(),
  permissions: z.array(rolePermissionInput).max(500).optional(),
});
export type RoleInput = z.output<typeof roleInput>;

/** Changes of a role. `permissions` changes only the named domains. */
export const rolePatch = roleInput.omit({ code: true, type: true }).partial().extend({ version: z.int().optional() });
export type RolePatch = z.output<typeof rolePatch>;

/** Lists the account's roles. */
export const listRoles = endpoint({
  name: 'listRoles',
  method: 'GET',
  path: '/v1/roles',
  permission: 'roles:read',
  summary: 'Lists the roles.',
  query: listQuery({
    sortBy: ['name', 'code', 'type', 'createdAt', 'updatedAt'],
    filters: { type: repeated(z.enum(roleTypes)), code: filterValue(singleLine(80)) },
  }),
  reply: listOf(roleRow),
});

/** Adds a role; 403 `cannot_grant` for rights the caller lacks. */
export const createRole = endpoint({
  name: 'createRole',
  method: 'POST',
  path: '/v1/roles',
  permission: 'roles:create',
  summary: 'Adds a role.',
  body: roleInput,
  reply: role,
});

/** Reads a role with its rights. */
export const getRole = endpoint({
  name: 'getRole',
  method: 'GET',
  path: '/v1/roles/{roleID}',
  permission: 'roles:read',
  summary: 'Reads a role with its rights.',
  reply: role,
});

/** Changes a role; 409 `role_immutable` for the administrator, 403 `cannot_grant` for rights the caller lacks. */
export const updateRole = endpoint({
  name: 'updateRole',
  method: 'PATCH',
  path: '/v1/roles/{roleID}',
  permission: 'roles:update',
  summary: 'Changes a role and its rights.',
  body: rolePatch,
  reply: role,
});

/** Deletes a role; 409 `system_role` or, while people have it, `in_use`. */
export const deleteRole = endpoint({
  name: 'deleteRole',
  method: 'DELETE',
  path: '/v1/roles/{roleID}',
  permission: 'roles:delete',
  summary: 'Deletes a role.',
  reply: noContent,
});

/** A permission domain. */
export const permission = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  groupID: z.enum(permissionGroups),
});

/** Permissions shown together in the roles editor; the id is the code. */
export const permissionGroup = z.object({
  id: z.enum(permissionGroups),
  code: z.enum(permissionGroups),
  name: z.string(),
  description: z.string(),
  permissions: z.array(permission),
  /** Equal to the account's creation, because a group never changes. */
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PermissionGroupView = z.output<typeof permissionGroup>;

/**
 * Groups with the domains that can be granted in this account, those of the enabled plugins. Empty groups are left out.
 */
export const listPermissionGroups = endpoint({
  name: 'listPermissionGroups',
  method: 'GET',
  path: '/v1/permission-groups',
  permission: 'roles:read',
  summary: 'Lists the permission groups with their permissions.',
  reply: z.object({ items: z.array(permissionGroup), count: z.number() }),
});
