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
export const reservationStates = ['open', 'reserved', 'closed'] as const;
export type ReservationState = (typeof reservationStates)[number];
