import { decimal, Problem, roundMoney } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  billToAddressOf,
  emit,
  type OutsideContext,
  saveFile,
  sql,
} from '@millwright/core/server';
import {
  type BoughtLabel,
  type CarrierLabelFormat,
  carrierServiceProblems,
  type LabelOrder,
  labelFailed,
  labelStates,
  labelsBought,
  type ServedParcel,
} from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';
import { shipmentRecord, touchedShipments } from '../../shipment/record/shipment-record.ts';
import { indexShipments } from '../../shipment/record/shipment-search.ts';
import type { CarrierServices, ConnectedCarrier } from '../carrier-services.ts';

/** Milliseconds for which a job has claimed a label. Longer than all of its calls together may last. */
export const labelClaim = 45_000;
/** Number of attempts by jobs. After the last one a person is notified. */
export const mostAttempts = 5;

interface Claimed {
  id: string;
  attempts: number;
  order: LabelOrder;
  connected: ConnectedCarrier | undefined;
}

interface ClaimRow extends ServedParcel {
  id: string;
  attempts: number;
  integrationID: string;
  format: CarrierLabelFormat;
  quoteID: string | null;
  shipTo: LabelOrder['to'];
  carrierName: string;
  carrierCode: string | null;
  option: LabelOrder['option'];
}

/**
 * Claims the next label of a shipment to buy. Undefined if none is waiting. Labels with a valid claim of another job
 * are skipped.
 */
async function claimNext(
  ctx: AccountContext,
  services: CarrierServices,
  shipmentID: string,
  seen: ReadonlySet<string>,
): Promise<Claimed | undefined> {
  const now = ctx.clock.now();
  const { rows } = await sql<ClaimRow>`with next as (
      select id from commerce.shipping_label where account_id = ${ctx.account.id} and shipment_id = ${shipmentID}
        and (${labelIs.requested('status')} or ${labelIs.buying('status')} and claimed_until < ${now})
        and id <> all(${[...seen]}::text[])
      order by id limit 1 for update skip locked)
    update commerce.shipping_label label set status = ${labelIs.to('buying')}, attempts = label.attempts + 1,
      claimed_until = ${new Date(now.getTime() + labelClaim)}, version = label.version + 1, updated_at = ${now}
    from next, commerce.shipping_case held, commerce.shipment shipment
    left join commerce.carrier_option option on option.account_id = shipment.account_id
      and option.id = shipment.carrier_option_id
    where label.account_id = ${ctx.account.id} and label.id = next.id
      and held.account_id = label.account_id and held.id = label.shipping_case_id
      and shipment.account_id = label.account_id and shipment.id = label.shipment_id
    returning label.id, label.attempts, label.integration_id as "integrationID", label.format,
      label.quote_id as "quoteID", shipment.ship_to as "shipTo", held.freight_weight::text as weight,
      held.length::text as length, held.width::text as width, held.height::text as height,
      (select carrier.name from commerce.carrier carrier where carrier.account_id = label.account_id
        and carrier.id = coalesce(held.carrier_id, shipment.carrier_id)) as "carrierName",
      (select carrier.code from commerce.carrier carrier where carrier.account_id = label.account_id
        and carrier.id = coalesce(held.carrier_id, shipment.carrier_id)) as "carrierCode",
      case when option.id is not null and coalesce(held.carrier_id, shipment.carrier_id) = shipment.carrier_id
        then json_build_object('name', option.name, 'code', option.code) end as option`.execute(ctx.em.query());
  const [row] = rows;
  if (!row) return undefined;
  const from = await billToAddressOf(ctx);
  const { id, attempts, integrationID, format, quoteID, shipTo, weight, length, width, height } = row;
  return {
    id,
    attempts,
    connected: from ? await services.byID(ctx, integrationID) : undefined,
    order: {
      reference: id,
      format,
      quoteID,
      carrier: { name: row.carrierName, code: row.carrierCode },
      option: row.option,
      from: from as LabelOrder['from'],
      to: shipTo,
      parcel: { weight, length, width, height },
    },
  };
}

/** Saves a bought label, even if its case was deleted or changed meanwhile. */
async function keep(ctx: AccountContext, labelID: string, label: BoughtLabel): Promise<void> {
  const { rows } = await sql<{ shipmentID: string; number: string; orderID: string; status: string; caseID: string }>`
    select shipment.id as "shipmentID", shipment.number, shipment.order_id as "orderID", label.status,
      label.shipping_case_id as "caseID"
    from commerce.shipment shipment
    join commerce.shipping_label label on label.account_id = shipment.account_id and label.shipment_id = shipment.id
    where label.account_id = ${ctx.account.id} and label.id = ${labelID} for update of shipment, label`.execute(
    ctx.em.query(),
  );
  const [of] = rows;
  // Another job bought the label after this job's claim had expired, and has already saved it.
  if (!labelStates.is.buying(of?.status)) return;
  const extension = { 'application/zpl': 'zpl', 'image/gif': 'gif', 'image/png': 'png' }[label.contentType] ?? 'pdf';
  const file = await saveFile(ctx, {
    name: `label-${label.trackingNumber}.${extension}`,
    bytes: label.bytes,
    contentType: label.contentType,
    record: shipmentRecord(of.shipmentID),
  });
  const now = ctx.clock.now();
  const cost = label.cost && roundMoney(decimal(label.cost.amount)).toFixed(2);
  await sql`update commerce.shipping_label set status = ${labelIs.to('bought')}, provider_id = ${label.providerID},
      tracking_number = ${label.trackingNumber}, file_id = ${file.id}, cost = coalesce(${cost}::numeric, cost),
      bought_at = ${now}, claimed_until = null, problem_code = null, problem_message = null, version = version + 1,
      updated_at = ${now}
    where account_id = ${ctx.account.id} and id = ${labelID}`.execute(ctx.em.query());
  await sql`update commerce.shipping_case held set tracking_number = label.tracking_number,
      freight_amount = coalesce(held.freight_amount, label.cost), version = held.version + 1, updated_at = ${now}
    from commerce.shipping_label label
    where label.account_id = ${ctx.account.id} and label.id = ${labelID}
      and held.account_id = label.account_id and held.id = label.shipping_case_id`.execute(ctx.em.query());
  const { shipmentID, number, orderID } = of;
  const record = shipmentRecord(shipmentID);
  audit(ctx, { record, action: 'label_bought', note: label.trackingNumber });
  emit(ctx, labelsBought, { shipmentID, number, orderID, trackingNumbers: [label.trackingNumber] }, record);
  await ctx.em.flush();
  await indexShipments(ctx, [shipmentID]);
  touchedShipments(ctx);
}

/** Records a failure of a label. `isFinal`: there are no further automatic attempts. */
export async function noteProblem(
  ctx: AccountContext,
  labelID: string,
  what: 'buy' | 'void',
  { code, message }: { code: string; message: string },
  isFinal: boolean,
): Promise<void> {
  const [waits, ends] = what === 'buy' ? ['requested', 'failed'] : ['voiding', 'void_failed'];
  const { rows } = await sql<{
    shipmentID: string;
    number: string;
    orderID: string;
    caseNumber: string;
    requestedByID: string | null;
  }>`update commerce.shipping_label label set status = ${isFinal ? ends : waits}, problem_code = ${code},
      problem_message = ${message.slice(0, 500)}, claimed_until = null, version = label.version + 1,
      updated_at = ${ctx.clock.now()}
    from commerce.shipment shipment, commerce.shipping_case held
    where label.account_id = ${ctx.account.id} and label.id = ${labelID} and ${labelIs.asked('label.status')}
      and shipment.account_id = label.account_id and shipment.id = label.shipment_id
      and held.account_id = label.account_id and held.id = label.shipping_case_id
    returning shipment.id as "shipmentID", shipment.number, shipment.order_id as "orderID",
      shipment.number || '-' || held.position as "caseNumber", label.requested_by_id as "requestedByID"`.execute(
    ctx.em.query(),
  );
  const [of] = rows;
  if (!of) return;
  touchedShipments(ctx);
  if (!isFinal) return;
  const record = shipmentRecord(of.shipmentID);
  audit(ctx, { record, action: what === 'buy' ? 'label_failed' : 'label_void_failed', note: message.slice(0, 300) });
  emit(ctx, labelFailed, { ...of, what, code, message: message.slice(0, 500) }, record);
  await ctx.em.flush();
}

async function buyOne(ctx: OutsideContext, { id, attempts, order, connected }: Claimed): Promise<void> {
  if (!connected)
    throw carrierServiceProblems.carrier_not_connected({
      message: 'The carrier is no longer connected: connect it under Integrations, or void the label',
    });
  const { port, access } = connected;
  // After an earlier attempt the label may have been bought although the answer was lost.
  const found = attempts > 1 ? await port.find(order, access) : undefined;
  let bought = found;
  if (!bought) {
    let ready = order;
    if (port.quote && !order.quoteID) {
      const { quoteID, amount } = await port.quote(order, access);
      const cost = roundMoney(decimal(amount)).toFixed(2);
      await ctx.inTransaction(async (inner) => {
        await sql`update commerce.shipping_label set quote_id = ${quoteID}, cost = ${cost}
          where account_id = ${inner.account.id} and id = ${id}`.execute(inner.em.query());
      });
      ready = { ...order, quoteID };
    }
    bought = await port.buy(ready, access);
  }
  const label = bought;
  await ctx.inTransaction((inner) => keep(inner, id, label));
}

/**
 * Buys the waiting labels of a shipment, one after another. Each label has a row before the provider is called. After a
 * crash or a lost answer, the next attempt first looks for a label that was already bought.
 * @throws Problem of the provider if another attempt is useful
 */
export async function buyWaitingLabels(
  ctx: OutsideContext,
  services: CarrierServices,
  shipmentID: string,
): Promise<void> {
  let again: unknown;
  const seen = new Set<string>();
  for (;;) {
    const claimed = await ctx.inTransaction((inner) => claimNext(inner, services, shipmentID, seen));
    if (!claimed) break;
    seen.add(claimed.id);
    try {
      await buyOne(ctx, claimed);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const isFinal = error.status !== 503 || claimed.attempts % mostAttempts === 0;
      await ctx.inTransaction((inner) => noteProblem(inner, claimed.id, 'buy', error, isFinal));
      if (!isFinal) again = error;
    }
  }
  if (again) throw again;
  const isBusy = await ctx.inTransaction((inner) => isElseBusy(inner, shipmentID), { readOnly: true });
  // The other job may have crashed. The next attempt of this job finds out, after the other claim has expired.
  if (isBusy) throw new Error('Somebody else is at a label of this shipment');
}

async function isElseBusy(ctx: AccountContext, shipmentID: string): Promise<boolean> {
  const { rows } = await sql`select id from commerce.shipping_label where account_id = ${ctx.account.id}
    and shipment_id = ${shipmentID} and (${labelIs.buying('status')} or ${labelIs.voiding('status')}
      and claimed_until > ${ctx.clock.now()})
    limit 1`.execute(ctx.em.query());
  return rows.length > 0;
}
