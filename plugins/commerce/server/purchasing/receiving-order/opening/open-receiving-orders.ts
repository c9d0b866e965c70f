import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  auditAll,
  emitAll,
  indexRecords,
  listed,
  nextNumber,
  nextNumbers,
  sql,
  unindexRecords,
} from '@millwright/core/server';
import {
  type PurchaseOrderStatus,
  purchaseOrderStates,
  receivingOrderOpened,
  receivingOrderWithdrawn,
} from '../../../../contracts/index.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { receivingIs } from '../../../states/states.ts';
import { recountReceivingAlone } from '../goods/recount-receiving.ts';
import { receivingDocument, receivingRecord } from '../record/receiving-order-record.ts';

/** A purchase order, and its present or former receiving order. */
interface OrderedGoods {
  orderID: string;
  orderNumber: string;
  status: PurchaseOrderStatus;
  orderedAt: Date | string;
  supplierID: string;
  supplierName: string;
  supplierNumber: string;
  receivingID: string | null;
  number: string | null;
  isWithdrawn: boolean;
}
type Opened = OrderedGoods & { receivingID: string; number: string };

const isLive = ({ status }: OrderedGoods): boolean => purchaseOrderStates.is.placed(status);

async function ordersOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<OrderedGoods[]> {
  const { rows } = await sql<OrderedGoods>`select bought.id as "orderID", bought.number as "orderNumber", bought.status,
      coalesce(bought.issued_at, bought.created_at) as "orderedAt",
      supplier.id as "supplierID", supplier.name as "supplierName", supplier.number as "supplierNumber",
      receiving.id as "receivingID", receiving.number, receiving.deleted_at is not null as "isWithdrawn"
    from commerce.purchase_order bought
    join commerce.supplier supplier on supplier.account_id = bought.account_id and supplier.id = bought.supplier_id
    left join commerce.receiving_order receiving on receiving.account_id = bought.account_id
      and receiving.purchase_order_id = bought.id
    where bought.account_id = ${ctx.account.id} and bought.id = any(${listed([...orderIDs])})
    order by coalesce(bought.issued_at, bought.created_at), bought.id`.execute(ctx.em.query());
  return rows;
}

/** Number of an imported receiving order, which takes none from the series. */
export const historicNumber = (orderNumber: string): string => `${orderNumber}-1`;

/** Creates first receiving orders; their numbers are assigned last. */
async function insert(ctx: AccountContext, orders: readonly OrderedGoods[]): Promise<Opened[]> {
  if (!orders.length) return [];
  const now = ctx.clock.now();
  const kind = 'receiving_order';
  const open = orders.filter(({ status }) => purchaseOrderStates.is.open(status)).length;
  const numbers = open === 1 ? [await nextNumber(ctx, kind)] : await nextNumbers(ctx, kind, open);
  const opened = orders.map((order) => ({
    ...order,
    receivingID: newID('rcv'),
    number: purchaseOrderStates.is.open(order.status) ? (numbers.shift() as string) : historicNumber(order.orderNumber),
  }));
  await ctx.em.insert(
    'commerce.receiving_order',
    opened.map(({ receivingID, number, orderID, supplierID, supplierName, status, orderedAt }) => ({
      id: receivingID,
      version: 1,
      created_at: purchaseOrderStates.is.open(status) ? now : orderedAt,
      updated_at: now,
      number,
      number_key: numberKey(number),
      purchase_order_id: orderID,
      supplier_id: supplierID,
      supplier_name: supplierName,
      status: 'expected',
    })),
  );
  return opened;
}

/** Hides or restores receiving orders; the supplier is taken from the purchase order. */
async function show(ctx: AccountContext, orders: readonly Opened[], isShown: boolean): Promise<void> {
  if (!orders.length) return;
  const now = ctx.clock.now();
  await sql`update commerce.receiving_order receiving set deleted_at = ${isShown ? null : now}::timestamptz,
      supplier_id = case when ${isShown} then bought.supplier_id end,
      supplier_name = case when ${isShown} then bought.supplier_name else receiving.supplier_name end,
      status = ${receivingIs.to('expected')}, completed_at = null
    from commerce.purchase_order bought
    where receiving.account_id = ${ctx.account.id} and bought.account_id = receiving.account_id
      and bought.id = receiving.purchase_order_id
      and receiving.id = any(${listed(orders.map(({ receivingID }) => receivingID))})`.execute(ctx.em.query());
}

/** Updates the lines of receiving orders from their purchase orders; deleted lines were deleted with the order's. */
async function followLines(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  await sql`insert into commerce.receiving_order_line as line (account_id, id, receiving_order_id, order_line_id,
      line_item_number, item_id, sku, description, item_type, supplier_part_number, quantity, unit_id, unit_name,
      base_quantity, base_unit_id, unit_cost)
    select ordered.account_id, 'rcl_' || substr(ordered.id, 5), receiving.id, ordered.id, ordered.line_item_number,
      ordered.item_id, ordered.sku, ordered.description, ordered.item_type, ordered.supplier_part_number,
      ordered.quantity, ordered.unit_id, ordered.unit_name, ordered.base_quantity, ordered.base_unit_id,
      ordered.unit_price
    from commerce.receiving_order receiving
    join commerce.purchase_order_line ordered on ordered.account_id = receiving.account_id
      and ordered.order_id = receiving.purchase_order_id
    where receiving.account_id = ${ctx.account.id} and receiving.id = any(${listed([...ids])})
    on conflict (account_id, order_line_id) do update
    set line_item_number = excluded.line_item_number, item_id = excluded.item_id, sku = excluded.sku,
      description = excluded.description, item_type = excluded.item_type,
      supplier_part_number = excluded.supplier_part_number, quantity = excluded.quantity, unit_id = excluded.unit_id,
      unit_name = excluded.unit_name, base_quantity = excluded.base_quantity, base_unit_id = excluded.base_unit_id,
      unit_cost = excluded.unit_cost
    where (line.line_item_number, line.item_id, line.supplier_part_number, line.quantity, line.unit_id,
        line.unit_cost) is distinct from (excluded.line_item_number, excluded.item_id, excluded.supplier_part_number,
        excluded.quantity, excluded.unit_id, excluded.unit_cost)`.execute(ctx.em.query());
}

const factOf = ({ receivingID, number, supplierID, orderID }: Opened) => ({
  payload: { receivingOrderID: receivingID, number, supplierID, purchaseOrderID: orderID },
  aggregate: receivingRecord(receivingID),
});

/**
 * Creates receiving orders of issued purchase orders, and hides those of drafts, in the transaction that writes the
 * orders. There is one per order; a reopened order keeps its receiving order's number. `closedToo` creates them for
 * closed orders as well, for imported receipts. The caller has locked the orders. A fixed number of statements.
 */
export async function openReceivingOrders(
  ctx: AccountContext,
  orderIDs: readonly string[],
  { closedToo = false }: { closedToo?: boolean } = {},
): Promise<void> {
  if (!orderIDs.length) return;
  const orders = await ordersOf(ctx, orderIDs);
  const known = orders.filter((order): order is Opened => order.receivingID !== null);
  const withdrawn = known.filter((order) => !order.isWithdrawn && !isLive(order));
  const again = known.filter((order) => order.isWithdrawn && isLive(order));
  await show(ctx, withdrawn, false);
  await show(ctx, again, true);
  const fresh = await insert(
    ctx,
    orders.filter(
      (order) => order.receivingID === null && (closedToo ? isLive(order) : purchaseOrderStates.is.open(order.status)),
    ),
  );
  const live = [...known.filter(isLive), ...fresh].map(({ receivingID }) => receivingID);
  if (live.length) {
    await followLines(ctx, live);
    await recountReceivingAlone(ctx, live);
  }
  const opened = [...again, ...fresh];
  if (opened.length)
    await indexRecords(
      ctx,
      opened.map((order) => receivingDocument({ ...order, id: order.receivingID })),
    );
  const gone = withdrawn.map(({ receivingID }) => receivingID);
  if (gone.length) await unindexRecords(ctx, 'receiving_order', gone);
  await auditAll(ctx, [
    ...fresh.map(({ receivingID, orderNumber }) => ({
      record: receivingRecord(receivingID),
      action: 'created',
      note: `Purchase order ${orderNumber}`,
    })),
    ...again.map(({ receivingID }) => ({ record: receivingRecord(receivingID), action: 'reopened' })),
    ...gone.map((id) => ({ record: receivingRecord(id), action: 'withdrawn' })),
  ]);
  // Closed orders were not opened now, so no event is emitted.
  await emitAll(
    ctx,
    receivingOrderOpened,
    opened.filter(({ status }) => purchaseOrderStates.is.open(status)).map(factOf),
  );
  await emitAll(ctx, receivingOrderWithdrawn, withdrawn.map(factOf));
}
