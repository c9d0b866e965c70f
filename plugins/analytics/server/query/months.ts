import { addDays, startOfDayIn } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { Fragment } from './conditions.ts';
import type { Period } from './period.ts';

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

const monthAfter = (month: string): string => monthOf(addDays(month, 31));

/** The months that lie in a period from their first day to their last. */
export function wholeMonths({ startDate, endDate }: { startDate: string; endDate: string }): string[] {
  const months: string[] = [];
  const first = startDate === monthOf(startDate) ? startDate : monthAfter(monthOf(startDate));
  for (let month = first; addDays(monthAfter(month), -1) <= endDate; month = monthAfter(month)) months.push(month);
  return months;
}

/** A period without these months, as periods of their own. */
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

/** Some days of a period. */
export const spanOf = (
  ctx: AccountContext,
  period: Pick<Period, 'step'>,
  { startDate, endDate }: { startDate: string; endDate: string },
): Period => ({
  ...{ step: period.step, startDate, endDate },
  begin: startOfDayIn(ctx.account.timeZone, startDate),
  end: startOfDayIn(ctx.account.timeZone, addDays(endDate, 1)),
});

/** The days of a month. */
export const daysOfMonth = (month: string) => ({ startDate: month, endDate: addDays(monthAfter(month), -1) });

/**
 * What documents, `fact`, of a month prove: another document, another amount, and it is another text. Documents and
 * their lines are written once; what is taken back is not among them any more.
 */
export const salesProof: Fragment = sql`concat_ws(' ', count(*), sum(hashtext(fact.document_id)), sum(fact.amount))`;

/**
 * What work of a month proves. Scans are never changed, and one that is taken back leaves another: their count says
 * all, with the zone that their days are of.
 */
export const workProof = (ctx: AccountContext, month: Fragment): Fragment => sql`(select concat_ws(' ', count(*),
    ${ctx.account.timeZone}::text) from production.v_work_marks mark
  where mark.account_id = ${ctx.account.id}
    and mark.worked_at >= ${month}::timestamp at time zone ${ctx.account.timeZone}
    and mark.worked_at < (${month} + interval '1 month')::timestamp at time zone ${ctx.account.timeZone})`;
