import { type AccountContext, sql } from '@millwright/core/server';
import { type OpenCreditView, type OpenDebtView, transactionTypeNames } from '../../../contracts/index.ts';

/** An open invoice or debit, with the parent of its customer. */
export type OpenDebtRow = OpenDebtView & { parentID: string | null };

const customer = sql`json_build_object('id', customer.id, 'name', customer.name, 'number', customer.number)`;
const typeName = sql`(select known.name from (values ${sql.join(
  Object.entries(transactionTypeNames).map(([key, name]) => sql`(${sql.lit(key)}, ${sql.lit(name)})`),
)}) as known (code, name) where known.code = own.type)`;

/** Allocated amount of `own` at the end of a day: allocations made by then and not undone by then. */
export const allocatedOn = (day: string, column: 'transaction_id' | 'debit_id' | 'invoice_id') =>
  sql`(select coalesce(sum(allocation.amount), 0) from commerce.transaction_allocation allocation
    where allocation.account_id = own.account_id and ${sql.ref(`allocation.${column}`)} = own.id
      and allocation.applied_on <= ${day}::date
      and (allocation.unapplied_on is null or allocation.unapplied_on > ${day}::date))`;

/** Rows that existed and were not void at the end of a day. */
export const thereOn = (day: string) =>
  sql`own.dated_on <= ${day}::date and (own.voided_on is null or own.voided_on > ${day}::date)`;

interface Scope {
  /** Omitted for all customers. */
  customerIDs?: readonly string[];
  /** The reporting date. Omitted for the current state. */
  day?: string | undefined;
  /** Limits the result to this number of the oldest rows. */
  most?: number;
}

const scoped = (ctx: AccountContext, { customerIDs }: Scope) =>
  customerIDs
    ? sql`own.account_id = ${ctx.account.id} and own.customer_id = any(${[...customerIDs]}::text[])`
    : sql`own.account_id = ${ctx.account.id}`;

/** Open invoices and debits of customers, the oldest first. */
export async function openDebts(ctx: AccountContext, scope: Scope): Promise<OpenDebtRow[]> {
  const { day } = scope;
  const left = (total: string, column: 'invoice_id' | 'debit_id') =>
    day
      ? sql`${sql.ref(`own.${total}`)} - ${allocatedOn(day, column)}`
      : sql`${sql.ref(`own.${total}`)} - own.allocated`;
  const isThere = day ? thereOn(day) : sql`own.voided_on is null`;
  const { rows } = await sql<OpenDebtRow>`select open_debt.id, open_debt.kind, open_debt.number, ${customer} as
    customer,
      party.parent_id as "parentID", dated_on::text as date, due_on::text as "dueAt",
      total::float8 as total, open::float8 as open
    from (
      select own.account_id, own.id, 'invoice' as kind, own.number, own.number_key, own.customer_id, own.dated_on,
        own.due_on, own.total, ${left('total', 'invoice_id')} as open
      from commerce.invoice own where ${scoped(ctx, scope)} and ${isThere}
      union all
      select own.account_id, own.id, 'debit', own.number, own.number_key, own.customer_id, own.dated_on,
        own.dated_on, own.amount, ${left('amount', 'debit_id')}
      from commerce.transaction own where ${scoped(ctx, scope)} and own.is_debit and ${isThere}
    ) open_debt
    join commerce.customer customer on customer.account_id = open_debt.account_id and customer.id =
      open_debt.customer_id
    left join core.v_parties party on party.account_id = customer.account_id and party.id = customer.id
    where open > 0 order by dated_on, number_key, open_debt.id
    limit ${scope.most ?? null}`.execute(ctx.em.query());
  return rows;
}

/** Credits of customers with an open amount, the oldest first. */
export async function openCredits(ctx: AccountContext, scope: Scope): Promise<OpenCreditView[]> {
  const { day } = scope;
  const left = day ? sql`own.amount - ${allocatedOn(day, 'transaction_id')}` : sql`own.amount - own.allocated`;
  const { rows } = await sql<OpenCreditView>`select * from (
      select own.id, own.number, json_build_object('code', own.type, 'name', ${typeName}) as type, ${customer} as
        customer,
        own.dated_on::text as date, own.reference, own.amount::float8 as amount, (${left})::float8 as open
      from commerce.transaction own
      join commerce.customer customer on customer.account_id = own.account_id and customer.id = own.customer_id
      where ${scoped(ctx, scope)} and not own.is_debit and ${day ? thereOn(day) : sql`own.voided_on is null`}
      order by own.dated_on, own.number_key, own.id) credit where open > 0
    limit ${scope.most ?? null}`.execute(ctx.em.query());
  return rows;
}
