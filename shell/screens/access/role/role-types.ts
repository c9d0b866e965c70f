import type { RoleType } from '../../../../core/contracts/plugins/permission.ts';

/** Names of role types. */
export const roleTypeLabels: Record<RoleType, string> = {
  admin: 'Administrator',
  user: 'User',
  scanner: 'Scanner',
  sales_rep: 'Sales rep',
  api_key: 'API key',
  customer: 'Customer',
};
