import { localSetting } from '../database/local-setting.ts';
import type { AccountContext } from '../kernel/context.ts';

const become = (ctx: AccountContext, customerID: string) =>
  localSetting('app.customer_id', customerID).execute(ctx.em.query());

/**
 * Does for a portal customer what tables that are closed to customers are needed for: prices are found and discounts
 * counted by the account itself. Nothing but what the caller answers reaches the customer. Inside, the account's
 * policies hold as ever.
 */
export async function asAccount<Answer>(ctx: AccountContext, work: () => Promise<Answer>): Promise<Answer> {
  const { customerID } = ctx;
  if (customerID === undefined) return work();
  await become(ctx, '');
  try {
    return await work();
  } finally {
    // After a fault of the database nothing of this transaction counts any more, and the fault is what matters.
    await become(ctx, customerID).catch(() => undefined);
  }
}
