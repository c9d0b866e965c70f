import { type Big, decimal } from '@millwright/core/contracts';
import type { AccountContext, RowChange } from '@millwright/core/server';
import type { ReconcileType } from '../../../contracts/index.ts';
import type { CountLine } from '../../stock/count/count-books.ts';
import { inUnitOf, type JudgedCount, judgeCounts } from '../../stock/count/judge-counts.ts';
import type { Freed } from '../../stock/demand/freed-promises.queries.ts';
import { type EnteredCount, type ResolvedCount, resolveCounts } from './resolve-counts.ts';

/** A row of a count with what it does. */
export interface CountedRow {
  entered: EnteredCount;
  resolved: ResolvedCount;
  /** Absent where the row has faults. */
  count: JudgedCount | undefined;
  faults: readonly { field: string; message: string }[];
}

interface CountOptions {
  mode: ReconcileType;
  write: boolean;
  mayCreatePlaces?: boolean;
  reason?: string | undefined;
  /** What people call a row; its position from 1 where nothing is said. */
  rowOf?: (index: number) => number;
}

/**
 * Finds what the rows name, and works out what they do; with `write` they are written, if nothing is wrong with any.
 */
export async function countVerdictRows(
  ctx: AccountContext,
  rows: readonly EnteredCount[],
  { mode, write, mayCreatePlaces = false, reason, rowOf = (index) => index + 1 }: CountOptions,
): Promise<CountedRow[]> {
  const { resolved, planned } = await resolveCounts(ctx, rows, { write, mayCreatePlaces });
  for (const [index, { faults }] of resolved.entries())
    if (mode !== 'addition' && decimal(rows[index]?.quantity ?? '0').s === -1 && rows[index]?.quantity !== '-0')
      faults.push({ field: 'quantity', message: 'Must be at least 0' });
  const sound = resolved.every(({ faults }) => faults.length === 0);
  const places = new Map<CountLine, number>(
    resolved.flatMap(({ line }, index) => (line ? [[line, rowOf(index)] as const] : [])),
  );
  const { byLine } = await judgeCounts(
    ctx,
    resolved.flatMap(({ line, faults }) => (line && faults.length === 0 ? line : [])),
    { mode, write: write && sound, planned, reason, rowOf: (line) => places.get(line) ?? 0 },
  );
  return resolved.map((found, index): CountedRow => {
    const count = found.line && found.faults.length === 0 ? byLine.get(found.line) : undefined;
    const countFaults = count?.fault === undefined ? [] : [{ field: 'quantity', message: count.fault }];
    return {
      entered: rows[index] as EnteredCount,
      resolved: found,
      count: countFaults.length ? undefined : count,
      faults: [...found.faults, ...countFaults],
    };
  });
}

const text = (value: Big, unit: string): string => `${value.toFixed()} ${unit}`;

/** Stock of the row's place as people read it. */
export function countChanges({ entered, resolved, count }: CountedRow): RowChange[] {
  if (!count?.isChanged) return [];
  const place = entered.storageLocation || count.place;
  const lot = entered.lotNumber ? `, lot ${entered.lotNumber}` : '';
  return [
    {
      field: 'onHand',
      label: `On hand${place ? ` in ${place}` : ''}${lot}`,
      from: text(count.before, resolved.unit),
      to: text(count.after, resolved.unit),
    },
  ];
}

const freedText = (line: CountLine, unit: string, { source, quantity }: Freed): string =>
  `Takes back ${text(inUnitOf(line, quantity), unit)} ` +
  `${source ? `of ${source.type.replaceAll('_', ' ')} ${source.number}` : 'held by orders that are being typed'}`;

/** What the row does beside its own place. */
export function countWarnings({ resolved, count }: CountedRow): { field: string; message: string }[] {
  const { line, unit, newPlace } = resolved;
  const warnings: { field: string; message: string }[] = [];
  if (newPlace)
    warnings.push({ field: 'storageLocation', message: `The storage location ${newPlace} will be created` });
  if (line && count)
    for (const freed of count.freed) warnings.push({ field: 'quantity', message: freedText(line, unit, freed) });
  return warnings;
}

/** What a row is called in lists of change sets. */
export const countLabel = ({ entered, count }: CountedRow): string => {
  const place = entered.storageLocation || count?.place;
  return [entered.sku, place && `in ${place}`, entered.lotNumber && `lot ${entered.lotNumber}`]
    .filter(Boolean)
    .join(' ');
};
