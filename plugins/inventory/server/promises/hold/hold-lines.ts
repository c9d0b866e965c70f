import { type Big, decimal, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import type { Positions } from '../../stock/ledger/plan/positions.ts';

/** A hold of the acting person that this transaction has locked, and the items that it has lines of. */
export interface LockedHold {
  id: string;
  expiresAt: Date;
  itemIDs: string[];
}

/**
 * Items of a hold that is locked, none where it is new. Its amounts may still shrink until their positions are locked
 * as well.
 */
async function itemsOf(ctx: AccountContext, holdID: string): Promise<string[]> {
  const { rows } = await sql<{ itemID: string }>`select item_id as "itemID" from inventory.hold_line
    where account_id = ${ctx.account.id} and hold_id = ${holdID}`.execute(ctx.em.query());
  return rows.map(({ itemID }) => itemID);
}

/**
 * Locks a hold of the acting person, or of a document; undefined where there is none. Holds are locked before
 * positions.
 */
export async function lockHold(
  ctx: AccountContext,
  holdID: string,
  holderID: string = ctx.actor.id,
): Promise<LockedHold | undefined> {
  const { rows } = await sql<{ expiresAt: Date | string }>`select hold.expires_at as "expiresAt"
    from inventory.hold hold
    where hold.account_id = ${ctx.account.id} and hold.id = ${holdID} and hold.actor_id = ${holderID}
    for update`.execute(ctx.em.query());
  const [row] = rows;
  return row && { id: holdID, expiresAt: new Date(row.expiresAt), itemIDs: await itemsOf(ctx, holdID) };
}

/** A hold that is being put; the counts are of the other holds of the person. */
export interface OpenHold {
  id: string;
  expiresAt: Date;
  liveHolds: number;
  /** Holds that ran out and still have a row. */
  oldHolds: number;
}

/** Locks a hold, making it where there is none; undefined where it is somebody else's. */
export async function openHold(ctx: AccountContext, holdID: string, expiresAt: Date): Promise<OpenHold | undefined> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ counts: [live: number, old: number] }>`insert into inventory.hold as hold
      (account_id, id, created_at, updated_at, version, actor_id, actor_name, customer_id, expires_at)
    values (${ctx.account.id}, ${holdID}, ${now}, ${now}, 1, ${ctx.actor.id}, ${ctx.actor.name},
      ${ctx.customerID ?? null}, ${expiresAt})
    on conflict (account_id, id) do update
      set expires_at = excluded.expires_at, updated_at = excluded.updated_at, version = hold.version + 1
      where hold.actor_id = excluded.actor_id
    returning (select array[count(*) filter (where other.expires_at > ${now}),
        count(*) filter (where other.expires_at <= ${now})]::int[]
      from inventory.hold other where other.account_id = ${ctx.account.id} and other.actor_id = ${ctx.actor.id}
        and other.id <> ${holdID}) as counts`.execute(ctx.em.query());
  const [row] = rows;
  return row && { id: holdID, expiresAt, liveHolds: row.counts[0], oldHolds: row.counts[1] };
}

/**
 * Takes the lines of a hold away, its positions locked: what they held is free again. Lines that had run out and were
 * freed by somebody else are gone already. Changes the amounts of the positions; the caller writes them.
 */
export async function takeHoldLines(ctx: AccountContext, hold: LockedHold, positions: Positions): Promise<void> {
  if (hold.itemIDs.length === 0) return;
  const { rows } = await sql<HoldLineRow>`delete from inventory.hold_line
    where account_id = ${ctx.account.id} and hold_id = ${hold.id}
    returning item_id as "itemID", quantity`.execute(ctx.em.query());
  reduceHeldLines(rows, positions);
}

function reduceHeld(positions: Positions, itemID: string, quantity: Big): void {
  const position = positions.of(itemID);
  position.held = position.held.minus(quantity);
  if (position.held.eq(zero)) position.holdsExpireAt = null;
}

/** What a hold sets aside of an item, in base units. */
export interface HeldItem {
  itemID: string;
  wanted: Big;
  quantity: Big;
}

/** What a hold sets aside of an item. */
export interface HoldLineRow {
  itemID: string;
  quantity: string;
}

/**
 * The lines of a hold, its positions locked: fewer than the hold took where lines ran out, less where a count cut them.
 */
export async function holdLines(ctx: AccountContext, holdID: string): Promise<HoldLineRow[]> {
  const { rows } = await sql<HoldLineRow>`select item_id as "itemID", quantity
    from inventory.hold_line where account_id = ${ctx.account.id} and hold_id = ${holdID}`.execute(ctx.em.query());
  return rows;
}

/** Gives what lines have back to their positions; answers the items. */
export function reduceHeldLines(lines: readonly HoldLineRow[], positions: Positions): Set<string> {
  for (const { itemID, quantity } of lines) reduceHeld(positions, itemID, decimal(quantity));
  return new Set(lines.map(({ itemID }) => itemID));
}

/**
 * Makes the lines of a hold what is given; `known` are the items of those that it has. What stays is updated, which is
 * cheaper.
 */
export async function writeHoldLines(
  ctx: AccountContext,
  hold: Pick<OpenHold, 'id' | 'expiresAt'>,
  known: ReadonlySet<string>,
  items: readonly HeldItem[],
): Promise<void> {
  const kept = new Set(items.map(({ itemID }) => itemID));
  const gone = [...known].filter((itemID) => !kept.has(itemID));
  if (gone.length)
    await ctx.em.send(
      sql`delete from inventory.hold_line
      where account_id = ${ctx.account.id} and hold_id = ${hold.id} and item_id = any(${listed(gone)})`,
      gone.length,
    );
  if (items.length === 0) return;
  const amounts = (of: (item: HeldItem) => Big) =>
    listed(
      items.map((item) => toColumn(of(item), 6)),
      'numeric',
    );
  await ctx.em.send(
    sql`insert into inventory.hold_line
      (account_id, hold_id, item_id, wanted, quantity, expires_at)
    select ${ctx.account.id}, ${hold.id}, line.item_id, line.wanted, line.quantity, ${hold.expiresAt}
    from unnest(${listed(items.map(({ itemID }) => itemID))}, ${amounts(({ wanted }) => wanted)},
      ${amounts(({ quantity }) => quantity)}) as line (item_id, wanted, quantity)
    on conflict (account_id, hold_id, item_id) do update
    set wanted = excluded.wanted, quantity = excluded.quantity, expires_at = excluded.expires_at`,
    items.length,
  );
}

/** Removes a hold without lines. */
export async function removeHold(ctx: AccountContext, holdID: string): Promise<void> {
  await ctx.em.send(sql`delete from inventory.hold
    where account_id = ${ctx.account.id} and id = ${holdID}`);
}

/**
 * Removes what is left of holds of the acting person that ran out and were freed; nobody else's are looked at, and
 * nobody is waited for.
 */
export async function removeEmptyHolds(ctx: AccountContext): Promise<void> {
  await ctx.em.send(sql`delete from inventory.hold hold
    where hold.account_id = ${ctx.account.id} and hold.id in (
      select old.id from inventory.hold old
      where old.account_id = ${ctx.account.id} and old.actor_id = ${ctx.actor.id}
        and old.expires_at <= ${ctx.clock.now()}
        and not exists (select from inventory.hold_line line
          where line.account_id = old.account_id and line.hold_id = old.id)
      for update skip locked)`);
}
