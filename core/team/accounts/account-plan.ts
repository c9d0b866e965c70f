import { audit, changesOf } from '../../audit/audit.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { AccountInfo } from '../../kernel/context/context.ts';
import { forgetAccess } from '../../tenancy/access/access.ts';
import { Account } from '../../tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { commandLine } from './operator-accounts.ts';

/**
 * Changes an account's plan and records it in the timeline. Records beyond the limits of a smaller plan stay, but no
 * more can be created.
 * @returns the previous plan
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
