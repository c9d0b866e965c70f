import { addDays, newID, startOfDayIn } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  billToAddressOf,
  type DemoRandom,
  indexRecords,
  nextNumbers,
  StoppedClock,
  sql,
  todayOf,
  touched,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { listPurchaseOrders, type PurchaseOrderStatus, purchaseOrderStates } from '../../../../contracts/index.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { insertPurchaseOrders, type NewOrder } from '../entry/insert-purchase-order.ts';
import { pricedLine } from '../lines/purchase-order-pricing.ts';
import { type NewPurchaseLine, noPurchaseProgress } from '../lines/purchase-order-write-lines.ts';
import { purchasedItems } from '../lines/purchased-items.ts';
import { purchaseOrderDocument } from '../list/purchase-order-search.ts';
import type { OrderSupply } from '../status/order-supply.ts';
import { purchaseOrderRecord } from './purchase-order-history.ts';

/** Number of orders of each demo account. */
const orderCounts: Readonly<Record<string, number>> = { northfield: 36, harbor: 28 };
const daysBack = 100;

const supplierNotes = ['Please send certificates of analysis along.', 'Deliver to dock 2, before three.'];

interface DemoSupplier {
  id: string;
  number: string;
  name: string;
  paymentTermID: string | null;
  itemIDs: string[];
}

/** Active suppliers, with their items that have a price. */
async function suppliersOf(ctx: AccountContext): Promise<DemoSupplier[]> {
  const { rows } = await sql<DemoSupplier>`select supplier.id, supplier.number, supplier.name,
      supplier.default_payment_term_id as "paymentTermID",
      json_agg(supplied.item_id order by supplied.supplier_part_number, supplied.id) as "itemIDs"
    from commerce.supplier supplier
    join commerce.supplier_material supplied on supplied.account_id = supplier.account_id
      and supplied.supplier_id = supplier.id and supplied.is_active and supplied.unit_price is not null
    where supplier.account_id = ${ctx.account.id} and supplier.is_active
    group by supplier.account_id, supplier.id order by supplier.number`.execute(ctx.em.query());
  return rows;
}

/** Status of an order by its age; the newest ones are still drafts or requests. */
function fateOf(random: DemoRandom, age: number): PurchaseOrderStatus {
  const dice = random.next();
  if (age < 4) return dice < 0.3 ? 'bid_request' : dice < 0.7 ? 'estimate' : 'issued';
  if (age < 30) return dice < 0.1 ? 'estimate' : dice < 0.85 ? 'issued' : 'fulfilled';
  return dice < 0.06 ? 'closed_short' : dice < 0.12 ? 'issued' : 'fulfilled';
}

/**
 * Creates purchase orders of the last months for a demo account; does nothing for other accounts. Receipts of closed
 * orders are imported history: they count in figures, but not in the stock.
 */
export async function createDemoPurchaseOrders(
  ctx: AccountContext,
  random: DemoRandom,
  { catalogue, supply }: { catalogue: CataloguePort; supply: OrderSupply },
): Promise<void> {
  const count = orderCounts[ctx.account.slug];
  const suppliers = count ? await suppliersOf(ctx) : [];
  if (!count || !suppliers.length) return;
  const accountAddress = await billToAddressOf(ctx);
  const items = new Map<string, Awaited<ReturnType<typeof purchasedItems>>>();
  for (const { id, itemIDs } of suppliers) items.set(id, await purchasedItems(ctx, catalogue, id, itemIDs));
  const today = todayOf(ctx);
  const numbers = await nextNumbers(ctx, 'purchase_order', count);
  const orders = numbers.map((number, position): { order: NewOrder; lines: NewPurchaseLine[] } => {
    const age = Math.floor((daysBack * (count - 1 - position)) / count);
    const status = fateOf(random, age);
    const supplier = random.pick(suppliers);
    const day = addDays(today, -age);
    const opened = startOfDayIn(ctx.account.timeZone, day).getTime() + (8 * 60 + random.integer(0, 500)) * 60_000;
    const enteredAt = new Date(Math.min(opened, ctx.clock.now().getTime() - 60_000));
    const isIssued = purchaseOrderStates.is.placed(status);
    const isClosed = purchaseOrderStates.is.over(status);
    const order = {
      id: newID('po'),
      number,
      numberKey: numberKey(number),
      status,
      supplierID: supplier.id,
      supplierName: supplier.name,
      billTo: accountAddress,
      shipTo: accountAddress,
      paymentTermID: supplier.paymentTermID,
      priorityID: null,
      note: null,
      supplierNote: random.next() < 0.2 ? random.pick(supplierNotes) : null,
      contacts: [],
      scheduledAt: isIssued && random.next() < 0.7 ? addDays(day, random.integer(4, 21)) : null,
      enteredAt,
      issuedAt: isIssued ? enteredAt : null,
      completedAt: isClosed ? new Date(enteredAt.getTime() + random.integer(1, age * 23) * 3_600_000) : null,
    };
    return { order, lines: linesOf(random, supplier, items.get(supplier.id) ?? new Map(), status) };
  });
  await insertPurchaseOrders(ctx, orders);
  for (const { order } of orders) {
    const by = { ...ctx, clock: new StoppedClock(new Date(order.enteredAt)) };
    audit(by, {
      record: purchaseOrderRecord(order.id),
      action: 'created',
      note: purchaseOrderStates.names[order.status],
    });
  }
  await ctx.em.flush();
  await supply.updateSupply(
    ctx,
    orders.flatMap(({ order }) => (purchaseOrderStates.is.open(order.status) ? order.id : [])),
  );
  const byID = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
  await indexRecords(
    ctx,
    orders.map(({ order: { id, number, supplierID } }) =>
      purchaseOrderDocument({ id, number, supplier: byID.get(supplierID) as DemoSupplier }),
    ),
  );
  touched(ctx, listPurchaseOrders);
}

function linesOf(
  random: DemoRandom,
  supplier: DemoSupplier,
  items: Awaited<ReturnType<typeof purchasedItems>>,
  status: PurchaseOrderStatus,
): NewPurchaseLine[] {
  const chosen = new Set<string>();
  const wanted = Math.min(random.integer(1, 4), supplier.itemIDs.length);
  while (chosen.size < wanted) chosen.add(random.pick(supplier.itemIDs));
  return [...chosen].map((itemID, index) => {
    const quantityOrdered = random.pick([25, 50, 100, 144, 200, 240, 500]);
    const line = pricedLine({ path: '', itemID, quantityOrdered }, items.get(itemID));
    const isThere =
      purchaseOrderStates.is.fulfilled(status) || (purchaseOrderStates.is.closedShort(status) && index > 0);
    const came = isThere ? line.baseQuantity : '0';
    return {
      ...noPurchaseProgress,
      ...line,
      id: newID('pol'),
      lineItemNumber: index + 1,
      scheduledAt: null,
      quantityReceived: came,
      quantityStocked: came,
      quantityHistoric: came,
    };
  });
}
