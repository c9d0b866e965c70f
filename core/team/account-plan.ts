import { audit, changesOf } from '../audit/audit.ts';
import { problems } from '../contracts/problem.ts';
import type { AccountInfo } from '../kernel/context.ts';
import { forgetAccess } from '../tenancy/access.ts';
import { Account } from '../tenancy/account.entity.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { commandLine } from './operator-accounts.ts';

/**
 * Gives an account a plan; its timeline tells it. What it has beyond a smaller plan stays, and no more is made.
 * @returns the plan of before
 */
export const changePlan = (tenancy: Tenancy, accountID: string, plan: AccountInfo['plan']): Promise<string> =>
  runInAccount(tenancy, { accountID, identity: commandLine }, async (ctx) => {
    const account = (await ctx.em.findOne(Account, { id: accountID })) as Account | null;
    if (!account) throw problems.not_found();
    const before = account.plan;
    if (before === plan) return before;
    ctx.em.assign(account, { plan });
    audit(ctx, {
      record: { type: 'account', id: accountID },
      action: 'updated',
      changes: changesOf({ plan: before }, { plan }, ['plan']),
    });
    await ctx.em.flush();
    ctx.afterCommit(() => forgetAccess(accountID));
    return before;
  });
