import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, accountSettings, likeOf, sql } from '@millwright/core/server';
import {
  billingSettings,
  type JournalAccount,
  type JournalEntry,
  journalAccountNames,
  type listJournalEntries,
} from '../../../contracts/index.ts';
import { type JournalDays, stockMoves } from './stock-moves.ts';
import { workInProcess } from './work-in-process.ts';

/**
 * Journal entries of all documents, debits positive, credits negative. A document is posted on its date, and with the
 * opposite sign on the date it is voided. An allocation moves an amount from unapplied credits to receivables, and back
 * when it is undone. The entry of an invoice includes its carried credit, so the credit memo for that credit has no
 * entry. Receipts, shipments, production, consumption and counts of goods are posted to inventory. Production runs post
 * labor and overhead to work in process.
 */
const entries = (ctx: AccountContext, days: JournalDays) => {
  const ofAccount = sql`account_id = ${ctx.account.id}`;
  return sql`with invoice as (
      select id, number, customer_id, subtotal, discount, carried, total, is_opening_balance,
          dated_on as day, 1 as sign,
        'Invoice ' || number as document from commerce.invoice where ${ofAccount}
      union all select id, number, customer_id, subtotal, discount, carried, total, is_opening_balance, voided_on, -1,
        'Invoice ' || number || ', void' from commerce.invoice where ${ofAccount} and voided_on is not null
    ), money as (
      select told.*, case told.type when 'payment' then 'Payment ' when 'credit_memo' then 'Credit memo '
          when 'rebate' then 'Rebate ' else 'Adjustment ' end || told.number || told.suffix as document
      from (select *, dated_on as day, 1 as sign, '' as suffix from commerce.transaction where ${ofAccount}
        union all select *, voided_on, -1, ', void' from commerce.transaction
          where ${ofAccount} and voided_on is not null) told
      where not (told.type = 'credit_memo' and told.invoice_id is not null and told.order_id is not null)
    ), allocation as (
      select moved.transaction_id, moved.customer_id, moved.day, moved.amount, credit.number,
        'Allocation of ' || credit.number as document
      from (select *, applied_on as day, amount as moved from commerce.transaction_allocation
        where ${ofAccount}) applied
      cross join lateral (values (applied.transaction_id, applied.customer_id, applied.day, applied.amount),
        (applied.transaction_id, applied.customer_id, applied.unapplied_on, -applied.amount))
        as moved (transaction_id, customer_id, day, amount)
      join commerce.transaction credit on credit.account_id = ${ctx.account.id} and credit.id = moved.transaction_id
      where moved.day is not null
    ), ${stockMoves(ctx, days)}, ${workInProcess(ctx, days)},
    entry (day, document, record_id, customer_id, account, detail, amount) as (
      select day, document, id, customer_id, 'receivables', null, sign * total from invoice
      union all select day, document, id, customer_id, 'discounts', null, sign * discount from invoice
      union all select day, document, id, customer_id, 'unapplied', null, -sign * carried from invoice
      union all select day, document, id, customer_id, 'opening', null, -sign * subtotal from invoice
        where is_opening_balance
      union all select invoice.day, invoice.document, invoice.id, invoice.customer_id,
          case when line.product_type in ('credit', 'return') then 'returns' else line.product_type end,
          case line.product_type when 'sale' then item.product_line_name end, -invoice.sign * line.total
        from invoice
        join commerce.invoice_line line on line.account_id = ${ctx.account.id} and line.invoice_id = invoice.id
        left join inventory.v_items item on item.account_id = line.account_id and item.id = line.item_id
      union all select day, document, id, customer_id, case when is_debit then 'receivables' else 'unapplied' end, null,
          case when is_debit then sign * amount else -sign * amount end from money
      union all select money.day, money.document, money.id, money.customer_id,
          case when line.product_type in ('tax', 'shipping', 'service') then line.product_type else 'returns' end,
          case line.product_type when 'sale' then item.product_line_name end, money.sign * credited.amount
        from money
        join commerce.credit_line credited on credited.account_id = ${ctx.account.id}
          and credited.transaction_id = money.id
        join commerce.invoice_line line on line.account_id = credited.account_id
          and line.id = credited.invoice_line_id
        left join inventory.v_items item on item.account_id = line.account_id and item.id = line.item_id
      union all select day, document, id, customer_id,
          case when is_opening_balance then 'opening' when method is not null then method
            when type = 'credit_memo' then 'returns' when type = 'rebate' then 'rebates'
            when adjustment_type = 'fee' then 'fees' when adjustment_type = 'discount' then 'discounts'
            when adjustment_type = 'shipping_discrepancy' then 'shipping' else 'write_offs' end, null,
          case when is_debit then -sign * amount else sign * amount end from money
        where not (type = 'credit_memo' and invoice_id is not null)
      union all select day, document, transaction_id, customer_id, 'unapplied', null, amount from allocation
      union all select day, document, transaction_id, customer_id, 'receivables', null, -amount from allocation
      union all select day, document, record_id, customer_id, 'inventory', null, amount from goods
      union all select day, document, record_id, customer_id, account, detail, -amount from goods
      union all select day, document, record_id, null, account, null, amount from work
      union all select day, document, record_id, null, 'cost_variances', null, amount from variance
      union all select day, document, record_id, null, 'received', null, -amount from variance
      union all select carried_on, 'Rounding carried over', null, null, carried.account, null, carried.amount
        from inventory.v_carried_rounding rounding
        cross join lateral (values ('inventory', rounding.amount), ('cost_variances', -rounding.amount))
          as carried (account, amount) where rounding.${ofAccount}
    )`;
};

/** A page of the journal, oldest first. */
export async function findJournalEntries(
  ctx: AccountContext,
  page: EndpointRequest<typeof listJournalEntries>['query'],
) {
  const { journalAccounts } = await accountSettings(ctx, 'commerce', billingSettings);
  const { startDate = null, endDate = null } = page;
  const text = page.query ? likeOf(page.query) : null;
  const direction = page.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  type Row = Omit<JournalEntry, 'id' | 'accountCode' | 'accountName' | 'debit' | 'credit'> & {
    detail: string | null;
    amount: number;
  };
  const { rows } = await sql<{ items: Row[]; count: number }>`${entries(ctx, { startDate, endDate })}, grouped as (
      select day, document, record_id, customer_id, account, detail, sum(amount) as amount from entry
      where (${startDate}::date is null or day >= ${startDate}::date)
        and (${endDate}::date is null or day <= ${endDate}::date)
        and (${text}::text is null or document ilike ${text})
      group by day, document, record_id, customer_id, account, detail having sum(amount) <> 0
    )
    select (select coalesce(json_agg(json_build_object('date', page.day, 'document', page.document,
          'recordID', page.record_id, 'account', page.account, 'detail', page.detail, 'amount', page.amount,
          'customer', (select json_build_object('id', customer.id, 'name', customer.name, 'number', customer.number)
            from commerce.customer customer
            where customer.account_id = ${ctx.account.id} and customer.id = page.customer_id))), '[]')
        from (select * from grouped order by day ${direction}, document, record_id, amount < 0, account, detail
          limit ${page.take} offset ${page.skip}) page) as items,
      (select count(*)::int from grouped) as count`.execute(ctx.em.query());
  const { items, count } = rows[0] as { items: Row[]; count: number };
  return {
    items: items.map(({ detail, amount, ...row }): JournalEntry => {
      const account: JournalAccount = row.account;
      const { name } = journalAccountNames[account];
      return {
        ...row,
        id: [row.date, row.recordID, row.document, account, detail].filter(Boolean).join(' '),
        accountCode: journalAccounts[account],
        accountName: detail ? `${name}, ${detail}` : name,
        debit: Math.max(amount, 0),
        credit: Math.max(-amount, 0),
      };
    }),
    count,
  };
}
