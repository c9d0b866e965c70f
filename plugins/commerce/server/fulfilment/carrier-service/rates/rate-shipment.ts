import { type Big, decimal } from '@millwright/core/contracts';
import type { AccountContext, OutsideContext } from '@millwright/core/server';
import {
  carrierServiceProblems,
  type ServedParcel,
  type Shipment,
  type ShippingCase,
  shipmentProblems,
  shipmentStates,
} from '../../../../contracts/index.ts';
import type { ShipmentReader } from '../../shipment/list/read-shipment.ts';
import type { ShipmentService } from '../../shipment/shipment.service.ts';
import type { CarrierServices } from '../carrier-services.ts';
import { rateParcels } from './parcel-rates.ts';

const text = (measure: number | null): string | null => (measure === null ? null : decimal(measure).toFixed());

/**
 * Weighed cases as parcels for a carrier.
 * @throws Problem 409 `shipment_not_ready` naming the cases without a weight
 */
export function parcelsOf(cases: readonly ShippingCase[]): ServedParcel[] {
  const open = cases.filter(({ freightWeight }) => freightWeight === null);
  if (open.length)
    throw shipmentProblems.shipment_not_ready({
      message: `Weigh ${open.map(({ number }) => `case ${number}`).join(', ')} first`,
      errors: open.map(({ id, number }) => ({ path: id, message: `Case ${number} has no weight: weigh it` })),
    });
  return cases.map(({ freightWeight, length, width, height }) => ({
    weight: text(freightWeight) ?? '',
    length: text(length),
    width: text(width),
    height: text(height),
  }));
}

/**
 * Carrier and option of a case: its own, otherwise those of the shipment.
 * @throws Problem 409 `freight_rate_missing` without a carrier
 */
export function carrierOfCase({ carrier, carrierOption }: Shipment, held: ShippingCase) {
  const carrierID = held.carrier?.id ?? carrier?.id;
  if (!carrierID)
    throw carrierServiceProblems.freight_rate_missing({ message: 'The shipment has no carrier: choose one first' });
  return { carrierID, carrierOptionID: carrierID === carrier?.id ? (carrierOption?.id ?? null) : null };
}

/** Asks for the rate of each case and saves it. */
export async function rateCases(
  ctx: OutsideContext,
  parts: { services: CarrierServices; reader: ShipmentReader; shipments: ShipmentService },
  shipmentID: string,
  version?: number,
): Promise<Shipment> {
  const read = async (inner: AccountContext): Promise<Shipment> => {
    const found = await parts.reader.byID(inner, shipmentID);
    inner.em.expectVersion(found, version);
    return found;
  };
  const shipment = await ctx.inTransaction(read, { readOnly: true });
  if (!shipmentStates.is.packed(shipment.status.code))
    throw shipmentProblems.shipment_not_editable({ message: `Shipment ${shipment.number} is not packed` });
  const { shipTo } = shipment;
  if (!shipTo) throw carrierServiceProblems.ship_to_missing();
  const amounts = new Map<string, Big>();
  const byCarrier = Map.groupBy(shipment.shippingCases, (held) => held.carrier?.id ?? '');
  for (const cases of byCarrier.values()) {
    const rates = await rateParcels(ctx, parts.services, {
      ...carrierOfCase(shipment, cases[0] as ShippingCase),
      from: null,
      to: shipTo,
      parcels: parcelsOf(cases),
    });
    for (const [index, { id }] of cases.entries()) amounts.set(id, rates[index] as Big);
  }
  return ctx.inTransaction((inner) => parts.shipments.rate(inner, shipmentID, amounts, version));
}
