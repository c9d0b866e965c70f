import { type AccountContext, sql } from '@millwright/core/server';
import type { SupplyPort } from '@millwright/inventory/contracts';
import { touchedReceivables } from '../receivable/touched-receivables.ts';

/** Key of a credit memo in the stock movements of its goods. */
export const creditSource = (id: string, number = '') => ({ type: 'transaction', id, number });

/** Adds the memo to the credited amounts of the invoice lines, or subtracts it. */
export async function bookCredited(ctx: AccountContext, transactionID: string, sign: '1' | '-1'): Promise<void> {
  const now = ctx.clock.now();
  await sql`update commerce.invoice_line line set quantity_credited = line.quantity_credited + sums.quantity,
      amount_credited = line.amount_credited + sums.amount, updated_at = ${now}, version = line.version + 1
    from (select invoice_line_id, sum(quantity) * ${sign}::numeric as quantity, sum(amount) * ${sign}::numeric as amount
      from commerce.credit_line where account_id = ${ctx.account.id} and transaction_id = ${transactionID}
      group by invoice_line_id) sums
    where line.account_id = ${ctx.account.id} and line.id = sums.invoice_line_id`.execute(ctx.em.query());
  touchedReceivables(ctx);
}

/**
 * Undoes a credit memo: its invoice lines can be credited again, and its goods leave stock. The caller has locked the
 * memo and its invoice.
 * @throws Problem 409 `receipt_in_use` if the goods were used or moved since
 */
export async function takeBackCredit(ctx: AccountContext, supply: SupplyPort, transactionID: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
    goods: boolean;
  }>`select id, exists (select from commerce.returned_goods goods
        where goods.account_id = own.account_id and goods.credit_line_id = own.id) as goods
    from commerce.credit_line own
    where account_id = ${ctx.account.id} and transaction_id = ${transactionID}`.execute(ctx.em.query());
  if (!rows.length) return;
  if (rows.some(({ goods }) => goods)) await supply.unreceive(ctx, creditSource(transactionID));
  await bookCredited(ctx, transactionID, '-1');
}
