import { isDeepStrictEqual } from 'node:util';
import {
  type Big,
  decimal,
  type FieldError,
  problems,
  snapshotOfAddress,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, audit, changesOf, sql } from '@millwright/core/server';
import {
  carrierServiceProblems,
  labelStates,
  type Shipment as ShipmentReply,
  type ShippingCase as ShippingCaseReply,
  shipmentProblems,
  shipmentStates,
  type UpdateShipmentInput,
  type UpdateShippingCaseContentsInput,
  type UpdateShippingCaseInput,
} from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from '../../terms/carrier/carrier.entity.ts';
import { caseContentsOf, moveContents } from './case/case-contents.ts';
import { newCaseRows } from './case/new-cases.ts';
import type { ShipmentReader } from './list/read-shipment.ts';
import { caseFacts, shipmentFacts } from './record/shipment-facts.ts';
import { shipmentRecord, touchedShipments } from './record/shipment-record.ts';
import { indexShipments } from './record/shipment-search.ts';
import { type Shipment, ShippingCase } from './shipment.entity.ts';
import { shipmentOfCase } from './shipment.queries.ts';
import { lockedShipment, refuseUnlessPacked } from './status/locked-shipment.ts';

const amount = (value: number | null | undefined, scale: number): string | null | undefined =>
  typeof value === 'number' ? toColumn(decimal(value), scale) : value;

/** Null for an empty text, undefined if the request has no value. */
const orNull = (text: string | null | undefined): string | null | undefined => (text === '' ? null : text);

/** Fields that stay editable after shipping, because they often become known later. */
const openOnceShipped = ['note', 'billOfLading', 'masterTrackingNumber', 'version'];
const openOfShippedCase = ['trackingNumber', 'freightAmount', 'carrierID', 'version'];

function refuseClosed(shipment: Shipment, input: object, open: readonly string[]): void {
  if (shipmentStates.is.void(shipment.status)) refuseUnlessPacked(shipment);
  if (shipmentStates.is.packed(shipment.status)) return;
  const errors = Object.entries(input)
    .filter(([name, value]) => value !== undefined && !open.includes(name))
    .map(([path]): FieldError => ({ path, message: 'Can no longer be changed: the shipment has left' }));
  if (errors.length) throw shipmentProblems.shipment_not_editable({ errors });
}

/** Fields of a case that are printed on its label. They cannot change while the label exists. */
const saidByLabel = ['freightWeight', 'length', 'width', 'height', 'carrierID', 'trackingNumber'] as const;

/** @throws Problem 409 `case_has_label`, also when the case is removed */
function refuseLabelled({ label, number }: ShippingCaseReply, input?: UpdateShippingCaseInput): void {
  if (!label || labelStates.is.failed(label.status)) return;
  if (!input || saidByLabel.some((name) => input[name] !== undefined))
    throw carrierServiceProblems.case_has_label({ message: `Case ${number} has a label: void it first` });
}

/**
 * Refuses changes of fields that are printed on labels: the address and the carrier.
 * @throws Problem 409 `case_has_label`
 */
function refuseOtherThanLabelled(before: ShipmentReply, after: Shipment): void {
  const labelled = before.shippingCases.find(({ label }) => label && !labelStates.is.failed(label.status));
  if (!labelled) return;
  const isOther =
    (after.carrier?.id ?? null) !== (before.carrier?.id ?? null) ||
    (after.carrierOption?.id ?? null) !== (before.carrierOption?.id ?? null) ||
    !isDeepStrictEqual(after.shipTo, before.shipTo);
  if (isOther)
    throw carrierServiceProblems.case_has_label({ message: `Case ${labelled.number} has a label: void it first` });
}

/** Editing of shipments and their cases before they leave. */
export class ShipmentService {
  readonly #reader: ShipmentReader;

  constructor(reader: ShipmentReader) {
    this.#reader = reader;
  }

  async update(ctx: AccountContext, shipmentID: string, input: UpdateShipmentInput): Promise<ShipmentReply> {
    const shipment = await lockedShipment(ctx, shipmentID);
    ctx.em.expectVersion(shipment, input.version);
    refuseClosed(shipment, input, openOnceShipped);
    const before = await this.#reader.byID(ctx, shipmentID);
    const carrier = await this.#carrier(ctx, shipment, input);
    ctx.em.assign(shipment, {
      note: orNull(input.note),
      carrierName: orNull(input.carrierName),
      billOfLading: orNull(input.billOfLading),
      masterTrackingNumber: orNull(input.masterTrackingNumber),
      ...(input.shipTo ? { shipTo: snapshotOfAddress(input.shipTo) } : {}),
      ...carrier,
    });
    refuseOtherThanLabelled(before, shipment);
    return this.#written(ctx, before);
  }

  /**
   * Sets carrier and option. An option also sets its carrier, and a new carrier clears the option.
   * @throws Problem 400 for an unknown id
   */
  async #carrier(ctx: AccountContext, shipment: Shipment, { carrierID, carrierOptionID }: UpdateShipmentInput) {
    const chosen: { carrier?: Carrier | null; carrierOption?: CarrierOption | null } = {};
    const errors: FieldError[] = [];
    if (carrierID !== undefined) {
      chosen.carrier =
        carrierID === null
          ? null
          : ((await ctx.em.findOne(Carrier, { accountID: ctx.account.id, id: carrierID })) as Carrier | null);
      if (carrierID && !chosen.carrier) errors.push({ path: 'carrierID', message: 'There is no such carrier' });
      if (chosen.carrier?.id !== shipment.carrier?.id) chosen.carrierOption = null;
    }
    if (carrierOptionID === null) chosen.carrierOption = null;
    if (carrierOptionID) {
      const option = (await ctx.em.findOne(CarrierOption, {
        accountID: ctx.account.id,
        id: carrierOptionID,
      })) as CarrierOption | null;
      if (!option) errors.push({ path: 'carrierOptionID', message: 'There is no such carrier option' });
      else if (carrierID !== undefined && option.carrier.id !== carrierID)
        errors.push({ path: 'carrierOptionID', message: 'The option belongs to another carrier' });
      else Object.assign(chosen, { carrierOption: option, carrier: option.carrier });
    }
    if (errors.length) throw problems.invalid_input({ errors });
    return chosen;
  }

  /** Flushes pending changes and records them in history and search. */
  async #written(ctx: AccountContext, before: ShipmentReply, action = 'updated'): Promise<ShipmentReply> {
    await ctx.em.flush();
    const after = await this.#reader.byID(ctx, before.id);
    const [from, to] = [shipmentFacts(before), shipmentFacts(after)];
    const changes = changesOf(from, to, Object.keys(to) as (keyof typeof to)[]);
    if (!changes.length) return after;
    audit(ctx, { record: shipmentRecord(before.id), action, changes });
    await ctx.em.flush();
    await indexShipments(ctx, [before.id]);
    touchedShipments(ctx);
    return after;
  }

  async addCase(ctx: AccountContext, shipmentID: string): Promise<ShipmentReply> {
    const shipment = await lockedShipment(ctx, shipmentID);
    refuseUnlessPacked(shipment);
    const before = await this.#reader.byID(ctx, shipmentID);
    const { rows } = await sql<{ last: number }>`select coalesce(max(position), 0) as last from commerce.shipping_case
      where account_id = ${ctx.account.id} and shipment_id = ${shipmentID}`.execute(ctx.em.query());
    const position = (rows[0]?.last ?? 0) + 1;
    const added = await newCaseRows(ctx, [{ shipmentID, customerID: shipment.customerID, position }]);
    await ctx.em.insert('commerce.shipping_case', added);
    return this.#written(ctx, before, 'case_added');
  }

  async useEstimates(ctx: AccountContext, shipmentID: string): Promise<ShipmentReply> {
    refuseUnlessPacked(await lockedShipment(ctx, shipmentID));
    const before = await this.#reader.byID(ctx, shipmentID);
    const open = before.shippingCases.filter((each) => each.freightWeight === null && each.estimatedWeight > 0);
    for (const { id, estimatedWeight } of open) {
      const held = (await ctx.em.get(ShippingCase, id)) as ShippingCase;
      ctx.em.assign(held, { freightWeight: toColumn(decimal(estimatedWeight), 6) });
    }
    return this.#written(ctx, before, 'weights_estimated');
  }

  /** Asks for the carrier's rates of these cases and saves them. */
  async rate(
    ctx: AccountContext,
    shipmentID: string,
    amounts: ReadonlyMap<string, Big>,
    version?: number,
  ): Promise<ShipmentReply> {
    const shipment = await lockedShipment(ctx, shipmentID);
    ctx.em.expectVersion(shipment, version);
    refuseUnlessPacked(shipment);
    const before = await this.#reader.byID(ctx, shipmentID);
    for (const { id } of before.shippingCases) {
      const amount = amounts.get(id);
      if (!amount) continue;
      const held = (await ctx.em.get(ShippingCase, id)) as ShippingCase;
      ctx.em.assign(held, { freightAmount: toColumn(amount, 2) });
    }
    return this.#written(ctx, before, 'rated');
  }

  /** The case and its shipment. The shipment is locked first, then the case. */
  async #lockedCase(ctx: AccountContext, caseID: string) {
    const shipment = await lockedShipment(ctx, await shipmentOfCase(ctx, caseID));
    const held = (await ctx.em.getForUpdate(ShippingCase, caseID)) as ShippingCase;
    if (held.deletedAt) throw problems.not_found();
    return { shipment, held };
  }

  async updateCase(ctx: AccountContext, caseID: string, input: UpdateShippingCaseInput): Promise<ShippingCaseReply> {
    const { shipment, held } = await this.#lockedCase(ctx, caseID);
    ctx.em.expectVersion(held, input.version);
    refuseClosed(shipment, input, openOfShippedCase);
    const before = await this.#reader.caseByID(ctx, caseID);
    refuseLabelled(before, input);
    if (input.carrierID && !(await ctx.em.findOne(Carrier, { accountID: ctx.account.id, id: input.carrierID })))
      throw problems.invalid_input({ errors: [{ path: 'carrierID', message: 'There is no such carrier' }] });
    const { carrierID } = input;
    ctx.em.assign(held, {
      freightWeight: amount(input.freightWeight, 6),
      freightAmount: amount(input.freightAmount, 2),
      length: amount(input.length, 6),
      width: amount(input.width, 6),
      height: amount(input.height, 6),
      trackingNumber: orNull(input.trackingNumber),
      ...(carrierID === undefined ? {} : { carrier: carrierID === null ? null : ctx.em.reference(Carrier, carrierID) }),
    });
    return this.#caseWritten(ctx, before);
  }

  async #caseWritten(ctx: AccountContext, before: ShippingCaseReply): Promise<ShippingCaseReply> {
    await ctx.em.flush();
    const after = await this.#reader.caseByID(ctx, before.id);
    const [from, to] = [caseFacts(before), caseFacts(after)];
    const changes = changesOf(from, to, Object.keys(to) as (keyof typeof to)[]);
    if (!changes.length) return after;
    audit(ctx, {
      record: shipmentRecord(before.shipmentID),
      action: 'case_changed',
      note: `Case ${before.number}`,
      changes,
    });
    await ctx.em.flush();
    await indexShipments(ctx, [before.shipmentID]);
    touchedShipments(ctx);
    return after;
  }

  async removeCase(ctx: AccountContext, caseID: string): Promise<undefined> {
    const { shipment, held } = await this.#lockedCase(ctx, caseID);
    refuseUnlessPacked(shipment);
    const before = await this.#reader.byID(ctx, shipment.id);
    const removed = before.shippingCases.find(({ id }) => id === caseID);
    if (removed?.contents.length) {
      const { length } = removed.contents;
      const contents = length === 1 ? '1 line' : `${length} lines`;
      throw shipmentProblems.case_not_empty({
        message: `Case ${removed.number} holds ${contents}: move what is in it to another case first`,
      });
    }
    if (removed) refuseLabelled(removed);
    if (before.caseCount === 1) throw shipmentProblems.last_case();
    ctx.em.assign(held, { deletedAt: ctx.clock.now() });
    await this.#written(ctx, before, 'case_removed');
    return undefined;
  }

  /** Moves contents between the cases of a shipment until this case has the given contents. */
  async setContents(
    ctx: AccountContext,
    caseID: string,
    input: UpdateShippingCaseContentsInput,
  ): Promise<ShippingCaseReply> {
    const { shipment, held } = await this.#lockedCase(ctx, caseID);
    ctx.em.expectVersion(held, input.version);
    refuseUnlessPacked(shipment);
    const before = await this.#reader.caseByID(ctx, caseID);
    const all = await caseContentsOf(ctx, shipment.id);
    moveContents(all, caseID, input);
    const customerID = shipment.customerID;
    await sql`delete from commerce.shipping_case_content content using commerce.shipment_line packed
      where packed.account_id = content.account_id and packed.id = content.shipment_line_id
        and content.account_id = ${ctx.account.id} and packed.shipment_id = ${shipment.id}`.execute(ctx.em.query());
    await ctx.em.insert(
      'commerce.shipping_case_content',
      [...all].flatMap(([lineID, { cases }]) =>
        [...cases]
          .filter(([, quantity]) => quantity.gt(zero))
          .map(([id, quantity]) => ({
            shipping_case_id: id,
            shipment_line_id: lineID,
            customer_id: customerID,
            quantity: toColumn(quantity, 6),
          })),
      ),
    );
    // Cases that gave or took contents get a new version, so that clients reload them.
    await sql`update commerce.shipping_case set version = version + 1, updated_at = ${ctx.clock.now()}
      where account_id = ${ctx.account.id} and shipment_id = ${shipment.id} and deleted_at is null`.execute(
      ctx.em.query(),
    );
    return this.#caseWritten(ctx, before);
  }
}
