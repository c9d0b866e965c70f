import { bulkWork, definePart, plainImporter, service } from '@millwright/core/server';
import { locationProblems, storageLocationDeclarations } from '../../../contracts/index.ts';
import { storageLocationImport } from './import/location-importer.ts';
import { locationInvariants } from './invariants.ts';
import { ClosedPlacesPort } from './places/closed-places.port.ts';
import { defaultLocationID } from './places/default-location.ts';
import { StorageLocation } from './storage-location.entity.ts';
import { storageLocationRoutes } from './storage-location.routes.ts';
import { StorageLocationService, storageLocationRecords } from './storage-location.service.ts';
import { storageLocationEdit } from './storage-location-edit.ts';

export const storageLocationPart = definePart({
  ...storageLocationDeclarations,
  problems: locationProblems,
  entities: [StorageLocation],
  references: [
    {
      to: 'customer',
      what: ['storage location', 'storage locations'],
      table: 'inventory.storage_location',
      column: 'holder_id',
      label: 'referrer.name',
    },
    {
      to: 'department',
      what: ['storage location', 'storage locations'],
      table: 'inventory.storage_location',
      column: 'department_id',
      label: 'referrer.name',
    },
  ],
  services: [service(StorageLocationService, ClosedPlacesPort)],
  routes: (services) =>
    storageLocationRoutes(services.get(StorageLocationService), storageLocationEdit(services.get(ClosedPlacesPort))),
  recordSources: () => [storageLocationRecords],
  changeSets: (services) => [bulkWork(storageLocationEdit(services.get(ClosedPlacesPort)))],
  imports: (services) => [plainImporter(storageLocationImport(services.get(ClosedPlacesPort)))],
  invariants: locationInvariants,
  onEnable: async (ctx, services) => {
    await defaultLocationID(ctx, services.get(ClosedPlacesPort));
  },
  samples: [
    {
      table: 'inventory.storage_location',
      row: (ids) => ({
        name: 'Shelf {label}',
        type: 'shelf',
        reservation_state: 'open',
        is_closed: false,
        is_promisable: true,
        department_id: ids('inventory.department'),
        holder_id: ids('core.party'),
        notes: 'Canary {label}',
        is_default: false,
      }),
    },
  ],
});
