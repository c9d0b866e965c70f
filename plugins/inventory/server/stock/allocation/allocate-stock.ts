import { type Big, decimal, lesserOf, newID, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import type { AllocatedStock, DemandSource, StockPort } from '../../../contracts/index.ts';
import { demandOf } from '../demand/demand-rows.ts';
import { begin, finish } from '../ledger/operation/stock-ledger.ts';
import type { StockWish } from '../ledger/operation/stock-operation.ts';
import { type AllocationRow, allocationColumns, allocationsOfDocuments, asAllocation } from './allocation-rows.ts';

export type AllocationRequest = Parameters<StockPort['allocate']>[1][number];
export type FreedAllocation = Parameters<StockPort['free']>[1][number];

/** Allocations in the shape that other domains read. */
async function shown(ctx: AccountContext, rows: readonly AllocationRow[]): Promise<AllocatedStock[]> {
  const lotIDs = [...new Set(rows.flatMap(({ lotID }) => lotID ?? []))];
  const { rows: lots } = lotIDs.length
    ? await sql<{
        id: string;
        lotNumber: string;
      }>`select id, lot_number as "lotNumber" from inventory.lot
        where account_id = ${ctx.account.id} and id = any(${listed(lotIDs)})`.execute(ctx.em.query())
    : { rows: [] };
  const numbers = new Map(lots.map(({ id, lotNumber }) => [id, lotNumber]));
  return rows.map(({ stored: _, quantity, ...row }) => ({
    ...row,
    lotNumber: row.lotID === null ? null : (numbers.get(row.lotID) ?? null),
    quantity: toColumn(quantity, 6),
  }));
}

/** Allocations of these documents, by document, line, place and lot. */
export async function stockAllocationsOf(
  ctx: AccountContext,
  type: string,
  ids: readonly string[],
): Promise<AllocatedStock[]> {
  const keyOf = ({ sourceID, lineID, locationID, lotID }: AllocationRow): string =>
    [sourceID, lineID, locationID, lotID ?? ''].join(' ');
  const rows = await allocationsOfDocuments(ctx, type, ids);
  return shown(
    ctx,
    rows.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1)),
  );
}

/** The request's lines that have something reserved, each with the item of its demand. */
async function wishesOf(ctx: AccountContext, documents: readonly AllocationRequest[]): Promise<StockWish[]> {
  const keyOf = ({ type, id }: Pick<DemandSource, 'type' | 'id'>, lineID: string): string => `${type} ${id} ${lineID}`;
  const items = new Map<string, string>();
  const unknown = documents.filter(({ lines }) => lines.some(({ itemID }) => itemID === undefined));
  for (const [type, same] of Map.groupBy(unknown, ({ source }) => source.type))
    for (const row of await demandOf(ctx, { type, ids: same.map(({ source }) => source.id) }))
      items.set(keyOf({ type, id: row.sourceID }, row.lineID), row.itemID);
  return documents.flatMap(({ source, lines }) =>
    lines.flatMap(({ lineID, itemID: known, quantity, exceptLocationIDs, ...wish }): StockWish[] => {
      const itemID = known ?? items.get(keyOf(source, lineID));
      // A line without demand has nothing reserved.
      if (itemID === undefined) return [];
      return [
        {
          ...wish,
          itemID,
          demand: { type: source.type, id: source.id, lineID },
          quantity: quantity === undefined ? undefined : decimal(quantity),
          except: exceptLocationIDs,
        },
      ];
    }),
  );
}

/** Allocates stock to lines of documents; see `StockPort.allocate`. */
export async function allocateStock(
  ctx: AccountContext,
  documents: readonly AllocationRequest[],
): Promise<AllocatedStock[]> {
  const wishes = await wishesOf(ctx, documents);
  if (wishes.length === 0) return [];
  const state = await begin(
    ctx,
    wishes,
    wishes.map(({ locationID }) => locationID),
    {
      operationID: newID('op'),
      demands: wishes.map(({ demand }) => demand),
      takings: (served) =>
        wishes.map(({ itemID, demand, quantity, locationID, lotID, except }) => ({
          itemID,
          locationID,
          lotID,
          // No limit here: the oldest stock may lie in excluded places, and it must not use up the limit.
          quantity: except ? undefined : (quantity ?? served.openOf(demand)),
        })),
    },
  );
  const made = wishes.flatMap((wish, at) => state.plan.allocate(wish, at));
  await finish(ctx, state);
  return shown(ctx, [...new Set(made)]);
}

/** Gives allocations up; see `StockPort.free`. */
export async function freeAllocations(ctx: AccountContext, freed: readonly FreedAllocation[]): Promise<void> {
  if (freed.length === 0) return;
  const { rows } = await sql<Parameters<typeof asAllocation>[0]>`select ${allocationColumns}
    from inventory.allocation allocation
    where allocation.account_id = ${ctx.account.id}
      and allocation.id = any(${listed(freed.map(({ allocationID }) => allocationID))})`.execute(ctx.em.query());
  if (rows.length === 0) return;
  const found = rows.map(asAllocation);
  const state = await begin(ctx, found, [], {
    operationID: newID('op'),
    demands: found.map(({ sourceType, sourceID, lineID }) => ({ type: sourceType, id: sourceID, lineID })),
  });
  const now = new Map(state.plan.served.allocations().map((row) => [row.id, row]));
  for (const { allocationID, quantity } of freed) {
    const row = now.get(allocationID);
    if (!row) continue;
    const given: Big = quantity === undefined ? row.quantity : lesserOf(decimal(quantity), row.quantity);
    if (given.gt(zero)) state.plan.free(row, given);
  }
  await finish(ctx, state);
}
