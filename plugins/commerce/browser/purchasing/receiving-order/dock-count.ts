import type { ReceiveInput, ReceivingOrder, ReceivingOrderLine, StockInput } from '../../../contracts/index.ts';

/** What was counted of a line; texts are as entered. */
export interface Counted {
  quantity: number;
  rejected: number;
  lotNumber: string;
  expiry: string | null;
  reason: string;
}

/** Counts by line id; lines that nobody counted are missing. */
export type DockCounts = ReadonlyMap<string, Counted>;

export const nothingCounted: Counted = { quantity: 0, rejected: 0, lotNumber: '', expiry: null, reason: '' };

/** Sums of decimals as people write them. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export const countOf = (counts: DockCounts, lineID: string): Counted => counts.get(lineID) ?? nothingCounted;

/** Counts changed by what is given; a line with nothing counted is none. */
export function withDockCount(counts: DockCounts, lineID: string, change: Partial<Counted>): DockCounts {
  const next = new Map(counts);
  const counted = { ...countOf(counts, lineID), ...change };
  const quantity = Math.max(0, rounded(counted.quantity));
  if (quantity === 0) next.delete(lineID);
  else next.set(lineID, { ...counted, quantity, rejected: Math.min(Math.max(0, counted.rejected), quantity) });
  return next;
}

/** One more of a line, as a scan of it says. */
export const countUp = (counts: DockCounts, lineID: string, by = 1): DockCounts =>
  withDockCount(counts, lineID, { quantity: countOf(counts, lineID).quantity + by });

/** The line that a scanned code means: one of which something is still expected comes first. */
export function lineOfCode(order: ReceivingOrder, counts: DockCounts, text: string): ReceivingOrderLine | undefined {
  const code = text.trim().toUpperCase();
  const named = order.lines.filter(({ scanCodes }) => scanCodes.includes(code));
  return named.find((line) => line.quantityExpected.measure > countOf(counts, line.id).quantity) ?? named[0];
}

/** The request that receives what was counted. */
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

/** So much of a line to a place. */
export interface Share {
  storageLocationID: string;
  quantity: number;
}

/** Where each line goes, by line id: all of it to the best place, until somebody says otherwise. */
export type Shares = ReadonlyMap<string, readonly Share[]>;

export const sharesOf = (shares: Shares, line: ReceivingOrderLine): readonly Share[] =>
  shares.get(line.id) ?? [
    { storageLocationID: line.proposedPlaces[0]?.id ?? '', quantity: line.quantityAtDock.measure },
  ];

/** The last share takes what the others leave. */
export function withShare(line: ReceivingOrderLine, before: readonly Share[], at: number, change: Partial<Share>) {
  const next = before.map((share, index) => (index === at ? { ...share, ...change } : share));
  const last = next.length - 1;
  if (at === last || change.quantity === undefined) return next;
  const others = next.slice(0, -1).reduce((sum, { quantity }) => sum + quantity, 0);
  return next.map((share, index) =>
    index === last ? { ...share, quantity: Math.max(0, rounded(line.quantityAtDock.measure - others)) } : share,
  );
}

/** The request that puts these lines away. */
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
