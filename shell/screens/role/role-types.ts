import type { RoleType } from '../../../core/contracts/permission.ts';

/** The role types as people read them. */
export const roleTypeLabels: Record<RoleType, string> = {
  admin: 'Administrator',
  user: 'User',
  scanner: 'Scanner',
  sales_rep: 'Sales rep',
  api_key: 'API key',
  customer: 'Customer',
};
