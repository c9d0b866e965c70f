import { type Big, newID, problems, zero } from '@millwright/core/contracts';
import { type AccountContext, emit, todayOf, touched } from '@millwright/core/server';
import type { DemandLine } from '../../../contracts/index.ts';
import {
  listCostLayers,
  listInventories,
  listInventoryChangeLogs,
  listInventoryReceipts,
  listItems,
  listLocationStock,
  listLots,
  listMaterialRequirements,
  listStorageLocations,
  stockChanged,
} from '../../../contracts/index.ts';
import { cutSpots, tellCuts } from '../allocation/cut-allocations.ts';
import { ServedLines } from '../allocation/served-lines.ts';
import { freeExpiredHolds, freePromises, serveShorts } from '../demand/serve-shorts.ts';
import {
  lockPositions,
  type Position,
  type PositionKey,
  type Positions,
  positionAmounts,
  writePositions,
} from './positions.ts';
import { type BalanceRow, holdFacts, layersToTake, type WantedLayers } from './stock-facts.queries.ts';
import type { StockAct, StockChange, StockOperation, StockResult, StockTransfer } from './stock-operation.ts';
import { StockPlan } from './stock-plan.ts';
import { withBlockedLots } from './stock-shortfall.ts';
import { isWithin } from './stock-turn.ts';
import { joinAlike, writeBalances, writeLayers, writeMovements } from './stock-writes.ts';

/** Lists whose rows or order follow the stock. */
export const stockLists = [
  listInventoryChangeLogs,
  listInventories,
  listInventoryReceipts,
  listItems,
  listCostLayers,
  listLocationStock,
  listLots,
  listMaterialRequirements,
  listStorageLocations,
];

const mostIDs = 1000;

interface Line {
  path?: string | undefined;
  itemID: string;
  ownerID?: string | undefined;
  lotID?: string | null | undefined;
}

/** Stock that a line may take, in base units: as much as it says at most. */
export interface Taking extends PositionKey {
  locationID?: string | undefined;
  lotID?: string | null | undefined;
  /** Undefined for all that there is. */
  quantity: Big | undefined;
  /** Places that come before open ones. */
  from?: readonly string[] | undefined;
  /** ISO date: what expired before it is left. */
  freshOn?: string | undefined;
  /** Whether it may take from places that are kept back though it names none: only counts do. */
  anywhere?: boolean;
}

const itemKey = (itemID: string, ownerID: string | undefined): string => `${itemID} ${ownerID ?? ''}`;

/**
 * The layers that these lines may have to read. Any of them may take before another of its item, so each reads for all.
 */
export function layersWanted(takings: readonly Taking[]): WantedLayers[] {
  const totals = new Map<string, Big>();
  for (const { itemID, ownerID, quantity = zero } of takings)
    totals.set(itemKey(itemID, ownerID), (totals.get(itemKey(itemID, ownerID)) ?? zero).plus(quantity));
  const wanted = new Map<string, WantedLayers>();
  for (const { itemID, ownerID, locationID, from = [], lotID, freshOn, quantity, anywhere } of takings) {
    if (quantity?.eq(zero)) continue;
    const open = anywhere ? (['open', 'reserved'] as const) : (['open'] as const);
    const scopes = locationID
      ? [{ locationID }]
      : [...open.map((state) => ({ state })), ...from.map((place) => ({ locationID: place }))];
    for (const scope of scopes)
      wanted.set(JSON.stringify([itemID, ownerID, scope, lotID, lotID === undefined, freshOn]), {
        ...{ itemID, ownerID, ...scope, lotID, freshOn },
        quantity: quantity && totals.get(itemKey(itemID, ownerID)),
      });
  }
  return [...wanted.values()];
}

/**
 * What counts may take: as much as there is more in their scopes, or, where others bring something there before, as
 * they bring.
 */
export const takingsOf = (
  targets: readonly (Omit<Taking, 'anywhere'> & { quantity: Big })[],
  balances: readonly BalanceRow[],
  accountID: string,
): Taking[] => {
  const byItem = Map.groupBy(balances, ({ itemID, ownerID }) => itemKey(itemID, ownerID));
  return targets.map((target) => {
    const there = (byItem.get(itemKey(target.itemID, target.ownerID ?? accountID)) ?? [])
      .filter((row) => isWithin(row, target))
      .reduce((sum, { onHand }) => sum.plus(onHand), zero);
    return { ...target, quantity: there.minus(target.quantity).abs(), anywhere: true };
  });
};

/** What of a plan is written: of one, or of several that share their positions. */
export type WrittenPlan = Pick<
  StockPlan,
  'parts' | 'check' | 'overdrawn' | 'wasCut' | 'settleServed' | 'served' | 'balances' | 'layers' | 'movements'
>;

const existing = <L extends Line>(lines: readonly L[], items: ReadonlyMap<string, unknown>): readonly L[] => {
  const errors = lines.flatMap(({ itemID, path }, at) =>
    items.has(itemID) ? [] : [{ path: path ?? `${at}`, message: 'There is no such item' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  return lines;
};

/** What an operation is and what it has to read. */
interface Beginning {
  operationID: string;
  source?: StockAct['source'];
  takings?: readonly Taking[] | ((served: ServedLines) => readonly Taking[]);
  /** Lines of documents that it serves. */
  demands?: readonly DemandLine[];
}

/**
 * Holds the places that these lines name and locks their positions, and frees what holds that ran out held of them; the
 * plan works on what is there then.
 */
export async function begin(
  ctx: AccountContext,
  lines: readonly Line[],
  locationIDs: readonly (string | undefined)[],
  { operationID, source, takings = [], demands = [] }: Beginning,
): Promise<{ plan: StockPlan; positions: Positions; before: Map<Position, string> }> {
  const { items, locations, lots } = await holdFacts(ctx, {
    itemIDs: lines.map(({ itemID }) => itemID),
    locationIDs: locationIDs.flatMap((id) => id ?? []),
    lotIDs: lines.flatMap(({ lotID }) => lotID ?? []),
  });
  const known = existing(lines, items);
  const positions = await lockPositions(ctx, known);
  const before = new Map(positions.all().map((position) => [position, positionAmounts(position)]));
  await freeExpiredHolds(ctx, positions.all());
  const served = await ServedLines.read(ctx, demands);
  const layers = await layersToTake(
    ctx,
    layersWanted([...(typeof takings === 'function' ? takings(served) : takings), ...served.allocations()]),
  );
  const plan = new StockPlan({
    accountID: ctx.account.id,
    operationID,
    now: ctx.clock.now(),
    items,
    locations,
    lots,
    positions,
    layers,
    timeZone: ctx.account.timeZone,
    source,
    served,
  });
  return { plan, positions, before };
}

/** Writes what was planned, gives what came free to those who wait, and tells it. */
export async function finish(
  ctx: AccountContext,
  { plan, positions, before }: { plan: WrittenPlan; positions: Positions; before: ReadonlyMap<Position, string> },
  act: StockAct & { changes?: readonly StockChange[] } = {},
): Promise<StockResult> {
  const cuts = plan.settleServed();
  try {
    plan.check();
  } catch (error) {
    throw await withBlockedLots(ctx, error);
  }
  tellCuts(ctx, 'reservation', cuts);
  const layers = plan.layers();
  // What is asked first, so that all that is written goes in one statement.
  await joinAlike(ctx, layers);
  await plan.served.write(ctx);
  const over = plan.overdrawn().map((balance) => ({ balance, quantity: balance.allocated.minus(balance.onHand) }));
  for (const { balance, quantity } of over) plan.wasCut(balance, quantity);
  await cutSpots(
    ctx,
    over.map(({ balance: { itemID, locationID, lotID }, quantity }) => ({ itemID, locationID, lotID, quantity })),
    'count',
  );
  await freePromises(ctx, positions.all());
  const servedShorts = await serveShorts(ctx, positions.all());
  await writeBalances(ctx, plan.balances());
  await writeLayers(ctx, layers);
  const stations = (act.changes ?? []).map(({ lineID, scanningStation }) => [lineID ?? null, scanningStation] as const);
  await writeMovements(ctx, plan.movements, positions, act, new Map(stations));
  await writePositions(
    ctx,
    positions.all().filter((position) => before.get(position) !== positionAmounts(position)),
  );
  const { movements } = plan;
  const [first] = movements;
  if (first) {
    const itemIDs = [...new Set(movements.map(({ itemID }) => itemID))];
    const operations = new Set(movements.map(({ operationID }) => operationID));
    const operationID = operations.size === 1 ? first.operationID : null;
    for (let start = 0; start < itemIDs.length; start += mostIDs)
      emit(ctx, stockChanged, { action: first.action, operationID, itemIDs: itemIDs.slice(start, start + mostIDs) });
    touched(ctx, ...stockLists);
  }
  await ctx.em.flush();
  return { movements, positions, parts: plan.parts, served: servedShorts };
}

/** The day from which on lots may not have expired that somebody uses without naming them. */
const freshOn = (ctx: AccountContext, action: StockOperation['action'], { lotID }: Pick<Line, 'lotID'>) =>
  (action === 'ship' || action === 'consume') && lotID === undefined ? todayOf(ctx) : undefined;

/**
 * Stock that comes or leaves, any number of lines in one step: all or nothing. Lines without a place come to the
 * default place and leave open places, the oldest stock first.
 * @throws 409 `insufficient_stock` where a place, or what is promised to nobody, has less, with one entry for each
 * line; 409 `location_closed`; 400 `invalid_input` for items, places and lots that are not there
 */
export async function applyStock(ctx: AccountContext, operation: StockOperation): Promise<StockResult> {
  const { action, changes, operationID = newID('op') } = operation;
  const state = await begin(
    ctx,
    changes,
    changes.flatMap(({ locationID, from = [] }) => [locationID, ...from]),
    {
      operationID,
      source: operation.source,
      takings: changes.flatMap((change) =>
        change.quantity.lt(zero)
          ? { ...change, quantity: change.quantity.abs(), freshOn: freshOn(ctx, action, change) }
          : [],
      ),
      demands: changes.flatMap(({ demand }) => demand ?? []),
    },
  );
  for (const [at, change] of changes.entries()) state.plan.change(action, change, at);
  return finish(ctx, state, operation);
}

/**
 * Takes stock to other places, with its dates and costs; nothing that is promised changes. Each line is an operation of
 * its own.
 */
export async function moveStock(ctx: AccountContext, transfer: StockTransfer): Promise<StockResult> {
  const { lines } = transfer;
  const state = await begin(
    ctx,
    lines,
    lines.flatMap(({ fromLocationID, toLocationID }) => [fromLocationID, toLocationID]),
    {
      operationID: newID('op'),
      source: transfer.source,
      takings: lines.map(({ fromLocationID, ...line }) => ({ ...line, locationID: fromLocationID })),
      demands: lines.flatMap(({ demand }) => demand ?? []),
    },
  );
  for (const [at, line] of lines.entries()) state.plan.move(line, newID('op'), at);
  return finish(ctx, state, transfer);
}
