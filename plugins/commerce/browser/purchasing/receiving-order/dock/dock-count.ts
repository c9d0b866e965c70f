import type { ReceiveInput, ReceivingOrder, ReceivingOrderLine, StockInput } from '../../../../contracts/index.ts';

/** The count of a line; texts are as entered. */
export interface Counted {
  quantity: number;
  rejected: number;
  lotNumber: string;
  expiry: string | null;
  reason: string;
}

/** Counts by line id; lines without a count are missing. */
export type DockCounts = ReadonlyMap<string, Counted>;

export const nothingCounted: Counted = { quantity: 0, rejected: 0, lotNumber: '', expiry: null, reason: '' };

/** Removes binary rounding errors from sums of decimals. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export const countOf = (counts: DockCounts, lineID: string): Counted => counts.get(lineID) ?? nothingCounted;

/** Changes the count of a line. A line whose count becomes empty is removed. */
export function withDockCount(counts: DockCounts, lineID: string, change: Partial<Counted>): DockCounts {
  const next = new Map(counts);
  const counted = { ...countOf(counts, lineID), ...change };
  const quantity = Math.max(0, rounded(counted.quantity));
  if (quantity === 0) next.delete(lineID);
  else next.set(lineID, { ...counted, quantity, rejected: Math.min(Math.max(0, counted.rejected), quantity) });
  return next;
}

/** Adds a scanned quantity to the count of a line. */
export const countUp = (counts: DockCounts, lineID: string, by = 1): DockCounts =>
  withDockCount(counts, lineID, { quantity: countOf(counts, lineID).quantity + by });

/** The line of a scanned code; a line with an open quantity has precedence. */
export function lineOfCode(order: ReceivingOrder, counts: DockCounts, text: string): ReceivingOrderLine | undefined {
  const code = text.trim().toUpperCase();
  const named = order.lines.filter(({ scanCodes }) => scanCodes.includes(code));
  return named.find((line) => line.quantityExpected.measure > countOf(counts, line.id).quantity) ?? named[0];
}

/** The body of the request that receives the counted goods. */
export const dockReceiveBody = (order: ReceivingOrder, counts: DockCounts, reference: string) =>
  ({
    version: order.version,
    ...(reference ? { reference } : {}),
    lines: order.lines.flatMap(({ id: lineID }) => {
      const counted = counts.get(lineID);
      if (!counted) return [];
      const { quantity, rejected, lotNumber, expiry, reason } = counted;
      return {
        lineID,
        quantity,
        ...(rejected ? { rejectedQuantity: rejected } : {}),
        ...(lotNumber ? { lotNumber } : {}),
        ...(expiry ? { expiry } : {}),
        ...(reason ? { reason } : {}),
      };
    }),
  }) satisfies Partial<ReceiveInput>;

/** A quantity of a line for one location. */
export interface Share {
  storageLocationID: string;
  quantity: number;
}

/** Target locations by line id. Without an entry, the whole line goes to the proposed location. */
export type Shares = ReadonlyMap<string, readonly Share[]>;

export const sharesOf = (shares: Shares, line: ReceivingOrderLine): readonly Share[] =>
  shares.get(line.id) ?? [
    { storageLocationID: line.proposedPlaces[0]?.id ?? '', quantity: line.quantityAtDock.measure },
  ];

/** Changes one share. The last share gets the remaining quantity. */
export function withShare(line: ReceivingOrderLine, before: readonly Share[], at: number, change: Partial<Share>) {
  const next = before.map((share, index) => (index === at ? { ...share, ...change } : share));
  const last = next.length - 1;
  if (at === last || change.quantity === undefined) return next;
  const others = next.slice(0, -1).reduce((sum, { quantity }) => sum + quantity, 0);
  return next.map((share, index) =>
    index === last ? { ...share, quantity: Math.max(0, rounded(line.quantityAtDock.measure - others)) } : share,
  );
}

/** The body of the request that puts these lines away. */
export const stockBodyOf = (order: ReceivingOrder, lines: readonly ReceivingOrderLine[], shares: Shares) =>
  ({
    version: order.version,
    lines: lines.map((line) => ({
      lineID: line.id,
      storageAllocations: sharesOf(shares, line)
        .filter(({ quantity }) => quantity > 0)
        .map(({ storageLocationID, quantity }) => ({ storageLocationID, quantity })),
    })),
  }) satisfies StockInput;
