import { type Big, decimal, lesserOf, newID, type Problem, sumOf, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, audit, nextNumber, sql, todayOf } from '@millwright/core/server';
import { lockDocuments } from '../../document/record/lock-documents.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { indexDocuments } from '../billing-search.ts';
import { touchedReceivables } from '../receivable/touched-receivables.ts';

/** Key of a transaction in history, events and search. */
export const transactionRecord = (id: string) => ({ type: 'transaction', id });

/**
 * Locks the credits that are tied to an order and computes their amounts for a new invoice, the oldest credit first.
 * `write` saves the allocations after the invoice is inserted.
 */
export async function takeOrderCredits(
  ctx: AccountContext,
  order: { id: string; number: string; customerID: string; creditIDs: readonly string[] },
  invoice: { id: string; total: Big; datedOn: string },
): Promise<{ taken: Big; write(): Promise<void> }> {
  const mine = sql`account_id = ${ctx.account.id} and order_id = ${order.id} and not is_debit
    and voided_on is null and allocated < amount`;
  const query = ctx.em.query();
  if (!order.creditIDs.length) return { taken: zero, write: async () => {} };
  await lockDocuments(ctx, { transactionIDs: order.creditIDs });
  const { rows } = await sql<{ id: string; open: string }>`select id, (amount - allocated)::text as open
    from commerce.transaction where ${mine} order by dated_on, number_key, id`.execute(query);
  let left = invoice.total;
  const parts = rows.flatMap(({ id, open }) => {
    const amount = lesserOf(decimal(open), left);
    left = left.minus(amount);
    return amount.gt(zero) ? [{ id, amount: toColumn(amount, 2) }] : [];
  });
  const taken = sumOf(parts.map(({ amount }) => amount));
  const write = async (): Promise<void> => {
    if (!parts.length) return;
    const now = ctx.clock.now();
    const ids = parts.map(({ id }) => id);
    const amounts = parts.map(({ amount }) => amount);
    await sql`update commerce.transaction own set allocated = own.allocated + part.amount, updated_at = ${now},
        version = own.version + 1
      from unnest(${ids}::text[], ${amounts}::numeric[]) as part (id, amount)
      where own.account_id = ${ctx.account.id} and own.id = part.id`.execute(query);
    await ctx.em.insert(
      'commerce.transaction_allocation',
      parts.map(({ id, amount }) => ({
        version: 1,
        created_at: now,
        updated_at: now,
        id: newID('alc'),
        customer_id: order.customerID,
        transaction_id: id,
        invoice_id: invoice.id,
        amount,
        why: `Paid for order ${order.number}`,
        applied_on: invoice.datedOn,
      })),
    );
    touchedReceivables(ctx);
  };
  return { taken, write };
}

/** Creates a credit memo for credits of an order beyond the amount of its first invoice, tied to both. */
export async function createCarriedCredit(
  ctx: AccountContext,
  order: { id: string; number: string; customerID: string },
  from: { invoiceID: string; number: string; amount: Big },
): Promise<void> {
  const now = ctx.clock.now();
  const id = newID('trx');
  const number = await nextNumber(ctx, 'transaction');
  await ctx.em.insert('commerce.transaction', [
    {
      version: 1,
      created_at: now,
      updated_at: now,
      id,
      number,
      number_key: numberKey(number),
      customer_id: order.customerID,
      type: 'credit_memo',
      amount: toColumn(from.amount, 2),
      dated_on: todayOf(ctx),
      note: `Credit of order ${order.number} beyond invoice ${from.number}`,
      order_id: order.id,
      invoice_id: from.invoiceID,
    },
  ]);
  audit(ctx, { record: transactionRecord(id), action: 'created', note: `Invoice ${from.number}` });
  await indexDocuments(ctx, 'transaction', [id]);
  touchedReceivables(ctx);
}

/**
 * Voids the credit memo for an invoice's carried credit, together with the invoice.
 * @throws the refusal if the memo is allocated
 */
export async function voidCarriedCredit(
  ctx: AccountContext,
  invoiceID: string,
  refuse: (why: string) => Problem,
): Promise<void> {
  const query = ctx.em.query();
  const mine = sql`account_id = ${ctx.account.id} and invoice_id = ${invoiceID} and order_id is not null
    and voided_on is null`;
  const { rows: found } = await sql<{ id: string }>`select id from commerce.transaction where ${mine}`.execute(query);
  await lockDocuments(ctx, { transactionIDs: found.map(({ id }) => id) });
  const { rows } = await sql<{ id: string; number: string; allocated: string }>`select id, number,
      allocated::text as allocated from commerce.transaction where ${mine} order by id`.execute(query);
  for (const { id, number, allocated } of rows) {
    if (decimal(allocated).gt(zero)) throw refuse(`its credit memo ${number} is used; take that back first`);
    const now = ctx.clock.now();
    await sql`update commerce.transaction set voided_at = ${now}, voided_on = ${todayOf(ctx)}, updated_at = ${now},
        version = version + 1
      where account_id = ${ctx.account.id} and id = ${id}`.execute(query);
    audit(ctx, { record: transactionRecord(id), action: 'voided', note: 'With its invoice' });
  }
  if (rows.length) touchedReceivables(ctx);
}
