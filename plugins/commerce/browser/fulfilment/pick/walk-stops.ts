import type { PickLine, WalkLine } from '../../../contracts/index.ts';

/** A stop of a walk; of one pick it does not say which. */
export type Stop = PickLine & Partial<Pick<WalkLine, 'pick' | 'order' | 'customer'>>;

/** What a scanned code named. */
export interface Scanned {
  type: 'item' | 'lot' | 'location';
  id: string;
  label: string;
  itemID: string | null;
}

/** What a scan means at a stop. */
export type ScanOutcome =
  | { kind: 'pick'; stop: Stop; lotNumber?: string }
  | { kind: 'go'; stop: Stop }
  | { kind: 'unknown'; text: string };

const placeOf = (stop: Stop): string => stop.storageLocation?.id ?? '';

/**
 * A scanned place goes to its first stop. A scanned item or lot picks the stop that one stands at, else goes to the
 * next stop in this place that wants it: whoever scans something else than is wanted here is told.
 */
export function scanOutcome(stops: readonly Stop[], current: Stop | undefined, match: Scanned): ScanOutcome {
  if (match.type === 'location') {
    const stop = stops.find((each) => placeOf(each) === match.id);
    return stop ? { kind: 'go', stop } : { kind: 'unknown', text: `Nothing is to be picked in ${match.label}` };
  }
  const itemID = match.itemID ?? match.id;
  const lotNumber = match.type === 'lot' ? match.label : undefined;
  const wants = (stop: Stop | undefined): stop is Stop => stop?.orderLine.product.id === itemID;
  if (wants(current)) return { kind: 'pick', stop: current, ...(lotNumber === undefined ? {} : { lotNumber }) };
  const near = stops.find((stop) => wants(stop) && current && placeOf(stop) === placeOf(current));
  if (near) return { kind: 'pick', stop: near, ...(lotNumber === undefined ? {} : { lotNumber }) };
  const other = stops.find(wants);
  return other
    ? {
        kind: 'unknown',
        text: `${match.label} is to be picked in ${other.storageLocation?.fullName ?? 'another place'}`,
      }
    : { kind: 'unknown', text: `${match.label} is not on this walk` };
}

/** The stop to stand at once the one at this place of the list is done. */
export const nextStop = (stops: readonly Stop[], at: number): Stop | undefined => stops[Math.min(at, stops.length - 1)];
