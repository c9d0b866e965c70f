import { decimal, newID, problems, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { DocumentDemand, MovementAction } from '../../../../contracts/index.ts';
import { stockProblems } from '../../../../contracts/index.ts';
import { demandOf } from '../../demand/demand-rows.ts';
import type { LinePart } from '../plan/stock-book.ts';
import { layersOfMovements } from '../plan/stock-facts.queries.ts';
import { begin, finish } from './stock-ledger.ts';
import type { StockAct, StockResult } from './stock-operation.ts';

/** The result of a void, with the stock that each source line returned or took back. */
interface VoidedStock extends StockResult {
  byLine: ReadonlyMap<string, readonly LinePart[]>;
}

interface MovementRow {
  id: string;
  operationID: string;
  action: MovementAction;
  itemID: string;
  ownerID: string;
  locationID: string;
  lotID: string | null;
  quantity: string;
  measure: string;
  unitID: string;
  value: string;
  sourceType: string | null;
  sourceID: string | null;
  sourceLineID: string | null;
  servedType: string | null;
  servedID: string | null;
  servedLineID: string | null;
}

/** These movements, the newest first; with half of a move or part of a revaluation comes the rest of its operation. */
async function movementsToVoid(ctx: AccountContext, ids: readonly string[]): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`select id, operation_id as "operationID", action, item_id as "itemID",
      owner_id as "ownerID", location_id as "locationID", lot_id as "lotID", quantity, measure, unit_id as "unitID",
      value, source_type as "sourceType", source_id as "sourceID", source_line_id as "sourceLineID",
      served_type as "servedType", served_id as "servedID", served_line_id as "servedLineID"
    from inventory.movement
    where account_id = ${ctx.account.id}
      and (id = any(${[...ids]}::text[]) or (action in ('move', 'revalue') and operation_id = any(array(
        select operation_id from inventory.movement
        where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])
          and action in ('move', 'revalue')))))
    order by created_at desc, id desc`.execute(ctx.em.query());
  const found = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !found.has(id))) throw problems.not_found({ message: 'There is no such movement' });
  return rows;
}

/** Refuses movements that are voids or have been voided; called under the locks of their positions. */
async function refuseVoided(ctx: AccountContext, movements: readonly MovementRow[]): Promise<void> {
  if (movements.some(({ action }) => action === 'void')) throw stockProblems.movement_is_void();
  const { rows } = await sql<{ id: string }>`select reverses_id as id from inventory.movement
    where account_id = ${ctx.account.id} and reverses_id = any(${movements.map(({ id }) => id)}::text[])`.execute(
    ctx.em.query(),
  );
  if (rows.length) throw stockProblems.movement_voided({ details: { movementIDs: rows.map(({ id }) => id) } });
}

/** Whether the remaining quantity or value has changed since the revaluation. */
const isTouched = (row: { remaining: string; remainingValue: string; quantity: string; value: string }): boolean =>
  !(decimal(row.remaining).eq(decimal(row.quantity)) && decimal(row.remainingValue).eq(decimal(row.value)));

/** Items of these documents' demand. */
async function demandItems(ctx: AccountContext, documents: readonly { type: string; id: string }[]) {
  const rows = await Promise.all(
    [...Map.groupBy(documents, ({ type }) => type)].map(([type, same]) =>
      demandOf(ctx, { type, ids: same.map(({ id }) => id) }),
    ),
  );
  return rows.flat().map(({ itemID }) => ({ itemID }));
}

/**
 * Receipts that are voided are expected again. Supply that staff closed early stays closed; supply that closed by full
 * receipt opens again.
 */
async function expectAgain(ctx: AccountContext, movements: readonly MovementRow[]): Promise<void> {
  const came = movements.filter(({ servedType, quantity }) => servedType !== null && decimal(quantity).gt(zero));
  if (came.length === 0) return;
  await ctx.em.send(sql`update inventory.supply supply
    set received = greatest(supply.received - gone.quantity, 0),
      closed_at = case when supply.received < supply.quantity then supply.closed_at end,
      updated_at = ${ctx.clock.now()},
      version = supply.version + 1
    from (select type, id, line_id, sum(quantity) as quantity
      from unnest(${came.map(({ servedType }) => servedType)}::text[], ${came.map(({ servedID }) => servedID)}::text[],
        ${came.map(({ servedLineID }) => servedLineID)}::text[], ${came.map(({ quantity }) => quantity)}::numeric[])
        as line (type, id, line_id, quantity) group by type, id, line_id) as gone
    where supply.account_id = ${ctx.account.id} and supply.source_type = gone.type and supply.source_id = gone.id
      and supply.line_id = gone.line_id`);
}

/**
 * Voids movements by mirror movements, once each: issued stock goes back into its layers, received stock is taken out
 * of its own. A move is voided with both halves, a revaluation with all its parts. Movements that follow one another
 * can be voided together. `demands` are the documents that the stock was issued for, with their full present demand:
 * stock that comes back for their lines is reserved for them again.
 * @throws 409 `movement_voided`, `movement_is_void`; `stock_used` if received stock is not all there any more;
 * `insufficient_stock` if it is promised; `location_closed`
 */
export async function voidMovements(
  ctx: AccountContext,
  movementIDs: readonly string[],
  act: StockAct = {},
  demands: readonly DocumentDemand[] = [],
): Promise<VoidedStock> {
  const movements = await movementsToVoid(ctx, movementIDs);
  // Supply is written before positions are locked, in the same order as on receipt.
  await expectAgain(ctx, movements);
  const documents = demands.map(({ source }) => source);
  const lines = demands.flatMap((document) => document.lines.map(({ itemID }) => ({ itemID })));
  const state = await begin(
    ctx,
    [...movements, ...lines, ...(await demandItems(ctx, documents))],
    movements.map(({ locationID }) => locationID),
    {
      operationID: newID('op'),
      demands: documents.map(({ type, id }) => ({ type, id, lineID: '' })),
    },
  );
  await refuseVoided(ctx, movements);
  for (const document of demands) state.plan.served.want(document, state.positions);
  const ids = movements.map(({ id }) => id);
  const layers = Map.groupBy(await layersOfMovements(ctx, ids), ({ movementID }) => movementID);
  const parts = new Map<string, LinePart[]>();
  for (const { operationID, action, sourceType, sourceID, servedType, servedID, servedLineID, ...row } of movements) {
    const amounts = { quantity: decimal(row.quantity), measure: decimal(row.measure), value: decimal(row.value) };
    const source = sourceType && sourceID ? { type: sourceType, id: sourceID } : null;
    const served =
      servedType && servedID
        ? { type: servedType, id: servedID, lineID: servedLineID ?? row.sourceLineID ?? '' }
        : null;
    const movementLayers = layers.get(row.id) ?? [];
    const isRevalued = action === 'revalue';
    if (isRevalued && amounts.quantity.gt(zero) && movementLayers.some(isTouched)) throw stockProblems.stock_used();
    const mirrored = state.plan.reverse({ ...row, ...amounts, source, served }, movementLayers, {
      path: 'id',
      moveID: action === 'move' ? operationID : undefined,
      isRevalued,
    });
    if (row.sourceLineID !== null) parts.set(row.sourceLineID, [...(parts.get(row.sourceLineID) ?? []), ...mirrored]);
    if (served && demands.length) for (const part of mirrored) state.plan.restore(served, part);
  }
  return { ...(await finish(ctx, state, act)), byLine: parts };
}
