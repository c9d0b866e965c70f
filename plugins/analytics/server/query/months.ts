import { addDays, startOfDayIn } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { Fragment } from './conditions.ts';
import type { Period } from './period.ts';

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

const monthAfter = (month: string): string => monthOf(addDays(month, 31));

/** The complete months within a period. */
export function wholeMonths({ startDate, endDate }: { startDate: string; endDate: string }): string[] {
  const months: string[] = [];
  const first = startDate === monthOf(startDate) ? startDate : monthAfter(monthOf(startDate));
  for (let month = first; addDays(monthAfter(month), -1) <= endDate; month = monthAfter(month)) months.push(month);
  return months;
}

/** The rest of a period without these months, as several periods. */
export function withoutMonths(ctx: AccountContext, period: Period, months: readonly string[]): Period[] {
  const parts: { startDate: string; endDate: string }[] = [];
  let startDate = period.startDate;
  for (const month of [...months].sort()) {
    if (startDate < month) parts.push({ startDate, endDate: addDays(month, -1) });
    startDate = monthAfter(month);
  }
  if (startDate <= period.endDate) parts.push({ startDate, endDate: period.endDate });
  return parts.map((part) => spanOf(ctx, period, part));
}

/** A part of a period. */
export const spanOf = (
  ctx: AccountContext,
  period: Pick<Period, 'step'>,
  { startDate, endDate }: { startDate: string; endDate: string },
): Period => ({
  step: period.step,
  startDate,
  endDate,
  begin: startOfDayIn(ctx.account.timeZone, startDate),
  end: startOfDayIn(ctx.account.timeZone, addDays(endDate, 1)),
});

/** The days of a month. */
export const daysOfMonth = (month: string) => ({ startDate: month, endDate: addDays(monthAfter(month), -1) });

/**
 * A text that changes whenever the documents (`fact`) of a month change: count, ids and amounts. Documents and their
 * lines are never changed, and voided ones are excluded.
 */
export const salesProof: Fragment = sql`concat_ws(' ', count(*), sum(hashtext(fact.document_id)), sum(fact.amount))`;

/**
 * A text that changes whenever the work of a month changes. Scans are never changed, and an undo adds a mark, so their
 * number is enough, with the time zone that determines their days.
 */
export const workProof = (ctx: AccountContext, month: Fragment): Fragment => sql`(select concat_ws(' ', count(*),
    ${ctx.account.timeZone}::text) from production.v_work_marks mark
  where mark.account_id = ${ctx.account.id}
    and mark.worked_at >= ${month}::timestamp at time zone ${ctx.account.timeZone}
    and mark.worked_at < (${month} + interval '1 month')::timestamp at time zone ${ctx.account.timeZone})`;
