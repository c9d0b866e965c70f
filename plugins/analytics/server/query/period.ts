import { addDays, daysBetween, problems, startOfDayIn } from '@millwright/core/contracts';
import { type AccountContext, todayOf } from '@millwright/core/server';
import { longestPeriod, stepOf, type TrendStep } from '../../contracts/index.ts';

const firstDay = '2000-01-01';
const usualDays = 30;

/** A period in days of the account, with its first instant and the instant after its end. */
export interface Period {
  startDate: string;
  endDate: string;
  begin: Date;
  end: Date;
  step: TrendStep;
}

/**
 * The requested period, always with bounds.
 * @throws Problem 400 `invalid_input` naming `startDate` or `endDate`
 */
export function periodOf(
  ctx: AccountContext,
  requested: { startDate?: string | null | undefined; endDate?: string | null | undefined },
): Period {
  const endDate =
    requested.endDate ?? (requested.startDate ? laterOf(requested.startDate, todayOf(ctx)) : todayOf(ctx));
  const startDate = requested.startDate ?? addDays(endDate, 1 - usualDays);
  const days = daysBetween(startDate, endDate) + 1;
  const fault =
    startDate < firstDay
      ? { path: 'startDate', message: 'Must not be before the year 2000' }
      : days < 1
        ? { path: 'endDate', message: 'Must not be before startDate' }
        : days > longestPeriod
          ? { path: 'endDate', message: `A period has at most ${longestPeriod} days` }
          : undefined;
  if (fault) throw problems.invalid_input({ errors: [fault] });
  const zone = ctx.account.timeZone;
  return {
    startDate,
    endDate,
    begin: startOfDayIn(zone, startDate),
    end: startOfDayIn(zone, addDays(endDate, 1)),
    step: stepOf(days),
  };
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);
