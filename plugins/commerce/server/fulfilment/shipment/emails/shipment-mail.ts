import type { AccountContext, EmailOfRecord } from '@millwright/core/server';
import { type Shipment, shipmentProblems, shipmentStates } from '../../../../contracts/index.ts';
import { snapshotLines } from '../../../document/addresses/address-text.ts';
import { statusToShow } from '../../../document/mail/status-to-show.ts';
import { documentFormats } from '../../../document/record/document-formats.ts';
import type { ShippedEmailProps } from './shipped-email-props.ts';

/** A notification that people of customers can choose. */
export const orderShipped = {
  code: 'own_order_shipped',
  name: 'Shipments',
  description: 'A mail with the tracking number when something of an order of yours has left.',
  for: 'customers',
} as const;

const carrierOf = ({ carrier, carrierOption, carrierName }: Shipment): string | null =>
  [carrierName ?? carrier?.name, carrierOption?.name].filter(Boolean).join(', ') || null;

/** Tracking of the parcels: the shipment's own number, otherwise one for each case with a number. */
function trackingOf({ masterTrackingNumber, trackingURL, shippingCases }: Shipment): ShippedEmailProps['tracking'] {
  if (masterTrackingNumber) return [{ number: masterTrackingNumber, url: trackingURL }];
  return shippingCases.flatMap(({ trackingNumber, trackingURL: url }) =>
    trackingNumber ? [{ number: trackingNumber, url }] : [],
  );
}

/** The email that a shipment has left. */
export function shipmentMail(ctx: AccountContext, shipment: Shipment) {
  const formats = documentFormats(ctx);
  const props: ShippedEmailProps = {
    number: shipment.number,
    orderNumber: shipment.order.number,
    customerPO: shipment.order.customerPO,
    customerName: shipment.customer.name,
    shippedOn: formats.dayOf(shipment.shippedAt ?? shipment.createdAt),
    carrier: carrierOf(shipment),
    caseCount: shipment.caseCount,
    tracking: trackingOf(shipment),
    shipTo: snapshotLines(shipment.shipTo),
    lines: shipment.lines.map(({ id, sku, description, lotNumber, quantity }) => ({
      id,
      sku,
      description: lotNumber ? `${description}, lot ${lotNumber}` : description,
      quantity: formats.quantity(quantity),
    })),
  };
  return { template: 'commerce.shipped', props: { ...props } };
}

/**
 * The email of a shipment for `email-record`, once it has left.
 * @throws Problem 409 `shipment_not_ready`
 */
export function shipmentEmail(
  ctx: AccountContext,
  shipment: Shipment,
  recipients?: readonly string[],
  status: string = shipment.status.code,
): EmailOfRecord {
  if (!shipmentStates.is.left(statusToShow(shipmentStates.code, status)))
    throw shipmentProblems.shipment_not_ready({ message: `Shipment ${shipment.number} has not left yet` });
  return {
    ...shipmentMail(ctx, { ...shipment, shippedAt: shipment.shippedAt ?? ctx.clock.now().toISOString() }),
    to: recipients?.length ? [...recipients] : shipment.recipients,
  };
}
