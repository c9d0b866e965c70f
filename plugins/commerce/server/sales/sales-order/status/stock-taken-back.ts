import { type AccountContext, auditAll, memberIs, membersWhoWant, queueEmail, sql } from '@millwright/core/server';
import type { stockShort } from '@millwright/inventory/contracts';
import type { z } from 'zod';
import type { StockTakenBackProps } from '../../emails/stock-taken-back-email.tsx';
import { salesOrderRecord } from '../record/sales-order-history.ts';

/** The notification type that members of the team can choose. */
export const stockTakenBackNotification = {
  code: 'stock_taken_back',
  name: 'Stock taken back',
  description:
    'A mail when a count, a closed place or an expired lot takes back what was reserved for an order of yours.',
} as const;

interface Released {
  orderID: string;
  number: string;
  customerName: string;
  /** In the line's unit. */
  text: string;
  /** The order's sales rep, if it is an active member of the team. */
  memberID: string | null;
  email: string | null;
}

/** Lost quantities of lines that still exist, in the ordered units, by line order. */
async function releasedLines(
  ctx: AccountContext,
  { released }: z.output<typeof stockShort.payload>,
): Promise<Released[]> {
  const orderDemands = released.filter(({ sourceType }) => sourceType === 'sales_order');
  if (orderDemands.length === 0) return [];
  const { rows } = await sql<Released>`select
      sold.id as "orderID", sold.number, sold.customer_name as "customerName", member.id as "memberID", member.email,
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
 * Writes into the history of each order which stock it lost to a count, a closed place or an expired lot, and emails
 * the sales reps: one email for all orders of a rep. An event is handled once, so that there are no duplicates.
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
  const reps = new Set(lines.flatMap(({ memberID }) => memberID ?? []));
  for (const memberID of await membersWhoWant(ctx, stockTakenBackNotification.code, [...reps])) {
    const memberLines = lines.filter((line) => line.memberID === memberID);
    const [first] = memberLines;
    if (!first?.email) continue;
    const orders = ordersOf(memberLines);
    await queueEmail(ctx, {
      template: 'commerce.stock-taken-back',
      to: [first.email],
      props: { orders },
      ...(orders.length === 1 ? { record: salesOrderRecord(first.orderID) } : {}),
    });
  }
}
