import { type AccountContext, releaseNumbers, sql, unindexRecords } from '@millwright/core/server';
import { receivingIs } from '../../../states/states.ts';
import { touchedReceiving } from '../record/receiving-order-record.ts';

/**
 * Deletes receiving orders of purchase orders with their imported history, without a trace; they have nothing else. A
 * receiving order whose number the counter has passed stays as a hidden row without a purchase order.
 */
export async function forgetReceivingOrders(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  const account = ctx.account.id;
  const { rows } = await sql<{ id: string; number: string }>`select id, number from commerce.receiving_order
    where account_id = ${account} and purchase_order_id = any(${[...orderIDs]}::text[]) order by id for update`.execute(
    ctx.em.query(),
  );
  if (!rows.length) return;
  const ids = rows.map(({ id }) => id);
  await sql`delete from commerce.delivery_line line using commerce.delivery delivery
    where line.account_id = ${account} and delivery.account_id = line.account_id and delivery.id = line.delivery_id
      and delivery.receiving_order_id = any(${ids}::text[])`.execute(ctx.em.query());
  const { rows: deliveries } = await sql<{ id: string }>`delete from commerce.delivery
    where account_id = ${account} and receiving_order_id = any(${ids}::text[]) returning id`.execute(ctx.em.query());
  await sql`delete from commerce.receiving_order_line
    where account_id = ${account} and receiving_order_id = any(${ids}::text[])`.execute(ctx.em.query());
  const kept = await releaseNumbers(
    ctx,
    'receiving_order',
    rows.map(({ number }) => number),
  );
  const idsOf = (isKept: boolean) => rows.filter(({ number }) => kept.has(number) === isKept).map(({ id }) => id);
  await sql`delete from commerce.receiving_order
    where account_id = ${account} and id = any(${idsOf(false)}::text[])`.execute(ctx.em.query());
  const now = ctx.clock.now();
  await sql`update commerce.receiving_order set purchase_order_id = null, supplier_id = null,
    status = ${receivingIs.to('expected')},
      deleted_at = coalesce(deleted_at, ${now}), completed_at = null, expected_on = null, line_count = 0, quantity = 0,
      quantity_stocked = 0, version = version + 1, updated_at = ${now}
    where account_id = ${account} and id = any(${idsOf(true)}::text[])`.execute(ctx.em.query());
  await unindexRecords(ctx, 'receiving_order', ids);
  await unindexRecords(
    ctx,
    'delivery',
    deliveries.map(({ id }) => id),
  );
  touchedReceiving(ctx);
}
