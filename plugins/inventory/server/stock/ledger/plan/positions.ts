import { type Big, decimal, greaterOf, newID, toColumn, valueText, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, sql, touchedRows } from '@millwright/core/server';
import {
  getInventoryAnalytics,
  listExpectedReceipts,
  listInventories,
  listMaterialRequirements,
} from '../../../../contracts/index.ts';
import { itemLists } from '../../../catalogue/item/reference/item-kinds.ts';

/** Endpoints that show an item's on hand, held, reserved, demanded and free quantities. */
export const positionReads = [
  ...itemLists,
  ...[listInventories, listExpectedReceipts, listMaterialRequirements, getInventoryAnalytics],
];

/** An item and its owner; the account itself if no owner is named. */
export interface PositionKey {
  itemID: string;
  ownerID?: string | undefined;
}

/** A locked `item_position` in base units. Callers change the amounts, and `writePositions` stores them. */
export interface Position {
  readonly id: string;
  readonly itemID: string;
  readonly ownerID: string;
  onHand: Big;
  /** Value of the stock on hand. */
  value: Big;
  /** Value and quantity just before the stock last ran out. */
  lastValue: Big;
  lastQuantity: Big;
  /** Unallocated stock in closed, reserved and not promisable places. */
  withheld: Big;
  held: Big;
  reserved: Big;
  demanded: Big;
  holdsExpireAt: Date | null;
}

/** Held and reserved quantity. */
export const promisedOf = ({ held, reserved }: Position): Big => held.plus(reserved);

/** Stock that can leave and is not promised. Below 0 if promises have to be taken back. */
export const freeOf = (position: Position): Big =>
  position.onHand.minus(position.withheld).minus(position.held).minus(position.reserved);

/** Promises beyond the stock that can leave. */
export const excessOf = (position: Position): Big => greaterOf(zero.minus(freeOf(position)), zero);

/** Demand of documents without a reservation. */
export const shortOf = ({ demanded, reserved }: Position): Big => demanded.minus(reserved);

/** Copies of positions from before a write. */
export type EarlierPositions = ReadonlyMap<Position, Readonly<Position>>;

/** Copies the current positions, to find later which of them a write would change. */
export const positionsNow = (positions: Positions): EarlierPositions =>
  new Map(positions.all().map((position) => [position, { ...position }]));

const stockNames = ['onHand', 'value', 'lastValue', 'lastQuantity'] as const;
const amountNames = [...stockNames, ...(['withheld', 'held', 'reserved', 'demanded'] as const)];

/** Positions whose amounts differ from their copy. */
export const changedPositions = (positions: Positions, earlier: EarlierPositions): Position[] =>
  positions.all().filter((position) => {
    const before = earlier.get(position);
    if (!before || before.holdsExpireAt?.getTime() !== position.holdsExpireAt?.getTime()) return true;
    // Unchanged amounts are usually the same object, which saves comparing their values.
    return amountNames.some((name) => before[name] !== position[name] && !before[name].eq(position[name]));
  });

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

/** Key of the position of an item and owner. */
export const positionKey = (itemID: string, ownerID: string): string => `${itemID} ${ownerID}`;

/** The positions that this transaction has locked. */
export class Positions {
  readonly #accountID: string;
  readonly #byKey: Map<string, Position>;

  constructor(accountID: string, positions: readonly Position[]) {
    this.#accountID = accountID;
    this.#byKey = new Map(positions.map((position) => [positionKey(position.itemID, position.ownerID), position]));
  }

  /** The position of an item; throws for a position that was not locked, because that is an error of the caller. */
  of(itemID: string, ownerID: string = this.#accountID): Position {
    const found = this.#byKey.get(positionKey(itemID, ownerID));
    if (!found) throw new Error(`The position of ${itemID} is not locked`);
    return found;
  }

  /** In locking order. */
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

/** Reads positions without locks. Missing positions are empty, and expired holds count as free. */
export async function readPositions(ctx: AccountContext, keys: readonly PositionKey[]): Promise<Positions> {
  const wanted = [
    ...new Map(
      keys.map(({ itemID, ownerID = ctx.account.id }) => [positionKey(itemID, ownerID), { itemID, ownerID }]),
    ).values(),
  ];
  const held = sql`position.held - case when position.owner_id = ${ctx.account.id} then
    coalesce((select sum(line.quantity) from inventory.hold_line line where line.account_id = position.account_id
      and line.item_id = position.item_id and line.expires_at <= ${ctx.clock.now()}), 0) else 0 end`;
  const { rows } = await sql<PositionRow>`select ${columnsWith(held)} from inventory.item_position position
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
    // Expired holds are counted as free above, so no expiry is left.
    wanted.map(({ itemID, ownerID }) =>
      asPosition({
        ...(found.get(positionKey(itemID, ownerID)) ?? { id: newID('pos'), itemID, ownerID, ...none }),
        holdsExpireAt: null,
      }),
    ),
  );
}

/** Above this number of positions only rows are locked: PostgreSQL has room for a few thousand advisory locks. */
const mostInTurn = 64;

/**
 * SQL condition that waits for the caller's turn and is then true. Row locks have no queue: a waiting transaction
 * follows the row to its next version, where later transactions may be first, so that on a busy item some would wait
 * until they fail. Advisory locks are granted in the order of the requests.
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
  const { rows } = await sql<PositionRow>`select ${columns} from inventory.item_position position
    where position.account_id = ${ctx.account.id}
      and (position.item_id, position.owner_id) in (select * from unnest(${listed(items)}, ${listed(owners)}))
      and case when ${condition} then ${inTurn(items, owners)} end
    order by position.item_id, position.owner_id for no key update of position`.execute(ctx.em.query());
  return rows.map(asPosition);
}

/**
 * Inserts missing positions of these items, sorted, and always before the first row lock: the inserting transaction
 * makes others that want the same row wait, so it must not itself wait for a row that they are inserting.
 */
async function makePositions(
  ctx: AccountContext,
  items: readonly string[],
  owners: readonly string[],
  isMade = sql<boolean>`true`,
): Promise<void> {
  await ctx.em.send(sql`insert into inventory.item_position (account_id, id, item_id,
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
 * Locks the positions of these items in one order for all operations; missing positions are inserted first. Every
 * operation that promises or moves stock begins here: balances, cost layers and stock documents are only written under
 * this lock. The caller has checked that the items exist. Read the guarded rows after this answer; a statement sent in
 * parallel may run before the lock.
 */
export async function lockPositions(ctx: AccountContext, keys: readonly PositionKey[]): Promise<Positions> {
  const wanted = new Map(
    keys.map(({ itemID, ownerID = ctx.account.id }) => [positionKey(itemID, ownerID), { itemID, ownerID }]),
  );
  const items = [...wanted.values()].map(({ itemID }) => itemID);
  const owners = [...wanted.values()].map(({ ownerID }) => ownerID);
  // Usually all positions exist. The condition keeps this statement from locking any of them if one is missing.
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
 * Locks the account's own positions of these items and of the hold's lines. The caller has sent the lock of the hold
 * before; this statement runs after it and need not wait for its answer.
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
    // The items are not checked yet, and services have no stock.
    sql<boolean>`exists (select from inventory.item item where item.account_id = ${ctx.account.id}
      and item.id = wanted.item_id and (item.type <> 'product' or item.product_type = 'sale'))`,
  );
  const locked = sql<PositionRow>`select ${columns} from inventory.item_position position
    where position.account_id = ${ctx.account.id} and position.owner_id = ${ctx.account.id}
      and position.item_id = any(array(select unnest(${listed(itemIDs)})
        union select line.item_id from inventory.hold_line line
        where line.account_id = ${ctx.account.id} and line.hold_id = ${holdID}))
    order by position.item_id, position.owner_id for no key update of position`.execute(ctx.em.query());
  const [, { rows }] = await Promise.all([made, locked]);
  return new Positions(ctx.account.id, rows.map(asPosition));
}

/** Stores the amounts of locked positions in one statement; check constraints refuse impossible amounts. */
export async function writePositions(ctx: AccountContext, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return;
  const column = (amount: (position: Position) => Big) =>
    listed(
      positions.map((position) => toColumn(amount(position), 6)),
      'numeric',
    );
  await ctx.em.write(
    'inventory.item_position',
    sql`update inventory.item_position position
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
