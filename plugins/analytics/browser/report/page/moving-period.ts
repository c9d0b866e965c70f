import { daysBetween } from '@millwright/core/contracts';
import type { FigureDays, MovingPeriod } from '../../../contracts/index.ts';
import { periodPresets, todayHere } from './report-state.ts';

const labels: Readonly<Record<MovingPeriod, string>> = {
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  last365: 'Last 12 months',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
};

/** The days of a moving period, seen from today. */
export function daysOfPeriod(period: MovingPeriod): FigureDays {
  const { startDate, endDate } = periodPresets().find(({ label }) => label === labels[period]) ?? {
    startDate: todayHere(),
    endDate: todayHere(),
  };
  return { startDate, endDate };
}

/** The moving period nearest to some days: the one with exactly these days, else one of about the same length. */
export function nearestPeriod(days: FigureDays): MovingPeriod {
  const same = periodPresets().find(
    ({ startDate, endDate }) => startDate === days.startDate && endDate === days.endDate,
  );
  const named = Object.entries(labels).find(([, label]) => label === same?.label)?.[0];
  if (named) return named as MovingPeriod;
  const length = daysBetween(days.startDate, days.endDate) + 1;
  return length <= 14 ? 'last7' : length <= 45 ? 'last30' : length <= 180 ? 'last90' : 'last365';
}
