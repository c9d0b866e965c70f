import { addDays, decimal, holdStates, newID, roundMoney, startOfDayIn } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  type DemoRandom,
  type IndexedRecord,
  indexRecords,
  Member,
  nextNumbers,
  StoppedClock,
  sql,
  todayOf,
  touched,
} from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import { listSalesOrders, noPriceRules, type SalesOrderStatus, salesOrderStates } from '../../../../contracts/index.ts';
import { markOffered } from '../../../document/offer/offers.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { Customer } from '../../../parties/customer/customer.entity.ts';
import { priceRulesOf } from '../../../pricing/price/price-rules.queries.ts';
import { type OrderCustomer, orderCustomers } from '../entry/sales-order-customer.ts';
import { asReferences } from '../entry/sales-order-references.ts';
import { SalesOrderLine } from '../lines/sales-order-line.entity.ts';
import { measuredLine, type PricedSalesColumns, type Pricing, pricedLines } from '../lines/sales-order-pricing.ts';
import { sumsOfSalesLines } from '../lines/sales-order-sums.ts';
import { salesOrderDocument } from '../list/sales-order-search.ts';
import { SalesOrder } from '../sales-order.entity.ts';
import type { OrderPromises } from '../status/order-promises.ts';
import { salesOrderRecord } from './sales-order-history.ts';

/** Number of orders per demo account. */
const orderCounts: Readonly<Record<string, number>> = { northfield: 140, harbor: 100 };
export const daysBack = 120;

interface DemoPerson {
  id: string;
  name: string;
  userID: string;
}
interface DemoChoices {
  customers: readonly OrderCustomer[];
  sale: readonly CatalogueProduct[];
  charges: readonly CatalogueProduct[];
  people: readonly DemoPerson[];
}

/**
 * Least age of an order in milliseconds. Histories are dated in the past, but some records are written while the demo
 * is created.
 */
const leastAge = 60_000;

/** Status of an order by its age in days. Older orders are more often finished. */
function fateOf(random: DemoRandom, age: number): SalesOrderStatus {
  const dice = random.next();
  if (age < 3) return dice < 0.3 ? 'bid_request' : dice < 0.65 ? 'estimate' : 'issued';
  if (age < 21) return dice < 0.08 ? 'bid_request' : dice < 0.26 ? 'estimate' : dice < 0.92 ? 'issued' : 'fulfilled';
  return dice < 0.07 ? 'estimate' : dice < 0.15 ? 'closed_short' : dice < 0.22 ? 'issued' : 'fulfilled';
}

/** The context of a team member at a given time, so that history and events carry both. */
const contextOf = (ctx: AccountContext, at: Date, { id, name, userID }: DemoPerson): AccountContext => ({
  ...ctx,
  clock: new StoppedClock(at),
  memberID: id,
  actor: { type: 'user', id: userID, name },
});

export async function choicesOf(ctx: AccountContext, catalogue: CataloguePort): Promise<DemoChoices> {
  const account = ctx.account.id;
  const { rows: customers } = await sql<{ id: string }>`select id from commerce.customer
    where account_id = ${account} order by length(number), number`.execute(ctx.em.query());
  const { rows: items } = await sql<{ id: string }>`select id from inventory.v_items
    where account_id = ${account} and type = 'product' and end_date is null
      and (start_date is null or start_date <= ${addDays(todayOf(ctx), -daysBack)}::date) order by sku`.execute(
    ctx.em.query(),
  );
  const { rows: people } = await sql<DemoPerson>`select member.id, member.name, coalesce(member.user_id, '') as "userID"
    from core.v_members member
    join core.v_roles role on role.account_id = member.account_id and role.id = member.role_id
    where member.account_id = ${account} and role.type in ('admin', 'user', 'sales_rep') order by member.email`.execute(
    ctx.em.query(),
  );
  const known = await catalogue.findProducts(
    ctx,
    items.map(({ id }) => id),
  );
  const products = items.flatMap(({ id }) => known.get(id) ?? []);
  const customerIDs = customers.map(({ id }) => id);
  const found = await orderCustomers(ctx, customerIDs);
  return {
    customers: customerIDs.flatMap((id) => found.get(id) ?? []),
    people,
    sale: products.filter(({ productType }) => productType === 'sale'),
    charges: products.filter(({ productType }) => productType === 'shipping' || productType === 'service'),
  };
}

/** Order times of the last months, oldest first, on working days between 8:00 and 18:00, none in the future. */
function moments(ctx: AccountContext, random: DemoRandom, count: number): { at: Date; age: number; day: string }[] {
  const today = todayOf(ctx);
  const now = ctx.clock.now();
  const latest = now.getTime() - leastAge;
  return Array.from({ length: count }, () => {
    // More orders lately, because business grows.
    let age = Math.floor(daysBack * random.next() ** 1.4);
    while ([0, 6].includes(new Date(`${addDays(today, -age)}T00:00:00Z`).getUTCDay()) && age < daysBack) age += 1;
    const day = addDays(today, -age);
    const opened = startOfDayIn(ctx.account.timeZone, day).getTime() + (8 * 60 + random.integer(0, 600)) * 60_000;
    const at = new Date(opened < latest ? opened : latest - random.integer(0, 120) * 60_000);
    return { at, age, day };
  }).sort((left, right) => left.at.getTime() - right.at.getTime());
}

export function demoLinesOf(
  random: DemoRandom,
  { sale, charges }: DemoChoices,
  pricing: Pricing,
): PricedSalesColumns[] {
  // Most orders are short, a few fill a page.
  const count = random.next() < 0.75 ? random.integer(1, 5) : random.integer(6, 11);
  const chosen = new Set<CatalogueProduct>();
  while (chosen.size < Math.min(count, sale.length)) chosen.add(random.pick(sale));
  const lines = [...chosen].map((product) => {
    const quantityOrdered = random.pick([1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24]);
    // Every fifth line has a price that differs from the list price.
    const share = random.next() < 0.2 ? random.pick(['0.9', '0.95', '0.97']) : undefined;
    const unitPrice = share ? Number(roundMoney(decimal(product.unitValue).times(share)).toString()) : undefined;
    return measuredLine({ path: '', productID: product.id, quantityOrdered, unitPrice }, product);
  });
  if (charges.length && random.next() < 0.35) {
    const charge = random.pick(charges);
    const unitPrice = random.pick([12.5, 18, 24.95, 39, 65]);
    lines.push(measuredLine({ path: '', productID: charge.id, quantityOrdered: 1, unitPrice }, charge));
  }
  return pricedLines(lines, pricing);
}

const customerNotes = ['Thank you for your order.', 'The socks follow in a box of their own.'];
const notes = [
  'Call before delivery; the dock closes at three.',
  'Pack by size, one size per carton.',
  'Replaces the order that the storm damaged.',
  'First order after the trade fair.',
];

/**
 * Fills a demo account with orders of the last months in every state. Other accounts get no orders. All orders are
 * written by one flush at the end, because with each order the services would compare all entities written before.
 */
export async function createDemoSalesOrders(
  ctx: AccountContext,
  random: DemoRandom,
  { catalogue, promises }: { catalogue: CataloguePort; promises: OrderPromises },
): Promise<void> {
  const count = orderCounts[ctx.account.slug];
  if (!count) return;
  const choices = await choicesOf(ctx, catalogue);
  if (!choices.customers.length || !choices.sale.length || !choices.people.length) return;
  // A quarter of the customers makes half of the orders. The first is the customer whose portal the demo opens.
  const regulars = choices.customers.slice(0, Math.ceil(choices.customers.length / 4));
  const found: IndexedRecord[] = [];
  const issued: string[] = [];
  const offered: string[] = [];
  const numbers = await nextNumbers(ctx, 'order', count);
  const priceRules = await priceRulesOf(
    ctx,
    choices.customers.map(({ id }) => id),
    [...choices.sale, ...choices.charges].map(({ id }) => id),
    todayOf(ctx),
  );
  for (const [position, moment] of moments(ctx, random, count).entries()) {
    const fate = fateOf(random, moment.age);
    let customer = random.pick(random.next() < 0.5 ? regulars : choices.customers);
    if (!isQuote(fate) && holdStates.is.holdsOrders(customer.status)) customer = choices.customers[0] as OrderCustomer;
    const by = contextOf(ctx, moment.at, random.pick(choices.people));
    const steps = stepsOf(random, fate, moment.at, ctx.clock.now());
    const number = numbers[position] as string;
    const order = addOrder(by, random, { number, customer, fate, day: moment.day, steps });
    const rules = priceRules.get(customer.id) ?? noPriceRules;
    const priced = demoLinesOf(random, choices, { rules, on: moment.day, areFrozen: false });
    const lines = priced.map((line, index) =>
      ctx.em.create(SalesOrderLine, {
        ...progressOf(line, fate),
        ...line,
        id: newID('sol'),
        order,
        customerID: customer.id,
        lineItemNumber: index + 1,
        ediLineItemID: null,
        createdAt: moment.at,
        updatedAt: moment.at,
      }),
    );
    ctx.em.assign(order, sumsOfSalesLines(lines));
    if (fate === 'issued') issued.push(order.id);
    if (fate === 'estimate') offered.push(order.id);
    found.push(
      salesOrderDocument({ id: order.id, number: order.number, customerPO: order.customerPO ?? null, customer }),
    );
  }
  await ctx.em.flush();
  // Every later flush would compare these entities again.
  ctx.em.clear();
  await promises.updatePromises(ctx, issued);
  await markOffered(ctx, offered);
  await indexRecords(ctx, found);
  touched(ctx, listSalesOrders);
}

const isQuote = (fate: SalesOrderStatus): boolean => fate === 'estimate' || fate === 'bid_request';

/** When an order was issued and completed. No time is in the future. */
function stepsOf(random: DemoRandom, fate: SalesOrderStatus, entered: Date, now: Date) {
  const later = (from: Date, hours: number): Date =>
    new Date(Math.min(from.getTime() + hours * 3_600_000, now.getTime() - leastAge));
  const issuedAt = isQuote(fate) ? null : later(entered, random.integer(1, 30));
  const isClosed = fate === 'fulfilled' || fate === 'closed_short';
  return { issuedAt, completedAt: issuedAt && isClosed ? later(issuedAt, random.integer(48, 350)) : null };
}

/** A fulfilled order was completely picked, packed, shipped and invoiced before the account's start. */
function progressOf({ productType, baseQuantity }: PricedSalesColumns, fate: SalesOrderStatus) {
  const invoiced = fate === 'fulfilled' ? baseQuantity : '0';
  const shipped = productType === 'sale' ? invoiced : '0';
  return {
    quantityPicked: shipped,
    quantityPacked: shipped,
    quantityShipped: shipped,
    quantityInvoiced: invoiced,
  };
}

/** An order without lines, entered by the person of the context, with its history. */
function addOrder(
  by: AccountContext,
  random: DemoRandom,
  parts: {
    number: string;
    customer: OrderCustomer;
    fate: SalesOrderStatus;
    day: string;
    steps: ReturnType<typeof stepsOf>;
  },
): SalesOrder {
  const { number, customer, fate, day, steps } = parts;
  const id = newID('so');
  const entered = by.clock.now();
  const order = by.em.create(SalesOrder, {
    id,
    number,
    numberKey: numberKey(number),
    status: fate,
    customer: by.em.reference(Customer, customer.id),
    customerName: customer.name,
    ...asReferences(by, customer),
    billTo: customer.billTo,
    shipTo: customer.shipTo,
    createdBy: by.memberID ? by.em.reference(Member, by.memberID) : null,
    createdByName: by.actor.name,
    customerPO: random.next() < 0.7 ? `PO-${random.integer(10_000, 99_999)}` : null,
    promisedAt: fate === 'bid_request' ? null : addDays(day, random.integer(5, 24)),
    expiredAt: isQuote(fate) ? addDays(day, 30) : null,
    note: random.next() < 0.12 ? random.pick(notes) : null,
    // Chosen by the number and not at random, so that the other random values of the demo stay the same.
    customerNote: customerNotes[Number(number) % 11] ?? null,
    acknowledgementEmails: customer.email && random.next() < 0.5 ? [customer.email] : [],
    invoiceEmails: [],
    ...steps,
    createdAt: entered,
    updatedAt: steps.completedAt ?? steps.issuedAt ?? entered,
  }) as SalesOrder;
  const record = salesOrderRecord(id);
  const begun = fate === 'bid_request' ? fate : 'estimate';
  audit(by, { record, action: 'created', note: salesOrderStates.names[begun] });
  const tell = (at: Date, from: SalesOrderStatus, to: SalesOrderStatus) =>
    audit(
      { ...by, clock: new StoppedClock(at) },
      {
        record,
        action: 'status_changed',
        changes: [{ field: 'status', from: salesOrderStates.names[from], to: salesOrderStates.names[to] }],
      },
    );
  if (steps.issuedAt) tell(steps.issuedAt, 'estimate', 'issued');
  if (steps.completedAt) tell(steps.completedAt, 'issued', fate);
  return order;
}
