import { recordDeclarations } from '@millwright/core/contracts';
import { dcLocations } from './dc-location.contract.ts';

/** Permissions, record type and screens of DC locations (spec operations section 2). */
export const dcLocationDeclarations = recordDeclarations(dcLocations, {
  nav: { section: 'Setup', order: 96, icon: 'warehouse' },
  formNeeds: ['customers:read'],
});
