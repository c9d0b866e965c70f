import { declareStates, type StateOf } from '@millwright/core/contracts';
/** Kinds of places, from the outside in; `GET /v1/locations/types` answers them with their names. */
export const storageLocationTypes = {
  site: 'Site',
  building: 'Building',
  warehouse: 'Warehouse',
  room: 'Room',
  zone: 'Zone',
  aisle: 'Aisle',
  rack: 'Rack',
  shelf: 'Shelf',
  bin: 'Bin',
  dock: 'Dock',
  packing: 'Packing',
  quarantine: 'Quarantine',
  work_area: 'Work area',
  vehicle: 'Vehicle',
  external: 'External',
} as const;
export type StorageLocationType = keyof typeof storageLocationTypes;

/** Places where goods wait for work: nothing is promised from one that is made, unless somebody says so. */
export const waitingPlaceTypes: readonly StorageLocationType[] = ['dock', 'packing', 'quarantine'];

/** Whether stock of a place takes part in everything, only where somebody names the place, or in nothing. */
export const placeStates = declareStates('storage_location', {
  open: {
    name: 'Open',
    tone: 'success',
    description: 'Stock is drawn from here and put here as it comes',
    is: ['open', 'usable'],
  },
  reserved: {
    name: 'Reserved',
    tone: 'warning',
    description: 'Only where somebody names the place: nothing is drawn from here or put here by itself',
    is: ['reserved', 'usable'],
  },
  closed: {
    name: 'Closed',
    tone: 'danger',
    description: 'Frozen: nothing goes in or out, or is promised',
    is: ['closed'],
  },
});
export type ReservationState = StateOf<typeof placeStates>;
