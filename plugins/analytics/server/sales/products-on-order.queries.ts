import { decimal, type EndpointRequest, roundUnitPrice, sumOf, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { analyzeProductsOnOrder, ProductsOnOrderAnswer } from '../../contracts/index.ts';
import { and, customerConditions, isAmong, itemConditions, refuseUnknown } from '../query/conditions.ts';
import { reportedSalesOrderIs } from '../states/states.ts';
import { moneyFigure } from './sums.ts';

const mostProducts = 500;

const amountIn = (text: string): number => toWire(roundUnitPrice(decimal(text)));

/** Open quantities of issued orders, by product. */
export async function productsOnOrderOf(
  ctx: AccountContext,
  body: EndpointRequest<typeof analyzeProductsOnOrder>['body'],
): Promise<ProductsOnOrderAnswer> {
  await refuseUnknown(ctx, body);
  const account = ctx.account.id;
  const conditions = [
    sql`placed.account_id = ${account} and ${reportedSalesOrderIs.open('placed.status')}
      and line.product_type = 'sale'`,
    sql`line.quantity_shipped < line.base_quantity`,
    ...customerConditions(ctx, sql`placed.customer_id`, body),
    ...(body.salesRepIDs?.length ? [isAmong(sql`placed.sales_rep_id`, body.salesRepIDs)] : []),
    ...itemConditions(ctx, sql`line.item_id`, body),
  ];
  type Row = Record<'ordered' | 'shipped' | 'open' | 'onHand' | 'short' | 'expected' | 'openAmount', string> &
    Record<'itemID' | 'sku' | 'description' | 'unit', string> & { orderCount: number };
  const shown = (base: string) =>
    sql`(${sql.raw(base)} * cost.unit_denominator / cost.unit_numerator)::numeric(24,6)::text`;
  const { rows } = await sql<Row>`
    with open as (
      select line.item_id, sum(line.base_quantity) as ordered, sum(line.quantity_shipped) as shipped,
        count(distinct line.order_id)::int as orders,
        sum(round(line.total * (1 - line.quantity_shipped / line.base_quantity), 2)) as amount
      from commerce.v_sales_orders placed
      join commerce.v_sales_order_lines line on line.account_id = placed.account_id and line.order_id = placed.id
      where ${and(conditions)} group by line.item_id
    )
    select open.item_id as "itemID", item.sku, item.description, item.default_unit_name as unit, open.orders
      as "orderCount",
      open.amount::text as "openAmount", ${shown('open.ordered')} as ordered, ${shown('open.shipped')} as shipped,
      ${shown('(open.ordered - open.shipped)')} as open, ${shown('coalesce(stock.on_hand, 0)')} as "onHand",
      ${shown('coalesce(wanted.short, 0)')} as short, ${shown('coalesce(coming.open, 0)')} as expected
    from open
    join inventory.v_items item on item.account_id = ${account} and item.id = open.item_id
    join inventory.v_item_costs cost on cost.account_id = ${account} and cost.id = open.item_id
    left join (select each.item_id, sum(each.on_hand) as on_hand from inventory.v_stock_on_hand each
      where each.account_id = ${account} and each.owner_id = ${account} group by each.item_id) stock
        on stock.item_id = open.item_id
    left join (select each.item_id, sum(each.short) as short from inventory.v_demands each
      where each.account_id = ${account} and each.source_type = 'sales_order' group by each.item_id) wanted
        on wanted.item_id = open.item_id
    left join (select each.item_id, sum(each.open) as open from inventory.v_supplies each
      where each.account_id = ${account} group by each.item_id) coming on coming.item_id = open.item_id
    order by open.amount desc, item.sku`.execute(ctx.em.query());
  return {
    asOf: ctx.clock.now().toISOString(),
    openAmount: moneyFigure(sumOf(rows.map(({ openAmount }) => openAmount))),
    productCount: rows.length,
    shortCount: rows.filter(({ short }) => decimal(short).gt(zero)).length,
    products: rows
      .slice(0, mostProducts)
      .map(({ itemID, sku, description, unit, orderCount, openAmount, ...amounts }) => ({
        itemID,
        sku,
        description,
        unit,
        orderCount,
        openAmount: moneyFigure(openAmount),
        ordered: amountIn(amounts.ordered),
        shipped: amountIn(amounts.shipped),
        open: amountIn(amounts.open),
        onHand: amountIn(amounts.onHand),
        short: amountIn(amounts.short),
        expected: amountIn(amounts.expected),
      })),
    restAmount: moneyFigure(sumOf(rows.slice(mostProducts).map(({ openAmount }) => openAmount))),
  };
}
