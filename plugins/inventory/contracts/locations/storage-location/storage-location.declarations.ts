import { recordDeclarations } from '@millwright/core/contracts';
import { storageLocations } from './storage-location.contract.ts';

/** Permissions, record type and screens of storage locations (spec operations section 6). */
export const storageLocationDeclarations = recordDeclarations(storageLocations, {
  rights: {
    group: 'inventory',
    description: 'Where stock lies.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  nav: { section: 'Stock', order: 60, icon: 'pin' },
});
