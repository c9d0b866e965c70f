import { holdStates, newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  auditAll,
  type DemoRandom,
  indexRecords,
  nextNumbers,
  sql,
  touched,
} from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { listPicks } from '../../../../contracts/index.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { pickDocument, pickRecord } from '../../../sales/order-picks/pick-record.ts';
import { salesOrderIs, shipmentIs } from '../../../states/states.ts';
import { lockedPicks } from '../plan/open-pick.ts';
import { fetchPlanned } from '../plan/pick-moves.ts';
import { plannedOf } from '../plan/pick-plan.ts';
import { releaseOpenPicks } from '../plan/release-picks.ts';

interface DemoOrder {
  id: string;
  number: string;
  isOpen: boolean;
  customerID: string;
  customerName: string;
  customerNumber: string;
  rank: number;
  promisedAt: string | null;
  issuedAt: string;
  finishedAt: string | null;
}

/** Issued orders and shipped orders. */
const pickedOrders = (ctx: AccountContext) =>
  sql<DemoOrder>`select sold.id, sold.number, ${salesOrderIs.open('sold.status')} as "isOpen",
    customer.id as "customerID",
      customer.name as "customerName", customer.number as "customerNumber", coalesce(priority.rank, 2) as rank,
      sold.promised_at::text as "promisedAt", sold.issued_at as "issuedAt", shipped.at as "finishedAt"
    from commerce.sales_order sold
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
    left join lateral (select max(shipment.created_at) as at from commerce.shipment shipment
      where shipment.account_id = sold.account_id and shipment.order_id = sold.id
        and ${shipmentIs.left('shipment.status')})
        shipped
      on true
    where sold.account_id = ${ctx.account.id} and sold.quantity_to_pick > 0
      and (${salesOrderIs.open('sold.status')} or ${salesOrderIs.fulfilled('sold.status')} and shipped.at is not null)
    order by sold.issued_at, sold.id`.execute(ctx.em.query());

/** Picks of the demo orders: finished for shipped orders, and in different stages for some of the open ones. */
export async function createDemoPicks(ctx: AccountContext, random: DemoRandom, stock: StockPort): Promise<void> {
  const { rows: orders } = await pickedOrders(ctx);
  if (!orders.length) return;
  const numbers = await nextNumbers(ctx, 'pick', orders.length);
  const picks = orders.map((order, index) => ({ order, id: newID('pik'), number: numbers[index] as string }));
  await ctx.em.insert(
    'commerce.pick',
    picks.map(({ order, id, number }) => ({
      id,
      version: 1,
      created_at: order.issuedAt,
      updated_at: order.finishedAt ?? order.issuedAt,
      number,
      number_key: numberKey(number),
      order_id: order.id,
      customer_id: order.customerID,
      priority_rank: order.rank,
      promised_at: order.promisedAt,
      held_line_ids: [],
      released_at: order.isOpen ? null : order.issuedAt,
      finished_at: order.isOpen ? null : order.finishedAt,
    })),
  );
  // Goods that were shipped before the account's start have no location here.
  await sql`insert into commerce.pick_line (account_id, id, pick_id, order_line_id, item_id, lot_id, lot_number,
    quantity,
      picked_at, picked_by_id, picked_by_name, packed_at, shipment_id)
    select packed.account_id, 'pkl_' || substr(packed.id, 5), pick.id, packed.order_line_id, packed.item_id,
      packed.lot_id,
      packed.lot_number, packed.quantity, shipment.created_at, shipment.shipped_by_id, shipment.shipped_by_name,
      shipment.created_at, shipment.id
    from commerce.shipment_line packed
    join commerce.shipment shipment on shipment.account_id = packed.account_id and shipment.id = packed.shipment_id
    join commerce.pick pick on pick.account_id = shipment.account_id and pick.order_id = shipment.order_id
    where packed.account_id = ${ctx.account.id}`.execute(ctx.em.query());
  await sql`update commerce.shipment shipment set pick_id = pick.id from commerce.pick pick
    where shipment.account_id = ${ctx.account.id} and pick.account_id = shipment.account_id
      and pick.order_id = shipment.order_id`.execute(ctx.em.query());
  await indexRecords(
    ctx,
    picks.map(({ order, id, number }) => pickDocument({ ...order, id, number, orderNumber: order.number })),
  );
  await auditAll(
    ctx,
    picks.map(({ order, id }) => ({ record: pickRecord(id), action: 'created', note: `Order ${order.number}` })),
  );
  touched(ctx, listPicks);
  await walkSome(
    ctx,
    random,
    stock,
    picks.filter(({ order }) => order.isOpen).map(({ id }) => id),
  );
}

/** Releases every third open pick, and fetches some goods of every second of these. */
async function walkSome(
  ctx: AccountContext,
  random: DemoRandom,
  stock: StockPort,
  open: readonly string[],
): Promise<void> {
  const chosen = open.filter((_, index) => index % 3 === 0);
  const picks = (await lockedPicks(ctx, chosen)).filter(
    ({ customerStatus }) => !holdStates.is.holdsOrders(customerStatus),
  );
  if (!picks.length) return;
  await releaseOpenPicks(ctx, stock, picks);
  for (const [index, pick] of picks.entries()) {
    const planned = await plannedOf(ctx, [pick.orderID]);
    if (index % 2 || !planned.length) continue;
    const fetched = index % 4 ? planned : planned.slice(0, random.integer(1, planned.length));
    await fetchPlanned(ctx, stock, pick, fetched);
  }
  await ctx.em.flush();
}
