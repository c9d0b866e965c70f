import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, among, type NumberHit, otherName, projection, sql } from '@millwright/core/server';
import {
  adjustmentTypeNames,
  allocationView,
  type listTransactionAllocations,
  listTransactions,
  type Transaction,
  transaction,
  transactionMethodNames,
  transactionRow,
  transactionTypeNames,
} from '../../../contracts/index.ts';
import { transactionIs } from '../../states/states.ts';
import { creditLinesOf } from '../credit/credit-line-view.ts';
import { allocationsOf } from './allocation-view.ts';

/** `{ code, name }` of a code, or null. */
const coded = (code: ReturnType<typeof sql>, names: Readonly<Record<string, string>>) =>
  sql`(select json_build_object('code', known.code, 'name', known.name)
    from (values ${sql.join(Object.entries(names).map(([key, name]) => sql`(${sql.lit(key)}, ${sql.lit(name)})`))})
      as known (code, name) where known.code = ${code})`;

const statusCode = transactionIs.derived(`case
  when transaction.voided_on is not null then ${transactionIs.to('void')}
  when transaction.allocated >= transaction.amount then ${transactionIs.to('allocated')}
  when transaction.allocated > 0 then ${transactionIs.to('partly_allocated')}
  else ${transactionIs.to('unallocated')} end`);
const other = (table: string, column: string) => sql`(select other.number from ${sql.table(table)} other
  where other.account_id = transaction.account_id and other.id = ${sql.ref(`transaction.${column}`)})`;

const computed = {
  customer: sql`(select json_build_object('id', customer.id, 'name', customer.name, 'number', customer.number)
    from commerce.customer customer
    where customer.account_id = transaction.account_id and customer.id = transaction.customer_id)`,
  type: coded(sql`transaction.type`, transactionTypeNames),
  transactionMethod: coded(sql`transaction.method`, transactionMethodNames),
  adjustmentType: coded(sql`transaction.adjustment_type`, adjustmentTypeNames),
  open: sql`case when transaction.voided_on is null then transaction.amount - transaction.allocated else 0 end`,
  date: sql`transaction.dated_on::text`,
  orderNumber: other('commerce.sales_order', 'order_id'),
  invoiceNumber: other('commerce.invoice', 'invoice_id'),
  status: transactionIs.named(statusCode),
  isFullyAllocated: sql`(transaction.allocated >= transaction.amount)`,
  allocationCount: sql`(select count(*)::int from commerce.transaction_allocation allocation
    where allocation.account_id = transaction.account_id and allocation.unapplied_on is null
      and (allocation.transaction_id = transaction.id or allocation.debit_id = transaction.id))`,
};

/** Transactions in lists. */
export const transactionRows = projection<typeof transactionRow, EndpointRequest<typeof listTransactions>['query']>(
  transactionRow,
  {
    list: listTransactions,
    table: 'commerce.transaction',
    computed,
    search: { document: 'transaction' },
    sortable: {
      number: 'transaction.number_key',
      date: 'transaction.dated_on',
      customer: otherName('commerce.customer', 'transaction.customer_id'),
    },
    filters: {
      status: (codes) => sql<boolean>`${statusCode} = any(${codes}::text[])`,
      typeCodes: (codes) => among('transaction.type', codes),
      adjustmentTypeCodes: (codes) => among('transaction.adjustment_type', codes),
      methodCodes: (codes) => among('transaction.method', codes),
      customerIDs: (ids) => among('transaction.customer_id', ids),
      customerGroupIDs: (
        ids,
      ) => sql<boolean>`transaction.customer_id in (select grouped.id from commerce.customer grouped
      where grouped.account_id = transaction.account_id and grouped.customer_type_group_id = any(${ids}::text[]))`,
      orderIDs: (ids) => among('transaction.order_id', ids),
      isDebit: (value) => sql<boolean>`transaction.is_debit = ${value}`,
      startDate: (day) => sql<boolean>`transaction.dated_on >= ${day}::date`,
      endDate: (day) => sql<boolean>`transaction.dated_on <= ${day}::date`,
    },
    order: [
      ['date', 'desc'],
      ['number', 'desc'],
    ],
  },
);

const whole = projection<typeof transaction>(transaction, {
  list: listTransactions,
  table: 'commerce.transaction',
  computed: {
    ...computed,
    allocations: allocationsOf(
      'transaction',
      sql`(allocation.transaction_id = transaction.id or allocation.debit_id = transaction.id)`,
    ),
    lines: creditLinesOf,
    refundable: (ctx) =>
      ctx.customerID === undefined
        ? sql`(select paid.paid - paid.refunded from commerce.checkout_session paid
            where paid.account_id = transaction.account_id and paid.transaction_id = transaction.id)`
        : sql`null::numeric`,
    isEditable: sql`(transaction.voided_on is null and transaction.invoice_id is null
      and not transaction.is_opening_balance and not exists (select from commerce.transaction_allocation allocation
        where allocation.account_id = transaction.account_id
          and (allocation.transaction_id = transaction.id or allocation.debit_id = transaction.id)))`,
  },
  search: { document: 'transaction' },
  order: ['number'],
});

/** One transaction with its allocations. 404 for an unknown id. */
export const transactionByID = (ctx: AccountContext, id: string): Promise<Transaction> => whole.byID(ctx, id);

/** The transactions of a customer. 404 for an unknown customer. */
export async function transactionsOfCustomer(
  ctx: AccountContext,
  customerID: string,
  page: EndpointRequest<typeof listTransactions>['query'],
) {
  // The account's own id stands for all customers.
  if (customerID === ctx.account.id && ctx.customerID === undefined) return transactionRows.find(ctx, page);
  const { rows } = await sql`select from commerce.customer
    where account_id = ${ctx.account.id} and id = ${customerID}`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  return transactionRows.find(ctx, { ...page, customerIDs: [customerID] });
}

/**
 * Transactions with this number. Within a customer, the references of its payments also count, so that a payment is not
 * entered twice.
 */
export async function findTransactionsByNumber(
  ctx: AccountContext,
  number: string,
  { customerID = null }: { customerID?: string | null },
): Promise<NumberHit[]> {
  const { rows } = await sql<NumberHit>`select id, number as label,
      case when number = ${number} then null else 'Reference' end as "foundBy"
    from commerce.transaction
    where account_id = ${ctx.account.id}
      and (number = ${number} or ${customerID}::text is not null and reference = ${number} and voided_on is null)
      and (${customerID}::text is null or customer_id = ${customerID})
    order by "foundBy" nulls first, id limit 20`.execute(ctx.em.query());
  return rows;
}

const named = (table: string, column: string, what = 'number') =>
  sql`(select ${sql.ref(`other.${what}`)} from ${sql.table(table)} other
    where other.account_id = transaction_allocation.account_id
      and other.id = ${sql.ref(`transaction_allocation.${column}`)})`;
const ofCredit = (what: ReturnType<typeof sql>) => sql`(select ${what} from commerce.transaction credit
  where credit.account_id = transaction_allocation.account_id and credit.id = transaction_allocation.transaction_id)`;

/** Allocations in lists. */
export const allocationRows = projection<
  typeof allocationView,
  EndpointRequest<typeof listTransactionAllocations>['query']
>(allocationView, {
  list: { path: listTransactions.path },
  scope: 'allocations',
  table: 'commerce.transaction_allocation',
  computed: {
    transaction: ofCredit(sql`json_build_object('id', credit.id, 'number', credit.number)`),
    invoice: sql`(select json_build_object('id', paid.id, 'number', paid.number) from commerce.invoice paid
      where paid.account_id = transaction_allocation.account_id and paid.id = transaction_allocation.invoice_id)`,
    transactionNumber: named('commerce.transaction', 'transaction_id'),
    transactionType: ofCredit(
      sql`(select known.name from (values ${sql.join(
        Object.entries(transactionTypeNames).map(([key, name]) => sql`(${sql.lit(key)}, ${sql.lit(name)})`),
      )}) as known (code, name) where known.code = credit.type)`,
    ),
    targetNumber: sql`coalesce(${named('commerce.invoice', 'invoice_id')}, ${named(
      'commerce.transaction',
      'debit_id',
    )})`,
    settlementNumber: named('commerce.settlement', 'settlement_id'),
    appliedOn: sql`transaction_allocation.applied_on::text`,
    unappliedOn: sql`transaction_allocation.unapplied_on::text`,
  },
  search: [ofCredit(sql`credit.number`), named('commerce.invoice', 'invoice_id')],
  filters: {
    transactionIDs: (ids) => among('transaction_allocation.transaction_id', ids),
    invoiceIDs: (ids) => among('transaction_allocation.invoice_id', ids),
    debitIDs: (ids) => among('transaction_allocation.debit_id', ids),
    customerIDs: (ids) => among('transaction_allocation.customer_id', ids),
    settlementIDs: (ids) => among('transaction_allocation.settlement_id', ids),
    isUnapplied: (value) => sql<boolean>`(transaction_allocation.unapplied_on is not null) = ${value}`,
    startDate: (day) => sql<boolean>`transaction_allocation.applied_on >= ${day}::date`,
    endDate: (day) => sql<boolean>`transaction_allocation.applied_on <= ${day}::date`,
  },
  order: [['createdAt', 'desc']],
});
