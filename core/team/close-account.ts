import { audit } from '../audit/audit.ts';
import { problems } from '../contracts/problem.ts';
import { forgetAccess } from '../tenancy/access.ts';
import { Account } from '../tenancy/account.entity.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { commandLine } from './operator-accounts.ts';

/** Days that a closed account can be opened again before it may be deleted. */
export const graceDays = 30;

/**
 * Closes an account: nobody works in it any more, its keys, widgets and timed jobs rest, and nothing is lost. Closing a
 * closed one changes nothing: its days count from the first time.
 * @returns since when it is closed
 */
export const closeAccount = (tenancy: Tenancy, accountID: string): Promise<Date> =>
  changeClosing(tenancy, accountID, 'closed', (closedAt, now) => closedAt ?? now) as Promise<Date>;

/** Opens a closed account again. */
export const openAccount = (tenancy: Tenancy, accountID: string): Promise<Date | null> =>
  changeClosing(tenancy, accountID, 'opened', () => null);

async function changeClosing(
  tenancy: Tenancy,
  accountID: string,
  action: string,
  next: (closedAt: Date | null, now: Date) => Date | null,
): Promise<Date | null> {
  return runInAccount(tenancy, { accountID, identity: commandLine }, async (ctx) => {
    const account = (await ctx.em.findOne(Account, { id: accountID })) as Account | null;
    if (!account) throw problems.not_found();
    const before = account.closedAt ?? null;
    const after = next(before, ctx.clock.now());
    if (after?.getTime() === before?.getTime()) return after;
    ctx.em.assign(account, { closedAt: after });
    audit(ctx, { record: { type: 'account', id: accountID }, action });
    await ctx.em.flush();
    ctx.afterCommit(() => forgetAccess(accountID));
    return after;
  });
}
