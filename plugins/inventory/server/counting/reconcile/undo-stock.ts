import { type AccountContext, type AppliedRow, type ChangeSetAction, sql } from '@millwright/core/server';
import { voidMovements } from '../../stock/ledger/operation/void-movements.ts';
import { lockPositions } from '../../stock/ledger/plan/positions.ts';
import { holdLocations, isUsable } from '../../stock/ledger/plan/stock-facts.queries.ts';

/** What taking a row back needs; null where it moved nothing. */
export interface StockUndo {
  label: string;
  movementIDs: string[];
}

/** What undoing keeps of a row. */
export const stockUndo = (label: string, movementIDs: readonly string[]): StockUndo | null =>
  movementIDs.length ? { label, movementIDs: [...movementIDs] } : null;

interface UndoneMovement {
  id: string;
  row: number;
  label: string;
}

const movementsOf = (rows: readonly AppliedRow[]): UndoneMovement[] =>
  rows.flatMap(({ row, undo }) => {
    const { label, movementIDs } = (undo ?? { label: '', movementIDs: [] }) as StockUndo;
    return movementIDs.map((id) => ({ id, row, label }));
  });

/*
 * Rows are looked up one by one, whatever PostgreSQL believes about tables that have just been filled: `offset 0` keeps
 * it from joining them in an order of its own.
 */

/**
 * Why a movement cannot be mended, by its id. All of them are mended together, so what they did to one another does not
 * count.
 */
async function reasonsOf(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, string>> {
  const account = ctx.account.id;
  const { rows } = await sql<{ id: string; reason: string }>`with own as (
      select movement.* from inventory.movement movement
      where movement.account_id = ${account} and movement.id = any(${[...ids]}::text[])),
    came as (
      select part.layer_id, sum(part.quantity) as quantity from inventory.movement_layer part
      where part.account_id = ${account} and part.movement_id = any(${[...ids]}::text[]) group by part.layer_id),
    used as (
      select came.layer_id as id from came cross join lateral (select layer.remaining from inventory.cost_layer layer
        where layer.account_id = ${account} and layer.id = came.layer_id offset 0) layer
      where layer.remaining < came.quantity),
    promised as (
      select position.item_id, position.owner_id
      from (select own.item_id, own.owner_id, sum(own.quantity) as quantity from own
        join inventory.storage_location location on location.account_id = own.account_id
          and location.id = own.location_id
        where ${isUsable('own')} group by own.item_id, own.owner_id) gain
      join inventory.item_position position on position.account_id = ${account}
        and position.item_id = gain.item_id and position.owner_id = gain.owner_id
      where gain.quantity > 0
        and position.on_hand - position.withheld - gain.quantity < position.held + position.reserved),
    aside as (
      select balance.item_id, balance.owner_id, balance.location_id, balance.lot_id
      from (select item_id, owner_id, location_id, lot_id, sum(quantity) as quantity from own group by 1, 2, 3, 4) gain
      join inventory.balance balance on balance.account_id = ${account} and balance.item_id = gain.item_id
        and balance.owner_id = gain.owner_id and balance.location_id = gain.location_id
        and balance.lot_id is not distinct from gain.lot_id
      where balance.on_hand - gain.quantity < balance.allocated)
    select own.id, case
      when exists (select from inventory.movement mended
        where mended.account_id = ${account} and mended.reverses_id = own.id)
        then 'a change of its stock was voided since'
      when exists (select from (select * from inventory.movement later where later.account_id = ${account}
            and later.item_id = own.item_id and later.created_at >= own.created_at offset 0) later
          where later.action = 'count' and later.owner_id = own.owner_id
          and later.location_id = own.location_id and later.lot_id is not distinct from own.lot_id
          and later.id <> all(${[...ids]}::text[])
          and (later.created_at > own.created_at or later.id > own.id)
          and not exists (select from inventory.movement mended
            where mended.account_id = ${account} and mended.reverses_id = later.id))
        then 'it was counted again since'
      when exists (select from inventory.movement_layer part join used on used.id = part.layer_id
          where part.account_id = ${account} and part.movement_id = own.id and part.quantity > 0)
        then 'what came in was moved or used since'
      when exists (select from inventory.storage_location location where location.account_id = ${account}
          and location.id = own.location_id and location.is_closed)
        then 'its storage location is closed'
      when exists (select from aside where aside.item_id = own.item_id and aside.owner_id = own.owner_id
          and aside.location_id = own.location_id and aside.lot_id is not distinct from own.lot_id)
        then 'its stock is set aside for orders since'
      when exists (select from promised where promised.item_id = own.item_id and promised.owner_id = own.owner_id)
        then 'its stock is promised to orders since'
      end as reason
    from own`.execute(ctx.em.query());
  return new Map(rows.flatMap(({ id, reason }) => (reason ? [[id, reason] as const] : [])));
}

/**
 * Takes counts and receipts back by the mirrors of their movements. Places and lots that they made stay: movements name
 * them.
 * Promises that a count took back are served again from what comes back.
 */
export const stockUndoing: NonNullable<ChangeSetAction['undo']> = {
  async refusals(ctx, rows) {
    const movements = movementsOf(rows);
    if (movements.length === 0) return [];
    const ids = movements.map(({ id }) => id);
    const { rows: keys } = await sql<{ itemID: string; ownerID: string }>`select distinct item_id as "itemID",
        owner_id as "ownerID" from inventory.movement
      where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
    const { rows: places } = await sql<{ id: string }>`select distinct location_id as id from inventory.movement
      where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
    await holdLocations(
      ctx,
      places.map(({ id }) => id),
    );
    await lockPositions(ctx, keys);
    const reasons = await reasonsOf(ctx, ids);
    const refused = new Map<number, { row: number; label: string; reason: string }>();
    for (const { id, row, label } of movements) {
      const reason = reasons.get(id);
      if (reason && !refused.has(row)) refused.set(row, { row, label, reason });
    }
    return [...refused.values()];
  },
  async apply(ctx, rows) {
    const ids = movementsOf(rows).map(({ id }) => id);
    if (ids.length) await voidMovements(ctx, ids, { reason: 'Undo' });
    return new Map();
  },
};
