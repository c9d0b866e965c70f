import { addDays, dateIn, decimal, roundMoney, startOfDayIn } from '@millwright/core/contracts';
import { type AccountContext, Clock, type DemoRandom, sql } from '@millwright/core/server';
import { type CustomerStatus, createSalesOrderBody, type SalesOrderStatus } from '../../contracts/index.ts';
import type { SalesOrderService } from './sales-order.service.ts';
import type { SalesOrderStatusService } from './sales-order-status.service.ts';

/** Orders of each demo account. */
const orderCounts: Readonly<Record<string, number>> = { northfield: 140, harbor: 100 };
const daysBack = 120;

interface DemoCustomer {
  id: string;
  status: CustomerStatus;
  email: string | null;
}
interface DemoProduct {
  id: string;
  productType: string;
  unitValue: string;
}
interface DemoPerson {
  id: string;
  name: string;
  userID: string;
}
interface DemoChoices {
  customers: readonly DemoCustomer[];
  sale: readonly DemoProduct[];
  charges: readonly DemoProduct[];
  people: readonly DemoPerson[];
}

/** What becomes of an order, by its age: the older, the more likely it is finished. */
function fateOf(random: DemoRandom, age: number): SalesOrderStatus {
  const dice = random.next();
  if (age < 3) return dice < 0.3 ? 'bid_request' : dice < 0.65 ? 'estimate' : 'issued';
  if (age < 21) return dice < 0.08 ? 'bid_request' : dice < 0.26 ? 'estimate' : dice < 0.92 ? 'issued' : 'fulfilled';
  return dice < 0.07 ? 'estimate' : dice < 0.15 ? 'closed_short' : dice < 0.22 ? 'issued' : 'fulfilled';
}

/** A clock that stands still. */
class StoppedClock extends Clock {
  readonly #at: Date;

  constructor(at: Date) {
    super();
    this.#at = at;
  }

  override now(): Date {
    return this.#at;
  }
}

/** The context of somebody of the team at some time, so that history and events carry both. */
const contextOf = (ctx: AccountContext, at: Date, { id, name, userID }: DemoPerson): AccountContext => ({
  ...ctx,
  clock: new StoppedClock(at),
  memberID: id,
  actor: { type: 'user', id: userID, name },
});

async function choicesOf(ctx: AccountContext): Promise<DemoChoices> {
  const account = ctx.account.id;
  const { rows: customers } = await sql<DemoCustomer>`select id, status, email from commerce.customer
    where account_id = ${account} order by length(number), number`.execute(ctx.em.query());
  const { rows: products } = await sql<DemoProduct>`
    select id, product_type as "productType", unit_value::text as "unitValue" from inventory.v_items
    where account_id = ${account} and type = 'product' and (start_date is null or start_date <= ${addDays(todayOf(ctx), -daysBack)}::date)
      and end_date is null order by sku`.execute(ctx.em.query());
  const { rows: people } = await sql<DemoPerson>`select member.id, member.name, coalesce(member.user_id, '') as "userID"
    from core.v_members member join core.role role on role.account_id = member.account_id and role.id = member.role_id
    where member.account_id = ${account} and role.type in ('admin', 'user', 'sales_rep') order by member.email`.execute(
    ctx.em.query(),
  );
  return {
    customers,
    people,
    sale: products.filter(({ productType }) => productType === 'sale'),
    charges: products.filter(({ productType }) => productType === 'shipping' || productType === 'service'),
  };
}

const todayOf = (ctx: AccountContext): string => dateIn(ctx.account.timeZone, ctx.clock.now());

/** Moments of the last months, oldest first, on working days between eight and six; none lies ahead. */
function moments(ctx: AccountContext, random: DemoRandom, count: number): { at: Date; age: number; day: string }[] {
  const today = todayOf(ctx);
  const now = ctx.clock.now();
  const latest = now.getTime() - 60_000;
  return Array.from({ length: count }, () => {
    // More of them lately: business grows.
    let age = Math.floor(daysBack * random.next() ** 1.4);
    while ([0, 6].includes(new Date(`${addDays(today, -age)}T00:00:00Z`).getUTCDay()) && age < daysBack) age += 1;
    const day = addDays(today, -age);
    const opened = startOfDayIn(ctx.account.timeZone, day).getTime() + (8 * 60 + random.integer(0, 600)) * 60_000;
    const at = new Date(opened < latest ? opened : latest - random.integer(0, 120) * 60_000);
    return { at, age, day };
  }).sort((left, right) => left.at.getTime() - right.at.getTime());
}

function linesOf(random: DemoRandom, { sale, charges }: DemoChoices) {
  // Most orders are short, some fill a page.
  const count = random.next() < 0.75 ? random.integer(1, 5) : random.integer(6, 11);
  const chosen = new Map<string, DemoProduct>();
  while (chosen.size < Math.min(count, sale.length)) {
    const product = random.pick(sale);
    chosen.set(product.id, product);
  }
  const lines: { productID: string; quantityOrdered: number; unitPrice?: number }[] = [...chosen.values()].map(
    ({ id, unitValue }) => {
      const quantityOrdered = random.pick([1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24]);
      if (random.next() > 0.2) return { productID: id, quantityOrdered };
      const price = roundMoney(decimal(unitValue).times(random.pick(['0.9', '0.95', '0.97'])));
      return { productID: id, quantityOrdered, unitPrice: Number(price.toString()) };
    },
  );
  if (charges.length && random.next() < 0.35)
    lines.push({
      productID: random.pick(charges).id,
      quantityOrdered: 1,
      unitPrice: random.pick([12.5, 18, 24.95, 39, 65]),
    });
  return lines;
}

const notes = [
  'Call before delivery; the dock closes at three.',
  'Pack by size, one size per carton.',
  'Replaces the order that the storm damaged.',
  'First order after the trade fair.',
];

/** Fills a demo account with orders of the last months in every state; other accounts get nothing. */
export async function createDemoSalesOrders(
  ctx: AccountContext,
  random: DemoRandom,
  services: { orders: SalesOrderService; states: SalesOrderStatusService },
): Promise<void> {
  const count = orderCounts[ctx.account.slug];
  if (!count) return;
  const choices = await choicesOf(ctx);
  if (!choices.customers.length || !choices.sale.length || !choices.people.length) return;
  // Half of the business is with a quarter of the customers; the first is the one whose portal the demo opens.
  const regulars = choices.customers.slice(0, Math.ceil(choices.customers.length / 4));
  for (const { at, age, day } of moments(ctx, random, count)) {
    const fate = fateOf(random, age);
    const isBinding = fate !== 'estimate' && fate !== 'bid_request';
    let customer = random.pick(random.next() < 0.5 ? regulars : choices.customers);
    if (isBinding && customer.status === 'hold_all') customer = choices.customers[0] as DemoCustomer;
    const by = contextOf(ctx, at, random.pick(choices.people));
    const order = await services.orders.create(
      by,
      createSalesOrderBody.parse({
        customerID: customer.id,
        status: fate === 'bid_request' ? 'bid_request' : 'estimate',
        customerPO: random.next() < 0.7 ? `PO-${random.integer(10_000, 99_999)}` : null,
        promisedAt: fate === 'bid_request' ? null : addDays(day, random.integer(5, 24)),
        expiredAt: isBinding ? null : addDays(day, 30),
        note: random.next() < 0.12 ? random.pick(notes) : null,
        acknowledgementEmailContacts: customer.email && random.next() < 0.5 ? [customer.email] : [],
        lines: linesOf(random, choices),
      }),
    );
    await live(by, ctx.clock.now(), random, services.states, { id: order.id, fate });
  }
}

const hours = (from: Date, count: number, latest: Date): Date =>
  new Date(Math.min(from.getTime() + count * 3_600_000, latest.getTime()));

/** Takes an order, entered at the moment of the context, through its life. */
async function live(
  by: AccountContext,
  now: Date,
  random: DemoRandom,
  states: SalesOrderStatusService,
  { id, fate }: { id: string; fate: SalesOrderStatus },
): Promise<void> {
  const entered = by.clock.now();
  let last = entered;
  const step = (statusChange: SalesOrderStatus) =>
    states.change({ ...by, clock: new StoppedClock(last) }, id, { statusChange });
  if (fate === 'issued' || fate === 'fulfilled' || fate === 'closed_short') {
    last = hours(entered, random.integer(1, 30), now);
    await step('issued');
  }
  if (fate === 'closed_short') {
    last = hours(last, random.integer(48, 400), now);
    await step('closed_short');
  }
  if (fate === 'fulfilled') {
    last = hours(last, random.integer(48, 300), now);
    await fulfil(by, id, last);
  }
  // The entity manager stamps rows with the time at which they are written.
  await sql`update commerce.sales_order set created_at = ${entered}, updated_at = ${last}
    where account_id = ${by.account.id} and id = ${id}`.execute(by.em.query());
  await sql`update commerce.sales_order_line set created_at = ${entered}, updated_at = ${entered}
    where account_id = ${by.account.id} and order_id = ${id}`.execute(by.em.query());
}

/** Marks everything as picked, packed, shipped and invoiced: what is fulfilled was delivered before the account came here. */
async function fulfil({ account, em }: AccountContext, id: string, at: Date): Promise<void> {
  await sql`update commerce.sales_order_line set quantity_invoiced = base_quantity,
      quantity_picked = case when product_type = 'sale' then base_quantity else 0 end,
      quantity_packed = case when product_type = 'sale' then base_quantity else 0 end,
      quantity_shipped = case when product_type = 'sale' then base_quantity else 0 end
    where account_id = ${account.id} and order_id = ${id}`.execute(em.query());
  await sql`update commerce.sales_order set status = 'fulfilled', completed_at = ${at}, quantity_invoiced = quantity_to_invoice,
      quantity_picked = quantity_to_pick, quantity_packed = quantity_to_pick, quantity_shipped = quantity_to_pick
    where account_id = ${account.id} and id = ${id}`.execute(em.query());
}
