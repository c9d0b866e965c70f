import { type Big, newID, problems, zero } from '@millwright/core/contracts';
import { type AccountContext, emit, todayOf, touched } from '@millwright/core/server';
import type { DemandLine } from '../../../../contracts/index.ts';
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
  placeStates,
  stockChanged,
} from '../../../../contracts/index.ts';
import { cutSpots, tellCuts } from '../../allocation/cut-allocations.ts';
import { ServedLines } from '../../allocation/served-lines.ts';
import { freeExpiredHolds, freePromises, serveShorts } from '../../demand/serve-shorts.ts';
import {
  changedPositions,
  type EarlierPositions,
  lockPositions,
  type PositionKey,
  type Positions,
  positionsNow,
  writePositions,
} from '../plan/positions.ts';
import { type BalanceRow, holdFacts, layersToTake, type WantedLayers } from '../plan/stock-facts.queries.ts';
import { StockPlan } from '../plan/stock-plan.ts';
import { withBlockedLots } from '../plan/stock-shortfall.ts';
import { isWithin } from '../plan/stock-turn.ts';
import type { StockAct, StockChange, StockOperation, StockResult, StockTransfer } from './stock-operation.ts';
import { joinAlike, writeBalances, writeLayers, writeMovements } from './stock-writes.ts';

/** List endpoints whose rows or order follow the stock. */
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

/** Stock that a line may take, in base units: at most `quantity`. */
export interface Taking extends PositionKey {
  locationID?: string | undefined;
  lotID?: string | null | undefined;
  /** Undefined for everything. */
  quantity: Big | undefined;
  /** Places that are used before open ones. */
  from?: readonly string[] | undefined;
  /** ISO date: lots that expired before are left out. */
  freshOn?: string | undefined;
  /** Whether a line without a place may also take from reserved places; only counts may. */
  anywhere?: boolean;
}

const itemKey = (itemID: string, ownerID: string | undefined): string => `${itemID} ${ownerID ?? ''}`;

/**
 * The layers that these lines may need. Each line reads enough for all lines of its item, because another line may take
 * first.
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
      wanted.set([itemID, ownerID, ...Object.values(scope), `${lotID}`, freshOn].join(' '), {
        itemID,
        ownerID,
        ...scope,
        lotID,
        freshOn,
        quantity: quantity && totals.get(itemKey(itemID, ownerID)),
      });
  }
  return [...wanted.values()];
}

/**
 * The stock that counts may take: the difference between the counted and the present quantity. The difference may also
 * be positive, because an earlier line can add stock to the same place.
 */
export const takingsOf = (
  targets: readonly (Omit<Taking, 'anywhere'> & { quantity: Big })[],
  balances: readonly BalanceRow[],
  accountID: string,
): Taking[] => {
  const byItem = Map.groupBy(balances, ({ itemID, ownerID }) => itemKey(itemID, ownerID));
  return targets.map((target) => {
    const rows = (byItem.get(itemKey(target.itemID, target.ownerID ?? accountID)) ?? []).filter((row) =>
      isWithin(row, target),
    );
    const there = rows.reduce((sum, { onHand }) => sum.plus(onHand), zero);
    // Most items have nothing that is kept back, and nothing is looked for there.
    const anywhere = rows.some(({ state, isBlocked }) => isBlocked || !placeStates.is.open(state));
    return { ...target, quantity: there.minus(target.quantity).abs(), anywhere };
  });
};

/** The written parts of a plan, or of several plans that share their positions. */
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

/** An operation and the stock it has to read. */
interface Beginning {
  operationID: string;
  source?: StockAct['source'];
  takings?: readonly Taking[] | ((served: ServedLines) => readonly Taking[]);
  /** Document lines that the operation serves. */
  demands?: readonly DemandLine[];
}

/**
 * Locks the places of these lines, then their positions, and releases expired holds; the plan works on the stock read
 * after that.
 */
export async function begin(
  ctx: AccountContext,
  lines: readonly Line[],
  locationIDs: readonly (string | undefined)[],
  { operationID, source, takings = [], demands = [] }: Beginning,
): Promise<{ plan: StockPlan; positions: Positions; before: EarlierPositions }> {
  const { items, locations, lots } = await holdFacts(ctx, {
    itemIDs: lines.map(({ itemID }) => itemID),
    locationIDs: locationIDs.flatMap((id) => id ?? []),
    lotIDs: lines.flatMap(({ lotID }) => lotID ?? []),
  });
  const known = existing(lines, items);
  const positions = await lockPositions(ctx, known);
  const before = positionsNow(positions);
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

/** Writes the plan, serves waiting demand with the stock that came free, and emits the events. */
export async function finish(
  ctx: AccountContext,
  { plan, positions, before }: { plan: WrittenPlan; positions: Positions; before: EarlierPositions },
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
  // Layers are looked up first, so that all writes go in one statement.
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
  await writePositions(ctx, changedPositions(positions, before));
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

/** The first day on which a lot that is used without being named must not have expired. */
const freshOn = (ctx: AccountContext, action: StockOperation['action'], { lotID }: Pick<Line, 'lotID'>) =>
  (action === 'ship' || action === 'consume') && lotID === undefined ? todayOf(ctx) : undefined;

/**
 * Adds or takes stock, any number of lines in one step: all or nothing. Lines without a place add to the default place
 * and take from open places, the oldest stock first.
 * @throws 409 `insufficient_stock` if a place, or the unpromised stock, has less, with one entry per line; 409
 * `location_closed`; 400 `invalid_input` for unknown items, places and lots
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
 * Moves stock to other places with its dates and costs; promises do not change. Each line is an operation of its own.
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
