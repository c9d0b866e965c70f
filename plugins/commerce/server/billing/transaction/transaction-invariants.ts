import { type Invariant, numbersWithoutGaps, recordsWithoutDocument } from '@millwright/core/server';

const shares = (side: 'transaction_id' | 'debit_id') => `select coalesce(sum(allocation.amount), 0)
  from commerce.transaction_allocation allocation where allocation.account_id = own.account_id
    and allocation.${side} = own.id and allocation.unapplied_on is null`;

/** Invariants of an account's transactions and allocations. */
export const transactionInvariants: readonly Invariant[] = [
  {
    name: 'commerce.allocated-of-transactions-is-the-sum-of-their-allocations',
    sql: `select own.id from commerce.transaction own where own.account_id = $1
      and own.allocated <> case when own.is_debit then (${shares('debit_id')}) else (${shares('transaction_id')}) end`,
  },
  {
    name: 'commerce.allocations-go-from-credits-to-debits-of-a-day-before',
    sql: `select allocation.id from commerce.transaction_allocation allocation
      join commerce.transaction credit on credit.account_id = allocation.account_id and credit.id =
        allocation.transaction_id
      left join commerce.invoice paid on paid.account_id = allocation.account_id and paid.id = allocation.invoice_id
      left join commerce.transaction debit on debit.account_id = allocation.account_id and debit.id =
        allocation.debit_id
      where allocation.account_id = $1 and (credit.is_debit or not coalesce(debit.is_debit, true)
        or allocation.applied_on < greatest(credit.dated_on, paid.dated_on, debit.dated_on)
        or allocation.customer_id <> coalesce(paid.customer_id, debit.customer_id))`,
  },
  {
    name: 'commerce.allocations-never-exceed-either-side-on-any-day',
    sql: `with event as (
        select account_id, transaction_id as id, applied_on as day, amount from commerce.transaction_allocation
        where account_id = $1
        union all select account_id, transaction_id, unapplied_on, -amount from commerce.transaction_allocation
        where account_id = $1 and unapplied_on is not null
        union all select account_id, coalesce(invoice_id, debit_id), applied_on, amount from
          commerce.transaction_allocation
        where account_id = $1
        union all select account_id, coalesce(invoice_id, debit_id), unapplied_on, -amount
        from commerce.transaction_allocation where account_id = $1 and unapplied_on is not null
      ), level as (
        select id, sum(sum(amount)) over (partition by id order by day) as taken from event group by id, day
      ), holder as (
        select id, amount from commerce.transaction where account_id = $1
        union all select id, total from commerce.invoice where account_id = $1
      )
      select level.id from level join holder on holder.id = level.id where level.taken > holder.amount or level.taken
        < 0`,
  },
  numbersWithoutGaps('commerce.transaction-numbers-without-gaps', 'transaction', 'commerce.transaction'),
  recordsWithoutDocument(
    'commerce.transactions-are-those-that-have-a-search-document',
    'transaction',
    'select id from commerce.transaction where account_id = $1',
  ),
];
