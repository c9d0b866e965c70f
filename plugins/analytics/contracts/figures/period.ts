import { addDays, daysBetween } from '@millwright/core/contracts';

/** First and last day of figures, both included. */
export interface FigureDays {
  startDate: string;
  endDate: string;
}

export const comparisons = ['none', 'before', 'year'] as const;
export type Comparison = (typeof comparisons)[number];

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: string): string => addDays(monthOf(addDays(monthOf(day), 31)), -1);
const isFirst = (day: string): boolean => day === monthOf(day);
const isLast = (day: string): boolean => day === lastOfMonth(day);
const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;

/** The first day of the month that is `months` months away. */
function monthFrom(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
}

/** The same day some months before; the last day of a shorter month. */
function dayOfMonthBefore(day: string, months: number): string {
  const month = monthFrom(day, -months);
  const same = `${month.slice(0, 8)}${day.slice(8)}`;
  const last = lastOfMonth(month);
  return same < last ? same : last;
}

/** Number of months between the months of two days. */
const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** Number of months in the month, quarter or year that begins with these days; undefined for other days. */
function monthsToDate({ startDate, endDate }: FigureDays): number | undefined {
  if (!isFirst(startDate)) return undefined;
  const month = Number(startDate.slice(5, 7));
  const length = monthsBetween(startDate, endDate) + 1;
  if (length === 1) return 1;
  if (length <= 3 && month % 3 === 1) return 3;
  return month === 1 && length <= 12 ? 12 : undefined;
}

/**
 * The days that a period is compared with. Whole months, quarters and years are compared with the previous ones; the
 * beginning of one with the same days of the previous one; weeks from Monday with the previous weeks; other days with
 * as many days before. A comparison with the previous year takes the same dates, for whole weeks the same weekdays. For
 * a period that is not over, only the days to date are compared. Undefined if nothing is to be compared.
 */
export function comparedWith(
  { startDate, endDate: requestedEnd }: FigureDays,
  how: Comparison,
  today: string,
): FigureDays | undefined {
  const endDate = requestedEnd > today && startDate <= today ? today : requestedEnd;
  const days = daysBetween(startDate, endDate) + 1;
  const back = (count: number): FigureDays => ({
    startDate: addDays(startDate, -count),
    endDate: addDays(endDate, -count),
  });
  const isWeeks = isMonday(startDate) && days % 7 === 0;
  const isMonths = isFirst(startDate) && isLast(endDate);
  switch (how) {
    case 'none':
      return undefined;
    case 'year':
      if (isWeeks && !isMonths) return back(364);
      return {
        startDate: dayOfMonthBefore(startDate, 12),
        endDate: isMonths ? lastOfMonth(monthFrom(endDate, -12)) : dayOfMonthBefore(endDate, 12),
      };
    case 'before': {
      if (isMonths) {
        const months = monthsBetween(startDate, endDate) + 1;
        return { startDate: monthFrom(startDate, -months), endDate: addDays(startDate, -1) };
      }
      if (isWeeks) return back(days);
      const months = monthsToDate({ startDate, endDate });
      if (months !== undefined)
        return { startDate: monthFrom(startDate, -months), endDate: dayOfMonthBefore(endDate, months) };
      return back(isMonday(startDate) && days < 7 ? 7 : days);
    }
  }
}
