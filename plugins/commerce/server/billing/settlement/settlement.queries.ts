import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, type NumberHit, named, projection, since, sql, upTo } from '@millwright/core/server';
import {
  listSettlements,
  type Settlement,
  settlement,
  settlementRow,
  transactionTypeNames,
} from '../../../contracts/index.ts';
import { allocationsOf } from '../transaction/allocation-view.ts';

/** A subquery over the active allocations of a settlement. */
const standing = (what: ReturnType<typeof sql>) => sql`(select ${what} from commerce.transaction_allocation allocation
  join commerce.transaction credit on credit.account_id = allocation.account_id and credit.id =
    allocation.transaction_id
  left join commerce.invoice paid on paid.account_id = allocation.account_id and paid.id = allocation.invoice_id
  left join commerce.transaction debit on debit.account_id = allocation.account_id and debit.id = allocation.debit_id
  where allocation.account_id = settlement.account_id and allocation.settlement_id = settlement.id
    and allocation.unapplied_on is null)`;
const sumOf = (type: string) =>
  standing(sql`coalesce(sum(allocation.amount) filter (where credit.type = ${sql.lit(type)}), 0)`);

const computed = {
  responsibleUser: named('core.v_members', 'settlement.responsible_id'),
  totalRebates: sumOf('rebate'),
  totalPayments: sumOf('payment'),
  totalAdjustments: sumOf('adjustment'),
  totalCredits: sumOf('credit_memo'),
  invoiceNumbers: standing(sql`coalesce(json_agg(distinct coalesce(paid.number, debit.number)), '[]')`),
  customers: sql`(select coalesce(json_agg(json_build_object('id', customer.id, 'name', customer.name,
      'number', customer.number) order by customer.name, customer.id), '[]')
    from commerce.customer customer where customer.account_id = settlement.account_id
      and customer.id = any(array${standing(sql`distinct allocation.customer_id`)}))`,
  allocationCount: standing(sql`count(*)::int`),
};
const where = sql<boolean>`settlement.deleted_at is null`;

/** Settlements in lists. */
export const settlementRows = projection<typeof settlementRow, EndpointRequest<typeof listSettlements>['query']>(
  settlementRow,
  {
    list: listSettlements,
    table: 'commerce.settlement',
    where,
    computed,
    search: ['number', 'note'],
    sortable: { number: 'settlement.number_key' },
    filters: {
      customerIDs: (ids) => sql<boolean>`exists (select from commerce.transaction_allocation allocation
        where allocation.account_id = settlement.account_id and allocation.settlement_id = settlement.id
          and allocation.customer_id = any(${ids}::text[]))`,
      responsibleUserIDs: (ids) => sql<boolean>`settlement.responsible_id = any(${ids}::text[])`,
      startDate: since('settlement.created_at'),
      endDate: upTo('settlement.created_at'),
    },
    order: [['createdAt', 'desc']],
  },
);

const whole = projection<typeof settlement>(settlement, {
  list: listSettlements,
  table: 'commerce.settlement',
  where,
  computed: {
    ...computed,
    allocations: allocationsOf('settlement', sql`allocation.settlement_id = settlement.id`),
    transactions: sql`(select coalesce(json_agg(json_build_object('id', entered.id, 'number', entered.number,
        'type', (select json_build_object('code', known.code, 'name', known.name)
          from (values ${sql.join(
            Object.entries(transactionTypeNames).map(([key, name]) => sql`(${sql.lit(key)}, ${sql.lit(name)})`),
          )}) as known (code, name) where known.code = entered.type),
        'amount', entered.amount, 'date', entered.dated_on) order by entered.number_key), '[]')
      from commerce.transaction entered
      where entered.account_id = settlement.account_id and entered.settlement_id = settlement.id
        and entered.voided_on is null)`,
  },
  search: ['number'],
  order: ['number'],
});

/** One settlement with its allocations. 404 for an unknown or undone settlement. */
export const settlementByID = (ctx: AccountContext, id: string): Promise<Settlement> => whole.byID(ctx, id);

/** Settlements with this number. With a customer, only those with an allocation of this customer. */
export async function findSettlementsByNumber(
  ctx: AccountContext,
  number: string,
  { customerID = null }: { customerID?: string | null },
): Promise<NumberHit[]> {
  const { rows } = await sql<NumberHit>`select id, number as label from commerce.settlement
    where account_id = ${ctx.account.id} and number = ${number} and deleted_at is null
      and (${customerID}::text is null or exists (select from commerce.transaction_allocation allocation
        where allocation.account_id = settlement.account_id and allocation.settlement_id = settlement.id
          and allocation.customer_id = ${customerID}))`.execute(ctx.em.query());
  return rows;
}
