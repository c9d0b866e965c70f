import type { EndpointRequest } from '@millwright/core/contracts';
import { type AccountContext, likeOf, sql } from '@millwright/core/server';
import type { listSalesTargetResults, SalesTargetResult } from '../../../contracts/index.ts';
import { isSold } from '../../document/lines/sold-lines.ts';

type Page = EndpointRequest<typeof listSalesTargetResults>['query'];

/** Lines that count for a sales rep: neither the customer nor the product line is exempt from commission. */
const counting = sql`commerce.invoice_line line
  join commerce.v_exemptions held on held.account_id = line.account_id and held.customer_id = line.customer_id
    and not held.is_commission_exempt`;
// A subquery per line. With a join, all products would be read for every target.
const counts = sql`${isSold('line')} and not coalesce((select item.is_commission_exempt
  from inventory.v_items item where item.account_id = line.account_id and item.id = line.item_id), false)`;

/** Sales on the days of a target, less credits of those days. */
const actual = sql`(
  coalesce((select sum(line.total - line.discount) from commerce.invoice invoice
    join ${counting} on line.account_id = invoice.account_id and line.invoice_id = invoice.id
    where invoice.account_id = target.account_id and invoice.sales_rep_id = target.member_id
      and invoice.voided_on is null and invoice.dated_on between target.starts_on and target.ends_on
      and ${counts}), 0)
  - coalesce((select sum(credited.amount) from commerce.invoice invoice
    join commerce.transaction memo on memo.account_id = invoice.account_id and memo.invoice_id = invoice.id
      and memo.voided_on is null and memo.dated_on between target.starts_on and target.ends_on
    join commerce.credit_line credited on credited.account_id = memo.account_id
      and credited.transaction_id = memo.id
    join ${counting} on line.account_id = credited.account_id and line.id = credited.invoice_line_id
    where invoice.account_id = target.account_id and invoice.sales_rep_id = target.member_id
      and ${counts}), 0))`;

const columns: Record<NonNullable<Page['sortBy']>, string> = {
  startDate: 'starts_on',
  endDate: 'ends_on',
  amount: 'amount',
  actual: 'actual',
  ratio: 'ratio',
  salesRep: 'name',
};

/** A page of targets with their sales. */
export async function findSalesTargetResults(
  ctx: AccountContext,
  page: Page,
): Promise<{ items: SalesTargetResult[]; count: number }> {
  const { salesRepIDs, startDate, endDate } = page;
  const text = page.query ? likeOf(page.query) : null;
  const by = sql.ref(columns[page.sortBy ?? 'startDate']);
  const direction = page.sortBy && page.sortOrder !== 'desc' ? sql`asc` : sql`desc`;
  const matching = sql`from core.v_sales_targets target
    join core.v_members member on member.account_id = target.account_id and member.id = target.member_id
    where target.account_id = ${ctx.account.id}
      ${salesRepIDs?.length ? sql`and target.member_id = any(${salesRepIDs}::text[])` : sql``}
      ${startDate ? sql`and target.ends_on >= ${startDate}::date` : sql``}
      ${endDate ? sql`and target.starts_on <= ${endDate}::date` : sql``}
      ${text ? sql`and (member.name ilike ${text} or target.note ilike ${text})` : sql``}`;
  const { rows } = await sql<{ items: SalesTargetResult[]; count: number }>`
    select (select coalesce(json_agg(json_build_object('id', id, 'salesRep',
          json_build_object('id', member_id, 'name', name), 'startDate', starts_on, 'endDate', ends_on,
          'amount', amount, 'actual', actual, 'ratio', ratio, 'note', note)), '[]')
        from (select *, case when amount > 0 then trunc(actual / amount, 2) else 1 end as ratio
          from (select target.*, member.name, ${actual} as actual ${matching}) sold
          order by ${by} ${direction}, id limit ${page.take} offset ${page.skip}) page) as items,
      (select count(*)::int ${matching}) as count`.execute(ctx.em.query());
  return rows[0] as { items: SalesTargetResult[]; count: number };
}
