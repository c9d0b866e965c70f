import { recordDeclarations } from '@millwright/core/contracts';
import { machines } from './machine.contract.ts';

/** Permissions, record type and screens of machines (spec operations section 6). */
export const machineDeclarations = recordDeclarations(machines, {
  rights: {
    group: 'departments',
    description: 'What things are made on.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  nav: { section: 'Setup', order: 82, icon: 'settings' },
  formNeeds: ['departments:read'],
});
