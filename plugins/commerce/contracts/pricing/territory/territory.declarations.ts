import { recordDeclarations } from '@millwright/core/contracts';
import { territories } from './territory.contract.ts';

/** Permissions, record type and screens of territories (spec commerce section 2); create and edit are one form. */
export const territoryDeclarations = recordDeclarations(territories, {
  rights: {
    group: 'sales reps',
    description: 'Which sales rep serves which area.',
    defaults: { user: 'crud' },
  },
  nav: { section: 'Setup', order: 60, icon: 'pin' },
  hasPage: false,
  formNeeds: ['team_users:read', 'product_lines:read'],
});
