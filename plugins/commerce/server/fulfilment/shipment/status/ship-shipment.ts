import { type FieldError, problems, sumOf, toColumn } from '@millwright/core/contracts';
import { type AccountContext, addressesThatWant, audit, emit, Member, queueEmail } from '@millwright/core/server';
import {
  type ShipGateRefusal,
  type Shipment as ShipmentReply,
  type ShipShipmentInput,
  shipmentProblems,
  shipmentShipped,
} from '../../../../contracts/index.ts';
import { orderShipped, shipmentMail } from '../emails/shipment-mail.ts';
import { shipmentRecord, touchedShipments } from '../record/shipment-record.ts';
import { lockedWithOrder, refuseUnlessPacked } from './locked-shipment.ts';
import { sumShipmentsOfOrders } from './order-sums.ts';
import type { Voiding } from './void-shipment.ts';

/** The refusals that remain after the caller's overrides. Each override needs its permission and a reason. */
function standing(ctx: AccountContext, refusals: readonly ShipGateRefusal[], { overrides }: ShipShipmentInput) {
  const reasons = new Map(overrides.map(({ code, reason }) => [code, reason]));
  const overridden: string[] = [];
  const left = refusals.filter(({ code, overriddenWith, message }) => {
    const reason = reasons.get(code);
    if (reason === undefined || overriddenWith === null) return true;
    ctx.require(overriddenWith);
    overridden.push(`${message} Overridden: ${reason}`);
    return false;
  });
  return { left, overridden };
}

/**
 * Ships a shipment in one transaction without external calls: issues its stock for the order, invoices its goods, and
 * queues the email in the outbox.
 * @throws Problem 409 `shipment_not_ready` with all refusals, `shipment_shipped`, `shipment_void`
 */
export async function shipPackedShipment(
  ctx: AccountContext,
  { reader, stock, invoices }: Omit<Voiding, 'promises'>,
  shipmentID: string,
  input: ShipShipmentInput,
): Promise<ShipmentReply> {
  const { shipment, orderID } = await lockedWithOrder(ctx, shipmentID);
  ctx.em.expectVersion(shipment, input.version);
  refuseUnlessPacked(shipment);
  if (input.withoutFreight) ctx.require('invoices:update');
  const found = await reader.checked(ctx, shipmentID, { isWaived: input.withoutFreight });
  const { shipment: before, freight, stock: lines } = found;
  const { left, overridden } = standing(ctx, found.refusals, input);
  if (left.length || !freight || freight.amount === null)
    throw shipmentProblems.shipment_not_ready({
      message: `Shipment ${shipment.number} is not ready to ship: ${left.map(({ message }) => message).join('; ')}`,
      errors: left.map(({ code, message, shippingCaseID }): FieldError => ({ path: shippingCaseID ?? code, message })),
      details: { refusals: left.map(({ code }) => code) },
    });
  const recipients = input.emailCustomer ? (input.recipients ?? before.recipients) : [];
  if (input.emailCustomer && !recipients.length)
    throw problems.invalid_input({
      errors: [{ path: 'emailCustomer', message: 'Neither the order nor its customer has an email address' }],
    });
  const place = await stock.defaultPlace(ctx, 'packing');
  await stock.issue(
    ctx,
    'ship',
    { type: 'shipment', id: shipmentID, number: shipment.number },
    lines.map((line) => ({
      lineID: line.id,
      itemID: line.itemID,
      quantity: line.quantity,
      locationID: place.id,
      lotID: line.lotID,
      demand: { type: 'sales_order', id: orderID, lineID: line.orderLineID },
    })),
  );
  const now = ctx.clock.now();
  ctx.em.assign(shipment, {
    status: 'shipped',
    shippedAt: now,
    shippedBy: ctx.memberID ? ctx.em.reference(Member, ctx.memberID) : null,
    shippedByName: ctx.actor.name,
    freightAmount: toColumn(freight.amount, 2),
    freightReason: freight.reason,
  });
  await ctx.em.flush();
  await sumShipmentsOfOrders(ctx, [orderID]);
  const quantities = Map.groupBy(lines, ({ orderLineID }) => orderLineID);
  await invoices.invoice(ctx, {
    shipmentID,
    orderID,
    lines: [...quantities].map(([orderLineID, each]) => ({
      orderLineID,
      quantity: toColumn(sumOf(each.map(({ quantity }) => quantity)), 6),
    })),
    freight: { amount: toColumn(freight.amount, 2), why: freight.reason.text },
  });
  const record = shipmentRecord(shipmentID);
  audit(ctx, { record, action: 'shipped', note: overridden.join('; ') || undefined });
  const { number } = shipment;
  const trackingNumbers = before.shippingCases.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  emit(
    ctx,
    shipmentShipped,
    {
      shipmentID,
      number,
      orderID,
      orderNumber: before.order.number,
      customerID: before.customer.id,
      caseCount: before.caseCount,
      trackingNumbers,
    },
    record,
  );
  await ctx.em.flush();
  touchedShipments(ctx);
  const after = await reader.byID(ctx, shipmentID);
  const to = await addressesThatWant(ctx, orderShipped.code, recipients);
  if (to.length) await queueEmail(ctx, { ...shipmentMail(ctx, after), to, record, fileIDs: input.fileIDs });
  return after;
}
