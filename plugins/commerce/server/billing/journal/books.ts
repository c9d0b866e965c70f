import { problems } from '@millwright/core/contracts';
import { type AccountContext, accountSettings, todayOf } from '@millwright/core/server';
import { billingSettings } from '../../../contracts/billing/billing-settings.ts';
import { invoiceProblems } from '../../../contracts/billing/invoice/invoice.declarations.ts';

/**
 * Refuses documents that are dated on a day of closed books, and changes of such documents. `path` is the field with
 * the date.
 * @throws Problem 409 `period_closed`, with today as the suggested date
 */
export async function refuseClosed(ctx: AccountContext, days: readonly string[], path = 'date'): Promise<void> {
  const { booksClosedThrough } = await accountSettings(ctx, 'commerce', billingSettings);
  const closed = booksClosedThrough && days.find((day) => day <= booksClosedThrough);
  if (!closed) return;
  const today = todayOf(ctx);
  throw invoiceProblems.period_closed({
    message: `The books are closed through ${booksClosedThrough}: nothing of ${closed} can be written or changed`,
    errors: [{ path, message: `Must be after ${booksClosedThrough}, for example ${today}` }],
    details: { closedThrough: booksClosedThrough, today },
  });
}

/**
 * Books can be closed through yesterday at the latest, because documents of today are still written.
 * @throws Problem 400
 */
export function refuseClosingToday(ctx: AccountContext, day: string | null | undefined): void {
  const today = todayOf(ctx);
  if (day != null && day >= today)
    throw problems.invalid_input({
      errors: [{ path: 'booksClosedThrough', message: `Must be before today, ${today}` }],
    });
}

/** @throws Problem 400 for a future date */
export function refuseAhead(ctx: AccountContext, day: string | undefined, path = 'date'): void {
  const today = todayOf(ctx);
  if (day !== undefined && day > today)
    throw problems.invalid_input({ errors: [{ path, message: `Must not be after today, ${today}` }] });
}
