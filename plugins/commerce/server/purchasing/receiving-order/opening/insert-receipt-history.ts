import { newID } from '@millwright/core/contracts';
import { type AccountContext, auditAll, indexRecords, listed, sql } from '@millwright/core/server';
import { numberKey } from '../../../document/record/number-key.ts';
import { receivingIs } from '../../../states/states.ts';
import { deliveryDocument, deliveryRecord, type FoundDelivery } from '../../delivery/delivery-record.ts';
import { recountReceivingAlone } from '../goods/recount-receiving.ts';
import { touchedReceiving } from '../record/receiving-order-record.ts';
import { historicNumber, openReceivingOrders } from './open-receiving-orders.ts';

/** Imported receipts of a purchase order: they count in figures, but not in the stock. */
export interface ReceiptHistory {
  orderID: string;
  receivedAt: Date | string;
  /** Base units, decimal text, above 0. */
  lines: readonly { orderLineID: string; received: string; rejected: string; reason?: string | null }[];
}

interface Opened extends Omit<FoundDelivery, 'id' | 'number' | 'reference'> {
  orderID: string;
  receivingID: string;
  supplierID: string;
}

/** Receiving orders of these purchase orders, with their search columns. */
async function openedOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<Map<string, Opened>> {
  const { rows } = await sql<Opened>`select receiving.id as "receivingID", receiving.number as "receivingNumber",
      bought.id as "orderID", bought.number as "orderNumber", supplier.id as "supplierID",
      supplier.name as "supplierName", supplier.number as "supplierNumber"
    from commerce.receiving_order receiving
    join commerce.purchase_order bought on bought.account_id = receiving.account_id
      and bought.id = receiving.purchase_order_id
    join commerce.supplier supplier on supplier.account_id = receiving.account_id
      and supplier.id = receiving.supplier_id
    where receiving.account_id = ${ctx.account.id} and bought.id = any(${listed([...orderIDs])})`.execute(
    ctx.em.query(),
  );
  return new Map(rows.map((row) => [row.orderID, row]));
}

/**
 * Inserts imported receipts, one accepted delivery per order; missing receiving orders are created. The orders have
 * their sums already. A fixed number of statements; emits no events.
 */
export async function insertReceiptHistory(ctx: AccountContext, history: readonly ReceiptHistory[]): Promise<void> {
  const told = history.filter(({ lines }) => lines.length);
  if (!told.length) return;
  const orderIDs = told.map(({ orderID }) => orderID);
  await openReceivingOrders(ctx, orderIDs, { closedToo: true });
  const opened = await openedOf(ctx, orderIDs);
  const deliveries = told.map((each) => ({
    ...each,
    ...(opened.get(each.orderID) as Opened),
    id: newID('dlv'),
    number: historicNumber((opened.get(each.orderID) as Opened).orderNumber as string),
    reference: null,
    isRejected: each.lines.some(({ rejected }) => /[1-9]/.test(rejected)),
    isAccepted: each.lines.some(({ received, rejected }) => received !== rejected),
  }));
  await ctx.em.insert(
    'commerce.delivery',
    deliveries.map((each) => ({
      id: each.id,
      version: 1,
      created_at: each.receivedAt,
      updated_at: each.receivedAt,
      number: each.number,
      number_key: numberKey(each.number),
      receiving_order_id: each.receivingID,
      supplier_id: each.supplierID,
      status: each.isRejected ? (each.isAccepted ? 'partly_rejected' : 'rejected') : 'accepted',
      line_count: each.lines.length,
      received_at: each.receivedAt,
      received_by_id: ctx.memberID ?? null,
      received_by_name: ctx.actor.name,
      accepted_at: each.isAccepted ? each.receivedAt : null,
      rejected_at: each.isRejected ? each.receivedAt : null,
      is_historic: true,
    })),
  );
  const rows = deliveries.flatMap((each) =>
    each.lines.map(({ orderLineID, received, rejected, reason }, index) => ({
      id: newID('dll'),
      delivery: each.id,
      line: orderLineID,
      position: index + 1,
      received,
      rejected,
      reason: reason ?? null,
    })),
  );
  await sql`insert into commerce.delivery_line (account_id, id, delivery_id, receiving_line_id, position, item_id,
    quantity,
      unit_id, unit_name, base_quantity, base_rejected, reason, value, due_on, stocked_at)
    select ordered.account_id, came.id, came.delivery, wanted.id, came.position, ordered.item_id,
      round(came.received * ordered.quantity / ordered.base_quantity, 6), ordered.unit_id, ordered.unit_name,
      came.received, came.rejected, came.reason,
      round((came.received - came.rejected) * ordered.unit_price * ordered.quantity / ordered.base_quantity, 6),
      coalesce(ordered.scheduled_at, bought.scheduled_at), delivery.received_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as came (id text, delivery text, line text,
      position int, received numeric, rejected numeric, reason text)
    cross join lateral (select each.* from commerce.purchase_order_line each
      where each.account_id = ${ctx.account.id} and each.id = came.line offset 0) ordered
    cross join lateral (select each.scheduled_at from commerce.purchase_order each
      where each.account_id = ordered.account_id and each.id = ordered.order_id offset 0) bought
    cross join lateral (select each.id from commerce.receiving_order_line each
      where each.account_id = ordered.account_id and each.order_line_id = ordered.id offset 0) wanted
    cross join lateral (select each.received_at from commerce.delivery each
      where each.account_id = ordered.account_id and each.id = came.delivery offset 0) delivery`.execute(
    ctx.em.query(),
  );
  await recountReceivingAlone(
    ctx,
    deliveries.map(({ receivingID }) => receivingID),
  );
  await sql`update commerce.receiving_order receiving set completed_at = delivery.received_at
    from unnest(${listed(deliveries.map(({ receivingID }) => receivingID))}, ${listed(
      deliveries.map(({ receivedAt }) => new Date(receivedAt).toISOString()),
      'timestamptz',
    )}) as delivery (id, received_at)
    where receiving.account_id = ${ctx.account.id} and ${receivingIs.completed('receiving.status')}
      and receiving.id = delivery.id`.execute(ctx.em.query());
  await indexRecords(ctx, deliveries.map(deliveryDocument));
  await auditAll(
    ctx,
    deliveries.map(({ id }) => ({ record: deliveryRecord(id), action: 'created', note: 'Came before the account' })),
  );
  await ctx.em.flush();
  touchedReceiving(ctx);
}
