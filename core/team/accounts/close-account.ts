import { audit } from '../../audit/audit.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { awayProblem, forgetAccess } from '../../tenancy/access/access.ts';
import { Account } from '../../tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { commandLineOutside } from './operator-accounts.ts';

/** Days in which a closed account can be opened again before it may be deleted. */
export const graceDays = 30;

/**
 * Closes an account: nobody can work in it; its keys, widgets and scheduled jobs are inactive; no data are lost.
 * Closing a closed account keeps the first date.
 * @returns the date of closing
 * @throws Problem 503 `account_moving`, 421 `account_moved`
 */
export const closeAccount = (tenancy: Tenancy, accountID: string): Promise<Date> =>
  changeClosing(tenancy, accountID, 'closed', (account, now) => {
    requireSettled(account);
    return { ...account, closedAt: account.closedAt ?? now };
  }).then(({ closedAt }) => closedAt as Date);

/**
 * Opens a closed account again, and an account whose move to another installation was cut short. An account that has
 * moved, and a copy that the move has not opened, are refused: the account is open elsewhere, or will be.
 * @throws Problem 503 `account_moving`, 421 `account_moved`
 */
export const openAccount = (tenancy: Tenancy, accountID: string): Promise<void> =>
  changeClosing(tenancy, accountID, 'opened', (account) => {
    if (account.movedTo || account.closedAt) requireSettled(account);
    return { ...account, closedAt: null, movingSince: null };
  }).then(() => undefined);

/** Whether an account is open here. */
export interface AccountStanding {
  closedAt: Date | null;
  movingSince: Date | null;
  movedTo: string | null;
}

function requireSettled({ movingSince, movedTo }: AccountStanding): void {
  if (movedTo || movingSince) throw awayProblem(movedTo);
}

/**
 * Changes whether an account is open; `action` is written to the account's timeline if something has changed.
 * @throws Problem 404 and what `next` throws
 */
export async function changeClosing(
  tenancy: Tenancy,
  accountID: string,
  action: string,
  next: (before: AccountStanding, now: Date) => AccountStanding,
  note?: string,
): Promise<AccountStanding> {
  return runInAccount(tenancy, { accountID, identity: commandLineOutside }, async (ctx) => {
    const account = (await ctx.em.findOne(Account, { id: accountID })) as Account | null;
    if (!account) throw problems.not_found();
    const { closedAt = null, movingSince = null, movedTo = null } = account;
    const before: AccountStanding = { closedAt, movingSince, movedTo };
    const after = next(before, ctx.clock.now());
    if (JSON.stringify(after) === JSON.stringify(before)) return after;
    ctx.em.assign(account, after);
    audit(ctx, { record: { type: 'account', id: accountID }, action, ...(note === undefined ? {} : { note }) });
    await ctx.em.flush();
    ctx.afterCommit(() => forgetAccess(accountID));
    return after;
  });
}
