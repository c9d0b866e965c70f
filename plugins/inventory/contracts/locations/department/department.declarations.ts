import { recordDeclarations } from '@millwright/core/contracts';
import { departments } from './department.contract.ts';

/** Permissions, record type and screens of departments (spec operations section 6). */
export const departmentDeclarations = recordDeclarations(departments, {
  rights: {
    group: 'departments',
    description: 'Parts of the plant.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  nav: { section: 'Setup', order: 80, icon: 'building' },
});
