import { addDays } from '@millwright/core/contracts';
import { z } from 'zod';

/** Smallest number of points in a series; shorter ones are padded on the left (spec operations section 9). */
export const leastPoints = 30;

const steps = ['day', 'week', 'month'] as const;
export type TrendStep = (typeof steps)[number];

/**
 * A figure over time, oldest first. The first `padding` points lie before the period and have the value 0 or null; they
 * only fill the series up to 30 points.
 */
export const trend = z.object({
  step: z.enum(steps),
  padding: z.int(),
  points: z.array(
    z.object({
      /** First and last day of the point. */
      startDate: z.string(),
      endDate: z.string(),
      /** Null if there was nothing to divide by. */
      value: z.number().nullable(),
    }),
  ),
});
export type Trend = z.output<typeof trend>;

const firstOf = (step: TrendStep, day: string): string => {
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  if (step === 'day') return day;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
};

const nextOf = (step: TrendStep, first: string): string =>
  step === 'day' ? addDays(first, 1) : step === 'week' ? addDays(first, 7) : firstOf('month', addDays(first, 31));

/**
 * Days for up to a quarter, weeks for up to two years, otherwise months, so that a series has at most a few hundred
 * points.
 */
export function stepOf(days: number): TrendStep {
  return days <= 92 ? 'day' : days <= 735 ? 'week' : 'month';
}

/** The points of a period, padded to 30; `key` is the first day of the complete day, week or month. */
export function bucketsOf(startDate: string, endDate: string, step: TrendStep) {
  const buckets: { key: string; startDate: string; endDate: string }[] = [];
  for (let key = firstOf(step, startDate); key <= endDate; key = nextOf(step, key)) {
    const last = addDays(nextOf(step, key), -1);
    buckets.push({ key, startDate: key < startDate ? startDate : key, endDate: last > endDate ? endDate : last });
  }
  const padding = Math.max(0, leastPoints - buckets.length);
  for (let missing = padding; missing > 0; missing -= 1) {
    // The first bucket of the period may be incomplete; the padding ends where it begins.
    const first = buckets[0] as { key: string; startDate: string };
    const key = firstOf(step, addDays(first.key, -1));
    buckets.unshift({ key, startDate: key, endDate: addDays(first.startDate, -1) });
  }
  return { padding, buckets };
}

/** A series of values by the first day of their bucket. */
export function trendOf(
  { startDate, endDate, step }: { startDate: string; endDate: string; step: TrendStep },
  values: ReadonlyMap<string, number | null>,
  none: 0 | null = 0,
): Trend {
  const { padding, buckets } = bucketsOf(startDate, endDate, step);
  return {
    step,
    padding,
    points: buckets.map(({ key, ...days }, index) => ({
      ...days,
      value: index < padding ? none : (values.get(key) ?? none),
    })),
  };
}
