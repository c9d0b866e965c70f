import { newID, toColumn } from '@millwright/core/contracts';
import { type AccountContext, plannedOnce, sql, unanswered } from '@millwright/core/server';
import type { PlannedBalance, PlannedLayer } from './stock-book.ts';
import type { StockAct } from './stock-operation.ts';
import type { PlannedMovement } from './stock-plan.ts';

/*
 * Balances and layers are written by what they change, so that even a writer who forgot the lock of the position could not make
 * them wrong; what would go below 0 the tables' checks refuse. Nobody waits for the answers.
 */

const amount = (value: Parameters<typeof toColumn>[0]): string => toColumn(value, 6);

/** Adds to balances, making those that are missing. */
export async function writeBalances(ctx: AccountContext, balances: readonly PlannedBalance[]): Promise<void> {
  const now = ctx.clock.now();
  const less = balances.filter(({ id }) => id !== null);
  if (less.length)
    await sql`update ${plannedOnce} ${unanswered} inventory.balance balance
      set on_hand = balance.on_hand + written.change, updated_at = ${now}, version = balance.version + 1
      from unnest(${less.map(({ id }) => id)}::text[], ${less.map(({ change }) => amount(change))}::numeric[])
        as written (id, change)
      where balance.account_id = ${ctx.account.id} and balance.id = written.id`.execute(ctx.em.query());
  const more = balances.filter(({ id }) => id === null);
  if (more.length)
    await sql`insert ${plannedOnce} ${unanswered} into inventory.balance as balance
        (account_id, id, item_id, owner_id, location_id, lot_id, on_hand, created_at, updated_at)
      select ${ctx.account.id}, id, item_id, owner_id, location_id, lot_id, change, ${now}, ${now}
      from unnest(${more.map(() => newID('bal'))}::text[], ${more.map(({ itemID }) => itemID)}::text[],
        ${more.map(({ ownerID }) => ownerID)}::text[], ${more.map(({ locationID }) => locationID)}::text[],
        ${more.map(({ lotID }) => lotID)}::text[], ${more.map(({ change }) => amount(change))}::numeric[])
        as made (id, item_id, owner_id, location_id, lot_id, change)
      on conflict (account_id, item_id, owner_id, location_id, lot_id) do update
      set on_hand = balance.on_hand + excluded.on_hand, updated_at = excluded.updated_at, version = balance.version + 1`.execute(
      ctx.em.query(),
    );
}

/** Adds what came in as new layers, and takes from those that were there. */
export async function writeLayers(ctx: AccountContext, layers: readonly PlannedLayer[]): Promise<void> {
  const now = ctx.clock.now();
  const known = layers.filter(({ quantity }) => quantity === null);
  if (known.length)
    await sql`update ${plannedOnce} ${unanswered} inventory.cost_layer layer
      set remaining = layer.remaining + written.change, updated_at = ${now}, version = layer.version + 1
      from unnest(${known.map(({ id }) => id)}::text[], ${known.map(({ change }) => amount(change))}::numeric[])
        as written (id, change)
      where layer.account_id = ${ctx.account.id} and layer.id = written.id`.execute(ctx.em.query());
  await ctx.em.insert(
    'inventory.cost_layer',
    layers.flatMap((layer) =>
      layer.quantity === null
        ? []
        : {
            id: layer.id,
            item_id: layer.itemID,
            owner_id: layer.ownerID,
            location_id: layer.locationID,
            lot_id: layer.lotID,
            received_at: layer.receivedAt,
            quantity: amount(layer.quantity),
            remaining: amount(layer.remaining),
            unit_cost: amount(layer.unitCost),
            reference: layer.reference,
            created_at: now,
            updated_at: now,
          },
    ),
  );
}

/** Adds movements and what they took from layers or put into them. */
export async function writeMovements(
  ctx: AccountContext,
  movements: readonly PlannedMovement[],
  { source, reason, scanningStation }: StockAct,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.insert(
    'inventory.movement',
    movements.map((movement) => ({
      id: movement.id,
      created_at: now,
      operation_id: movement.operationID,
      action: movement.action,
      item_id: movement.itemID,
      owner_id: movement.ownerID,
      location_id: movement.locationID,
      lot_id: movement.lotID,
      quantity: amount(movement.quantity),
      measure: amount(movement.measure),
      unit_id: movement.unitID,
      unit_cost: amount(movement.unitCost),
      source_type: movement.source?.type ?? source?.type ?? null,
      source_id: movement.source?.id ?? source?.id ?? null,
      source_line_id: movement.sourceLineID,
      reason: reason || null,
      member_id: ctx.memberID ?? null,
      actor_name: ctx.actor.name,
      scanning_station_id: scanningStation?.id ?? null,
      scanning_station_name: scanningStation?.name ?? null,
      reverses_id: movement.reversesID,
    })),
  );
  await ctx.em.insert(
    'inventory.movement_layer',
    movements.flatMap(({ id, parts }) =>
      parts.map(({ layerID, quantity }) => ({ movement_id: id, layer_id: layerID, quantity: amount(quantity) })),
    ),
  );
}
