import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, likeOf, sql } from '@millwright/core/server';
import type { listMargins, MarginRow } from '../../../contracts/index.ts';
import { isSold, usualCost } from '../../document/lines/sold-lines.ts';

type Query = EndpointRequest<typeof listMargins>['query'];
type Sums = Pick<MarginRow, 'revenue' | 'cost' | 'margin' | 'percentage' | 'invoiceCount'>;

const columns = ['revenue', 'cost', 'margin', 'percentage'] as const;
const percentage = sql`case when sum(revenue) <> 0 then round(100 * sum(revenue - cost) / sum(revenue), 1) end`;

/** Invoice lines with revenue, each with its owner by `groupBy`. */
function billed(ctx: AccountContext, { groupBy, customerIDs, orderIDs, startDate, endDate }: Query) {
  const conditions = [
    sql`invoice.account_id = ${ctx.account.id} and invoice.voided_on is null and not invoice.is_opening_balance`,
    isSold('line'),
    ...(groupBy === 'order' ? [sql`invoice.order_id is not null`] : []),
    ...(customerIDs ? [sql`invoice.customer_id = any(${customerIDs}::text[])`] : []),
    ...(orderIDs ? [sql`invoice.order_id = any(${orderIDs}::text[])`] : []),
    ...(startDate ? [sql`invoice.dated_on >= ${startDate}::date`] : []),
    ...(endDate ? [sql`invoice.dated_on <= ${endDate}::date`] : []),
  ];
  return sql`select line.id, line.order_line_id, invoice.id as invoice_id, invoice.shipment_id, invoice.customer_id,
      ${groupBy === 'order' ? sql`invoice.order_id` : sql`invoice.customer_id`} as owner_id,
      line.total - line.discount - line.amount_credited as revenue, ${usualCost('line')} as usual_cost
    from commerce.invoice invoice
    join commerce.invoice_line line on line.account_id = invoice.account_id and line.invoice_id = invoice.id
    where ${sql.join(conditions, sql` and `)}`;
}

/**
 * A page of margins with the totals of all matching rows. Costs follow the rule of `costOfLine`, computed for many
 * lines at once.
 */
export async function findMargins(ctx: AccountContext, page: Query) {
  const account = ctx.account.id;
  const text = page.query ? likeOf(page.query) : null;
  const { sortBy = 'margin' } = page;
  const by = sortBy === 'customer' ? sql`lower(name)` : sql`${sql.ref(sortBy)}`;
  const direction = sql.raw(page.sortBy && page.sortOrder === 'asc' ? 'asc nulls last' : 'desc nulls last');
  const sums = sql`coalesce(sum(revenue), 0) as revenue, coalesce(sum(cost), 0) as cost,
    coalesce(sum(revenue - cost), 0) as margin, ${percentage} as percentage`;
  const { rows } = await sql<{ items: MarginRow[]; count: number; totals: Sums }>`with billed as materialized (
      ${billed(ctx, page)}
    ), gone as (
      select packed.shipment_id, packed.order_line_id, -sum(movement.value) as value
      from (select distinct shipment_id from billed) sent
      join commerce.shipment_line packed on packed.account_id = ${account} and packed.shipment_id = sent.shipment_id
      join inventory.v_movements movement on movement.account_id = packed.account_id
        and movement.source_type = 'shipment' and movement.source_id = packed.shipment_id
        and movement.source_line_id = packed.id and movement.action in ('ship', 'void')
      group by packed.shipment_id, packed.order_line_id
    ), back as (
      select credited.invoice_line_id, sum(goods.value) as value
      from commerce.credit_line credited
      join commerce.transaction memo on memo.account_id = credited.account_id and memo.id = credited.transaction_id
        and memo.voided_on is null
      join commerce.returned_goods goods on goods.account_id = credited.account_id
        and goods.credit_line_id = credited.id
      where credited.account_id = ${account} group by credited.invoice_line_id
    ), earned as (
      select billed.owner_id, billed.customer_id, billed.invoice_id, billed.revenue,
        round(coalesce(gone.value, billed.usual_cost) - coalesce(back.value, 0), 2) as cost
      from billed
      left join gone on gone.shipment_id = billed.shipment_id and gone.order_line_id = billed.order_line_id
      left join back on back.invoice_line_id = billed.id
    ), matching as (
      select earned.owner_id as id, sold.number as order_number, customer.id as customer_id, customer.name,
        customer.number, ${sums}, count(distinct earned.invoice_id)::int as invoices
      from earned
      join commerce.customer customer on customer.account_id = ${account} and customer.id = earned.customer_id
      left join commerce.sales_order sold on sold.account_id = ${account} and sold.id = earned.owner_id
      where ${text}::text is null or customer.name ilike ${text} or customer.number ilike ${text}
        or sold.number ilike ${text}
      group by earned.owner_id, sold.number, customer.id, customer.name, customer.number)
    select (select coalesce(json_agg(json_build_object('id', id, 'orderNumber', order_number,
          'customer', json_build_object('id', customer_id, 'name', name, 'number', number),
          ${sql.join(columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))}, 'invoiceCount', invoices)), '[]')
        from (select * from matching order by ${by} ${direction}, id limit ${page.take} offset ${page.skip}) page) as
          items,
      (select count(*)::int from matching) as count,
      (select json_build_object('revenue', revenue, 'cost', cost, 'margin', margin, 'percentage', percentage,
          'invoiceCount', invoices)
        from (select ${sums}, coalesce(sum(invoices), 0)::int as invoices from matching) whole) as totals`.execute(
    ctx.em.query(),
  );
  return rows[0] as { items: MarginRow[]; count: number; totals: Sums };
}
