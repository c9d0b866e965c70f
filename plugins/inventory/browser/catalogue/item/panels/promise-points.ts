import { addDays } from '@millwright/core/contracts';
import type { PromiseRow } from '../../../../contracts/index.ts';

/** A day of the chart: the expected balance at its end, and the part that can be promised. */
export interface PromisePoint {
  date: string;
  balance: number;
  available: number;
}

/** Longest period drawn day by day; a longer one has only the days with a change. */
const mostDays = 120;

/** The balance of every day from the first row to the last, so that days without changes are drawn to scale. */
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
  // One more week after the last row shows that the balance continues.
  const end = addDays(last.date, 7);
  for (let date = first.date; date <= end; date = addDays(date, 1)) {
    current = byDay.get(date) ?? current;
    days.push({ ...current, date });
  }
  return days;
}
