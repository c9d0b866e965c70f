import { decimal, sumOf, toColumn } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, sql } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { pickPicked } from '../../../../contracts/index.ts';
import { pickRecord } from '../../../sales/order-picks/pick-record.ts';
import type { OpenPick } from './open-pick.ts';
import { type PlannedLine, pickLineID } from './pick-plan.ts';
import { recountPicks } from './recount-picks.ts';

/** Record type of orders in the stock ledger. */
export const orderSource = 'sales_order';

/** Goods that were fetched. */
export interface PickedLine {
  id: string;
  orderLineID: string;
  itemID: string;
  sku: string;
  lotID: string | null;
  quantity: string;
  fromLocationID: string | null;
  toLocationID: string | null;
  shipmentID: string | null;
}

/** Picked lines of a pick, packed or not. */
export async function pickedOf(ctx: AccountContext, pickID: string): Promise<PickedLine[]> {
  const { rows } = await sql<PickedLine>`select picked.id, picked.order_line_id as "orderLineID",
      picked.item_id as "itemID", line.sku, picked.lot_id as "lotID", picked.quantity::text as quantity,
      picked.from_location_id as "fromLocationID", picked.to_location_id as "toLocationID",
      picked.shipment_id as "shipmentID"
    from commerce.pick_line picked
    join commerce.sales_order_line line on line.account_id = picked.account_id and line.id = picked.order_line_id
    where picked.account_id = ${ctx.account.id} and picked.pick_id = ${pickID} order by picked.id`.execute(
    ctx.em.query(),
  );
  return rows;
}

const amount = (quantity: string): string => decimal(toColumn(decimal(quantity), 6)).toFixed();

/** For example '3 of GLOVE, 12 of HAT', in base units. */
export function goodsText(lines: readonly { sku: string; quantity: string }[]): string {
  const bySKU = new Map<string, string[]>();
  for (const { sku, quantity } of lines) bySKU.set(sku, [...(bySKU.get(sku) ?? []), quantity]);
  return [...bySKU]
    .map(([sku, quantities]) => `${amount(toColumn(sumOf(quantities.map(decimal)), 6))} of ${sku}`)
    .join(', ');
}

/** Moves planned stock to the packing place, completely or not at all. It stays allocated to its order there. */
export async function fetchPlanned(
  ctx: AccountContext,
  stock: StockPort,
  pick: OpenPick,
  lines: readonly (PlannedLine & { id?: string })[],
): Promise<void> {
  const packing = await stock.defaultPlace(ctx, 'packing');
  const fetched = lines.map((line) => ({ ...line, id: line.id ?? pickLineID(line.allocationID) }));
  await stock.move(
    ctx,
    { type: 'pick', id: pick.id, number: pick.number },
    fetched.map(({ id, itemID, quantity, locationID, lotID, orderLineID }) => ({
      lineID: id,
      itemID,
      quantity,
      fromLocationID: locationID,
      toLocationID: packing.id,
      lotID,
      demand: { type: orderSource, id: pick.orderID, lineID: orderLineID },
    })),
  );
  const now = ctx.clock.now();
  await ctx.em.insert(
    'commerce.pick_line',
    fetched.map((line) => ({
      id: line.id,
      pick_id: pick.id,
      order_line_id: line.orderLineID,
      item_id: line.itemID,
      lot_id: line.lotID,
      lot_number: line.lotNumber,
      quantity: line.quantity,
      from_location_id: line.locationID,
      to_location_id: packing.id,
      picked_at: now,
      picked_by_id: ctx.memberID ?? null,
      picked_by_name: ctx.actor.name,
      packed_at: null,
      shipment_id: null,
    })),
  );
  await recountPicks(ctx, [pick.orderID]);
  audit(ctx, { record: pickRecord(pick.id), action: 'picked', note: goodsText(fetched) });
  emit(
    ctx,
    pickPicked,
    {
      pickID: pick.id,
      number: pick.number,
      orderID: pick.orderID,
      lines: fetched.map(({ orderLineID, itemID, quantity }) => ({ orderLineID, itemID, quantity })),
    },
    pickRecord(pick.id),
  );
}

/** Moves picked goods back to their former place or to the given one. They stay reserved for their order. */
export async function putBack(
  ctx: AccountContext,
  stock: StockPort,
  pick: OpenPick,
  lines: readonly PickedLine[],
  storageLocationID?: string,
): Promise<void> {
  await stock.move(
    ctx,
    { type: 'pick', id: pick.id, number: pick.number },
    lines.map(({ id, itemID, quantity, fromLocationID, toLocationID, lotID, orderLineID }) => ({
      lineID: id,
      itemID,
      quantity,
      fromLocationID: toLocationID as string,
      toLocationID: storageLocationID ?? (fromLocationID as string),
      lotID,
      demand: { type: orderSource, id: pick.orderID, lineID: orderLineID },
      staysAllocated: false,
      ...(storageLocationID ? { path: 'storageLocationID' } : {}),
    })),
  );
  await sql`delete from commerce.pick_line
    where account_id = ${ctx.account.id} and id = any(${lines.map(({ id }) => id)}::text[])`.execute(ctx.em.query());
  await recountPicks(ctx, [pick.orderID]);
}
