import { type AccountContext, claimNumber, claimNumbers, nextNumber, sql } from '@millwright/core/server';

const isTaken = async (ctx: AccountContext, number: string, exceptID: string): Promise<boolean> => {
  // Deleted orders count too, because they keep their numbers.
  const { rows } = await sql`select from commerce.sales_order
    where account_id = ${ctx.account.id} and number = ${number} and id <> ${exceptID}`.execute(ctx.em.query());
  return rows.length > 0;
};

/**
 * The number of an order: the given one if it is free, otherwise the next of the series. Other transactions that need
 * an order number wait from here until this one ends.
 * @throws Problem 409 `number_taken`
 */
export const orderNumber = (
  ctx: AccountContext,
  order: { id: string; number?: string | null | undefined },
): Promise<string> => {
  const { id, number } = order;
  return number ? claimNumber(ctx, 'order', number, () => isTaken(ctx, number, id)) : nextNumber(ctx, 'order');
};

/**
 * Takes these numbers for new orders. The number series skips them later.
 * @throws Problem 409 `number_taken`
 */
export const claimOrderNumbers = (ctx: AccountContext, numbers: readonly string[]): Promise<void> =>
  claimNumbers(ctx, 'order', numbers, async (wanted) => {
    const { rows } = await sql<{ number: string }>`select number from commerce.sales_order
      where account_id = ${ctx.account.id} and number = any(${[...wanted]}::text[])`.execute(ctx.em.query());
    return rows.map(({ number }) => number);
  });
