import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  auditAll,
  emitAll,
  indexRecords,
  nextNumber,
  nextNumbers,
  sql,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import {
  listPicks,
  pickOpened,
  pickWithdrawn,
  type SalesOrderStatus,
  salesOrderStates,
} from '../../../contracts/index.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { pickDocument, pickRecord } from './pick-record.ts';

/** An order with its current or former pick. */
interface PickedOrder {
  orderID: string;
  orderNumber: string;
  status: SalesOrderStatus;
  customerID: string;
  customerName: string;
  customerNumber: string;
  rank: number;
  promisedAt: string | null;
  hasGoods: boolean;
  /** Whether the whole open quantity is packed. */
  isPacked: boolean;
  pickID: string | null;
  pickNumber: string | null;
  isWithdrawn: boolean;
}

async function ordersOf(ctx: AccountContext, orderIDs: readonly string[]): Promise<PickedOrder[]> {
  const { rows } = await sql<PickedOrder>`select sold.id as "orderID", sold.number as "orderNumber",
      sold.status, customer.id as "customerID", customer.name as "customerName", customer.number as "customerNumber",
      coalesce(priority.rank, 2) as rank, sold.promised_at::text as "promisedAt", sold.quantity_to_pick > 0 as
        "hasGoods",
      not exists (select from commerce.sales_order_line line
        where line.account_id = sold.account_id and line.order_id = sold.id and line.product_type = 'sale'
          and line.base_quantity > (select coalesce(sum(picked.quantity), 0) from commerce.pick_line picked
            where picked.account_id = line.account_id and picked.order_line_id = line.id
              and picked.packed_at is not null)) as "isPacked",
      pick.id as "pickID", pick.number as "pickNumber", pick.deleted_at is not null as "isWithdrawn"
    from commerce.sales_order sold
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
    left join commerce.pick pick on pick.account_id = sold.account_id and pick.order_id = sold.id
    where sold.account_id = ${ctx.account.id} and sold.id = any(${[...orderIDs]}::text[])
    order by coalesce(sold.issued_at, sold.created_at), sold.id`.execute(ctx.em.query());
  return rows;
}

const isOpen = ({ status, hasGoods }: PickedOrder): boolean => salesOrderStates.is.open(status) && hasGoods;
/** A closed order keeps an existing pick. */
const keepsPick = (order: PickedOrder): boolean => isOpen(order) || salesOrderStates.is.over(order.status);

const factOf = (id: string, number: string, { orderID }: PickedOrder) => ({
  payload: { pickID: id, number, orderID },
  aggregate: pickRecord(id),
});

/** Updates existing picks to the state of their orders. */
async function updatePicks(ctx: AccountContext, orders: readonly PickedOrder[]): Promise<void> {
  const now = ctx.clock.now();
  const rows = orders.map((order) => ({
    id: order.pickID,
    rank: order.rank,
    promised: order.promisedAt,
    live: keepsPick(order),
    // A reopened order needs a new release, because closing it freed the allocated stock.
    released: isOpen(order) || salesOrderStates.is.fulfilled(order.status),
    finished: keepsPick(order) && (order.isPacked || !salesOrderStates.is.open(order.status)),
  }));
  await sql`update commerce.pick pick set priority_rank = r.rank, promised_at = r.promised,
      deleted_at = case when r.live then null else coalesce(pick.deleted_at, ${now}) end,
      released_at = case when r.released and pick.deleted_at is null then pick.released_at end,
      released_by_id = case when r.released and pick.deleted_at is null then pick.released_by_id end,
      held_line_ids = case when r.released and pick.deleted_at is null then pick.held_line_ids else '{}' end,
      finished_at = case when r.finished then coalesce(pick.finished_at, ${now}) end,
      version = pick.version + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(id text, rank int, promised date, live boolean, released boolean, finished boolean)
    where pick.account_id = ${ctx.account.id} and pick.id = r.id
      and (pick.priority_rank, pick.promised_at, pick.deleted_at is null, pick.finished_at is not null)
        is distinct from (r.rank, r.promised, r.live, r.finished)`.execute(ctx.em.query());
}

/** Inserts picks for orders that never had one. Their numbers are taken last, because the number series is locked. */
async function insert(ctx: AccountContext, orders: readonly PickedOrder[]): Promise<(PickedOrder & { id: string })[]> {
  if (!orders.length) return [];
  const now = ctx.clock.now();
  const numbers = orders.length === 1 ? [await nextNumber(ctx, 'pick')] : await nextNumbers(ctx, 'pick', orders.length);
  const opened = orders.map((order, index) => ({ ...order, id: newID('pik'), pickNumber: numbers[index] as string }));
  await ctx.em.insert(
    'commerce.pick',
    opened.map(({ id, pickNumber, orderID, customerID, rank, promisedAt, isPacked }) => ({
      id,
      version: 1,
      created_at: now,
      updated_at: now,
      number: pickNumber,
      number_key: numberKey(pickNumber),
      order_id: orderID,
      customer_id: customerID,
      priority_rank: rank,
      promised_at: promisedAt,
      held_line_ids: [],
      finished_at: isPacked ? now : null,
    })),
  );
  return opened;
}

/**
 * Opens the picks of issued orders and withdraws the picks of orders that are estimates again. Every path that writes
 * orders (form, bulk action, import, portal) calls this function afterwards in the same transaction. An order has one
 * pick: a reopened order gets its former number again. The caller has locked the order rows. Any number of orders takes
 * the same few statements.
 */
export async function openPicks(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  if (!orderIDs.length) return;
  const orders = await ordersOf(ctx, orderIDs);
  const known = orders.filter(({ pickID }) => pickID !== null);
  if (known.length) await updatePicks(ctx, known);
  const withdrawn = known.filter((order) => !order.isWithdrawn && !keepsPick(order));
  const again = known.filter((order) => order.isWithdrawn && keepsPick(order));
  const fresh = await insert(
    ctx,
    orders.filter((order) => order.pickID === null && isOpen(order)),
  );
  const opened = [...again.map((order) => ({ ...order, id: order.pickID as string })), ...fresh];
  if (opened.length)
    await indexRecords(
      ctx,
      opened.map((pick) => pickDocument({ ...pick, number: pick.pickNumber ?? '' })),
    );
  const gone = withdrawn.map(({ pickID }) => pickID as string);
  if (gone.length) await unindexRecords(ctx, 'pick', gone);
  await auditAll(ctx, [
    ...fresh.map(({ id, orderNumber }) => ({
      record: pickRecord(id),
      action: 'created',
      note: `Order ${orderNumber}`,
    })),
    ...again.map(({ pickID }) => ({ record: pickRecord(pickID as string), action: 'reopened' })),
    ...gone.map((id) => ({ record: pickRecord(id), action: 'withdrawn' })),
  ]);
  await emitAll(
    ctx,
    pickOpened,
    opened.map((pick) => factOf(pick.id, pick.pickNumber ?? '', pick)),
  );
  await emitAll(
    ctx,
    pickWithdrawn,
    withdrawn.map((order) => factOf(order.pickID as string, order.pickNumber ?? '', order)),
  );
  touched(ctx, listPicks);
}

/** Detaches the picks of orders whose creation is undone. The numbers of the picks stay taken. */
export async function forgetPicks(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{
    id: string;
  }>`update commerce.pick set order_id = null, deleted_at = coalesce(deleted_at, ${now}),
      released_at = null, released_by_id = null, finished_at = null, held_line_ids = '{}', version = version + 1,
      updated_at = ${now}
    where account_id = ${ctx.account.id} and order_id = any(${[...orderIDs]}::text[]) returning id`.execute(
    ctx.em.query(),
  );
  if (!rows.length) return;
  await unindexRecords(
    ctx,
    'pick',
    rows.map(({ id }) => id),
  );
  touched(ctx, listPicks);
}
