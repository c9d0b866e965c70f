import { problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { shipmentProblems } from '../../../contracts/index.ts';
import { Shipment } from './shipment.entity.ts';

/** The order of a shipment that is there: whoever changes both locks the order first. */
export async function orderOfShipment(ctx: AccountContext, shipmentID: string): Promise<string> {
  const { rows } = await sql<{ orderID: string }>`select order_id as "orderID" from commerce.shipment
    where account_id = ${ctx.account.id} and id = ${shipmentID} and deleted_at is null`.execute(ctx.em.query());
  const [row] = rows;
  if (!row) throw problems.not_found();
  return row.orderID;
}

/** The shipment, locked until the transaction ends; 404 for one that is deleted. */
export async function lockedShipment(ctx: AccountContext, shipmentID: string): Promise<Shipment> {
  const shipment = (await ctx.em.getForUpdate(Shipment, shipmentID)) as Shipment;
  if (shipment.deletedAt) throw problems.not_found();
  return shipment;
}

/** @throws Problem 409 saying what it is where it is not packed */
export function refuseUnlessPacked({ status, number }: Pick<Shipment, 'status' | 'number'>): void {
  if (status === 'shipped')
    throw shipmentProblems.shipment_shipped({ message: `Shipment ${number} has left: void it to change it` });
  if (status === 'void') throw shipmentProblems.shipment_void({ message: `Shipment ${number} is void` });
}
