import type { Shipment, ShippingCase } from '../../../../contracts/index.ts';

/** History events: fields of a case. */
export const caseFacts = (each: ShippingCase) => ({
  freightWeight: each.freightWeight,
  freightAmount: each.freightAmount,
  length: each.length,
  width: each.width,
  height: each.height,
  carrier: each.carrier?.name ?? null,
  trackingNumber: each.trackingNumber,
  contents: each.contents
    .map(
      ({ sku, lotNumber, quantity }) =>
        `${quantity.measure} ${quantity.unit} ${sku}${lotNumber ? ` ${lotNumber}` : ''}`,
    )
    .join(', '),
});

/** History events: fields of a shipment. */
export const shipmentFacts = (shipment: Shipment) => ({
  status: shipment.status.name,
  carrier: shipment.carrier?.name ?? null,
  carrierOption: shipment.carrierOption?.name ?? null,
  carrierName: shipment.carrierName,
  shipTo: shipment.shipTo && [shipment.shipTo.name, shipment.shipTo.city].filter(Boolean).join(', '),
  note: shipment.note,
  billOfLading: shipment.billOfLading,
  masterTrackingNumber: shipment.masterTrackingNumber,
  cases: shipment.shippingCases.map(({ number }) => number).join(', '),
  freightWeight: shipment.freightWeight || null,
});
