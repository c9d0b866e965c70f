import { defineRecords } from '@millwright/core/contracts';

/** Places and lots, as generic parts can name them. */
export const locationRecords = defineRecords([
  {
    type: 'storage_location',
    prefix: 'loc',
    label: 'Storage location',
    permission: 'storage_locations:read',
    path: '/dashboard/storage-locations/{id}',
  },
  { type: 'lot', prefix: 'lot', label: 'Lot', permission: 'storage_locations:read', path: '/dashboard/lots/{id}' },
]);
