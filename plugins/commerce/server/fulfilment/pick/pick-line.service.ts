import { type Big, decimal, problems, type QuantityInput, sumOf, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, sql } from '@millwright/core/server';
import type { AllocatedStock, CataloguePort, StockPort } from '@millwright/inventory/contracts';
import {
  type PickPickLineInput,
  pickCameShort,
  pickProblems,
  type UpdatePickLineInput,
} from '../../../contracts/index.ts';
import { pickRecord } from '../../sales/order-picks/pick-record.ts';
import { tellVoided } from './pick.service.ts';
import { lockedPick, type OpenPick, refuseClosedPick } from './plan/open-pick.ts';
import { fetchPlanned, goodsText, orderSource, pickedOf, putBack } from './plan/pick-moves.ts';
import { type PlannedLine, pickLineID, plannedOf } from './plan/pick-plan.ts';

/** The requested change of the plan. */
interface Found {
  /** In base units. */
  quantity: Big;
  locationID: string;
  lotID: string | null;
  isElsewhere: boolean;
}

/** Single lines of picks. */
export class PickLineService {
  readonly #stock: StockPort;
  readonly #catalogue: CataloguePort;

  constructor(stock: StockPort, catalogue: CataloguePort) {
    this.#stock = stock;
    this.#catalogue = catalogue;
  }

  /** Changes quantity, place or lot of a planned line. */
  async update(ctx: AccountContext, pickID: string, lineID: string, input: UpdatePickLineInput): Promise<void> {
    const pick = await lockedPick(ctx, pickID);
    refuseClosedPick(pick);
    const planned = await this.#planned(ctx, pick, lineID);
    const found = await this.#found(ctx, planned, input);
    const before = decimal(planned.quantity);
    if (found.isElsewhere) {
      await this.#stock.free(ctx, [{ allocationID: planned.allocationID }]);
      await this.#allocate(ctx, pick, planned, found, found.quantity);
    } else if (found.quantity.gt(before)) await this.#allocate(ctx, pick, planned, found, found.quantity.minus(before));
    else if (found.quantity.lt(before))
      await this.#stock.free(ctx, [
        { allocationID: planned.allocationID, quantity: toColumn(before.minus(found.quantity), 6) },
      ]);
    // Otherwise the next delivery would plan again the quantity that a person removed.
    if (found.quantity.lt(before)) await hold(ctx, pick, planned.orderLineID);
    const changes = [
      { field: 'quantity', from: planned.quantity, to: toColumn(found.quantity, 6) },
      { field: 'storageLocation', from: planned.locationID, to: found.locationID },
    ].filter(({ from, to }) => from !== to);
    audit(ctx, { record: pickRecord(pickID), action: 'plan_changed', note: planned.sku, changes });
  }

  /** Moves the found quantity of a planned line to the packing place. */
  async pick(ctx: AccountContext, pickID: string, lineID: string, input: PickPickLineInput): Promise<void> {
    const pick = await lockedPick(ctx, pickID);
    refuseClosedPick(pick);
    const planned = await this.#planned(ctx, pick, lineID);
    const found = await this.#found(ctx, planned, input);
    const wanted = decimal(planned.quantity);
    if (found.quantity.gt(wanted)) {
      const message = `More of ${planned.sku} than is planned there (${goodsText([planned])}): plan more of it first`;
      throw pickProblems.more_than_planned({
        message,
        errors: [{ path: 'quantity', message }],
        details: { planned: planned.quantity },
      });
    }
    const rest = wanted.minus(found.quantity);
    let from = planned;
    if (found.isElsewhere) {
      await this.#stock.free(ctx, [{ allocationID: planned.allocationID }]);
      if (found.quantity.gt(zero)) {
        const aside = await this.#allocate(ctx, pick, planned, found, found.quantity);
        from = { ...planned, locationID: aside.locationID, lotID: aside.lotID, lotNumber: aside.lotNumber };
      }
    } else if (rest.gt(zero))
      await this.#stock.free(ctx, [{ allocationID: planned.allocationID, quantity: toColumn(rest, 6) }]);
    if (found.quantity.gt(zero))
      await fetchPlanned(ctx, this.#stock, pick, [
        { ...from, quantity: toColumn(found.quantity, 6), id: pickLineID(planned.allocationID) },
      ]);
    if (rest.gt(zero)) await this.#offerElsewhere(ctx, pick, planned, rest);
  }

  /** Frees a planned line, or puts back a picked one. */
  async void(
    ctx: AccountContext,
    pickID: string,
    lineID: string,
    { storageLocationID }: { storageLocationID?: string | undefined },
  ): Promise<void> {
    const pick = await lockedPick(ctx, pickID);
    const picked = (await pickedOf(ctx, pickID)).find(({ id }) => id === lineID);
    if (picked?.shipmentID)
      throw pickProblems.pick_line_packed({
        message: `${picked.sku} is packed: void its shipment first`,
        details: { shipmentID: picked.shipmentID },
      });
    if (picked) {
      await putBack(ctx, this.#stock, pick, [picked], storageLocationID);
      await hold(ctx, pick, picked.orderLineID);
      tellVoided(ctx, pick, `Put back: ${goodsText([picked])}`);
    } else {
      const planned = await this.#planned(ctx, pick, lineID);
      await this.#stock.free(ctx, [{ allocationID: planned.allocationID }]);
      await hold(ctx, pick, planned.orderLineID);
      tellVoided(ctx, pick, `Not planned any more: ${goodsText([planned])}`);
    }
  }

  /** @throws Problem 409 `pick_line_not_planned` for a picked line, 404 for a line that is no longer planned */
  async #planned(ctx: AccountContext, pick: OpenPick, lineID: string): Promise<PlannedLine> {
    const planned = (await plannedOf(ctx, [pick.orderID])).find(
      ({ allocationID }) => pickLineID(allocationID) === lineID,
    );
    if (planned) return planned;
    const picked = (await pickedOf(ctx, pick.id)).find(({ id }) => id === lineID);
    if (picked)
      throw pickProblems.pick_line_not_planned({
        message: `${picked.sku} is picked already: put it back to change it`,
      });
    throw problems.not_found({ message: 'The plan has changed: this line is no longer in it' });
  }

  async #found(
    ctx: AccountContext,
    planned: PlannedLine,
    { quantity, storageLocationID, lotNumber }: PickPickLineInput,
  ): Promise<Found> {
    const locationID = storageLocationID ?? planned.locationID;
    const isSameLot = lotNumber === undefined || (lotNumber || null) === planned.lotNumber;
    return {
      quantity: quantity === undefined ? decimal(planned.quantity) : await this.#inBase(ctx, planned, quantity),
      locationID,
      lotID: isSameLot ? planned.lotID : await lotOf(ctx, planned, locationID, lotNumber || null),
      isElsewhere: locationID !== planned.locationID || !isSameLot,
    };
  }

  /**
   * A number without a unit is in the ordered unit.
   * @throws Problem 400 for a unit that the item does not have
   */
  async #inBase(ctx: AccountContext, planned: PlannedLine, input: QuantityInput): Promise<Big> {
    const measure = typeof input === 'number' ? input : input.measure;
    if (measure === 0) return zero;
    const { rows } = await sql<{ unitID: string }>`select unit_id as "unitID" from commerce.sales_order_line
      where account_id = ${ctx.account.id} and id = ${planned.orderLineID}`.execute(ctx.em.query());
    const unitID = typeof input === 'number' ? rows[0]?.unitID : input.unitID;
    const [base] = await this.#catalogue.convertToBase(ctx, [
      { itemID: planned.itemID, measure, unitID, path: 'quantity' },
    ]);
    return decimal(base?.baseMeasure ?? '0');
  }

  /** Allocates stock in the named place. Answers the allocation. */
  async #allocate(
    ctx: AccountContext,
    pick: OpenPick,
    { orderLineID }: PlannedLine,
    { locationID, lotID }: Found,
    quantity: Big,
  ): Promise<AllocatedStock> {
    const wish = { lineID: orderLineID, quantity: toColumn(quantity, 6), locationID, lotID, path: 'quantity' };
    const [aside] = await this.#stock.allocate(ctx, [
      { source: { type: orderSource, id: pick.orderID }, lines: [wish] },
    ]);
    if (!aside) throw new Error('A place that was named gave nothing and refused nothing');
    return aside;
  }

  /** Plans the missing quantity in other places, as far as they have stock, and reports the rest. */
  async #offerElsewhere(ctx: AccountContext, pick: OpenPick, planned: PlannedLine, rest: Big): Promise<void> {
    const { orderLineID, locationID, sku } = planned;
    const before = await plannedFor(ctx, pick, orderLineID);
    const wish = { lineID: orderLineID, quantity: toColumn(rest, 6), exceptLocationIDs: [locationID] };
    await this.#stock.allocate(ctx, [{ source: { type: orderSource, id: pick.orderID }, lines: [wish] }]);
    const offered = (await plannedFor(ctx, pick, orderLineID)).minus(before);
    const missing = toColumn(rest.minus(offered), 6);
    const notes = [
      `${goodsText([{ sku, quantity: toColumn(rest, 6) }])} not found`,
      offered.gt(zero) ? `${goodsText([{ sku, quantity: toColumn(offered, 6) }])} planned in another place` : '',
    ];
    audit(ctx, { record: pickRecord(pick.id), action: 'not_found', note: notes.filter(Boolean).join('; ') });
    if (offered.gte(rest)) return;
    // Until it is counted, the place still has stock by the books. The hold prevents that it is planned there again.
    await hold(ctx, pick, orderLineID);
    const { id: pickID, number, orderID } = pick;
    const lines = [{ orderLineID, quantity: missing }];
    emit(ctx, pickCameShort, { pickID, number, orderID, lines }, pickRecord(pickID));
  }
}

/** Planned quantity of an order line in base units. */
const plannedFor = async (ctx: AccountContext, { orderID }: OpenPick, orderLineID: string): Promise<Big> =>
  sumOf(
    (await plannedOf(ctx, [orderID]))
      .filter((line) => line.orderLineID === orderLineID)
      .map(({ quantity }) => decimal(quantity)),
  );

/** Stops further planning of the line until the pick is released again. */
async function hold(ctx: AccountContext, pick: OpenPick, orderLineID: string): Promise<void> {
  await sql`update commerce.pick set held_line_ids = array_append(array_remove(held_line_ids, ${orderLineID}),
    ${orderLineID})
    where account_id = ${ctx.account.id} and id = ${pick.id}`.execute(ctx.em.query());
}

/**
 * The lot of this number in a place.
 * @throws Problem 400 if the place has no stock of the item in this lot
 */
async function lotOf(
  ctx: AccountContext,
  { itemID, sku }: PlannedLine,
  locationID: string,
  lotNumber: string | null,
): Promise<string | null> {
  if (lotNumber === null) return null;
  const { rows } = await sql<{ lotID: string }>`select distinct lot_id as "lotID" from inventory.v_stock_on_hand
    where account_id = ${ctx.account.id} and item_id = ${itemID} and location_id = ${locationID}
      and upper(lot_number) = upper(${lotNumber})`.execute(ctx.em.query());
  const [lot] = rows;
  if (!lot)
    throw problems.invalid_input({
      errors: [{ path: 'lotNumber', message: `There is no lot ${lotNumber} of ${sku} in this place` }],
    });
  return lot.lotID;
}
