import { type Big, decimal, greaterOf, newID, toColumn, valueText, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, plannedOnce, sql, touchedRows } from '@millwright/core/server';
import {
  getInventoryAnalytics,
  listExpectedReceipts,
  listInventories,
  listMaterialRequirements,
} from '../../../contracts/index.ts';
import { itemLists } from '../../catalogue/item/item-kinds.ts';

/** What shows how much of an item is there, held, reserved, wanted and free. */
export const positionReads = [
  ...itemLists,
  ...[listInventories, listExpectedReceipts, listMaterialRequirements, getInventoryAnalytics],
];

/** An item and who owns it; the account itself where no owner is named. */
export interface PositionKey {
  itemID: string;
  ownerID?: string | undefined;
}

/** A locked `item_position`; callers change the amounts and `writePositions` stores them. Base units. */
export interface Position {
  readonly id: string;
  readonly itemID: string;
  readonly ownerID: string;
  onHand: Big;
  /** What that is worth. */
  value: Big;
  /** What it was worth, and how much there was, when it last ran out. */
  lastValue: Big;
  lastQuantity: Big;
  /** What of it lies in closed, reserved and unpromisable places and is set aside for nobody. */
  withheld: Big;
  held: Big;
  reserved: Big;
  demanded: Big;
  holdsExpireAt: Date | null;
}

/** What is held and reserved. */
export const promisedOf = ({ held, reserved }: Position): Big => held.plus(reserved);

/** What can leave, and is neither held nor reserved. Below 0 where promises have to be taken back. */
export const freeOf = (position: Position): Big =>
  position.onHand.minus(position.withheld).minus(position.held).minus(position.reserved);

/** What is promised beyond what can leave. */
export const excessOf = (position: Position): Big => greaterOf(zero.minus(freeOf(position)), zero);

/** What documents want and have not got. */
export const shortOf = ({ demanded, reserved }: Position): Big => demanded.minus(reserved);

/** The amounts of a position that a write would change. */
export const positionAmounts = ({
  onHand,
  value,
  lastValue,
  lastQuantity,
  withheld,
  held,
  reserved,
  demanded,
  holdsExpireAt,
}: Position): string =>
  [onHand, value, lastValue, lastQuantity, withheld, held, reserved, demanded, holdsExpireAt?.getTime()].join(' ');

interface PositionRow {
  id: string;
  itemID: string;
  ownerID: string;
  onHand: string;
  value: string;
  lastValue: string;
  lastQuantity: string;
  withheld: string;
  held: string;
  reserved: string;
  demanded: string;
  holdsExpireAt: Date | string | null;
}

/** Says which position of an item and owner is meant. */
export const positionKey = (itemID: string, ownerID: string): string => `${itemID} ${ownerID}`;

/** Positions that this transaction has locked. */
export class Positions {
  readonly #accountID: string;
  readonly #byKey: Map<string, Position>;

  constructor(accountID: string, positions: readonly Position[]) {
    this.#accountID = accountID;
    this.#byKey = new Map(positions.map((position) => [positionKey(position.itemID, position.ownerID), position]));
  }

  /** The position of an item; asking for one that was not locked is a mistake of the caller. */
  of(itemID: string, ownerID: string = this.#accountID): Position {
    const found = this.#byKey.get(positionKey(itemID, ownerID));
    if (!found) throw new Error(`The position of ${itemID} is not locked`);
    return found;
  }

  /** In the order they were locked. */
  all(): Position[] {
    return [...this.#byKey.values()];
  }
}

const asPosition = (row: PositionRow): Position => ({
  id: row.id,
  itemID: row.itemID,
  ownerID: row.ownerID,
  onHand: decimal(row.onHand),
  value: decimal(row.value),
  lastValue: decimal(row.lastValue),
  lastQuantity: decimal(row.lastQuantity),
  withheld: decimal(row.withheld),
  held: decimal(row.held),
  reserved: decimal(row.reserved),
  demanded: decimal(row.demanded),
  holdsExpireAt: row.holdsExpireAt === null ? null : new Date(row.holdsExpireAt),
});

const columnsWith = (held: ReturnType<typeof sql>) => sql`position.id, position.item_id as "itemID",
  position.owner_id as "ownerID", position.on_hand as "onHand", position.value, position.last_value as "lastValue",
  position.last_quantity as "lastQuantity", position.withheld, ${held} as held,
  position.reserved, position.demanded, position.holds_expire_at as "holdsExpireAt"`;
const columns = columnsWith(sql`position.held`);

/**
 * The positions as they are, without locks: those that are missing are empty, and what holds that ran out held of them
 * is free.
 */
export async function readPositions(ctx: AccountContext, keys: readonly PositionKey[]): Promise<Positions> {
  const wanted = [
    ...new Map(
      keys.map(({ itemID, ownerID = ctx.account.id }) => [positionKey(itemID, ownerID), { itemID, ownerID }]),
    ).values(),
  ];
  const held = sql`position.held - case when position.owner_id = ${ctx.account.id} then
    coalesce((select sum(line.quantity) from inventory.hold_line line where line.account_id = position.account_id
      and line.item_id = position.item_id and line.expires_at <= ${ctx.clock.now()}), 0) else 0 end`;
  const { rows } =
    await sql<PositionRow>`select ${plannedOnce} ${columnsWith(held)} from inventory.item_position position
    where position.account_id = ${ctx.account.id} and (position.item_id, position.owner_id) in
      (select * from unnest(${listed(wanted.map(({ itemID }) => itemID))},
        ${listed(wanted.map(({ ownerID }) => ownerID))}))`.execute(ctx.em.query());
  const found = new Map(rows.map((row) => [positionKey(row.itemID, row.ownerID), row]));
  const none = {
    onHand: '0',
    value: '0',
    lastValue: '0',
    lastQuantity: '0',
    withheld: '0',
    held: '0',
    reserved: '0',
    demanded: '0',
  };
  return new Positions(
    ctx.account.id,
    // What ran out is free already, so nothing runs out any more.
    wanted.map(({ itemID, ownerID }) =>
      asPosition({
        ...(found.get(positionKey(itemID, ownerID)) ?? { id: newID('pos'), itemID, ownerID, ...none }),
        holdsExpireAt: null,
      }),
    ),
  );
}

/** More than these are locked row by row alone: PostgreSQL has room for a few thousand locks of the kind below. */
const mostInTurn = 64;

/**
 * True, when it is the caller's turn. A lock on a row has no queue: who waits follows the row to its next version,
 * where others who came later may be first, and on an item that everybody takes some wait until they are told to try
 * again. Advisory locks are served in the order in which they were asked for.
 */
const inTurn = (items: readonly string[], owners: readonly string[]) =>
  items.length > mostInTurn
    ? sql<boolean>`true`
    : sql<boolean>`(select count(pg_advisory_xact_lock(hashtextextended(wanted.item_id || wanted.owner_id, 0)))
        from (select distinct item_id collate "C" as item_id, owner_id collate "C" as owner_id
          from unnest(${listed(items)}, ${listed(owners)}) as wanted (item_id, owner_id) order by 1, 2) wanted) > 0`;

async function lockRows(
  ctx: AccountContext,
  items: readonly string[],
  owners: readonly string[],
  condition = sql<boolean>`true`,
): Promise<Position[]> {
  const { rows } = await sql<PositionRow>`select ${plannedOnce} ${columns} from inventory.item_position position
    where position.account_id = ${ctx.account.id}
      and (position.item_id, position.owner_id) in (select * from unnest(${listed(items)}, ${listed(owners)}))
      and case when ${condition} then ${inTurn(items, owners)} end
    order by position.item_id, position.owner_id for no key update of position`.execute(ctx.em.query());
  return rows.map(asPosition);
}

/**
 * Makes the positions that these items do not have yet. Always before the first lock, and sorted: who makes one keeps
 * others who want it waiting, and must not himself wait behind a lock for one that they make.
 */
async function makePositions(
  ctx: AccountContext,
  items: readonly string[],
  owners: readonly string[],
  isMade = sql<boolean>`true`,
): Promise<void> {
  await ctx.em.send(sql`insert ${plannedOnce} into inventory.item_position (account_id, id, item_id,
      owner_id, created_at, updated_at)
    select ${ctx.account.id}, wanted.id, wanted.item_id, wanted.owner_id, ${ctx.clock.now()}, ${ctx.clock.now()}
    from unnest(${listed(items.map(() => newID('pos')))}, ${listed(items)},
      ${listed(owners)}) as wanted (id, item_id, owner_id)
    where not exists (select from inventory.item_position position where position.account_id = ${ctx.account.id}
        and position.item_id = wanted.item_id and position.owner_id = wanted.owner_id)
      and ${isMade}
    order by wanted.item_id collate "C", wanted.owner_id collate "C"
    on conflict (account_id, item_id, owner_id) do nothing`);
}

/**
 * Locks the positions of these items in one order for everybody; those that are missing are made before. Whoever
 * promises or moves stock begins here; balances, cost layers and documents of stock are only written under this lock.
 * The items exist: the caller has looked them up. What it guards is read after its answer: a statement sent beside it
 * may go before the lock.
 */
export async function lockPositions(ctx: AccountContext, keys: readonly PositionKey[]): Promise<Positions> {
  const wanted = new Map(
    keys.map(({ itemID, ownerID = ctx.account.id }) => [positionKey(itemID, ownerID), { itemID, ownerID }]),
  );
  const items = [...wanted.values()].map(({ itemID }) => itemID);
  const owners = [...wanted.values()].map(({ ownerID }) => ownerID);
  // Usually all are there, and nothing is locked before that is seen.
  const seen = await lockRows(
    ctx,
    items,
    owners,
    sql`(select count(*) from inventory.item_position known where known.account_id = ${ctx.account.id}
      and (known.item_id, known.owner_id) in (select * from unnest(${listed(items)}, ${listed(owners)})))
      = ${wanted.size}::int`,
  );
  if (seen.length === wanted.size) return new Positions(ctx.account.id, seen);
  const [, found] = await Promise.all([makePositions(ctx, items, owners), lockRows(ctx, items, owners)]);
  return new Positions(ctx.account.id, found);
}

/**
 * Locks the account's own positions of these items and of those that a hold has lines of. For who has the hold locked:
 * sent behind that, it needs no answer to it.
 */
export async function lockPositionsOfHold(
  ctx: AccountContext,
  holdID: string,
  itemIDs: readonly string[],
): Promise<Positions> {
  const unique = [...new Set(itemIDs)];
  const made = makePositions(
    ctx,
    unique,
    unique.map(() => ctx.account.id),
    // Nobody has looked yet whether they exist, and services are not stock.
    sql<boolean>`exists (select from inventory.item item where item.account_id = ${ctx.account.id}
      and item.id = wanted.item_id and (item.type <> 'product' or item.product_type = 'sale'))`,
  );
  const locked = sql<PositionRow>`select ${plannedOnce} ${columns} from inventory.item_position position
    where position.account_id = ${ctx.account.id} and position.owner_id = ${ctx.account.id}
      and position.item_id = any(array(select unnest(${listed(itemIDs)})
        union select line.item_id from inventory.hold_line line
        where line.account_id = ${ctx.account.id} and line.hold_id = ${holdID}))
    order by position.item_id, position.owner_id for no key update of position`.execute(ctx.em.query());
  const [, { rows }] = await Promise.all([made, locked]);
  return new Positions(ctx.account.id, rows.map(asPosition));
}

/** Stores the amounts of locked positions, in one statement; the table's checks refuse what cannot be. */
export async function writePositions(ctx: AccountContext, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return;
  const column = (amount: (position: Position) => Big) =>
    listed(
      positions.map((position) => toColumn(amount(position), 6)),
      'numeric',
    );
  await ctx.em.write(
    'inventory.item_position',
    sql`update ${plannedOnce} inventory.item_position position
    set on_hand = written.on_hand, value = written.value, last_value = written.last_value,
      last_quantity = written.last_quantity, withheld = written.withheld, held = written.held,
      reserved = written.reserved, demanded = written.demanded, holds_expire_at = written.holds_expire_at,
      updated_at = ${ctx.clock.now()}, version = position.version + 1
    from unnest(${listed(positions.map(({ id }) => id))}, ${column(({ onHand }) => onHand)},
      ${listed(
        positions.map(({ value }) => valueText(value)),
        'numeric',
      )}, ${listed(
        positions.map(({ lastValue }) => valueText(lastValue)),
        'numeric',
      )}, ${column(({ lastQuantity }) => lastQuantity)}, ${column(({ withheld }) => withheld)},
      ${column(({ held }) => held)}, ${column(({ reserved }) => reserved)}, ${column(({ demanded }) => demanded)},
      ${listed(
        positions.map(({ holdsExpireAt }) => holdsExpireAt?.toISOString() ?? null),
        'timestamptz',
      )}) as written (id, on_hand, value, last_value, last_quantity, withheld, held, reserved, demanded,
        holds_expire_at)
    where position.account_id = ${ctx.account.id} and position.id = written.id`,
    positions.length,
  );
  touchedRows(ctx, ...positionReads);
}
