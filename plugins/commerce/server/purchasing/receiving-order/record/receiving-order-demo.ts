import { addDays, dateIn, startOfDayIn } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, StoppedClock, sql } from '@millwright/core/server';
import { receivingIs } from '../../../states/states.ts';
import { recountReceiving } from '../goods/recount-receiving.ts';
import { insertReceiptHistory, type ReceiptHistory } from '../opening/insert-receipt-history.ts';
import type { ReceivingOrderService } from '../receiving-order.service.ts';

const reasons = ['Wet boxes', 'Wrong colour', 'Torn in transit'];

interface ClosedOrder {
  orderID: string;
  completedAt: string;
  lines: { orderLineID: string; received: string; base: string }[];
}

/** Imported receipts of closed orders, sometimes with rejected goods. */
async function tellHistory(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const { rows } = await sql<ClosedOrder>`select bought.id as "orderID", bought.completed_at as "completedAt",
      json_agg(json_build_object('orderLineID', line.id, 'received', line.quantity_historic::text,
        'base', line.base_quantity::text) order by line.line_item_number) as lines
    from commerce.purchase_order bought
    join commerce.purchase_order_line line on line.account_id = bought.account_id and line.order_id = bought.id
      and line.quantity_historic > 0
    where bought.account_id = ${ctx.account.id} and bought.completed_at is not null
    group by bought.account_id, bought.id order by bought.number_key`.execute(ctx.em.query());
  const history = rows.map(
    ({ orderID, completedAt, lines }): ReceiptHistory => ({
      orderID,
      receivedAt: completedAt,
      lines: lines.map(({ orderLineID, received }) => {
        const isBad = random.next() < 0.08;
        const bad = random.integer(1, 5);
        return {
          orderLineID,
          received: isBad ? String(Number(received) + bad) : received,
          rejected: isBad ? String(bad) : '0',
          reason: isBad ? random.pick(reasons) : null,
        };
      }),
    }),
  );
  await insertReceiptHistory(ctx, history);
  const { rows: opened } = await sql<{ id: string }>`select id from commerce.receiving_order
    where account_id = ${ctx.account.id} and purchase_order_id = any(${rows.map(({ orderID }) => orderID)}::text[])
    order by id`.execute(ctx.em.query());
  await recountReceiving(
    ctx,
    opened.map(({ id }) => id),
  );
}

/**
 * Progress of the demo's issued orders: most are on their way, some are at the dock completely or in part, some are
 * partly put away. There are goods without an order too.
 */
export async function createDemoReceiving(
  ctx: AccountContext,
  random: DemoRandom,
  orders: ReceivingOrderService,
): Promise<void> {
  await tellHistory(ctx, random);
  const { rows: open } = await sql<{ id: string; day: string }>`select receiving.id,
      (bought.issued_at at time zone ${ctx.account.timeZone})::date::text as day
    from commerce.receiving_order receiving
    join commerce.purchase_order bought on bought.account_id = receiving.account_id
      and bought.id = receiving.purchase_order_id
    where receiving.account_id = ${ctx.account.id} and ${receivingIs.expected('receiving.status')}
      and receiving.deleted_at is null
    order by receiving.number_key limit 12`.execute(ctx.em.query());
  const now = ctx.clock.now();
  const today = dateIn(ctx.account.timeZone, now);
  for (const [index, { id, day }] of open.entries()) {
    const fate = index % 4;
    if (fate === 0) continue;
    const opens = startOfDayIn(ctx.account.timeZone, addDays(day, random.integer(1, 6)));
    const noon = new Date(Math.min(opens.getTime() + 11 * 3_600_000, now.getTime() - 120_000));
    const then = { ...ctx, clock: new StoppedClock(noon) };
    const { lines } = await orders.byID(then, id);
    const some = fate === 2 ? lines.slice(0, 1) : lines;
    const came = await orders.receive(then, id, {
      reference: `DN ${random.integer(10_000, 99_999)}`,
      raiseOrder: false,
      lines: some.map(({ id: lineID, quantity: { measure }, item }, at) => ({
        lineID,
        quantity: fate === 2 ? Math.max(1, Math.floor(measure / 2)) : measure,
        ...(fate === 3 && at === 0 ? { rejectedQuantity: 1, reason: random.pick(reasons) } : {}),
        ...(item.type === 'material' ? { lotNumber: `${today.slice(2, 4)}${random.integer(1000, 9999)}` } : {}),
      })),
    });
    const waiting = came.lines.filter(({ atDock, proposedPlaces }) => atDock.length && proposedPlaces.length);
    if (fate !== 1 || !waiting.length || index % 8 !== 1) continue;
    await orders.stock(then, id, {
      lines: waiting.map(({ id: lineID, quantityAtDock, proposedPlaces }) => ({
        lineID,
        storageAllocations: [{ storageLocationID: proposedPlaces[0]?.id ?? '', quantity: quantityAtDock.measure }],
      })),
    });
  }
}
