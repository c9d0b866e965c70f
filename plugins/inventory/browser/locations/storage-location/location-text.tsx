import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import {
  type ReservationState,
  reservationStates,
  type StorageLocationNode,
  storageLocationTypes,
} from '../../../contracts/index.ts';

const states: Record<ReservationState, { label: string; tone: StatusTone; description: string }> = {
  open: { label: 'Open', tone: 'success', description: 'Stock is drawn from here and put here as it comes' },
  reserved: {
    label: 'Reserved',
    tone: 'warning',
    description: 'Only where somebody names the place: nothing is drawn from here or put here by itself',
  },
  closed: { label: 'Closed', tone: 'danger', description: 'Frozen: nothing goes in or out, or is promised' },
};

/** State of a place with its text. */
export function LocationState({ state, isClosed }: { state: ReservationState; isClosed: boolean }) {
  const isInside = isClosed && state !== 'closed';
  const { tone, label } = states[isInside ? 'closed' : state];
  return <StatusBadge tone={tone}>{isInside ? 'Closed around it' : label}</StatusBadge>;
}

/** A place of the tree as it is read out: its path, and then what its row shows. */
export const rowName = (node: StorageLocationNode): string =>
  [
    node.fullName,
    node.isDefault && 'Default',
    storageLocationTypes[node.type],
    node.isClosed && node.reservationState !== 'closed' ? 'Closed around it' : states[node.reservationState].label,
    !node.isPromisable && !node.isClosed && 'Not promised',
    node.holderName,
    node.itemCount || '',
  ]
    .filter(Boolean)
    .join(' ');

/** What a state means, as a sentence. */
export const stateDescription = (state: ReservationState): string => states[state].description;

/** States for selects and filters. */
export const stateOptions = reservationStates.map((value) => ({ value, label: states[value].label }));

/** Types for selects and filters. */
export const locationTypeOptions = Object.entries(storageLocationTypes).map(([value, label]) => ({ value, label }));

/** Where labels of these places are printed. */
export const labelsPath = (ids: readonly string[]): string =>
  `/dashboard/labels?type=location&${ids.map((id) => `ids=${id}`).join('&')}`;

/** Where stock of a place is moved, with these rows of it chosen. */
export const movePath = (placeID: string, rows: readonly string[] = []): string =>
  `/dashboard/move-stock?${new URLSearchParams([['from', placeID], ...rows.map((id) => ['ids', id])])}`;
