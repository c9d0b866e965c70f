import { dateIn } from '../../contracts/texts/date.ts';
import type { AccountContext } from './context.ts';

/** Today's date in the account's time zone, as `2026-11-24`. */
export const todayOf = (ctx: Pick<AccountContext, 'account' | 'clock'>): string =>
  dateIn(ctx.account.timeZone, ctx.clock.now());
