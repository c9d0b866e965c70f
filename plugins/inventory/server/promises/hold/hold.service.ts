import { type Big, decimal, type EndpointRequest, isID, lesserOf, problems, zero } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import {
  type InventoryHold,
  type InventoryHoldLine,
  mostLiveHolds,
  type OrderedValuePort,
  promiseProblems,
  type putInventoryHold,
} from '../../../contracts/index.ts';
import type { CustomerProducts } from '../../catalogue/item/reference/customer-products.ts';
import { isStocked, promisedItems, type WantedLine, wantedLines } from '../../stock/demand/promised-items.ts';
import { freeExpiredHolds, serveShorts, takeFromCustomers } from '../../stock/demand/serve-shorts.ts';
import { shownQuantity } from '../../stock/inventory-list/stock-columns.ts';
import {
  changedPositions,
  freeOf,
  lockPositionsOfHold,
  type Positions,
  positionsNow,
  writePositions,
} from '../../stock/ledger/plan/positions.ts';
import { answerPromises } from '../promise/promise.queries.ts';
import { promiseSettingsOf } from '../promise/promise-settings.ts';
import { releaseHold } from '../promise/stock/reserve-documents.ts';
import { openCustomerHolding, refuseHoarding } from './customer-holding.ts';
import { type HeldItem, holdLines, openHold, reduceHeldLines, removeEmptyHolds, writeHoldLines } from './hold-lines.ts';

/** A line of an answer before it is shown: base units. */
interface HoldLineAnswer extends WantedLine {
  held: Big;
  /** What is left for others. */
  free: Big;
}

/** What is wanted of each item by all lines together. */
function sumByItem(lines: readonly WantedLine[]): HeldItem[] {
  const items = new Map<string, HeldItem>();
  for (const { item, quantity } of lines) {
    const known = items.get(item.id) ?? { itemID: item.id, wanted: zero, quantity: zero };
    known.wanted = known.wanted.plus(quantity);
    items.set(item.id, known);
  }
  return [...items.values()];
}

/** Takes what is free of each item, as far as it is wanted. */
function takeFree(items: readonly HeldItem[], positions: Positions, expiresAt: Date): void {
  for (const item of items) {
    const position = positions.of(item.itemID);
    item.quantity = lesserOf(item.wanted, freeOf(position));
    if (item.quantity.eq(zero)) continue;
    position.held = position.held.plus(item.quantity);
    if (position.holdsExpireAt === null || position.holdsExpireAt > expiresAt) position.holdsExpireAt = expiresAt;
  }
}

/** Holds: stock set aside for minutes, while somebody types an order. */
export class HoldService {
  async put(
    ctx: AccountContext,
    holdID: string,
    { lines: requestedLines, expiresInSeconds }: EndpointRequest<typeof putInventoryHold>['body'],
    { orders = [], customers }: { orders?: readonly OrderedValuePort[]; customers?: CustomerProducts } = {},
  ): Promise<InventoryHold> {
    if (!isID('hold', holdID))
      throw problems.invalid_input({ errors: [{ path: 'holdID', message: 'Must be an id that begins with hold_' }] });
    const { customerID } = ctx;
    const settings = customerID === undefined ? undefined : await promiseSettingsOf(ctx);
    const asLong = new Date(ctx.clock.now().getTime() + expiresInSeconds * 1000);
    const seen = await customers?.openTo(ctx);
    const expiresAt =
      customerID !== undefined && settings && requestedLines.length
        ? await openCustomerHolding(ctx, customerID, asLong, settings)
        : asLong;
    // Sent together, in this order: the hold is locked before the positions, and its lines are read behind both locks.
    // So the positions, for which everybody waits, are locked for one round trip.
    const [wanted, hold, positions, found] = await Promise.all([
      wantedLines(ctx, requestedLines, { productsOnly: true, seen }),
      openHold(ctx, holdID, expiresAt),
      lockPositionsOfHold(
        ctx,
        holdID,
        requestedLines.map(({ itemID }) => itemID),
      ),
      holdLines(ctx, holdID),
    ]);
    if (!hold) throw problems.not_found();
    if (hold.liveHolds >= mostLiveHolds) throw promiseProblems.too_many_holds();
    const items = sumByItem(wanted.filter(({ item }) => isStocked(item)));
    const before = positionsNow(positions);
    const lines = (await freeExpiredHolds(ctx, positions.all())) ? await holdLines(ctx, holdID) : found;
    // What this hold has goes back only after others were served with what holds that ran out had: it keeps what it
    // holds.
    await serveShorts(ctx, positions.all());
    const known = reduceHeldLines(lines, positions);
    await takeFromCustomers(
      ctx,
      items.map(({ itemID, wanted: quantity }) => {
        const position = positions.of(itemID);
        return { position, quantity: quantity.minus(freeOf(position)) };
      }),
    );
    takeFree(items, positions, expiresAt);
    await writeHoldLines(ctx, hold, known, items);
    if (customerID !== undefined && settings) await refuseHoarding(ctx, customerID, settings, orders);
    await serveShorts(ctx, positions.all());
    // A hold that is only prolonged leaves most of them as they are.
    await writePositions(ctx, changedPositions(positions, before));
    if (hold.oldHolds) await removeEmptyHolds(ctx);
    const left = new Map(items.map(({ itemID, quantity }) => [itemID, quantity]));
    const answers = wanted.map((line): HoldLineAnswer => {
      if (!isStocked(line.item)) return { ...line, held: zero, free: zero };
      const held = lesserOf(line.quantity, left.get(line.item.id) ?? zero);
      left.set(line.item.id, (left.get(line.item.id) ?? zero).minus(held));
      return { ...line, held, free: freeOf(positions.of(line.item.id)) };
    });
    return { id: holdID, expiresAt: expiresAt.toISOString(), lines: await shownLines(ctx, answers) };
  }

  async get(ctx: AccountContext, holdID: string): Promise<InventoryHold> {
    const now = ctx.clock.now();
    const { rows } = await sql<{ expiresAt: Date | string; itemID: string | null; wanted: string; quantity: string }>`
      select hold.expires_at as "expiresAt", line.item_id as "itemID", line.wanted, line.quantity
      from inventory.hold hold
      left join inventory.hold_line line on line.account_id = hold.account_id and line.hold_id = hold.id
      where hold.account_id = ${ctx.account.id} and hold.id = ${holdID} and hold.actor_id = ${ctx.actor.id}
        and hold.expires_at > ${now}
      order by line.item_id`.execute(ctx.em.query());
    const [first] = rows;
    if (!first) throw problems.not_found();
    const lines = rows.flatMap(({ itemID, wanted, quantity }) => (itemID ? [{ itemID, wanted, quantity }] : []));
    const itemIDs = lines.map(({ itemID }) => itemID);
    const items = await promisedItems(ctx, itemIDs, []);
    const free = await answerPromises(
      ctx,
      lines.map(({ itemID }) => ({ itemID, quantity: zero, on: null })),
    );
    const answers = lines.flatMap(({ itemID, wanted, quantity }, index): HoldLineAnswer[] => {
      const item = items.get(itemID);
      const answer = free[index];
      if (!item || !answer) return [];
      return [
        {
          item,
          quantity: decimal(wanted),
          held: decimal(quantity),
          free: answer.availableToPromise,
        },
      ];
    });
    return {
      id: holdID,
      expiresAt: new Date(first.expiresAt).toISOString(),
      lines: await shownLines(ctx, answers),
    };
  }

  async remove(ctx: AccountContext, holdID: string): Promise<undefined> {
    if (!(await releaseHold(ctx, holdID))) throw problems.not_found();
  }
}

/** Lines as they are answered; when there will be more is asked once for all that are short. */
async function shownLines(ctx: AccountContext, lines: readonly HoldLineAnswer[]): Promise<InventoryHoldLine[]> {
  const today = todayOf(ctx);
  const isShort = ({ item, quantity, held }: HoldLineAnswer): boolean => isStocked(item) && held.lt(quantity);
  const short = lines.filter(isShort);
  const dates = await answerPromises(
    ctx,
    short.map(({ item, quantity, held }) => ({ itemID: item.id, quantity: quantity.minus(held), on: null })),
  );
  const firstDates = new Map(short.map((line, index) => [line, dates[index]?.firstDate ?? null]));
  const seesFigures = ctx.customerID === undefined;
  return lines.map((line): InventoryHoldLine => {
    const { item, quantity, held, free } = line;
    const stocked = isStocked(item);
    const figure = (amount: Big, field: string) =>
      seesFigures && stocked ? shownQuantity(item, amount, item.id, field) : null;
    return {
      itemID: item.id,
      isStocked: stocked,
      wanted: shownQuantity(item, quantity, item.id, 'wanted'),
      held: figure(held, 'held'),
      availableToPromise: figure(free, 'availableToPromise'),
      isAvailable: !isShort(line),
      firstDate: isShort(line) ? (firstDates.get(line) ?? null) : today,
    };
  });
}
