/** The verbs of a permission domain. Actions other than these need `update`. */
export const permissionVerbs = ['create', 'read', 'update', 'delete'] as const;
export type PermissionVerb = (typeof permissionVerbs)[number];
/** A right: `<domain>:<verb>`, as in `sales_orders:read`. */
export type PermissionCode = `${string}:${PermissionVerb}`;

/** The groups of the spec (section 6), in the order in which the roles editor shows them. */
export const permissionGroups = [
  'account',
  'admin',
  'customers',
  'customer portals',
  'departments',
  'edi',
  'inventory',
  'invoices',
  'items',
  'logs',
  'payments',
  'picking',
  'pricing',
  'production',
  'products',
  'purchasing',
  'reports',
  'sales orders',
  'sales reps',
  'scanning',
  'shipping',
  'teams',
  'units',
] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

export interface PermissionDomain {
  /** snake_case, unique in the installation: `sales_orders`. */
  code: string;
  name: string;
  group: PermissionGroup;
  description: string;
  /** Default rights of the non-admin role types as letters of `crud`: 'r', 'crud'. Admins always have all rights. */
  defaults?: Partial<Record<'user' | 'sales_rep' | 'scanner' | 'customer', string>>;
}

/** Declares the permission domains of a plugin. */
export const definePermissions = <const D extends readonly PermissionDomain[]>(domains: D): D => domains;

/** The six role types of the spec. */
export const roleTypes = ['admin', 'user', 'scanner', 'sales_rep', 'api_key', 'customer'] as const;
export type RoleType = (typeof roleTypes)[number];
