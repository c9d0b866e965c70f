import { recordDeclarations } from '@millwright/core/contracts';
import { scanningStations } from './scanning-station.contract.ts';

/** Permissions, record type and screens of scanning stations, and the station itself (spec operations section 2). */
export const scanningStationDeclarations = recordDeclarations(scanningStations, {
  rights: {
    group: 'scanning',
    description: 'Where batches are scanned, and which steps are done there.',
    defaults: { user: 'crud', scanner: 'r' },
  },
  nav: { section: 'Make', order: 38, icon: 'factory' },
  formNeeds: ['production_steps:read', 'departments:read'],
  moreScreens: [
    {
      name: 'station',
      path: '/scanning-station',
      title: 'Scanning station',
      needs: [
        'batches:read',
        'batches:create',
        'batches:update',
        'batches:delete',
        'scanning_stations:read',
        'production_steps:read',
      ],
      nav: { section: 'Make', order: 39, icon: 'scan' },
    },
  ],
});
