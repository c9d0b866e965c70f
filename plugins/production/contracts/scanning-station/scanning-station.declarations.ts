import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

export const scanningStationPermissions = definePermissions([
  {
    code: 'scanning_stations',
    name: 'Scanning stations',
    group: 'scanning',
    description: 'Where batches are scanned, and which steps are done there.',
    defaults: { user: 'crud', scanner: 'r' },
  },
]);

export const scanningStationRecordTypes = defineRecords([
  {
    type: 'scanning_station',
    prefix: 'sst',
    label: 'Scanning station',
    permission: 'scanning_stations:read',
    path: '/dashboard/scanning-stations/{id}',
  },
]);

/** Screens of scanning stations (spec operations section 2). */
export const scanningStationScreens = defineScreenList([
  {
    name: 'scanning-station',
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
  {
    name: 'scanning-stations',
    path: '/dashboard/scanning-stations',
    title: 'Scanning stations',
    needs: ['scanning_stations:read'],
    nav: { section: 'Make', order: 38, icon: 'factory' },
  },
  {
    name: 'scanning-station-create',
    path: '/dashboard/scanning-stations/create',
    title: 'New scanning station',
    needs: ['scanning_stations:create', 'production_steps:read', 'departments:read'],
  },
  {
    name: 'scanning-station-detail',
    path: '/dashboard/scanning-stations/:scanningStationID',
    title: 'Scanning station',
    needs: ['scanning_stations:read'],
  },
  {
    name: 'scanning-station-edit',
    path: '/dashboard/scanning-stations/:scanningStationID/edit',
    title: 'Edit scanning station',
    needs: ['scanning_stations:update', 'production_steps:read', 'departments:read'],
  },
]);
