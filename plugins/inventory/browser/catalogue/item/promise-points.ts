import { addDays } from '@millwright/core/contracts';
import type { PromiseRow } from '../../../contracts/index.ts';

/** A day of the chart: what there will be at its end, and what of that can be promised. */
export interface PromisePoint {
  date: string;
  balance: number;
  available: number;
}

/** Longest span that is drawn day by day; beyond it only days on which something happens. */
const mostDays = 120;

/** The balance of every day from the first row to the last, so that a quiet month looks like one. */
export function promisePoints(
  rows: readonly Pick<PromiseRow, 'date' | 'runningBalance' | 'availableOn'>[],
): PromisePoint[] {
  const byDay = new Map<string, PromisePoint>();
  for (const { date, runningBalance, availableOn } of rows)
    byDay.set(date, { date, balance: runningBalance.measure, available: availableOn.measure });
  const points = [...byDay.values()];
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return [];
  if (addDays(first.date, mostDays) < last.date) return points;
  const days: PromisePoint[] = [];
  let current = first;
  // A week after the last row shows that the line goes on.
  const end = addDays(last.date, 7);
  for (let date = first.date; date <= end; date = addDays(date, 1)) {
    current = byDay.get(date) ?? current;
    days.push({ ...current, date });
  }
  return days;
}
