import { localSetting } from '../../database/transactions/local-setting.ts';
import { slot } from '../../kernel/calls/call-slots.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

const become = (ctx: AccountContext, customerID: string) =>
  localSetting('app.customer_id', customerID).execute(ctx.em.query());

/** Whether the policy is off in this transaction. */
const isOff = slot(() => false);

/**
 * Runs work for a portal customer that needs tables closed to customers, such as finding prices and counting discounts.
 * The customer sees only what the caller returns. The policies of the account still apply inside.
 */
export async function withoutCustomerPolicy<Answer>(ctx: AccountContext, work: () => Promise<Answer>): Promise<Answer> {
  const { customerID } = ctx;
  // Work inside of other such work leaves it to the outer one to go back.
  if (customerID === undefined || ctx.slots.of(isOff)) return work();
  await become(ctx, '');
  ctx.slots.set(isOff, true);
  try {
    return await work();
  } finally {
    ctx.slots.set(isOff, false);
    // After a database error the transaction is aborted and this statement fails too; the first error is the one to
    // report.
    await become(ctx, customerID).catch(() => undefined);
  }
}
