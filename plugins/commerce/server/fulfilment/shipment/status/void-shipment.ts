import { sumOf } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, enabledOf, sql, unindexRecord } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import {
  type Shipment as ShipmentReply,
  shipmentProblems,
  shipmentStates,
  shipmentVoided,
} from '../../../../contracts/index.ts';
import type { OrderPromises } from '../../../sales/sales-order/status/order-promises.ts';
import { salesOrderIs } from '../../../states/states.ts';
import { giveUpLabelsOf } from '../../carrier-service/label/withdraw-labels.ts';
import { forgetPacked, unpack } from '../../pick/plan/pack-pick.ts';
import type { ShipmentReader } from '../list/read-shipment.ts';
import { shipmentRecord, touchedShipments } from '../record/shipment-record.ts';
import type { Shipment } from '../shipment.entity.ts';
import { shipmentStock } from '../shipment.queries.ts';
import { lockedWithOrder, refuseUnlessPacked } from './locked-shipment.ts';
import { sumShipmentsOfOrders } from './order-sums.ts';
import type { ShipmentInvoicing } from './shipment-invoicing.ts';

/** Services for shipping a shipment and for voiding it. */
export interface Voiding {
  reader: ShipmentReader;
  stock: StockPort;
  promises: OrderPromises;
  invoices: ShipmentInvoicing;
}

/**
 * Unpacks the shipment: its goods are picked again and wait in the packing place. Shipment and cases keep their
 * numbers.
 */
async function unpacked(ctx: AccountContext, shipment: Shipment, orderID: string): Promise<void> {
  await giveUpLabelsOf(ctx, { id: shipment.id, number: shipment.number, orderID });
  ctx.em.assign(shipment, { status: 'void', voidedAt: ctx.clock.now() });
  await ctx.em.flush();
  await sumShipmentsOfOrders(ctx, [orderID]);
  await unpack(ctx, { id: shipment.id, number: shipment.number, orderID });
}

/**
 * Undoes the shipping: the shipment is packed again, its stock is back in the packing place and reserved for the order,
 * and its invoice is void. If the order is closed short, it has no demand any more. Then the shipment becomes void, and
 * its goods wait unreserved in the packing place until they are put away. Answers the put-away tasks.
 */
async function takenBack(
  ctx: AccountContext,
  { reader, stock, promises, invoices }: Voiding,
  shipment: Shipment,
  orderID: string,
): Promise<string | undefined> {
  const { id: shipmentID, number } = shipment;
  const refuse = (why: string) =>
    shipmentProblems.shipment_not_voidable({ message: `Shipment ${number} cannot be voided: ${why}` });
  const { rows } = await sql<{ isClosed: boolean }>`select ${salesOrderIs.closedShort('status')} as "isClosed"
    from commerce.sales_order where account_id = ${ctx.account.id} and id = ${orderID}`.execute(ctx.em.query());
  const isClosed = rows[0]?.isClosed ?? false;
  for (const gate of enabledOf(ctx, reader.gates)) {
    const why = await gate.voidRefusalOf(ctx, shipmentID);
    if (why) throw refuse(why);
  }
  await giveUpLabelsOf(ctx, { id: shipmentID, number, orderID });
  await invoices.void(ctx, shipmentID);
  ctx.em.assign(shipment, {
    ...(isClosed ? { status: 'void', voidedAt: ctx.clock.now() } : { status: 'packed' }),
    shippedAt: null,
    shippedBy: null,
    shippedByName: null,
    freightAmount: null,
    freightReason: null,
  });
  await ctx.em.flush();
  await sumShipmentsOfOrders(ctx, [orderID]);
  const demands = await promises.demandsOf(ctx, [orderID]);
  const returned = await stock.returnIssued(ctx, { type: 'shipment', id: shipmentID }, undefined, demands);
  const left = await shipmentStock(ctx, shipmentID);
  const sum = (rows: readonly { quantity: string }[]) => sumOf(rows.map(({ quantity }) => quantity));
  if (!sum(returned).eq(sum(left))) throw refuse('it left before its stock was kept here; write a credit');
  if (!isClosed) return undefined;
  const place = await stock.defaultPlace(ctx, 'packing');
  await forgetPacked(ctx, { id: shipmentID, number, orderID });
  return `Its goods lie in ${place.name} and are reserved for nobody: put them away`;
}

/**
 * Undoes the last step of a shipment: a shipped one becomes packed, a packed one is unpacked.
 * @throws Problem 409 `shipment_changed` if its status changed while this transaction waited for the lock,
 * `shipment_void`, `shipment_not_voidable`, `invoice_not_voidable` with the reason
 */
export async function takeBackShipment(
  ctx: AccountContext,
  voiding: Voiding,
  shipmentID: string,
  { reason, version }: { reason?: string | null | undefined; version?: number | undefined },
): Promise<ShipmentReply> {
  const { rows } = await sql<{ status: Shipment['status'] }>`select status from commerce.shipment
    where account_id = ${ctx.account.id} and id = ${shipmentID}`.execute(ctx.em.query());
  const { shipment, orderID } = await lockedWithOrder(ctx, shipmentID);
  ctx.em.expectVersion(shipment, version);
  const from = shipment.status;
  if (rows[0]?.status !== from)
    throw shipmentProblems.shipment_changed({ message: `Shipment ${shipment.number} was voided just now: look again` });
  if (shipmentStates.is.void(from))
    throw shipmentProblems.shipment_void({ message: `Shipment ${shipment.number} is void` });
  let task: string | undefined;
  if (shipmentStates.is.left(from)) task = await takenBack(ctx, voiding, shipment, orderID);
  else await unpacked(ctx, shipment, orderID);
  const record = shipmentRecord(shipmentID);
  const note = [reason, task].filter(Boolean).join('; ') || undefined;
  audit(ctx, { record, action: shipmentStates.is.left(from) ? 'shipping_voided' : 'voided', note });
  const after = await voiding.reader.byID(ctx, shipmentID);
  const { number, order, customer } = after;
  emit(
    ctx,
    shipmentVoided,
    { shipmentID, number, orderID, orderNumber: order.number, customerID: customer.id, from },
    record,
  );
  await ctx.em.flush();
  touchedShipments(ctx);
  return voiding.reader.byID(ctx, shipmentID);
}

/**
 * Unpacks and deletes a shipment that has not left.
 * @throws Problem 409 `shipment_shipped`
 */
export async function removeShipment(ctx: AccountContext, shipmentID: string): Promise<undefined> {
  const { shipment, orderID } = await lockedWithOrder(ctx, shipmentID);
  if (shipmentStates.is.left(shipment.status)) refuseUnlessPacked(shipment);
  if (shipmentStates.is.packed(shipment.status)) await unpacked(ctx, shipment, orderID);
  ctx.em.assign(shipment, { deletedAt: ctx.clock.now() });
  audit(ctx, { record: shipmentRecord(shipmentID), action: 'deleted' });
  await ctx.em.flush();
  await unindexRecord(ctx, 'shipment', shipmentID);
  touchedShipments(ctx);
  return undefined;
}
