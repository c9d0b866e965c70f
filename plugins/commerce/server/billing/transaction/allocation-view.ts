import { instantJSON, sql } from '@millwright/core/server';
import { transactionTypeNames } from '../../../contracts/billing/transaction/transaction.contract.ts';

const typeName = sql`case credit.type ${sql.join(
  Object.entries(transactionTypeNames).map(([code, name]) => sql`when ${sql.lit(code)} then ${sql.lit(name)}`),
  sql` `,
)} end`;

/** An allocation as JSON for answers, over `allocation` with its joins. */
export const allocationJSON = sql`json_build_object('id', allocation.id,
  'transaction', json_build_object('id', credit.id, 'number', credit.number), 'transactionID', credit.id,
  'transactionNumber', credit.number, 'transactionType', ${typeName},
  'invoice', case when paid.id is not null then json_build_object('id', paid.id, 'number', paid.number) end,
  'invoiceID', allocation.invoice_id,
  'debitID', allocation.debit_id, 'targetNumber', coalesce(paid.number, debit.number),
  'settlementID', allocation.settlement_id, 'settlementNumber', written.number, 'amount', allocation.amount,
  'note', allocation.note, 'why', allocation.why, 'appliedOn', allocation.applied_on,
  'unappliedOn', allocation.unapplied_on,
  'createdAt', ${instantJSON('allocation.created_at')}, 'updatedAt', ${instantJSON('allocation.updated_at')})`;

/**
 * Joins for the records that an allocation refers to. Portal users see no settlements, and may not see a parent
 * customer's payment.
 */
export const allocationJoins = sql`
  join commerce.transaction credit on credit.account_id = allocation.account_id and credit.id =
    allocation.transaction_id
  left join commerce.invoice paid on paid.account_id = allocation.account_id and paid.id = allocation.invoice_id
  left join commerce.transaction debit on debit.account_id = allocation.account_id and debit.id = allocation.debit_id
  left join commerce.settlement written on written.account_id = allocation.account_id
    and written.id = allocation.settlement_id`;

/** Allocations of a record as JSON, the oldest first. The condition joins `allocation` to the outer record. */
export const allocationsOf = (owner: 'invoice' | 'transaction' | 'settlement', which: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(${allocationJSON} order by allocation.applied_on, allocation.created_at,
    credit.number_key, allocation.id), '[]')
    from commerce.transaction_allocation allocation ${allocationJoins}
    where allocation.account_id = ${sql.ref(`${owner}.account_id`)} and ${which})`;
