import { addDays, daysBetween } from '@millwright/core/contracts';

/** Days of figures, both included. */
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

/** The first day of the month so many months away. */
function monthFrom(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
}

/** The same day so many months before, or the last one of a shorter month. */
function dayOfMonthBefore(day: string, months: number): string {
  const month = monthFrom(day, -months);
  const same = `${month.slice(0, 8)}${day.slice(8)}`;
  const last = lastOfMonth(month);
  return same < last ? same : last;
}

/** Months from the one of a day to the one of another. */
const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** Months of what the days are the beginning of: a month, a quarter, a year. */
function monthsToDate({ startDate, endDate }: FigureDays): number | undefined {
  if (!isFirst(startDate)) return undefined;
  const month = Number(startDate.slice(5, 7));
  const length = monthsBetween(startDate, endDate) + 1;
  if (length === 1) return 1;
  if (length <= 3 && month % 3 === 1) return 3;
  return month === 1 && length <= 12 ? 12 : undefined;
}

/**
 * The days that a period is compared with. Whole months, quarters and years go back by as many; what is the beginning
 * of one goes back to the same days of the one before; weeks that begin on a Monday go back by seven days, other days
 * by their number. A year before has the same dates, whole weeks the same days of the week. What has not come yet is
 * not compared: of a period that goes on, the days to date are. Undefined where nothing is to be compared.
 */
export function comparedWith(
  { startDate, endDate: asked }: FigureDays,
  how: Comparison,
  today: string,
): FigureDays | undefined {
  const endDate = asked > today && startDate <= today ? today : asked;
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
