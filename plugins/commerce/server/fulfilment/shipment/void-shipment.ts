import { sumOf } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, enabledOf, sql, touched, unindexRecord } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { type Shipment as ShipmentReply, shipmentProblems, shipmentVoided } from '../../../contracts/index.ts';
import { voidInvoiceOfShipment } from '../../billing/invoice/invoice.service.ts';
import { lockedOrder } from '../../sales/sales-order/sales-order.service.ts';
import type { OrderPromises } from '../../sales/sales-order/status/order-promises.ts';
import { giveUpLabelsOf } from '../carrier-service/label/withdraw-labels.ts';
import { unpack } from '../pick/pack-pick.ts';
import { lockedShipment, orderOfShipment, refuseUnlessPacked } from './locked-shipment.ts';
import { sumShipmentsOfOrders } from './order-sums.ts';
import type { ShipmentReader } from './read-shipment.ts';
import type { Shipment } from './shipment.entity.ts';
import { shipmentStock } from './shipment.queries.ts';
import { shipmentList, shipmentRecord } from './shipment-record.ts';

/** What taking a shipment back needs. */
export interface Voiding {
  reader: ShipmentReader;
  stock: StockPort;
  promises: OrderPromises;
}

/** Its goods are picked again and wait in the packing place; it keeps its number, its cases theirs. */
async function unpacked(ctx: AccountContext, shipment: Shipment, orderID: string): Promise<void> {
  await giveUpLabelsOf(ctx, { id: shipment.id, number: shipment.number, orderID });
  ctx.em.assign(shipment, { status: 'void', voidedAt: ctx.clock.now() });
  await ctx.em.flush();
  await sumShipmentsOfOrders(ctx, [orderID]);
  await unpack(ctx, { id: shipment.id, number: shipment.number, orderID });
}

/** It is packed again: its stock lies where it left from, reserved for the order as before, and its invoice is void. */
async function takenBack(
  ctx: AccountContext,
  { reader, stock, promises }: Voiding,
  shipment: Shipment,
  orderID: string,
): Promise<void> {
  const { id: shipmentID, number } = shipment;
  const refuse = (why: string) =>
    shipmentProblems.shipment_not_voidable({ message: `Shipment ${number} cannot be voided: ${why}` });
  const { rows } = await sql<{ status: string; number: string }>`select status, number from commerce.sales_order
    where account_id = ${ctx.account.id} and id = ${orderID}`.execute(ctx.em.query());
  if (rows[0]?.status === 'closed_short') throw refuse(`order ${rows[0].number} is closed short; issue it again first`);
  for (const gate of enabledOf(ctx, reader.gates)) {
    const why = await gate.voidRefusalOf(ctx, shipmentID);
    if (why) throw refuse(why);
  }
  await giveUpLabelsOf(ctx, { id: shipmentID, number, orderID });
  await voidInvoiceOfShipment(ctx, shipmentID);
  ctx.em.assign(shipment, {
    status: 'packed',
    shippedAt: null,
    shippedBy: null,
    shippedByName: null,
    freightAmount: null,
    freightReason: null,
  });
  await ctx.em.flush();
  await sumShipmentsOfOrders(ctx, [orderID]);
  const demands = await promises.demandsOf(ctx, [orderID]);
  const returned = await stock.giveBack(ctx, { type: 'shipment', id: shipmentID }, undefined, demands);
  const left = await shipmentStock(ctx, shipmentID);
  const sum = (rows: readonly { quantity: string }[]) => sumOf(rows.map(({ quantity }) => quantity));
  if (!sum(returned).eq(sum(left))) throw refuse('it left before its stock was kept here; write a credit');
}

/**
 * Takes the last step of a shipment back: one that has left is packed again, a packed one is unpacked.
 * @throws Problem 409 `shipment_void`, `shipment_not_voidable`, `invoice_not_voidable` saying why
 */
export async function takeBackShipment(
  ctx: AccountContext,
  voiding: Voiding,
  shipmentID: string,
  { reason, version }: { reason?: string | null | undefined; version?: number | undefined },
): Promise<ShipmentReply> {
  const orderID = await orderOfShipment(ctx, shipmentID);
  await lockedOrder(ctx, orderID);
  const shipment = await lockedShipment(ctx, shipmentID);
  ctx.em.expectVersion(shipment, version);
  const from = shipment.status;
  if (from === 'void') throw shipmentProblems.shipment_void({ message: `Shipment ${shipment.number} is void` });
  if (from === 'shipped') await takenBack(ctx, voiding, shipment, orderID);
  else await unpacked(ctx, shipment, orderID);
  const record = shipmentRecord(shipmentID);
  audit(ctx, { record, action: from === 'shipped' ? 'shipping_voided' : 'voided', note: reason || undefined });
  const after = await voiding.reader.byID(ctx, shipmentID);
  const { number, order, customer } = after;
  emit(
    ctx,
    shipmentVoided,
    { shipmentID, number, orderID, orderNumber: order.number, customerID: customer.id, from },
    record,
  );
  await ctx.em.flush();
  touched(ctx, shipmentList);
  return voiding.reader.byID(ctx, shipmentID);
}

/** Unpacks a shipment that has not left and takes it out of sight. @throws Problem 409 `shipment_shipped` */
export async function removeShipment(ctx: AccountContext, shipmentID: string): Promise<undefined> {
  const orderID = await orderOfShipment(ctx, shipmentID);
  await lockedOrder(ctx, orderID);
  const shipment = await lockedShipment(ctx, shipmentID);
  if (shipment.status === 'shipped') refuseUnlessPacked(shipment);
  if (shipment.status === 'packed') await unpacked(ctx, shipment, orderID);
  ctx.em.assign(shipment, { deletedAt: ctx.clock.now() });
  audit(ctx, { record: shipmentRecord(shipmentID), action: 'deleted' });
  await ctx.em.flush();
  await unindexRecord(ctx, 'shipment', shipmentID);
  touched(ctx, shipmentList);
  return undefined;
}
