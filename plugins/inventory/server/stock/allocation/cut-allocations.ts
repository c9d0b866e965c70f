import { type Big, lesserOf, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, emit, listed, sql } from '@millwright/core/server';
import { allocationCut, type DemandLine } from '../../../contracts/index.ts';
import { placeIs } from '../../states/states.ts';
import type { DemandRow } from '../demand/demand-rows.ts';
import { servingTurn } from '../demand/serving-order.ts';
import type { Positions } from '../ledger/plan/positions.ts';
import { effectiveState } from '../ledger/plan/stock-facts.queries.ts';
import { type AllocationRow, allocationColumns, asAllocation, writeAllocations } from './allocation-rows.ts';
import type { CutAllocation } from './served-lines.ts';

const largestEvent = 1000;

/** Why an allocation was cut. */
type CutCause = 'count' | 'place_closed' | 'lot_expired' | 'reservation';

/** Emits the cut allocations; the rows already carry their new quantities. */
export function tellCuts(ctx: AccountContext, cause: CutCause, cuts: readonly CutAllocation[]): void {
  for (let start = 0; start < cuts.length; start += largestEvent)
    emit(ctx, allocationCut, {
      cause,
      cut: cuts.slice(start, start + largestEvent).map(({ row, quantity }) => ({
        allocationID: row.id,
        itemID: row.itemID,
        locationID: row.locationID,
        lotID: row.lotID,
        sourceType: row.sourceType,
        sourceID: row.sourceID,
        lineID: row.lineID,
        quantity: toColumn(quantity, 6),
        left: toColumn(row.quantity, 6),
      })),
    });
}

/**
 * Subtracts quantities from allocations and from the allocated sums of their balances; with `ofLines` also from the
 * sums of their demand lines, otherwise the caller writes these.
 */
async function writeCuts(
  ctx: AccountContext,
  cause: CutCause,
  cuts: readonly CutAllocation[],
  { ofLines }: { ofLines: boolean },
): Promise<void> {
  if (cuts.length === 0) return;
  for (const { row, quantity } of cuts) row.quantity = row.quantity.minus(quantity);
  const amounts = listed(
    cuts.map(({ quantity }) => toColumn(quantity, 6)),
    'numeric',
  );
  const column = (value: (row: AllocationRow) => string | null) => listed(cuts.map(({ row }) => value(row)));
  if (ofLines)
    await ctx.em.send(sql`update inventory.demand demand
    set allocated = demand.allocated - cut.quantity, updated_at = ${ctx.clock.now()}, version = demand.version + 1
    from (select type, id, line_id, sum(quantity) as quantity
      from unnest(${column(({ sourceType }) => sourceType)}, ${column(({ sourceID }) => sourceID)},
        ${column(({ lineID }) => lineID)}, ${amounts}) as row (type, id, line_id, quantity) group by 1, 2, 3) as cut
    where demand.account_id = ${ctx.account.id} and demand.source_type = cut.type and demand.source_id = cut.id
      and demand.line_id = cut.line_id`);
  await writeAllocations(
    ctx,
    cuts.map(({ row }) => row),
  );
  await ctx.em.send(sql`update inventory.balance balance
    set allocated = balance.allocated - cut.quantity, updated_at = ${ctx.clock.now()}, version = balance.version + 1
    from (select item_id, location_id, lot_id, sum(quantity) as quantity
      from unnest(${column(({ itemID }) => itemID)}, ${column(({ locationID }) => locationID)},
        ${column(({ lotID }) => lotID)}, ${amounts}) as row (item_id, location_id, lot_id, quantity) group by 1, 2,
          3) as cut
    where balance.account_id = ${ctx.account.id} and balance.owner_id = ${ctx.account.id}
      and balance.item_id = cut.item_id
      and balance.location_id = cut.location_id and balance.lot_id is not distinct from cut.lot_id`);
  tellCuts(ctx, cause, cuts);
}

/** A place and lot of an item. */
interface Spot {
  itemID: string;
  locationID: string;
  lotID: string | null;
}

/** Allocations of these places and lots; lines that are served last come first. */
async function lastServedOf(ctx: AccountContext, spots: readonly Spot[]): Promise<AllocationRow[]> {
  const { rows } = await sql<Parameters<typeof asAllocation>[0]>`select ${allocationColumns}
    from unnest(${listed(spots.map(({ itemID }) => itemID))}, ${listed(spots.map(({ locationID }) => locationID))},
      ${listed(spots.map(({ lotID }) => lotID))}) as spot (item_id, location_id, lot_id)
    join inventory.allocation allocation on allocation.account_id = ${ctx.account.id}
      and allocation.item_id = spot.item_id and allocation.location_id = spot.location_id
      and allocation.lot_id is not distinct from spot.lot_id
    join inventory.demand demand on demand.account_id = allocation.account_id
      and demand.source_type = allocation.source_type and demand.source_id = allocation.source_id
      and demand.line_id = allocation.line_id
    order by row_number() over (order by ${servingTurn}) desc`.execute(ctx.em.query());
  return rows.map(asAllocation);
}

/** Cuts allocations of these places and lots by the given quantities; lines that are served last lose first. */
export async function cutSpots(
  ctx: AccountContext,
  spots: readonly (Spot & { quantity: Big })[],
  cause: CutCause,
): Promise<void> {
  if (spots.length === 0) return;
  const keyOf = ({ itemID, locationID, lotID }: Spot): string => `${itemID} ${locationID} ${lotID ?? ''}`;
  const missing = new Map(spots.map((spot) => [keyOf(spot), spot.quantity]));
  const cuts: CutAllocation[] = [];
  for (const row of await lastServedOf(ctx, spots)) {
    const quantity = lesserOf(missing.get(keyOf(row)) ?? zero, row.quantity);
    if (quantity.eq(zero)) continue;
    missing.set(keyOf(row), (missing.get(keyOf(row)) ?? zero).minus(quantity));
    cuts.push({ row, quantity });
  }
  await writeCuts(ctx, cause, cuts, { ofLines: true });
}

/** Gives up all allocations in these places. */
export async function cutPlaces(ctx: AccountContext, locationIDs: readonly string[], cause: CutCause): Promise<void> {
  const { rows } = await sql<Parameters<typeof asAllocation>[0]>`select ${allocationColumns}
    from inventory.allocation allocation
    where allocation.account_id = ${ctx.account.id} and allocation.location_id = any(${listed(locationIDs)})
    order by allocation.item_id, allocation.id`.execute(ctx.em.query());
  const found = rows.map(asAllocation);
  await writeCuts(
    ctx,
    cause,
    found.map((row) => ({ row, quantity: row.quantity })),
    { ofLines: true },
  );
}

/** Gives up the planned allocations of these lots; picked goods stay with their lines. */
export async function cutLots(ctx: AccountContext, lotIDs: readonly string[], cause: CutCause): Promise<void> {
  const { rows } = await sql<Parameters<typeof asAllocation>[0]>`select ${allocationColumns}
    from inventory.allocation allocation
    join inventory.storage_location location on location.account_id = allocation.account_id
      and location.id = allocation.location_id
    where allocation.account_id = ${ctx.account.id} and allocation.lot_id = any(${listed(lotIDs)})
      and ${placeIs.open(effectiveState)}
    order by allocation.item_id, allocation.id`.execute(ctx.em.query());
  await writeCuts(
    ctx,
    cause,
    rows.map((row) => ({ row: asAllocation(row), quantity: asAllocation(row).quantity })),
    { ofLines: true },
  );
}

interface LineCut extends DemandLine {
  quantity: Big;
}

/**
 * Allocations of lines, each with whether it is only planned: planned ones first, the youngest first, then picked ones.
 */
async function plansOf(ctx: AccountContext, lines: readonly DemandLine[]) {
  const { rows } = await sql<Parameters<typeof asAllocation>[0] & { isPlanned: boolean }>`
    select ${allocationColumns}, ${placeIs.open(effectiveState)} as "isPlanned"
    from unnest(${listed(lines.map(({ type }) => type))}, ${listed(lines.map(({ id }) => id))},
      ${listed(lines.map(({ lineID }) => lineID))}) as line (type, id, line_id)
    join inventory.allocation allocation on allocation.account_id = ${ctx.account.id}
      and allocation.source_type = line.type and allocation.source_id = line.id and allocation.line_id = line.line_id
    join inventory.storage_location location on location.account_id = allocation.account_id
      and location.id = allocation.location_id
    order by "isPlanned" desc, allocation.created_at desc, allocation.id desc`.execute(ctx.em.query());
  return rows.map(({ isPlanned, ...row }) => ({ row: asAllocation(row), isPlanned }));
}

async function cutLines(
  ctx: AccountContext,
  lines: readonly LineCut[],
  withPicked: boolean,
): Promise<(CutAllocation & { isPlanned: boolean })[]> {
  if (lines.length === 0) return [];
  const keyOf = ({ type, id, lineID }: DemandLine): string => `${type} ${id} ${lineID}`;
  const missing = new Map(lines.map((line) => [keyOf(line), line.quantity]));
  const cuts: (CutAllocation & { isPlanned: boolean })[] = [];
  for (const { row, isPlanned } of await plansOf(ctx, lines)) {
    const key = keyOf({ type: row.sourceType, id: row.sourceID, lineID: row.lineID });
    const quantity = lesserOf(missing.get(key) ?? zero, row.quantity);
    if (quantity.eq(zero) || !(isPlanned || withPicked)) continue;
    missing.set(key, (missing.get(key) ?? zero).minus(quantity));
    cuts.push({ row, quantity, isPlanned });
  }
  await writeCuts(ctx, 'reservation', cuts, { ofLines: false });
  return cuts;
}

/**
 * Cuts the planned allocations of lines by the given quantities, the youngest first; the caller has written the lines.
 * Picked goods stay, because giving them up would free nothing.
 */
export async function cutPlans(ctx: AccountContext, lines: readonly LineCut[]): Promise<void> {
  await cutLines(ctx, lines, false);
}

/**
 * Cuts allocations of lines down to what the lines have reserved now, picked goods last: picked goods then belong to no
 * line and stay where they are. Positions and rows are changed in memory; the caller writes both, the rows before any
 * query sums them up.
 */
export async function cutBeyond(ctx: AccountContext, rows: readonly DemandRow[], positions: Positions): Promise<void> {
  const over = rows.filter(({ allocated, reserved }) => allocated.gt(reserved));
  const cuts = await cutLines(
    ctx,
    over.map(({ sourceType, sourceID, lineID, allocated, reserved }) => ({
      type: sourceType,
      id: sourceID,
      lineID,
      quantity: allocated.minus(reserved),
    })),
    true,
  );
  for (const row of over) row.allocated = row.reserved;
  for (const { row, quantity, isPlanned } of cuts) {
    if (isPlanned) continue;
    const position = positions.of(row.itemID);
    position.withheld = position.withheld.plus(quantity);
  }
}
