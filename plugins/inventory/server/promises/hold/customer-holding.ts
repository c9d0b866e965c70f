import { type Big, decimal, greaterOf, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type OrderedValuePort, type PromiseSettings, promiseProblems } from '../../../contracts/index.ts';

const minutes = (count: number): number => count * 60_000;

/**
 * Counts the time for which the people of a customer hold stock without ordering it, and keeps others of them out until
 * this transaction ends. Answers when a hold ends at the latest. The time begins anew after an order, and after a
 * quarter of it without holds: who gives a hold back and takes another one gains nothing.
 * @throws 409 `holding_too_long` once it is over
 */
export async function openCustomerHolding(
  ctx: AccountContext,
  customerID: string,
  expiresAt: Date,
  { portalHoldMinutes }: PromiseSettings,
): Promise<Date> {
  const now = ctx.clock.now();
  await ctx.em.send(sql`insert into inventory.customer_holding (account_id, customer_id, since, until)
    values (${ctx.account.id}, ${customerID}, ${now}, ${now}) on conflict do nothing`);
  const { rows } = await sql<{ since: Date | string; until: Date | string }>`select since, until
    from inventory.customer_holding
    where account_id = ${ctx.account.id} and customer_id = ${customerID} for update`.execute(ctx.em.query());
  const [stored] = rows;
  const restUntil = new Date(stored?.until ?? now).getTime() + minutes(portalHoldMinutes) / 4;
  const since = stored && restUntil > now.getTime() ? new Date(stored.since) : now;
  const end = new Date(since.getTime() + minutes(portalHoldMinutes));
  if (end <= now) throw promiseProblems.holding_too_long({ details: { retryAt: new Date(restUntil).toISOString() } });
  const until = expiresAt < end ? expiresAt : end;
  await ctx.em.send(
    sql`update inventory.customer_holding
    set since = ${since}, until = greatest(until, ${until})
    where account_id = ${ctx.account.id} and customer_id = ${customerID}`,
    1,
  );
  return until;
}

/** An order ends the time for which a customer has held stock without ordering it. Called before holds are locked. */
export async function endCustomerHolding(
  ctx: AccountContext,
  customerID: string | null | undefined = ctx.customerID,
): Promise<void> {
  if (!customerID) return;
  await ctx.em.send(sql`delete from inventory.customer_holding
    where account_id = ${ctx.account.id} and customer_id = ${customerID}`);
}

/**
 * The value that a customer may hold: some times the largest order, and a least amount for those who have ordered
 * little.
 */
async function mostValue(
  ctx: AccountContext,
  customerID: string,
  { portalHoldOrders, portalHoldLeast }: PromiseSettings,
  orders: readonly OrderedValuePort[],
): Promise<Big> {
  let most = decimal(portalHoldLeast);
  for (const port of orders)
    most = greaterOf(most, decimal(await port.largestOrderOf(ctx, customerID)).times(decimal(portalHoldOrders)));
  return most;
}

/**
 * Refuses what the people of a customer hold together beyond what they could order. Asked once the lines of the new
 * hold are written, with the holding of the customer locked.
 * @throws 409 `holds_beyond_orders`
 */
export async function refuseHoarding(
  ctx: AccountContext,
  customerID: string,
  settings: PromiseSettings,
  orders: readonly OrderedValuePort[],
): Promise<void> {
  const { rows } = await sql<{ holds: number; lines: number; value: string }>`select
      count(distinct line.hold_id)::int as holds, count(*)::int as lines,
      coalesce(sum(line.wanted * item.unit_value * own.denominator / own.numerator), 0)::text as value
    from inventory.hold hold
    join inventory.hold_line line on line.account_id = hold.account_id and line.hold_id = hold.id
    join inventory.item item on item.account_id = line.account_id and item.id = line.item_id
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    where hold.account_id = ${ctx.account.id} and hold.customer_id = ${customerID}
      and line.expires_at > ${ctx.clock.now()}`.execute(ctx.em.query());
  const { holds = 0, lines = 0, value = '0' } = rows[0] ?? {};
  const most = { holds: settings.portalHolds, lines: settings.portalHoldLines };
  const isOver = holds > most.holds || lines > most.lines;
  const worth = await mostValue(ctx, customerID, settings, orders);
  if (isOver || decimal(value).gt(worth))
    throw promiseProblems.holds_beyond_orders({ details: { most: { ...most, value: toWire(worth) } } });
}
