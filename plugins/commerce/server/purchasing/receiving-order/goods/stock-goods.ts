import {
  type Big,
  decimal,
  type FieldError,
  greaterOf,
  lesserOf,
  problems,
  sumOf,
  toColumn,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, audit, emit, listed, sql } from '@millwright/core/server';
import { lotNumber, type ServedShort, type StockRelocation } from '@millwright/inventory/contracts';
import {
  goodsStocked,
  receivingOrderProblems,
  type ServedOrder,
  type StockInput,
  stockingTolerance,
} from '../../../../contracts/index.ts';
import { settleDeliveries } from '../../delivery/settle-deliveries.ts';
import { receivingRecord } from '../record/receiving-order-record.ts';
import {
  type CameLine,
  cameLines,
  factOf,
  type LockedReceiving,
  lineName,
  lockedReceiving,
  type ReceivingLine,
  receivingSourceOf,
  supplyOf,
} from './locked-receiving.ts';
import type { Receiving } from './receiving-services.ts';
import { recountReceiving } from './recount-receiving.ts';

/** A quantity of a line for a place; base units. */
interface Share {
  path: string;
  locationID: string;
  lotNumber: string | undefined;
  quantity: Big;
}

/** A line to put away, from a request. */
interface Stocking {
  path: string;
  line: ReceivingLine;
  goods: CameLine[];
  shares: Share[];
}

const waiting = ({ accepted, stocked }: CameLine): Big => accepted.minus(stocked);

/** @throws Problem 400 for an unknown or repeated line */
function knownLines(order: LockedReceiving, lines: StockInput['lines']): ReceivingLine[] {
  const byID = new Map(order.lines.map((line) => [line.id, line]));
  const seen = new Set<string>();
  const errors = lines.flatMap(({ lineID }, index): FieldError[] => {
    const path = `lines.${index}.lineID`;
    if (!byID.has(lineID)) return [{ path, message: 'Receiving order line not found' }];
    if (seen.has(lineID)) return [{ path, message: 'The line is named twice' }];
    seen.add(lineID);
    return [];
  });
  if (errors.length) throw problems.invalid_input({ errors });
  return lines.map(({ lineID }) => byID.get(lineID) as ReceivingLine);
}

/** @throws Problem 400 for unknown places, and places where goods only wait */
async function refusePlaces(ctx: AccountContext, stockings: readonly Stocking[]): Promise<void> {
  const shares = stockings.flatMap((each) => each.shares);
  const { rows } = await sql<{ id: string; name: string; type: string }>`select id, name, type
    from inventory.v_locations where account_id = ${ctx.account.id}
      and id = any(${listed([...new Set(shares.map(({ locationID }) => locationID))])})`.execute(ctx.em.query());
  const places = new Map(rows.map((place) => [place.id, place]));
  const errors = shares.flatMap(({ path, locationID }): FieldError[] => {
    const place = places.get(locationID);
    const field = `${path}.storageLocationID`;
    if (!place) return [{ path: field, message: 'There is no such storage location' }];
    const isWaiting = place.type === 'dock' || place.type === 'packing';
    return isWaiting ? [{ path: field, message: `${place.name} is no place to store goods` }] : [];
  });
  if (errors.length) throw problems.invalid_input({ errors });
}

/** Each line's allocations in base units, with the goods that they may take. */
async function resolve(
  ctx: AccountContext,
  { catalogue }: Receiving,
  order: LockedReceiving,
  input: StockInput['lines'],
): Promise<Stocking[]> {
  const lines = knownLines(order, input);
  const came = await cameLines(ctx, order.id, { lineIDs: lines.map(({ id }) => id) });
  const goods = Map.groupBy(
    came.filter((each) => waiting(each).gt(zero)),
    ({ lineID }) => lineID,
  );
  const empty = lines.flatMap((line, index) =>
    goods.has(line.id)
      ? []
      : [{ path: `lines.${index}.lineID`, message: `Nothing of ${lineName(line)} waits at the dock` }],
  );
  if (empty.length) throw receivingOrderProblems.nothing_at_dock({ message: empty[0]?.message ?? '', errors: empty });
  const entries = input.flatMap(({ storageAllocations }, at) =>
    storageAllocations.map((allocation, index) => {
      const line = lines[at] as ReceivingLine;
      const { quantity, unitID = line.unitID } = allocation;
      const path = `lines.${at}.storageAllocations.${index}`;
      const measured = typeof quantity === 'number' ? { measure: quantity, unitID } : quantity;
      return { ...measured, itemID: line.itemID, at, allocation, path };
    }),
  );
  const amounts = await catalogue.convertToBase(
    ctx,
    entries.map(({ itemID, measure, unitID, path }) => ({ itemID, measure, unitID, path: `${path}.quantity` })),
  );
  return lines.map((line, at) => ({
    path: `lines.${at}`,
    line,
    goods: goods.get(line.id) ?? [],
    shares: entries.flatMap((entry, index) =>
      entry.at === at
        ? {
            path: entry.path,
            locationID: entry.allocation.storageLocationID,
            lotNumber: entry.allocation.lotNumber || undefined,
            quantity: decimal(amounts[index]?.baseMeasure ?? '0'),
          }
        : [],
    ),
  }));
}

/**
 * Makes the allocated total equal the waiting quantity: a difference within the tolerance is added to the largest
 * allocation.
 * @throws Problem 400 for a larger difference
 */
function evenOut(stockings: readonly Stocking[]): void {
  const errors: FieldError[] = [];
  for (const { path, line, goods, shares } of stockings) {
    const open = sumOf(goods.map(waiting));
    const total = sumOf(shares.map(({ quantity }) => quantity));
    const inUnit = (base: Big): string => `${toWire(base.times(line.quantity).div(line.baseQuantity).round(6))}`;
    const difference = open.minus(total);
    const inLineUnit = difference.abs().times(line.quantity).div(line.baseQuantity);
    if (inLineUnit.gt(decimal(stockingTolerance))) {
      const there = `${inUnit(total)} ${line.unitName} allocated, ${inUnit(open)} wait at the dock`;
      const message = `${lineName(line)}: ${there}`;
      errors.push({ path: `${path}.storageAllocations`, message });
      continue;
    }
    const largest = shares.reduce((most, share) => (share.quantity.gt(most.quantity) ? share : most));
    largest.quantity = greaterOf(largest.quantity.plus(difference), zero);
  }
  if (errors.length) throw problems.invalid_input({ message: errors[0]?.message ?? '', errors });
}

/** Assigns goods to places: allocations with a lot take their lot first, the others the first to expire. */
function relocations(order: LockedReceiving, stockings: readonly Stocking[]): StockRelocation[] {
  const errors: FieldError[] = [];
  const moves = stockings.flatMap(({ line, goods, shares }) => {
    const left = new Map(goods.map((each) => [each, waiting(each)]));
    const named = shares.filter((share) => share.lotNumber !== undefined);
    return [...named, ...shares.filter((share) => !named.includes(share))].flatMap((share) => {
      let rest = share.quantity;
      const taken: StockRelocation[] = [];
      for (const [each, there] of left) {
        if (share.lotNumber !== undefined && each.lotNumber !== lotNumber(share.lotNumber)) continue;
        const quantity = lesserOf(rest, there);
        if (quantity.lte(zero)) continue;
        rest = rest.minus(quantity);
        left.set(each, there.minus(quantity));
        taken.push({
          lineID: each.id,
          itemID: each.itemID,
          quantity: toColumn(quantity, 6),
          fromLocationID: each.locationID as string,
          toLocationID: share.locationID,
          lotID: each.lotID,
          supply: supplyOf(order, line),
          path: `${share.path}.quantity`,
        });
      }
      if (rest.gt(zero))
        errors.push({ path: `${share.path}.lotNumber`, message: `Less than that of lot ${share.lotNumber} waits` });
      return taken;
    });
  });
  if (errors.length) throw problems.invalid_input({ errors });
  return moves;
}

/** Orders that were served, with quantities in the item's base unit. */
async function servedOrders(ctx: AccountContext, served: readonly ServedShort[]): Promise<ServedOrder[]> {
  if (!served.length) return [];
  const { rows } = await sql<{ id: string; sku: string; unit: string }>`select id, sku,
      base_unit_name as unit from inventory.v_items where account_id = ${ctx.account.id}
        and id = any(${listed([...new Set(served.map(({ itemID }) => itemID))])})`.execute(ctx.em.query());
  const items = new Map(rows.map((item) => [item.id, item]));
  return [...Map.groupBy(served, ({ type, id }) => `${type} ${id}`).values()].map((same) => {
    const { type, id, number } = same[0] as ServedShort;
    return {
      type,
      id,
      number,
      lines: same.map(({ itemID, quantity }) => ({
        itemID,
        sku: items.get(itemID)?.sku ?? '',
        quantity: toWire(decimal(quantity)),
        unit: items.get(itemID)?.unit ?? '',
      })),
    };
  });
}

/**
 * Puts away all goods of these lines at the dock, in one move that serves waiting orders. Answers these orders.
 * @throws Problem 400 with one entry per invalid line, 409 `nothing_at_dock`, `location_closed`, `insufficient_stock`
 * if the goods were moved away
 */
export async function stockGoods(
  ctx: AccountContext,
  receiving: Receiving,
  id: string,
  { lines, version }: StockInput,
): Promise<ServedOrder[]> {
  const order = await lockedReceiving(ctx, id, version);
  const stockings = await resolve(ctx, receiving, order, lines);
  evenOut(stockings);
  await refusePlaces(ctx, stockings);
  const moves = relocations(order, stockings);
  const served = await receiving.stock.putAway(ctx, receivingSourceOf(order), moves);
  const goods = stockings.flatMap((each) => each.goods);
  const now = ctx.clock.now();
  await sql`update commerce.delivery_line set base_stocked = base_quantity - base_rejected,
      stocked_at = ${now}
    where account_id = ${ctx.account.id} and id = any(${listed(goods.map((each) => each.id))})`.execute(ctx.em.query());
  await settleDeliveries(ctx, [...new Set(goods.map(({ deliveryID }) => deliveryID))]);
  await recountReceiving(ctx, [order.id]);
  const orders = await servedOrders(ctx, served);
  const text = stockings.map(({ line, goods: each }) => {
    const measure = sumOf(each.map(waiting)).times(line.quantity).div(line.baseQuantity).round(6);
    return `${measure.toString()} ${line.unitName} ${line.sku}`;
  });
  const waited = orders.length ? `; reserved for ${orders.map(({ number }) => number).join(', ')}` : '';
  audit(ctx, { record: receivingRecord(order.id), action: 'stocked', note: `${text.join('; ')}${waited}` });
  emit(
    ctx,
    goodsStocked,
    {
      ...factOf(order),
      lines: stockings.map(({ line, goods: each }) => ({
        lineID: line.id,
        itemID: line.itemID,
        quantity: toColumn(sumOf(each.map(waiting)), 6),
      })),
    },
    receivingRecord(order.id),
  );
  await ctx.em.flush();
  return orders;
}
