import { decimal, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import type { MovementAction } from '../../../contracts/index.ts';
import { stockProblems } from '../../../contracts/index.ts';
import { layersOfMovements } from './stock-facts.queries.ts';
import { begin, finish } from './stock-ledger.ts';
import type { StockAct, StockResult } from './stock-operation.ts';

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
}

/** These movements, and for half of a move the other half too; the newest first. */
async function movementsToVoid(ctx: AccountContext, ids: readonly string[]): Promise<MovementRow[]> {
  const { rows } =
    await sql<MovementRow>`select ${plannedOnce} id, operation_id as "operationID", action, item_id as "itemID",
      owner_id as "ownerID", location_id as "locationID", lot_id as "lotID", quantity, measure, unit_id as "unitID",
      value, source_type as "sourceType", source_id as "sourceID", source_line_id as "sourceLineID"
    from inventory.movement
    where account_id = ${ctx.account.id} and (id = any(${[...ids]}::text[]) or (action = 'move' and operation_id = any(array(
      select operation_id from inventory.movement
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) and action = 'move'))))
    order by created_at desc, id desc`.execute(ctx.em.query());
  const found = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !found.has(id))) throw problems.not_found({ message: 'There is no such movement' });
  return rows;
}

/** Which of these movements have been voided; asked under the locks of their positions. */
async function refuseVoided(ctx: AccountContext, movements: readonly MovementRow[]): Promise<void> {
  if (movements.some(({ action }) => action === 'void')) throw stockProblems.movement_is_void();
  const { rows } = await sql<{ id: string }>`select ${plannedOnce} reverses_id as id from inventory.movement
    where account_id = ${ctx.account.id} and reverses_id = any(${movements.map(({ id }) => id)}::text[])`.execute(
    ctx.em.query(),
  );
  if (rows.length) throw stockProblems.movement_voided({ details: { movementIDs: rows.map(({ id }) => id) } });
}

/**
 * What was received by mistake is expected again. What staff closed before all had come stays closed; what closed by
 * itself opens.
 */
async function expectAgain(ctx: AccountContext, movements: readonly MovementRow[]): Promise<void> {
  const received = movements.filter(({ action, sourceID }) => action === 'receive' && sourceID !== null);
  if (received.length === 0) return;
  await ctx.em.send(sql`update ${plannedOnce} inventory.supply supply
    set received = greatest(supply.received - gone.quantity, 0), closed_at = case when supply.received < supply.quantity then supply.closed_at end,
      updated_at = ${ctx.clock.now()},
      version = supply.version + 1
    from (select type, id, line_id, sum(quantity) as quantity
      from unnest(${received.map(({ sourceType }) => sourceType)}::text[], ${received.map(({ sourceID }) => sourceID)}::text[],
        ${received.map(({ sourceLineID }) => sourceLineID ?? '')}::text[], ${received.map(({ quantity }) => quantity)}::numeric[])
        as line (type, id, line_id, quantity) group by type, id, line_id) as gone
    where supply.account_id = ${ctx.account.id} and supply.source_type = gone.type and supply.source_id = gone.id
      and supply.line_id = gone.line_id`);
}

/**
 * Mends movements by their mirrors, once each: what left is back in its layers, what came is taken out of its own. Half
 * of a
 * move takes the other half along. Of movements that follow one another all may be given; they are undone together.
 * @throws 409 `movement_voided`, `movement_is_void`; `stock_used` where what came in is not all there any more;
 * `insufficient_stock` where it is promised; `location_closed`
 */
export async function voidMovements(
  ctx: AccountContext,
  movementIDs: readonly string[],
  act: StockAct = {},
): Promise<StockResult> {
  const movements = await movementsToVoid(ctx, movementIDs);
  // Supply is written before positions are locked, as when it is received.
  await expectAgain(ctx, movements);
  const state = await begin(
    ctx,
    movements,
    movements.map(({ locationID }) => locationID),
    { operationID: newID('op') },
  );
  await refuseVoided(ctx, movements);
  const ids = movements.map(({ id }) => id);
  const parts = Map.groupBy(await layersOfMovements(ctx, ids), ({ movementID }) => movementID);
  for (const { operationID, action, sourceType, sourceID, ...row } of movements) {
    const amounts = { quantity: decimal(row.quantity), measure: decimal(row.measure), value: decimal(row.value) };
    const source = sourceType && sourceID ? { type: sourceType, id: sourceID } : null;
    state.plan.reverse({ ...row, ...amounts, source }, parts.get(row.id) ?? [], {
      path: 'id',
      moveID: action === 'move' ? operationID : undefined,
    });
  }
  return finish(ctx, state, 'void', act);
}
