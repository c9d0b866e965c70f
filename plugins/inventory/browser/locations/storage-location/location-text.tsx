import { StatusBadge } from '@millwright/core/browser';
import {
  placeStates,
  type ReservationState,
  type StorageLocationNode,
  storageLocationTypes,
} from '../../../contracts/index.ts';

/** State of a place with its text. */
export function LocationState({ state, isClosed }: { state: ReservationState; isClosed: boolean }) {
  const isInside = isClosed && placeStates.is.usable(state);
  return (
    <StatusBadge tone={placeStates.tones[isInside ? 'closed' : state]}>
      {isInside ? 'Closed around it' : placeStates.names[state]}
    </StatusBadge>
  );
}

/** A place of the tree as it is read out: its path, and then what its row shows. */
export const rowName = (node: StorageLocationNode): string =>
  [
    node.fullName,
    node.isDefault && 'Default',
    storageLocationTypes[node.type],
    node.isClosed && placeStates.is.usable(node.reservationState)
      ? 'Closed around it'
      : placeStates.names[node.reservationState],
    !node.isPromisable && !node.isClosed && 'Not promised',
    node.holderName,
    node.itemCount || '',
  ]
    .filter(Boolean)
    .join(' ');

/** What a state means, as a sentence. */
export const stateDescription = (state: ReservationState): string => placeStates.declared[state].description;

/** States for selects and filters. */
export const stateOptions = placeStates.options;

/** Types for selects and filters. */
export const locationTypeOptions = Object.entries(storageLocationTypes).map(([value, label]) => ({ value, label }));

/** Where labels of these places are printed. */
export const labelsPath = (ids: readonly string[]): string =>
  `/dashboard/labels?type=location&${ids.map((id) => `ids=${id}`).join('&')}`;

/** Where stock of a place is moved, with these rows of it chosen. */
export const movePath = (placeID: string, rows: readonly string[] = []): string =>
  `/dashboard/move-stock?${new URLSearchParams([['from', placeID], ...rows.map((id) => ['ids', id])])}`;
