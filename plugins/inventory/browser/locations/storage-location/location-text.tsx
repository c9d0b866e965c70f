import { StatusBadge } from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
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

/** The text of a tree row for screen readers: the path, then the row's cells. */
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

/** The meaning of a state, in a sentence. */
export const stateDescription = (state: ReservationState): string => placeStates.declared[state].description;

/** States for selects and filters. */
export const stateOptions = placeStates.options;

/** Types for selects and filters. */
export const locationTypeOptions = codeOptions(storageLocationTypes);

/** Path of the label screen for these places. */
export const labelsPath = (ids: readonly string[]): string =>
  `/dashboard/labels?type=location&${ids.map((id) => `ids=${id}`).join('&')}`;

/** Path of the move screen for stock of a place, with the selected rows. */
export const movePath = (placeID: string, rows: readonly string[] = []): string =>
  `/dashboard/move-stock?${new URLSearchParams([['from', placeID], ...rows.map((id) => ['ids', id])])}`;
