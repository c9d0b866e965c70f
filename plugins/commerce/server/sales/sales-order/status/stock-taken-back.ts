import { type AccountContext, auditAll, memberIs, notify, sql } from '@millwright/core/server';
import type { stockShort } from '@millwright/inventory/contracts';
import type { z } from 'zod';
import type { StockTakenBackProps } from '../../emails/stock-taken-back-email.tsx';
import { salesOrderRecord } from '../record/sales-order-history.ts';

/** The notification type that members of the team can choose. */
export const stockTakenBackNotification = {
  code: 'stock_taken_back',
  name: 'Stock taken back',
  description: 'When a count, a closed place or an expired lot takes back what was reserved for an order of yours.',
} as const;

interface Released {
  orderID: string;
  number: string;
  customerName: string;
  /** In the line's unit. */
  text: string;
  /** The order's sales rep, if it is an active member of the team. */
  memberID: string | null;
}

/** Lost quantities of lines that still exist, in the ordered units, by line order. */
async function releasedLines(
  ctx: AccountContext,
  { released }: z.output<typeof stockShort.payload>,
): Promise<Released[]> {
  const orderDemands = released.filter(({ sourceType }) => sourceType === 'sales_order');
  if (orderDemands.length === 0) return [];
  const { rows } = await sql<Released>`select
      sold.id as "orderID", sold.number, sold.customer_name as "customerName", member.id as "memberID",
      concat(trim_scale(round(gone.quantity * line.quantity / line.base_quantity, 6)), ' ', line.unit_name,
        ' of ', line.sku) as text
    from unnest(${orderDemands.map(({ lineID }) => lineID)}::text[],
      ${orderDemands.map(({ quantity }) => quantity)}::numeric[]) as gone (line_id, quantity)
    join commerce.sales_order_line line on line.account_id = ${ctx.account.id} and line.id = gone.line_id
    join commerce.sales_order sold
      on sold.account_id = line.account_id and sold.id = line.order_id and sold.deleted_at is null
    left join core.v_members member
      on member.account_id = sold.account_id and member.id = sold.sales_rep_id and ${memberIs.active('member.status')}
    order by sold.number, sold.id, line.line_item_number`.execute(ctx.em.query());
  return rows;
}

/** The lost quantities grouped by order. */
function ordersOf(lines: readonly Released[]): StockTakenBackProps['orders'] {
  const orders = new Map<string, { number: string; customerName: string; released: string[] }>();
  for (const { orderID, number, customerName, text } of lines) {
    const order = orders.get(orderID) ?? { number, customerName, released: [] };
    order.released.push(text);
    orders.set(orderID, order);
  }
  return [...orders.values()];
}

const causes = { lot_expired: 'what was reserved has expired' } as const;

/**
 * Writes into the history of each order which stock it lost to a count, a closed place or an expired lot, and tells the
 * sales reps, each of all their orders at once. An event is handled once, so that there are no duplicates.
 */
export async function tellOfStockTakenBack(
  ctx: AccountContext,
  event: z.output<typeof stockShort.payload>,
): Promise<void> {
  const lines = await releasedLines(ctx, event);
  await auditAll(
    ctx,
    lines.map(({ orderID, text }) => ({
      record: salesOrderRecord(orderID),
      action: 'stock_taken_back',
      note: `${text} taken back: ${event.cause ? causes[event.cause] : 'less is there than was promised'}`,
    })),
  );
  const ofReps = Map.groupBy(lines, ({ memberID }) => memberID);
  for (const [memberID, own] of ofReps) {
    if (memberID === null) continue;
    const orders = ordersOf(own);
    const [first] = own;
    const about = orders.length === 1 && first ? { record: salesOrderRecord(first.orderID) } : {};
    await notify(ctx, {
      kind: stockTakenBackNotification.code,
      to: { members: [memberID] },
      ...about,
      ...(orders.length === 1 ? {} : { path: '/dashboard/sales-orders' }),
      title:
        orders.length === 1
          ? `Order ${orders[0]?.number} lost stock that was reserved`
          : `${orders.length} orders lost stock that was reserved`,
      text: orders.map(({ number, released }) => `${number}: ${released.join(', ')}`).join('; '),
      key: `stock_taken_back ${orders.map(({ number }) => number).join(' ')}`,
      mail: { template: 'commerce.stock-taken-back', props: { orders } },
    });
  }
}
