import { declareStates, type StateOf } from '@millwright/core/contracts';
/** Types of places, from the outermost to the innermost; `GET /v1/locations/types` answers them with their names. */
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

/** Types for goods that wait for work: a new place of these types is not promisable by default. */
export const waitingPlaceTypes: readonly StorageLocationType[] = ['dock', 'packing', 'quarantine'];

/** Use of a place's stock: always, only if the place is named, or never. */
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
