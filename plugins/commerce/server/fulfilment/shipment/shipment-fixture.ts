import {
  getPick,
  getSalesOrder,
  getShipment,
  packPick,
  pickPickLine,
  releasePicks,
  type SalesOrder,
  type Shipment,
} from '../../../contracts/index.ts';
import type { OrderFixture } from '../../sales/sales-order/sales-order-fixture.ts';

/** Picks one line of an order, if any is named, and packs everything that is picked into so many cases. */
export async function packedFor(
  { admin }: OrderFixture,
  order: SalesOrder,
  lineItemNumber: number | undefined,
  caseCount: number,
): Promise<Shipment> {
  const { pickID } = await admin.call(getSalesOrder, { params: { orderID: order.id } });
  const params = { pickID: pickID ?? '' };
  if (lineItemNumber !== undefined) {
    await admin.call(releasePicks, { body: { pickIDs: [params.pickID] } });
    const { lines } = await admin.call(getPick, { params });
    const planned = lines.filter(
      ({ state, orderLine }) => state === 'planned' && orderLine.lineItemNumber === lineItemNumber,
    );
    for (const { id } of planned) await admin.call(pickPickLine, { params: { ...params, pickLineID: id }, body: {} });
  }
  const { shipmentID } = await admin.call(packPick, { params, body: { shipmentCaseCount: caseCount } });
  return admin.call(getShipment, { params: { shipmentID } });
}
