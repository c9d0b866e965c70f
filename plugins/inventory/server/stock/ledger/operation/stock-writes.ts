import { type Big, newID, sumOfDecimals, toColumn, valueText } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { DoneAt } from '../../../../contracts/index.ts';
import { bookAmountsOf } from '../plan/book-amounts.ts';
import type { Positions } from '../plan/positions.ts';
import { type PlannedBalance, type PlannedLayer, sumOfValues } from '../plan/stock-book.ts';
import type { PlannedMovement } from '../plan/stock-plan.ts';
import type { StockAct } from './stock-operation.ts';

/*
 * Balances and layers are written as differences, so that even a caller without the lock of the position cannot corrupt
 * them; check constraints refuse amounts below 0. The statements' answers are not awaited.
 */

const amount = (value: Big): string => toColumn(value, 6);

/** Adds to balances and inserts missing ones. */
export async function writeBalances(ctx: AccountContext, balances: readonly PlannedBalance[]): Promise<void> {
  const now = ctx.clock.now();
  const less = balances.filter(({ id }) => id !== null);
  if (less.length)
    await ctx.em.write(
      'inventory.balance',
      sql`update inventory.balance balance
      set on_hand = balance.on_hand + written.change, allocated = balance.allocated + written.allocated,
        updated_at = ${now}, version = balance.version + 1
      from unnest(${less.map(({ id }) => id)}::text[], ${less.map(({ change }) => amount(change))}::numeric[],
        ${less.map(({ allocatedChange }) => amount(allocatedChange))}::numeric[]) as written (id, change, allocated)
      where balance.account_id = ${ctx.account.id} and balance.id = written.id`,
      less.length,
    );
  const more = balances.filter(({ id }) => id === null);
  if (more.length)
    await ctx.em.write(
      'inventory.balance new',
      sql`insert into inventory.balance as balance
        (account_id, id, item_id, owner_id, location_id, lot_id, on_hand, allocated, created_at, updated_at)
      select ${ctx.account.id}, id, item_id, owner_id, location_id, lot_id, change, allocated, ${now}, ${now}
      from unnest(${more.map(() => newID('bal'))}::text[], ${more.map(({ itemID }) => itemID)}::text[],
        ${more.map(({ ownerID }) => ownerID)}::text[], ${more.map(({ locationID }) => locationID)}::text[],
        ${more.map(({ lotID }) => lotID)}::text[], ${more.map(({ change }) => amount(change))}::numeric[],
        ${more.map(({ allocatedChange }) => amount(allocatedChange))}::numeric[])
        as made (id, item_id, owner_id, location_id, lot_id, change, allocated)
      on conflict (account_id, item_id, owner_id, location_id, lot_id) do update
      set on_hand = balance.on_hand + excluded.on_hand, allocated = balance.allocated + excluded.allocated,
        updated_at = excluded.updated_at, version = balance.version + 1`,
      more.length,
    );
}

/**
 * Finds stored layers that new layers join: in the same place, equal or of the same origin. Layers of a place are only
 * created under the lock of their position, so there is at most one.
 */
export async function joinAlike(ctx: AccountContext, layers: readonly PlannedLayer[]): Promise<void> {
  const fresh = layers.filter(({ isStored }) => !isStored);
  if (fresh.length === 0) return;
  const { rows } = await sql<{ id: string; at: number }>`select found.id, (wanted.at - 1)::int as at
    from unnest(${fresh.map(({ itemID }) => itemID)}::text[], ${fresh.map(({ ownerID }) => ownerID)}::text[],
      ${fresh.map(({ locationID }) => locationID)}::text[], ${fresh.map(({ lotID }) => lotID)}::text[],
      ${fresh.map(({ likeness }) => likeness)}::text[], ${fresh.map(({ originID }) => originID)}::text[])
      with ordinality as wanted (item_id, owner_id, location_id, lot_id, likeness, origin_id, at)
    cross join lateral (
      select layer.id from inventory.cost_layer layer where layer.account_id = ${ctx.account.id}
        and layer.location_id = wanted.location_id and layer.item_id = wanted.item_id
        and layer.owner_id = wanted.owner_id and layer.likeness = wanted.likeness
        and layer.lot_id is not distinct from wanted.lot_id
      union all
      select layer.id from inventory.cost_layer layer where layer.account_id = ${ctx.account.id}
        and layer.id = wanted.origin_id and layer.location_id = wanted.location_id
        and layer.item_id = wanted.item_id and layer.owner_id = wanted.owner_id
        and layer.lot_id is not distinct from wanted.lot_id limit 1) found`.execute(ctx.em.query());
  for (const { id, at } of rows) {
    const layer = fresh[at] as PlannedLayer;
    layer.id = id;
    layer.isStored = true;
  }
}

/** Adds received stock, to equal layers or as new ones, and takes issued stock from stored layers. */
export async function writeLayers(ctx: AccountContext, layers: readonly PlannedLayer[]): Promise<void> {
  const now = ctx.clock.now();
  const known = [
    ...Map.groupBy(
      layers.filter(({ isStored }) => isStored),
      ({ id }) => id,
    ),
  ];
  const sumOf = (amountOf: (layer: PlannedLayer) => Big): string[] =>
    known.map(([, same]) => valueText(sumOfDecimals(same.map(amountOf))));
  if (known.length)
    await ctx.em.write(
      'inventory.cost_layer known',
      sql`update inventory.cost_layer layer
      set remaining = layer.remaining + written.change, remaining_value = layer.remaining_value + written.value_change,
        quantity = layer.quantity + written.added, value = layer.value + written.added_value,
        updated_at = ${now}, version = layer.version + 1
      from unnest(${known.map(([id]) => id)}::text[], ${sumOf(({ change }) => change)}::numeric[],
        ${sumOf(({ valueChange }) => valueChange)}::numeric[], ${sumOf(({ added }) => added)}::numeric[],
        ${sumOf(({ addedValue }) => addedValue)}::numeric[]) as written (id, change, value_change, added, added_value)
      where layer.account_id = ${ctx.account.id} and layer.id = written.id`,
      known.length,
    );
  await ctx.em.insert(
    'inventory.cost_layer',
    layers.flatMap((layer) =>
      layer.isStored
        ? []
        : {
            id: layer.id,
            item_id: layer.itemID,
            owner_id: layer.ownerID,
            location_id: layer.locationID,
            lot_id: layer.lotID,
            received_at: layer.receivedAt,
            quantity: amount(layer.added),
            remaining: amount(layer.remaining),
            value: valueText(layer.addedValue),
            remaining_value: valueText(layer.remainingValue),
            origin_id: layer.originID,
            likeness: layer.likeness,
            reference: layer.reference,
            created_at: now,
            updated_at: now,
          },
    ),
  );
}

/** Inserts movements and their layer parts. */
export async function writeMovements(
  ctx: AccountContext,
  movements: readonly PlannedMovement[],
  positions: Positions,
  { source, reason, scanningStation }: StockAct,
  /** Stations of source lines that name their own. */
  stations: ReadonlyMap<string | null, DoneAt['scanningStation']> = new Map(),
): Promise<void> {
  const now = ctx.clock.now();
  const bookAmounts = bookAmountsOf(movements, positions);
  const stationOf = ({ sourceLineID }: PlannedMovement) => stations.get(sourceLineID) ?? scanningStation;
  await ctx.em.insert(
    'inventory.movement',
    movements.map((movement, index) => ({
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
      value: valueText(movement.value),
      book_amount: bookAmounts[index],
      source_type: movement.source?.type ?? source?.type ?? null,
      source_id: movement.source?.id ?? source?.id ?? null,
      source_line_id: movement.sourceLineID,
      served_type: movement.served?.type ?? null,
      served_id: movement.served?.id ?? null,
      served_line_id: movement.served?.lineID ?? null,
      reason: reason || null,
      member_id: ctx.memberID ?? null,
      actor_name: ctx.actor.name,
      scanning_station_id: stationOf(movement)?.id ?? null,
      scanning_station_name: stationOf(movement)?.name ?? null,
      reverses_id: movement.reversesID,
    })),
  );
  await ctx.em.insert(
    'inventory.movement_layer',
    movements.flatMap(({ id, parts }) =>
      [...Map.groupBy(parts, ({ layer }) => layer.id)].map(([layerID, same]) => ({
        movement_id: id,
        layer_id: layerID,
        quantity: amount(sumOfDecimals(same.map(({ quantity }) => quantity))),
        value: valueText(sumOfValues(same)),
      })),
    ),
  );
}
