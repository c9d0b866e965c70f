import { recordDeclarations, type Screen } from '@millwright/core/contracts';
import { units } from './unit.contract.ts';

const own = recordDeclarations(units, {
  rights: {
    group: 'units',
    description: 'Units of measure.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r', customer: 'r' },
  },
  hasEditScreen: false,
});

/** Permissions, record type and screens of units of measure (spec operations section 6). */
export const unitDeclarations = {
  ...own,
  screens: [
    {
      name: 'units-of-measure',
      path: '/dashboard/units-of-measure',
      title: 'Units of measure',
      needs: ['units:read', 'unit_groups:read'],
      nav: { section: 'Setup', order: 26, icon: 'ruler' },
    } satisfies Screen,
    ...own.screens,
  ],
};
