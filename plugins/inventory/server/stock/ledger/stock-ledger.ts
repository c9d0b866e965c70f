import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, emit, touched } from '@millwright/core/server';
import type { MovementAction } from '../../../contracts/index.ts';
import { stockChanged } from '../../../contracts/index.ts';
import { freeExpiredHolds, freePromises, serveShorts } from '../../promises/promise/serve-shorts.ts';
import {
  amountsOf,
  lockPositions,
  type Position,
  type PositionKey,
  type Positions,
  writePositions,
} from './positions.ts';
import { holdItems, holdLocations, itemsOfLots, layersOf } from './stock-facts.queries.ts';
import type { StockAct, StockOperation, StockResult, StockTransfer } from './stock-operation.ts';
import { StockPlan } from './stock-plan.ts';
import { writeBalances, writeLayers, writeMovements } from './stock-writes.ts';

/** Lists whose rows or order follow the stock. */
export const stockLists = [
  'inventory-change-logs',
  'inventories',
  'inventory-receipts',
  'items',
  'cost-layers',
  'location-stock',
  'lots',
  'material-requirements',
  'storage-locations',
] as const;

const mostIDs = 1000;

interface Line {
  path?: string | undefined;
  itemID: string;
  ownerID?: string | undefined;
  lotID?: string | null | undefined;
}

/** What of a plan is written: of one, or of several that share their positions. */
export type WrittenPlan = Pick<StockPlan, 'check' | 'balances' | 'layers' | 'movements'>;

const existing = <L extends Line>(lines: readonly L[], items: ReadonlyMap<string, unknown>): readonly L[] => {
  const errors = lines.flatMap(({ itemID, path }, at) =>
    items.has(itemID) ? [] : [{ path: path ?? `${at}`, message: 'There is no such item' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  return lines;
};

/** Holds the places that these lines name and locks their positions, and frees what holds that ran out held of them; the plan works on what is there then. */
export async function begin(
  ctx: AccountContext,
  lines: readonly Line[],
  locationIDs: readonly (string | undefined)[],
  operationID: string,
  needsLayers: (line: number) => boolean,
): Promise<{ plan: StockPlan; positions: Positions; before: Map<Position, string> }> {
  const [items, locations, lots] = await Promise.all([
    holdItems(
      ctx,
      lines.map(({ itemID }) => itemID),
    ),
    holdLocations(
      ctx,
      locationIDs.flatMap((id) => id ?? []),
    ),
    itemsOfLots(
      ctx,
      lines.flatMap(({ lotID }) => lotID ?? []),
    ),
  ]);
  const known = existing(lines, items);
  const positions = await lockPositions(ctx, known);
  const before = new Map(positions.all().map((position) => [position, amountsOf(position)]));
  await freeExpiredHolds(ctx, positions.all());
  const keys = new Map<string, PositionKey>();
  for (const [at, { itemID, ownerID }] of known.entries())
    if (needsLayers(at)) keys.set(`${itemID} ${ownerID ?? ''}`, { itemID, ownerID });
  const layers = await layersOf(ctx, [...keys.values()]);
  const plan = new StockPlan({
    accountID: ctx.account.id,
    operationID,
    now: ctx.clock.now(),
    items,
    locations,
    lots,
    positions,
    layers,
  });
  return { plan, positions, before };
}

/** Writes what was planned, gives what came free to those who wait, and tells it. */
export async function finish(
  ctx: AccountContext,
  { plan, positions, before }: { plan: WrittenPlan; positions: Positions; before: ReadonlyMap<Position, string> },
  action: MovementAction,
  act: StockAct,
): Promise<StockResult> {
  plan.check();
  await writeBalances(ctx, plan.balances());
  await writeLayers(ctx, plan.layers());
  await writeMovements(ctx, plan.movements, act);
  await freePromises(ctx, positions.all());
  await serveShorts(ctx, positions.all());
  await writePositions(
    ctx,
    positions.all().filter((position) => before.get(position) !== amountsOf(position)),
  );
  const { movements } = plan;
  if (movements.length) {
    const itemIDs = [...new Set(movements.map(({ itemID }) => itemID))];
    const operations = new Set(movements.map(({ operationID }) => operationID));
    const operationID = operations.size === 1 ? (movements[0]?.operationID ?? null) : null;
    for (let start = 0; start < itemIDs.length; start += mostIDs)
      emit(ctx, stockChanged, { action, operationID, itemIDs: itemIDs.slice(start, start + mostIDs) });
    touched(ctx, ...stockLists);
  }
  await ctx.em.flush();
  return { movements, positions };
}

/**
 * Stock that comes or leaves, any number of lines in one step: all or nothing. Lines without a place come to the default place
 * and leave open places, the oldest stock first.
 * @throws 409 `insufficient_stock` where a place, or what is promised to nobody, has less, with one entry for each line; 409
 * `location_closed`; 400 `invalid_input` for items, places and lots that are not there
 */
export async function applyStock(ctx: AccountContext, operation: StockOperation): Promise<StockResult> {
  const { action, changes, operationID = newID('op') } = operation;
  const state = await begin(
    ctx,
    changes,
    changes.map(({ locationID }) => locationID),
    operationID,
    (at) => changes[at]?.quantity.s === -1 || changes[at]?.unitCost === undefined,
  );
  for (const [at, change] of changes.entries()) state.plan.change(action, change, at);
  return finish(ctx, state, action, operation);
}

/** Takes stock to other places, with its dates and costs; nothing that is promised changes. Each line is an operation of its own. */
export async function moveStock(ctx: AccountContext, transfer: StockTransfer): Promise<StockResult> {
  const { lines } = transfer;
  const state = await begin(
    ctx,
    lines,
    lines.flatMap(({ fromLocationID, toLocationID }) => [fromLocationID, toLocationID]),
    newID('op'),
    () => true,
  );
  for (const [at, line] of lines.entries()) state.plan.move(line, newID('op'), at);
  return finish(ctx, state, 'move', transfer);
}
