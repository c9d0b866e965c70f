import { z } from 'zod';
import { crudEndpoints } from '../endpoints/crud.ts';
import { endpoint } from '../endpoints/endpoint.ts';
import { filterValue, repeated } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { permissionGroups, roleTypes } from '../plugins/permission.ts';
import { requiredLine, singleLine } from '../texts/text.ts';

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

/** Types of new roles. */
export const newRoleTypes = ['user', 'scanner', 'sales_rep', 'customer'] as const;

const shown = {
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(roleTypes),
  /** True for roles that come with the account and cannot be deleted. */
  isSystem: z.boolean(),
};

/**
 * Roles of the account. 403 `cannot_grant` for rights that the caller lacks, 409 `role_immutable` for changes of the
 * administrator, 409 `system_role` for deleting a role of the account's own, 409 `in_use` while people have it.
 */
export const roleEndpoints = crudEndpoints({
  one: 'Role',
  many: 'Roles',
  words: ['role', 'roles'],
  path: '/v1/roles',
  domain: 'roles',
  /** With its rights: one entry per domain that can be granted in this account. */
  row: { ...shown, permissions: z.array(rolePermission) },
  /** With the number of people who have it, without removed ones. */
  listRow: { ...shown, memberCount: z.number() },
  sortBy: ['name', 'code', 'type', 'createdAt', 'updatedAt'],
  filters: { type: repeated(z.enum(roleTypes)), code: filterValue(singleLine(80)) },
  body: {
    name: requiredLine(80, 'Name is required'),
    /** Derived from the name by default. */
    code: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, {
        error: 'A code has lowercase letters, digits and underscores and begins with a letter',
      })
      .optional(),
    description: singleLine(500).nullable().optional(),
    type: z.enum(newRoleTypes, { error: `Must be one of ${newRoleTypes.join(', ')}` }).optional(),
    /** A new role without them has no rights; a change names only the domains that change. */
    permissions: z.array(rolePermissionInput).max(500).optional(),
  },
  fixed: ['code', 'type'],
});
export const {
  list: listRoles,
  get: getRole,
  create: createRole,
  update: updateRole,
  remove: deleteRole,
  row: role,
  listRow: roleRow,
  createBody: roleInput,
  updateBody: rolePatch,
} = roleEndpoints;
export type RoleView = z.output<typeof role>;
export type RoleRow = z.output<typeof roleRow>;
export type RoleInput = z.output<typeof roleInput>;
export type RolePatch = z.output<typeof rolePatch>;

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
