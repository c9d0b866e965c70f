import { recordDeclarations } from '@millwright/core/contracts';
import { unitGroups } from './unit-group.contract.ts';

/** Permissions, record type and screens of unit groups (spec operations sections 2 and 6). */
export const unitGroupDeclarations = recordDeclarations(unitGroups, {
  rights: {
    group: 'units',
    description: 'Units that convert into one another, and their exact factors.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r', customer: 'r' },
  },
  hasEditScreen: false,
  formNeeds: ['units:read'],
});
