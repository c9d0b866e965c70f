import type { PickLine, WalkLine } from '../../../../contracts/index.ts';

/** A stop of a walk. In the walk of a single pick it names neither pick nor order. */
export type Stop = PickLine & Partial<Pick<WalkLine, 'pick' | 'order' | 'customer'>>;

/** The record of a scanned code. */
export interface Scanned {
  type: 'item' | 'lot' | 'location';
  id: string;
  label: string;
  itemID: string | null;
}

/** The effect of a scan. */
export type ScanOutcome =
  | { kind: 'pick'; stop: Stop; lotNumber?: string }
  | { kind: 'go'; stop: Stop }
  | { kind: 'unknown'; text: string };

const placeOf = (stop: Stop): string => stop.storageLocation?.id ?? '';

/**
 * A scanned location goes to its first stop. A scanned item or lot picks the current stop, otherwise another stop at
 * the same location that needs it. Other codes are refused with a message.
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

/** The stop that takes the place of a finished one in the list. */
export const nextStop = (stops: readonly Stop[], at: number): Stop | undefined => stops[Math.min(at, stops.length - 1)];
