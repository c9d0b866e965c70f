import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, audit, billToAddressOf, emit, sql } from '@millwright/core/server';
import {
  type BuyLabelsInput,
  carrierServiceProblems,
  labelStates,
  labelsWanted,
  type Shipment,
  shipmentStates,
  type VoidLabelsInput,
} from '../../../../contracts/index.ts';
import type { ShipmentReader } from '../../shipment/list/read-shipment.ts';
import { shipmentRecord, touchedShipments } from '../../shipment/record/shipment-record.ts';
import { shipmentSettingsOf } from '../../shipment/record/shipment-settings.ts';
import { lockedShipment, refuseUnlessPacked } from '../../shipment/status/locked-shipment.ts';
import type { CarrierServices } from '../carrier-services.ts';
import { parcelsOf } from '../rates/rate-shipment.ts';
import { liveLabels, lockedLabels } from './label-rows.ts';
import { giveUpLabels, retryFailed, voidedByHand } from './withdraw-labels.ts';

function want(ctx: AccountContext, { id: shipmentID, number, orderID }: Shipment): void {
  emit(ctx, labelsWanted, { shipmentID, number, orderID }, shipmentRecord(shipmentID));
}

async function codeOf(ctx: AccountContext, carrierID: string | undefined): Promise<string | null> {
  const { rows } = await sql<{ code: string | null }>`select code from commerce.carrier
    where account_id = ${ctx.account.id} and id = ${carrierID ?? ''}`.execute(ctx.em.query());
  return rows[0]?.code ?? null;
}

/**
 * The named cases, or all cases.
 * @throws Problem 400 for a case that is not in the shipment
 */
function namedCases({ shippingCases, number }: Shipment, ids: readonly string[] | undefined) {
  if (!ids) return shippingCases;
  return ids.map((id, index) => {
    const found = shippingCases.find((each) => each.id === id);
    if (found) return found;
    throw problems.invalid_input({
      errors: [{ path: `shippingCaseIDs.${index}`, message: `Shipment ${number} has no such case` }],
    });
  });
}

/**
 * Requests labels, which a job buys. Cases whose label is bought or being bought are skipped, failed labels are tried
 * again.
 * @throws Problem 409 for cases without a weight and for carriers without a provider
 */
export async function requestLabels(
  ctx: AccountContext,
  { services, reader }: { services: CarrierServices; reader: ShipmentReader },
  shipmentID: string,
  { shippingCaseIDs, labelFormat }: BuyLabelsInput,
): Promise<Shipment> {
  const locked = await lockedShipment(ctx, shipmentID);
  refuseUnlessPacked(locked);
  const labels = await lockedLabels(ctx, shipmentID);
  const shipment = await reader.byID(ctx, shipmentID);
  const live = new Map(
    labels.filter(({ status }) => liveLabels.includes(status)).map((label) => [label.shippingCaseID, label]),
  );
  const cases = namedCases(shipment, shippingCaseIDs).filter(({ id }) => !labelStates.is.bought(live.get(id)?.status));
  if (!cases.length) throw carrierServiceProblems.labels_bought();
  parcelsOf(cases);
  if (!shipment.shipTo) throw carrierServiceProblems.ship_to_missing();
  if (!(await billToAddressOf(ctx))) throw carrierServiceProblems.ship_from_missing();
  const format = labelFormat ?? (await shipmentSettingsOf(ctx)).carrierLabelFormat;
  const now = ctx.clock.now();
  const rows = [];
  for (const { id, carrier: own } of cases) {
    if (live.has(id)) continue;
    const carrier = own ?? shipment.carrier;
    const code = carrier?.id === shipment.carrier?.id ? shipment.carrier?.code : await codeOf(ctx, carrier?.id);
    const serving = carrier && (await services.serving(ctx, { name: carrier.name, code: code ?? null }));
    if (!serving)
      throw carrierServiceProblems.carrier_not_connected({
        message: carrier
          ? `Labels of ${carrier.name} cannot be bought: connect it under Integrations`
          : 'The shipment has no carrier: choose one first',
      });
    rows.push({
      id: newID('lbl'),
      shipment_id: shipmentID,
      shipping_case_id: id,
      customer_id: shipment.customer.id,
      status: 'requested',
      integration_id: serving.access.integrationID,
      provider: serving.name,
      format,
      attempts: 0,
      requested_by_id: ctx.memberID ?? null,
      version: 1,
      created_at: now,
      updated_at: now,
    });
  }
  await ctx.em.insert('commerce.shipping_label', rows);
  await retryFailed(
    ctx,
    cases.flatMap(({ id }) => (labelStates.is.failed(live.get(id)?.status) ? (live.get(id)?.id ?? []) : [])),
  );
  const names = cases.map(({ number }) => number).join(', ');
  audit(ctx, { record: shipmentRecord(shipmentID), action: 'labels_requested', note: names });
  want(ctx, shipment);
  await ctx.em.flush();
  touchedShipments(ctx);
  return reader.byID(ctx, shipmentID);
}

/**
 * Voids labels: at once where no purchase was attempted, otherwise by a job.
 * @throws Problem 409 `no_label`, `labels_in_progress`
 */
export async function requestVoids(
  ctx: AccountContext,
  { reader }: { reader: ShipmentReader },
  shipmentID: string,
  { shippingCaseIDs, isDoneByHand }: VoidLabelsInput,
): Promise<Shipment> {
  await lockedShipment(ctx, shipmentID);
  const labels = await lockedLabels(ctx, shipmentID);
  const shipment = await reader.byID(ctx, shipmentID);
  if (shipmentStates.is.left(shipment.status.code)) refuseUnlessPacked({ status: 'shipped', number: shipment.number });
  const wanted = labels.filter(
    ({ shippingCaseID, status }) =>
      (!shippingCaseIDs || shippingCaseIDs.includes(shippingCaseID)) &&
      (!labelStates.is.voiding(status) || isDoneByHand),
  );
  if (!wanted.length) throw carrierServiceProblems.no_label();
  if (isDoneByHand) await voidedByHand(ctx, wanted);
  else await giveUpLabels(ctx, shipment, wanted);
  const action = isDoneByHand ? 'labels_voided_by_hand' : 'labels_given_up';
  audit(ctx, {
    record: shipmentRecord(shipmentID),
    action,
    note: wanted.map(({ caseNumber }) => caseNumber).join(', '),
  });
  await ctx.em.flush();
  touchedShipments(ctx);
  return reader.byID(ctx, shipmentID);
}
