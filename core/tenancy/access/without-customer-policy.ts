import { localSetting } from '../../database/transactions/local-setting.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

const become = (ctx: AccountContext, customerID: string) =>
  localSetting('app.customer_id', customerID).execute(ctx.em.query());

/**
 * Runs work for a portal customer that needs tables closed to customers, such as finding prices and counting discounts.
 * The customer sees only what the caller returns. The policies of the account still apply inside.
 */
export async function withoutCustomerPolicy<Answer>(ctx: AccountContext, work: () => Promise<Answer>): Promise<Answer> {
  const { customerID } = ctx;
  if (customerID === undefined) return work();
  await become(ctx, '');
  try {
    return await work();
  } finally {
    // After a database error the transaction is aborted and this statement fails too; the first error is the one to
    // report.
    await become(ctx, customerID).catch(() => undefined);
  }
}
