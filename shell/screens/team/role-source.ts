import { recordSource } from '@millwright/core/browser';
import { getRole, listRoles } from '../../../core/contracts/accounts/role.contract.ts';
import { roleTypeLabels } from '../access/role/role-types.ts';

/** Roles for staff; roles of customer portals and API keys are excluded. */
export const staffRoles = recordSource(listRoles, {
  option: (role) => ({ value: role.id, label: role.name, hint: roleTypeLabels[role.type] }),
  one: getRole,
  query: { type: ['admin', 'user', 'scanner', 'sales_rep'] },
});
