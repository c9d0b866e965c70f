import { problems } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { shipmentProblems, shipmentStates } from '../../../../contracts/index.ts';
import { lockDocuments } from '../../../document/record/lock-documents.ts';
import { Shipment } from '../shipment.entity.ts';

/** The shipment, locked after its order. 404 for a deleted shipment. */
export async function lockedWithOrder(
  ctx: AccountContext,
  shipmentID: string,
): Promise<{ shipment: Shipment; orderID: string }> {
  await lockDocuments(ctx, { shipmentIDs: [shipmentID] });
  const shipment = await lockedShipment(ctx, shipmentID);
  return { shipment, orderID: shipment.order.id };
}

/** The shipment, locked until the transaction ends. 404 for a deleted shipment. */
export async function lockedShipment(ctx: AccountContext, shipmentID: string): Promise<Shipment> {
  const shipment = (await ctx.em.getForUpdate(Shipment, shipmentID)) as Shipment;
  if (shipment.deletedAt) throw problems.not_found();
  return shipment;
}

/** @throws Problem 409 naming the status of a shipment that is not packed */
export function refuseUnlessPacked({ status, number }: Pick<Shipment, 'status' | 'number'>): void {
  if (shipmentStates.is.left(status))
    throw shipmentProblems.shipment_shipped({ message: `Shipment ${number} has left: void it to change it` });
  if (shipmentStates.is.void(status)) throw shipmentProblems.shipment_void({ message: `Shipment ${number} is void` });
}
