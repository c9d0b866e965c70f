import { recordSource } from '@millwright/core/browser';
import { getRole, listRoles } from '../../../core/contracts/role.contract.ts';
import { roleTypeLabels } from '../role/role-types.ts';

/** Roles that people of the account can have; those of customers' portals and of API keys are not among them. */
export const staffRoles = recordSource(listRoles, {
  option: (role) => ({ value: role.id, label: role.name, hint: roleTypeLabels[role.type] }),
  one: getRole,
  query: { type: ['admin', 'user', 'scanner', 'sales_rep'] },
});
