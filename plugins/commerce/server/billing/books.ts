import { problems } from '@millwright/core/contracts';
import { type AccountContext, accountSettings, todayOf } from '@millwright/core/server';
import { billingSettings } from '../../contracts/billing/billing-settings.ts';
import { invoiceProblems } from '../../contracts/billing/invoice/invoice.declarations.ts';

/**
 * Refuses what would be dated on a day of closed books, or would change what is dated there; `path` is the field that
 * says the day. @throws Problem 409 `period_closed`, offering today
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

/** Books close through yesterday at most: today's documents are still written. @throws Problem 400 */
export function refuseClosingToday(ctx: AccountContext, day: string | null | undefined): void {
  const today = todayOf(ctx);
  if (day != null && day >= today)
    throw problems.invalid_input({
      errors: [{ path: 'booksClosedThrough', message: `Must be before today, ${today}` }],
    });
}

/** @throws Problem 400 for a day that has not come */
export function refuseAhead(ctx: AccountContext, day: string | undefined, path = 'date'): void {
  const today = todayOf(ctx);
  if (day !== undefined && day > today)
    throw problems.invalid_input({ errors: [{ path, message: `Must not be after today, ${today}` }] });
}
