import { type AccountContext, audit, sql } from '@millwright/core/server';
import {
  type SalesOrderFacts,
  type SalesOrderLineFacts,
  SalesOrderPort,
  type SalesOrderStatus,
} from '../../../../contracts/index.ts';
import { lockDocuments } from '../../../document/record/lock-documents.ts';
import type { OrderTables } from '../list/sales-order-tables.ts';
import { fromSalesOrders } from '../sales-order.queries.ts';

/** Reads sales orders for other plugins in two statements, for any number of orders. */
export class SalesOrderReader extends SalesOrderPort {
  override async find(ctx: AccountContext, orderIDs: readonly string[]): Promise<Map<string, SalesOrderFacts>> {
    if (orderIDs.length === 0) return new Map();
    const orders = await fromSalesOrders(ctx)
      .select([
        'sales_order.id',
        'sales_order.number',
        sql<SalesOrderStatus>`sales_order.status`.as('status'),
        sql<string>`sales_order.customer_id`.as('customerID'),
        'sales_order.customer_name as customerName',
        sql<SalesOrderFacts['shipTo']>`sales_order.ship_to`.as('shipTo'),
        sql<string | null>`sales_order.promised_at::text`.as('promisedAt'),
      ])
      .where('sales_order.id', 'in', [...orderIDs])
      .execute();
    const found = new Map(orders.map((order) => [order.id, { ...order, lines: [] as SalesOrderLineFacts[] }]));
    for (const { orderID, ...line } of await this.#lines(ctx, [...found.keys()])) found.get(orderID)?.lines.push(line);
    return found;
  }

  override hold(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
    return lockDocuments(ctx, { orderIDs });
  }

  override async listIDs(ctx: AccountContext, status: SalesOrderStatus): Promise<string[]> {
    const rows = await fromSalesOrders(ctx)
      .select('sales_order.id')
      .where('sales_order.status', '=', status)
      .orderBy('sales_order.created_at')
      .orderBy('sales_order.id')
      .execute();
    return rows.map(({ id }) => id);
  }

  override async linkRun(
    ctx: AccountContext,
    run: { id: string; number: string },
    orderIDs: readonly string[],
  ): Promise<void> {
    await sql`insert into commerce.sales_order_run (account_id, order_id, run_id, run_number)
      select ${ctx.account.id}, id, ${run.id}, ${run.number} from unnest(${[...orderIDs]}::text[]) id
      on conflict do nothing`.execute(ctx.em.query());
    for (const id of orderIDs)
      audit(ctx, { record: { type: 'sales_order', id }, action: 'production_run_made', note: run.number });
    await ctx.em.flush();
  }

  override async unlinkRun(ctx: AccountContext, runID: string): Promise<void> {
    const { rows } = await sql<{ id: string; number: string }>`delete from commerce.sales_order_run
      where account_id = ${ctx.account.id} and run_id = ${runID}
      returning order_id as id, run_number as number`.execute(ctx.em.query());
    for (const { id, number } of rows)
      audit(ctx, { record: { type: 'sales_order', id }, action: 'production_run_deleted', note: number });
    await ctx.em.flush();
  }

  async #lines(ctx: AccountContext, orderIDs: string[]): Promise<(SalesOrderLineFacts & { orderID: string })[]> {
    if (orderIDs.length === 0) return [];
    return ctx.em
      .query<OrderTables>()
      .selectFrom('commerce.sales_order_line as line')
      .select([
        'line.id',
        'line.order_id as orderID',
        'line.line_item_number as lineItemNumber',
        'line.item_id as itemID',
        'line.sku',
        'line.description',
        sql<SalesOrderLineFacts['productType']>`line.product_type`.as('productType'),
        sql<string>`line.quantity::text`.as('quantity'),
        'line.unit_name as unit',
        sql<string>`line.base_quantity::text`.as('baseQuantity'),
      ])
      .where('line.account_id', '=', ctx.account.id)
      .where('line.order_id', 'in', orderIDs)
      .orderBy('line.line_item_number')
      .execute();
  }
}
