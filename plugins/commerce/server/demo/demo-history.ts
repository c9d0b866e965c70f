import { addDays, decimal, holdStates, newID, startOfDayIn, toColumn } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, indexRecords, sql, todayOf, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { invoiceTotals, listInvoices, listSalesOrders, noPriceRules } from '../../contracts/index.ts';
import { indexDocuments } from '../billing/billing-search.ts';
import { numberKey } from '../document/record/number-key.ts';
import { pieceOf, spreadContents } from '../fulfilment/shipment/case/spread-contents.ts';
import { insertShipments, type NewShipment } from '../fulfilment/shipment/record/insert-shipments.ts';
import { touchedShipments } from '../fulfilment/shipment/record/shipment-record.ts';
import { indexShipments } from '../fulfilment/shipment/record/shipment-search.ts';
import type { OrderCustomer } from '../sales/sales-order/entry/sales-order-customer.ts';
import { sumsOfSalesLines } from '../sales/sales-order/lines/sales-order-sums.ts';
import { salesOrderDocument } from '../sales/sales-order/list/sales-order-search.ts';
import { choicesOf, daysBack, demoLinesOf } from '../sales/sales-order/record/sales-order-demo.ts';
import { shipmentIs } from '../states/states.ts';

/**
 * Number of orders in the two years before the demo's current orders; with numbers of an older system below its own.
 */
const orderCounts: Readonly<Record<string, number>> = { northfield: 400, harbor: 160 };
const firstNumber = 101;
const historyDays = 730;
const hour = 3_600_000;

/** Demand of a day: growing, highest in winter, and low in one quarter a year ago. */
function demandOn(day: string, share: number): number {
  const month = Number(day.slice(5, 7));
  const season = 1 + 0.4 * Math.cos(((month - 12) / 6) * Math.PI);
  return season * (0.7 + 0.8 * share) * (isBadQuarter(share) ? 0.4 : 1);
}
const isBadQuarter = (share: number): boolean => share > 0.52 && share < 0.67;

interface PastOrder {
  id: string;
  number: string;
  customer: OrderCustomer;
  day: string;
  placed: Date;
  issued: Date;
  completed: Date;
  promisedAt: string;
  lines: (ReturnType<typeof demoLinesOf>[number] & { id: string })[];
}

/** Days of past orders, oldest first, by demand. */
function daysOf(today: string, random: DemoRandom, count: number): { day: string; share: number }[] {
  const length = historyDays - daysBack;
  const days = Array.from({ length }, (_, index) => {
    const day = addDays(today, index - historyDays);
    const isWorkday = ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    return { day, share: index / length, weight: isWorkday ? demandOn(day, index / length) : 0 };
  });
  const whole = days.reduce((sum, { weight }) => sum + weight, 0);
  let rest = 0;
  return days.flatMap(({ day, share, weight }) => {
    rest += (weight * count) / whole;
    const orders = Math.floor(rest + random.next() * 0.2);
    rest -= orders;
    return Array.from({ length: Math.max(0, orders) }, () => ({ day, share }));
  });
}

async function pastOrders(ctx: AccountContext, random: DemoRandom, catalogue: CataloguePort, count: number) {
  const choices = await choicesOf(ctx, catalogue);
  const { customers, sale, people } = choices;
  if (!customers.length || !sale.length || !people.length) return [];
  // Some customers begin later, so that there are new customers in every period.
  const known = customers.filter(({ status }) => !holdStates.is.holdsOrders(status));
  const beginOf = (index: number): number => (index / known.length) ** 1.2 * 1.15;
  const orders = daysOf(todayOf(ctx), random, count).map(({ day, share }) => {
    const active = known.filter((_, place) => beginOf(place) <= share);
    const customer = random.pick(active.length ? active : known.slice(0, 3));
    const placed = new Date(
      startOfDayIn(ctx.account.timeZone, day).getTime() + random.integer(8 * 60, 17 * 60) * 60_000,
    );
    const issued = new Date(placed.getTime() + random.integer(1, 20) * hour);
    // In the bad quarter deliveries were slow too.
    const slow = isBadQuarter(share) ? random.integer(2, 8) : random.next() < 0.12 ? random.integer(3, 10) : 0;
    const completed = new Date(issued.getTime() + (random.integer(40, 230) + slow * 24) * hour);
    const drawn = demoLinesOf(random, choices, { rules: noPriceRules, on: day, areFrozen: false });
    // Few lines per order, so that the demo is created faster.
    const lines = drawn.slice(0, 3);
    return {
      id: newID('so'),
      customer,
      day,
      placed,
      issued,
      completed,
      promisedAt: addDays(day, random.integer(6, 13)),
      lines: lines.map((line) => ({ ...line, id: newID('sol') })),
    };
  });
  return orders
    .sort((one, other) => one.placed.getTime() - other.placed.getTime())
    .map((order, index): PastOrder => ({ ...order, number: String(firstNumber + index) }));
}

const done = (order: PastOrder) =>
  order.lines.map((line) => {
    const shipped = line.productType === 'sale' ? line.baseQuantity : '0';
    const progress = { quantityPicked: shipped, quantityPacked: shipped, quantityShipped: shipped };
    return { ...line, ...progress, quantityInvoiced: line.baseQuantity };
  });

async function writeOrders(ctx: AccountContext, orders: readonly PastOrder[]): Promise<void> {
  await ctx.em.insert(
    'commerce.sales_order',
    orders.map((order) => {
      const { customer, number } = order;
      const sums = sumsOfSalesLines(done(order));
      return {
        id: order.id,
        version: 1,
        created_at: order.placed,
        updated_at: order.completed,
        number,
        number_key: numberKey(number),
        status: 'fulfilled',
        customer_id: customer.id,
        customer_name: customer.name,
        bill_to: customer.billTo,
        ship_to: customer.shipTo,
        carrier_id: customer.carrierID,
        carrier_option_id: customer.carrierOptionID,
        payment_term_id: customer.paymentTermID,
        shipping_term_id: customer.shippingTermID,
        priority_id: customer.priorityID,
        sales_rep_id: customer.salesRepID,
        created_by_name: 'Older system',
        acknowledgement_emails: [],
        invoice_emails: [],
        promised_at: order.promisedAt,
        issued_at: order.issued,
        completed_at: order.completed,
        line_count: sums.lineCount,
        total: sums.total,
        quantity_to_pick: sums.quantityToPick,
        quantity_picked: sums.quantityPicked,
        quantity_packed: sums.quantityPacked,
        quantity_shipped: sums.quantityShipped,
        quantity_to_invoice: sums.quantityToInvoice,
        quantity_invoiced: sums.quantityInvoiced,
      };
    }),
  );
  await ctx.em.insert(
    'commerce.sales_order_line',
    orders.flatMap((order) =>
      done(order).map((line, index) => ({
        id: line.id,
        version: 1,
        created_at: order.placed,
        updated_at: order.completed,
        order_id: order.id,
        customer_id: order.customer.id,
        line_item_number: index + 1,
        item_id: line.itemID,
        sku: line.sku,
        description: line.description,
        product_type: line.productType,
        quantity: line.quantity,
        unit_id: line.unitID,
        unit_name: line.unitName,
        base_quantity: line.baseQuantity,
        base_unit_id: line.baseUnitID,
        unit_price: line.unitPrice,
        unit_cost: line.unitCost,
        total: line.total,
        quantity_picked: line.quantityPicked,
        quantity_packed: line.quantityPacked,
        quantity_shipped: line.quantityShipped,
        quantity_invoiced: line.quantityInvoiced,
      })),
    ),
  );
  await indexRecords(
    ctx,
    orders.map(({ id, number, customer }) => salesOrderDocument({ id, number, customerPO: null, customer })),
  );
  touched(ctx, listSalesOrders);
}

/** Shipments, sometimes in two parts; one case each. */
async function writeShipments(ctx: AccountContext, random: DemoRandom, orders: readonly PastOrder[]): Promise<void> {
  const parts = orders.flatMap((order) => {
    const goods = order.lines.filter(({ productType }) => productType === 'sale');
    const cut = goods.length > 1 && random.next() < 0.2 ? Math.ceil(goods.length / 2) : goods.length;
    const early = new Date(order.completed.getTime() - random.integer(26, 60) * hour);
    const first = cut < goods.length && early > order.issued ? [{ lines: goods.slice(0, cut), at: early }] : [];
    return [...first, { lines: first.length ? goods.slice(cut) : goods, at: order.completed }]
      .filter(({ lines }) => lines.length > 0)
      .map((part) => ({ ...part, order }));
  });
  const shipments = parts.map(({ order, lines }, index): NewShipment => {
    const packed = lines.map((line) => ({
      ...pieceOf({ quantity: line.quantity, baseQuantity: line.baseQuantity, unit: line.unitName }),
      id: newID('shl'),
      orderLineID: line.id,
      itemID: line.itemID,
      lotID: null,
      lotNumber: null,
      quantity: decimal(line.baseQuantity),
    }));
    return {
      id: newID('shp'),
      number: String(firstNumber + index),
      orderID: order.id,
      customerID: order.customer.id,
      pickID: null,
      carrierID: order.customer.carrierID,
      carrierOptionID: order.customer.carrierOptionID,
      shipTo: order.customer.shipTo,
      lines: packed,
      contents: spreadContents(packed, 1) ?? [],
    };
  });
  await insertShipments(ctx, shipments);
  await sql`update commerce.shipment shipment set status = ${shipmentIs.to('shipped')}, created_at = told.at,
    updated_at = told.at,
      shipped_at = told.at, freight_amount = 0, shipped_by_name = 'Older system',
      freight_reason = '{"rule": "no_term", "text": "Shipped before the account came here"}'
    from jsonb_to_recordset(${JSON.stringify(
      parts.map(({ at }, index) => ({ id: shipments[index]?.id, at })),
    )}::jsonb) as told (id text, at timestamptz)
    where shipment.account_id = ${ctx.account.id} and shipment.id = told.id`.execute(ctx.em.query());
  await indexShipments(
    ctx,
    shipments.map(({ id }) => id),
  );
  touchedShipments(ctx);
}

/** One invoice per order, and its payment by check, sometimes with a credit. */
async function writeInvoices(ctx: AccountContext, random: DemoRandom, orders: readonly PastOrder[]): Promise<void> {
  const zone = ctx.account.timeZone;
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const billed = orders.map((order) => {
    const { total } = sumsOfSalesLines(done(order));
    return { order, id: newID('inv'), on: dayOf.format(order.completed), total };
  });
  const stamps = (at: Date) => ({ version: 1, created_at: at, updated_at: at });
  await ctx.em.insert(
    'commerce.invoice',
    billed.map(({ order, id, on, total }) => ({
      id,
      ...stamps(order.completed),
      number: order.number,
      number_key: numberKey(order.number),
      order_id: order.id,
      customer_id: order.customer.id,
      payment_term_id: order.customer.paymentTermID,
      sales_rep_id: order.customer.salesRepID,
      bill_to: order.customer.billTo,
      ship_to: order.customer.shipTo,
      emails: [],
      dated_on: on,
      due_on: addDays(on, 30),
      line_count: order.lines.length,
      subtotal: total,
      discount: '0.00',
      carried: '0.00',
      total,
      allocated: total,
      sent_at: order.completed,
      sales: toColumn(invoiceTotals(done(order), '0').sales, 2),
    })),
  );
  await ctx.em.insert(
    'commerce.invoice_line',
    billed.flatMap(({ order, id }) =>
      order.lines.map((line, index) => ({
        id: newID('inl'),
        ...stamps(order.completed),
        invoice_id: id,
        customer_id: order.customer.id,
        position: index + 1,
        order_line_id: line.id,
        item_id: line.itemID,
        sku: line.sku,
        description: line.description,
        product_type: line.productType,
        quantity: line.quantity,
        unit_id: line.unitID,
        unit_name: line.unitName,
        base_quantity: line.baseQuantity,
        unit_price: line.unitPrice,
        unit_cost: line.unitCost,
        total: line.total,
        discount: '0.00',
      })),
    ),
  );
  const paid = billed.flatMap(({ order, id: invoiceID, on, total }) => {
    const days = random.integer(12, 44);
    const at = new Date(order.completed.getTime() + days * 24 * hour);
    const credit = random.next() < 0.05 ? decimal(total).times('0.1').round(2).toFixed(2) : '0.00';
    const rest = decimal(total).minus(credit).toFixed(2);
    const payment = { invoiceID, order, on: addDays(on, days), at, id: newID('trx'), type: 'payment', amount: rest };
    return credit === '0.00'
      ? [payment]
      : [payment, { ...payment, id: newID('trx'), type: 'credit_memo', amount: credit }];
  });
  const live = paid.filter(({ amount }) => Number(amount) > 0);
  await ctx.em.insert(
    'commerce.transaction',
    live.map(({ id, order, on, at, type, amount }, index) => {
      const number = String(firstNumber + index);
      return {
        id,
        ...stamps(at),
        number,
        number_key: numberKey(number),
        customer_id: order.customer.id,
        type,
        method: type === 'payment' ? 'check' : null,
        is_debit: false,
        amount,
        allocated: amount,
        dated_on: on,
        reference: type === 'payment' ? String(3000 + index) : null,
        note: type === 'payment' ? null : 'Goods with a fault',
      };
    }),
  );
  await ctx.em.insert(
    'commerce.transaction_allocation',
    live.map(({ id, invoiceID, order, on, at, amount }) => ({
      id: newID('alc'),
      ...stamps(at),
      customer_id: order.customer.id,
      transaction_id: id,
      invoice_id: invoiceID,
      amount,
      why: `Invoice ${order.number}`,
      applied_on: on,
    })),
  );
  await indexDocuments(
    ctx,
    'invoice',
    billed.map(({ id }) => id),
  );
  await indexDocuments(
    ctx,
    'transaction',
    live.map(({ id }) => id),
  );
  touched(ctx, listInvoices);
}

/** Two years of delivered, invoiced and paid orders of a demo account, one insert per table. */
export async function createDemoSales(
  ctx: AccountContext,
  random: DemoRandom,
  catalogue: CataloguePort,
): Promise<void> {
  const count = orderCounts[ctx.account.slug];
  if (!count) return;
  const orders = await pastOrders(ctx, random, catalogue, count);
  if (!orders.length) return;
  await writeOrders(ctx, orders);
  await writeShipments(ctx, random, orders);
  await writeInvoices(ctx, random, orders);
}
