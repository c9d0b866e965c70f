import type { PermissionDomain } from '../contracts/plugins/permission.ts';
import type { StoredRoleType } from './role.entity.ts';

/** The roles of every new account. The admin role has no stored rights, because it always has all of them. */
export const systemRoles = [
  { code: 'admin', type: 'admin', name: 'Administrator', description: 'May do everything; cannot be changed' },
  { code: 'user', type: 'user', name: 'User', description: 'Works in the back office' },
  {
    code: 'sales_rep',
    type: 'sales_rep',
    name: 'Sales representative',
    description: 'Looks after customers and their orders',
  },
  { code: 'scanner', type: 'scanner', name: 'Scanner', description: 'Works at a scanning station' },
  { code: 'customer', type: 'customer', name: 'Customer', description: 'Orders in the portal of their own company' },
] as const satisfies readonly { code: string; type: StoredRoleType; name: string; description: string }[];

export interface GrantFlags {
  canCreate: boolean;
  canRead: boolean;
  canUpdate: boolean;
  canDelete: boolean;
}

/** Default rights of a role type in the domain; undefined for none. */
export function defaultGrant(domain: PermissionDomain, type: StoredRoleType): GrantFlags | undefined {
  const letters = type === 'admin' ? '' : (domain.defaults?.[type] ?? '');
  if (!letters) return undefined;
  return {
    canCreate: letters.includes('c'),
    canRead: letters.includes('r'),
    canUpdate: letters.includes('u'),
    canDelete: letters.includes('d'),
  };
}
