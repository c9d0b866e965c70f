import { type Big, decimal, lesserOf, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, emit, listed, sql } from '@millwright/core/server';
import { type ServedShort, stockShort } from '../../../contracts/index.ts';
import { cutPlans } from '../allocation/cut-allocations.ts';
import { excessOf, freeOf, type Position, shortOf } from '../ledger/plan/positions.ts';
import { givenUp, servedUpTo } from './serving-order.ts';

/** Promises are only made from the account's own stock. */
const isOwn = (ctx: AccountContext, { ownerID }: Position): boolean => ownerID === ctx.account.id;

const largestEvent = 1000;

const idsOf = (positions: readonly Position[]): string[] => positions.map(({ itemID }) => itemID);

const byItem = (positions: readonly Position[]): Map<string, Position> =>
  new Map(positions.map((position) => [position.itemID, position]));

/**
 * Releases expired holds of these locked positions. Every operation that promises or counts calls this right after
 * locking; nothing else releases them. The caller writes the positions and serves waiting demand with the released
 * stock. Answers whether any hold had expired.
 */
export async function freeExpiredHolds(ctx: AccountContext, positions: readonly Position[]): Promise<boolean> {
  const now = ctx.clock.now();
  const due = positions.filter(
    (position) => isOwn(ctx, position) && position.holdsExpireAt !== null && position.holdsExpireAt <= now,
  );
  if (due.length === 0) return false;
  const ofItems = sql`line.account_id = ${ctx.account.id} and line.item_id = any(${listed(idsOf(due))})`;
  const [gone, left] = await Promise.all([
    sql<{ itemID: string; quantity: string }>`delete from inventory.hold_line line
      where ${ofItems} and line.expires_at <= ${now}
      returning line.item_id as "itemID", line.quantity::text as quantity`.execute(ctx.em.query()),
    sql<{ itemID: string; expiresAt: Date | string }>`select line.item_id as "itemID",
        min(line.expires_at) as "expiresAt" from inventory.hold_line line
      where ${ofItems} and line.expires_at > ${now} and line.quantity > 0 group by line.item_id`.execute(
      ctx.em.query(),
    ),
  ]);
  const known = byItem(due);
  for (const position of due) position.holdsExpireAt = null;
  for (const { itemID, expiresAt } of left.rows) (known.get(itemID) as Position).holdsExpireAt = new Date(expiresAt);
  for (const { itemID, quantity } of gone.rows) {
    const position = known.get(itemID) as Position;
    position.held = position.held.minus(decimal(quantity));
  }
  return true;
}

/**
 * Reserves the free stock of these locked positions for waiting documents, in serving order: higher priority, earlier
 * promised date, earlier issue. Changes the positions in memory; the caller writes them. Answers the new reservations.
 */
export async function serveShorts(ctx: AccountContext, positions: readonly Position[]): Promise<ServedShort[]> {
  const waiting = positions.filter(
    (position) => isOwn(ctx, position) && shortOf(position).gt(zero) && freeOf(position).gt(zero),
  );
  if (waiting.length === 0) return [];
  const { rows } = await sql<ServedShort & { upto: string }>`
    with queue as (
      select demand.id, demand.item_id, demand.quantity - demand.reserved as short, free.quantity as free,
        ${servedUpTo(sql`demand.quantity - demand.reserved`)} as upto
      from unnest(${idsOf(waiting)}::text[], ${waiting.map((position) => toColumn(freeOf(position), 6))}::numeric[])
        as free (item_id, quantity)
      join inventory.demand demand on demand.item_id = free.item_id
      where demand.account_id = ${ctx.account.id} and demand.reserved < demand.quantity)
    update inventory.demand demand
    set reserved = demand.reserved + least(queue.short, queue.free - (queue.upto - queue.short)),
      updated_at = ${ctx.clock.now()}, version = demand.version + 1
    from queue
    where demand.account_id = ${ctx.account.id} and demand.id = queue.id and queue.upto - queue.short < queue.free
    returning demand.source_type as type, demand.source_id as id, demand.source_number as number,
      demand.line_id as "lineID", demand.item_id as "itemID",
      least(queue.short, queue.free - (queue.upto - queue.short))::text as quantity, queue.upto::text as upto`.execute(
    ctx.em.query(),
  );
  const known = byItem(waiting);
  for (const { itemID, quantity } of rows) {
    const position = known.get(itemID) as Position;
    position.reserved = position.reserved.plus(decimal(quantity));
  }
  // In serving order.
  return rows
    .sort((left, right) =>
      left.itemID === right.itemID ? decimal(left.upto).cmp(decimal(right.upto)) : left.itemID < right.itemID ? -1 : 1,
    )
    .map(({ upto: _, ...served }) => served);
}

/** The quantity that the holds of a position have to give up. */
interface HoldCut {
  position: Position;
  quantity: Big;
}

/**
 * Cuts holds of these positions, those that expire last first. With `ofCustomers` only holds of customers are cut, and
 * not those that are being paid for, because these belong to documents.
 */
async function cutHolds(ctx: AccountContext, cuts: readonly HoldCut[], { ofCustomers = false } = {}): Promise<void> {
  const due = cuts.filter(({ position, quantity }) => position.held.gt(zero) && quantity.gt(zero));
  if (due.length === 0) return;
  const cut = due.map(({ position }) => position);
  const amounts = due.map(({ position, quantity }) => toColumn(lesserOf(quantity, position.held), 6));
  const whose = ofCustomers
    ? sql`and exists (select from inventory.hold hold where hold.account_id = line.account_id and hold.id = line.hold_id
        and hold.customer_id is not null and hold.actor_id ~ '^(usr|ak)_')`
    : sql``;
  const { rows } = await sql<{ itemID: string; taken: string }>`
    with queue as (
      select line.hold_id, line.item_id, line.quantity, excess.quantity as excess,
        sum(line.quantity) over (partition by line.item_id order by line.expires_at desc, line.hold_id desc
          rows unbounded preceding) as upto
      from unnest(${idsOf(cut)}::text[], ${amounts}::numeric[]) as excess (item_id, quantity)
      join inventory.hold_line line on line.item_id = excess.item_id
      where line.account_id = ${ctx.account.id} and line.quantity > 0 ${whose})
    update inventory.hold_line line
    set quantity = line.quantity - least(queue.quantity, queue.excess - (queue.upto - queue.quantity))
    from queue
    where line.account_id = ${ctx.account.id} and line.hold_id = queue.hold_id and line.item_id = queue.item_id
      and queue.upto - queue.quantity < queue.excess
    returning line.item_id as "itemID",
      least(queue.quantity, queue.excess - (queue.upto - queue.quantity))::text as taken`.execute(ctx.em.query());
  const known = byItem(cut);
  for (const { itemID, taken } of rows) {
    const position = known.get(itemID) as Position;
    position.held = position.held.minus(decimal(taken));
  }
}

/**
 * Takes what staff need beyond the free stock from customers' holds: staff have priority over them. Changes the
 * positions in memory.
 */
export const takeFromCustomers = (ctx: AccountContext, needs: readonly HoldCut[]): Promise<void> =>
  ctx.customerID === undefined ? cutHolds(ctx, needs, { ofCustomers: true }) : Promise.resolve();

interface Release {
  itemID: string;
  sourceType: string;
  sourceID: string;
  sourceNumber: string;
  lineID: string;
  quantity: string;
  cut: string;
}

/** Takes back reservations of these positions, in reverse serving order. */
async function releaseReservations(ctx: AccountContext, positions: readonly Position[]): Promise<Release[]> {
  const over = positions.filter((position) => excessOf(position).gt(zero));
  if (over.length === 0) return [];
  const { rows } = await sql<Release>`
    with given as (${givenUp(
      ctx,
      over.map((position) => ({ itemID: position.itemID, quantity: excessOf(position) })),
    )})
    update inventory.demand demand
    set reserved = demand.reserved - given.taken, allocated = demand.allocated - given.cut,
      updated_at = ${ctx.clock.now()}, version = demand.version + 1
    from given
    where demand.account_id = ${ctx.account.id} and demand.id = given.id
    returning demand.item_id as "itemID", demand.source_type as "sourceType", demand.source_id as "sourceID",
      demand.source_number as "sourceNumber", demand.line_id as "lineID", given.taken::text as quantity,
        given.cut::text as cut`.execute(ctx.em.query());
  const known = byItem(over);
  for (const { itemID, quantity } of rows) {
    const position = known.get(itemID) as Position;
    position.reserved = position.reserved.minus(decimal(quantity));
  }
  await cutPlans(
    ctx,
    rows.flatMap(({ sourceType, sourceID, lineID, cut }) =>
      decimal(cut).gt(zero) ? { type: sourceType, id: sourceID, lineID, quantity: decimal(cut) } : [],
    ),
  );
  return rows;
}

/**
 * Reduces the promises of these locked positions to what can leave: after a count found less, a place was closed or a
 * lot expired (`cause`). Holds go first, then reservations; the losers are told by `inventory.stock.short`. Changes the
 * positions in memory; the caller writes them.
 */
export async function freePromises(
  ctx: AccountContext,
  positions: readonly Position[],
  cause?: 'lot_expired',
): Promise<void> {
  const over = positions.filter((position) => isOwn(ctx, position) && excessOf(position).gt(zero));
  if (over.length === 0) return;
  // Expired holds go first, so that no valid hold is cut in their place.
  await freeExpiredHolds(ctx, over);
  const excessive = over.filter((position) => excessOf(position).gt(zero));
  await cutHolds(
    ctx,
    excessive.map((position) => ({ position, quantity: excessOf(position) })),
  );
  const released = await releaseReservations(ctx, excessive);
  for (let start = 0; start < released.length; start += largestEvent) {
    const part = released.slice(start, start + largestEvent);
    emit(ctx, stockShort, {
      itemIDs: [...new Set(part.map(({ itemID }) => itemID))],
      released: part.map(({ cut: _, ...release }) => release),
      ...(cause ? { cause } : {}),
    });
  }
}
