/** What a category sorts: products, or parts, materials and supplies. */
export const categoryTypes = ['product', 'material'] as const;
export type CategoryType = (typeof categoryTypes)[number];

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

/**
 * Why stock changed; codes of the inventory change log. Both halves of a move are `move`, and what is
 * worth something else leaves and comes back as `revalue`.
 */
export const movementActions = {
  receive: 'Received',
  adjust: 'Adjusted',
  count: 'Counted',
  move: 'Moved',
  consume: 'Consumed',
  produce: 'Produced',
  ship: 'Shipped',
  return: 'Returned',
  revalue: 'Revalued',
  void: 'Voided',
} as const;
export type MovementAction = keyof typeof movementActions;
