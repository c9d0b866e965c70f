import { type AccountContext, likeOf, sql } from '@millwright/core/server';
import { type Filters, figureFilterNames, type Grouping } from '../../contracts/index.ts';
import { and, customerConditions, type Fragment, isAmong, itemConditions } from '../query/conditions.ts';
import type { Period } from '../query/period.ts';
import { reportedSalesOrderIs } from '../states/states.ts';

/** Filters of sales or orders. */
export interface FactQuery extends Filters {
  period: Period;
  query?: string | null | undefined;
}

/** Kinds of facts: invoiced and credited amounts, or orders. `openOrders` are issued and not completed. */
export type FactKind = 'sales' | 'orders' | 'openOrders';

const given = (ids: readonly string[] | undefined): boolean => !!ids?.length;

/** Whether lines have to be read; documents have all columns except the item. */
export const needsLines = ({ itemIDs, productLineIDs, query }: FactQuery, groupBy?: Grouping): boolean =>
  given(itemIDs) || given(productLineIDs) || !!query || groupBy === 'item' || groupBy === 'productLine';

/** Whether all facts of the period are requested. */
export const isUnfiltered = (query: FactQuery): boolean =>
  !query.query && figureFilterNames.every((name) => !given(query[name]));

const reps = (column: Fragment, { salesRepIDs = [] }: Filters): Fragment[] =>
  salesRepIDs.length ? [isAmong(column, salesRepIDs)] : [];

/** A text matches customers by name and number, and products by SKU and description. */
function textConditions(
  ctx: AccountContext,
  customer: Fragment,
  item: Fragment,
  query: FactQuery['query'],
): Fragment[] {
  if (!query) return [];
  const pattern = likeOf(query);
  const account = ctx.account.id;
  return [
    sql`(${customer} in (select found.id from commerce.v_customers found
        where found.account_id = ${account} and (found.name ilike ${pattern} or found.number ilike ${pattern}))
      or coalesce(${item} in (select found.id from inventory.v_items found
        where found.account_id = ${account} and (found.sku ilike ${pattern} or found.description ilike ${pattern})),
          false))`,
  ];
}

/**
 * Rows of `(type, document_id, number, day, customer_id, sales_rep_id, item_id, amount)`: one per document, or one per
 * line if items matter. The amounts of a document's lines add up to its amount. Freight and tax are excluded.
 */
export function salesFacts(ctx: AccountContext, kind: FactKind, query: FactQuery, groupBy?: Grouping): Fragment {
  const byLine = needsLines(query, groupBy);
  return kind === 'sales' ? sales(ctx, query, byLine) : orders(ctx, query, byLine, kind === 'openOrders');
}

function sales(ctx: AccountContext, query: FactQuery, byLine: boolean): Fragment {
  const account = ctx.account.id;
  const { startDate, endDate } = query.period;
  const conditionsOf = (table: string, item: Fragment): Fragment[] => {
    const column = (name: string): Fragment => sql`${sql.ref(`${table}.${name}`)}`;
    return [
      sql`${column('account_id')} = ${account}`,
      sql`${column('dated_on')} between ${startDate}::date and ${endDate}::date`,
      ...customerConditions(ctx, column('customer_id'), query),
      ...reps(column('sales_rep_id'), query),
      ...itemConditions(ctx, item, query),
      ...textConditions(ctx, column('customer_id'), item, query.query),
    ];
  };
  const invoices = and([
    ...conditionsOf('invoice', sql`line.item_id`),
    sql`invoice.voided_on is null and not invoice.is_opening_balance`,
  ]);
  const invoiced = byLine
    ? sql`select 'invoice' as type, invoice.id as document_id, invoice.number, invoice.dated_on as day,
      invoice.customer_id,
        invoice.sales_rep_id, line.item_id, line.sales as amount
      from commerce.v_invoices invoice
      join commerce.v_invoice_lines line on line.account_id = invoice.account_id and line.invoice_id = invoice.id
      where ${invoices} and line.sales is not null`
    : sql`select 'invoice' as type, invoice.id as document_id, invoice.number, invoice.dated_on as day,
      invoice.customer_id,
        invoice.sales_rep_id, null::text collate "C" as item_id, invoice.sales as amount
      from commerce.v_invoices invoice where ${invoices}`;
  // A credit without lines has no product.
  return sql`${invoiced} union all
    select 'transaction', credit.id, credit.number, credit.dated_on, credit.customer_id, credit.sales_rep_id,
      ${byLine ? sql`line.item_id, -coalesce(line.sales, credit.sales)` : sql`null::text collate "C", -credit.sales`}
    from commerce.v_credits credit ${
      byLine
        ? sql`left join commerce.v_credit_lines line on line.account_id = credit.account_id
          and line.transaction_id = credit.id`
        : sql``
    }
    where ${and([
      ...conditionsOf('credit', sql`line.item_id`),
      ...(byLine ? [sql`(line.id is null or line.sales is not null)`] : []),
    ])}`;
}

function orders(ctx: AccountContext, query: FactQuery, byLine: boolean, isOpen: boolean): Fragment {
  const { begin, end } = query.period;
  const conditions = [
    sql`placed.account_id = ${ctx.account.id}`,
    isOpen
      ? sql`${reportedSalesOrderIs.open('placed.status')}`
      : sql`placed.issued_at >= ${begin.toISOString()}::timestamptz
        and placed.issued_at < ${end.toISOString()}::timestamptz`,
    ...customerConditions(ctx, sql`placed.customer_id`, query),
    ...reps(sql`placed.sales_rep_id`, query),
    ...(byLine ? itemConditions(ctx, sql`line.item_id`, query) : []),
    ...(byLine ? textConditions(ctx, sql`placed.customer_id`, sql`line.item_id`, query.query) : []),
  ];
  const columns = sql`'sales_order' as type, placed.id as document_id, placed.number,
    (placed.issued_at at time zone ${ctx.account.timeZone})::date as day, placed.customer_id, placed.sales_rep_id`;
  return byLine
    ? sql`select ${columns}, line.item_id, line.total as amount, placed.promised_at,
        placed.issued_at
      from commerce.v_sales_orders placed
      join commerce.v_sales_order_lines line on line.account_id = placed.account_id and line.order_id = placed.id
      where ${and(conditions)}`
    : sql`select ${columns}, null::text collate "C" as item_id, placed.line_total as amount, placed.promised_at,
        placed.issued_at
      from commerce.v_sales_orders placed where ${and(conditions)}`;
}
