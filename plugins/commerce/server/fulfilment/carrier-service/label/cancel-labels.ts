import { Problem } from '@millwright/core/contracts';
import { type AccountContext, audit, billToAddressOf, type OutsideContext, sql } from '@millwright/core/server';
import { type CarrierLabelFormat, carrierServiceProblems, type LabelOrder } from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';
import { shipmentRecord, touchedShipments } from '../../shipment/record/shipment-record.ts';
import type { CarrierServices, ConnectedCarrier } from '../carrier-services.ts';
import { labelClaim, mostAttempts, noteProblem } from './buy-labels.ts';

interface Returned {
  id: string;
  attempts: number;
  integrationID: string;
  format: CarrierLabelFormat;
  quoteID: string | null;
  providerID: string | null;
  trackingNumber: string | null;
}

async function claimNext(ctx: AccountContext, shipmentID: string, seen: ReadonlySet<string>) {
  const now = ctx.clock.now();
  const { rows } = await sql<Returned>`with next as (
      select id from commerce.shipping_label where account_id = ${ctx.account.id} and shipment_id = ${shipmentID}
        and ${labelIs.voiding('status')} and (claimed_until is null or claimed_until < ${now})
        and id <> all(${[...seen]}::text[])
      order by id limit 1 for update skip locked)
    update commerce.shipping_label label set attempts = label.attempts + 1,
      claimed_until = ${new Date(now.getTime() + labelClaim)}
    from next where label.account_id = ${ctx.account.id} and label.id = next.id
    returning label.id, label.attempts, label.integration_id as "integrationID", label.format,
      label.quote_id as "quoteID", label.provider_id as "providerID",
      label.tracking_number as "trackingNumber"`.execute(ctx.em.query());
  return rows[0];
}

async function noteVoided(ctx: AccountContext, shipmentID: string, { id, trackingNumber }: Returned): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql`update commerce.shipping_label set status = ${labelIs.to('voided')}, voided_at = ${now},
      claimed_until = null, problem_code = null, problem_message = null, version = version + 1, updated_at = ${now}
    where account_id = ${ctx.account.id} and id = ${id} and ${labelIs.voiding('status')} returning id`.execute(
    ctx.em.query(),
  );
  if (!rows.length) return;
  audit(ctx, { record: shipmentRecord(shipmentID), action: 'label_voided', note: trackingNumber ?? undefined });
  await ctx.em.flush();
  touchedShipments(ctx);
}

/** Placeholder address and parcel: the provider does not need them to find a label. */
const nowhere = { name: '', country: '' } as LabelOrder['to'];
const orderOf = ({ id, format, quoteID }: Returned, from: LabelOrder['from'] | null): LabelOrder => ({
  reference: id,
  format,
  quoteID,
  carrier: { name: '', code: null },
  option: null,
  from: from ?? nowhere,
  to: nowhere,
  parcel: { weight: '1', length: null, width: null, height: null },
});

async function cancelAtCarrier(
  connected: ConnectedCarrier | undefined,
  label: Returned,
  from: LabelOrder['from'] | null,
): Promise<void> {
  if (!connected)
    throw carrierServiceProblems.carrier_not_connected({
      message: 'The carrier is no longer connected: void the label at the carrier',
    });
  const { port, access } = connected;
  const { providerID, trackingNumber } = label;
  // A purchase was attempted, and its result is unknown.
  const bought =
    providerID && trackingNumber ? { providerID, trackingNumber } : await port.find(orderOf(label, from), access);
  if (bought) await port.cancel(bought, access);
}

/**
 * Voids the labels of a shipment that wait for it.
 * @throws Problem of the provider if another attempt is useful
 */
export async function cancelWaitingLabels(
  ctx: OutsideContext,
  services: CarrierServices,
  shipmentID: string,
): Promise<void> {
  let again: unknown;
  const seen = new Set<string>();
  for (;;) {
    const claimed = await ctx.inTransaction(async (inner) => {
      const label = await claimNext(inner, shipmentID, seen);
      return (
        label && {
          label,
          connected: await services.byID(inner, label.integrationID),
          from: await billToAddressOf(inner),
        }
      );
    });
    if (!claimed) break;
    const { label, connected, from } = claimed;
    seen.add(label.id);
    try {
      await cancelAtCarrier(connected, label, from);
      await ctx.inTransaction((inner) => noteVoided(inner, shipmentID, label));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const isFinal = error.status !== 503 || label.attempts % mostAttempts === 0;
      await ctx.inTransaction((inner) => noteProblem(inner, label.id, 'void', error, isFinal));
      if (!isFinal) again = error;
    }
  }
  if (again) throw again;
}
