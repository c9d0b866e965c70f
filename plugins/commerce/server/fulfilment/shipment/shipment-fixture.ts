import { StockPort } from '@millwright/inventory/contracts';
import { getShipment, type SalesOrder, type Shipment } from '../../../contracts/index.ts';
import type { OrderFixture } from '../../sales/sales-order/sales-order-fixture.ts';
import { createShipment } from './create-shipment.ts';

/** Takes goods of an order's first line to the packing place, reserved for it, and packs them: what a pick does. */
export async function packedFor(
  { kernel, admin }: OrderFixture,
  order: SalesOrder,
  quantity: string,
  caseCount = 2,
): Promise<Shipment> {
  const [line] = order.lines;
  const source = { type: 'sales_order', id: order.id, number: order.number };
  const { id } = await kernel.a.run(async (ctx) => {
    const stock = kernel.services.get(StockPort);
    const lineID = line?.id ?? '';
    const itemID = line?.product.id ?? '';
    const planned = await stock.allocate(ctx, [{ source, lines: [{ lineID, quantity }] }]);
    const packing = await stock.defaultPlace(ctx, 'packing');
    await stock.move(
      ctx,
      source,
      planned.map((each) => ({
        lineID,
        itemID,
        quantity: each.quantity,
        fromLocationID: each.locationID,
        toLocationID: packing.id,
        demand: { ...source, lineID },
      })),
    );
    return createShipment(ctx, {
      orderID: order.id,
      pickID: null,
      lines: [{ orderLineID: lineID, itemID, lotID: null, quantity }],
      caseCount,
    });
  });
  return admin.call(getShipment, { params: { shipmentID: id } });
}
