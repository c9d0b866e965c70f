import { sql } from '@millwright/core/server';
import type { OwnKernel } from '@millwright/core/testing';
import { createStorageLocation } from '@millwright/inventory/contracts';
import {
  getReceivingOrder,
  listReceivingOrders,
  type PurchaseOrder,
  type ReceivedOrder,
  type ReceiveInput,
  type ReceivingOrder,
  receiveReceivingOrder,
  type StockedOrder,
  stockReceivingOrder,
  voidReceivingOrder,
} from '../../../../contracts/index.ts';
import { type PurchaseFixture, purchaseFixture } from '../../purchase-order/record/purchase-order-fixture.ts';

interface Named {
  id: string;
}

/** A purchasing account with two storage places, for receiving tests. */
export interface ReceivingFixture extends PurchaseFixture {
  shelf: string;
  bin: string;
  /** An issued order and its receiving order. */
  issued(body?: Parameters<PurchaseFixture['order']>[0]): Promise<{ order: PurchaseOrder; receiving: ReceivingOrder }>;
  read(order: Named): Promise<ReceivingOrder>;
  receive(order: Named, body?: Partial<ReceiveInput>): Promise<ReceivedOrder>;
  /** Puts the first line away. */
  stock(order: ReceivingOrder, ...shares: [storageLocationID: string, quantity: number][]): Promise<StockedOrder>;
  takeBack(order: Named, body?: { deliveryID?: string }): Promise<ReceivingOrder>;
  /** Places and unit costs of an item's stock: 'Shelf 6 at 24'. */
  lies(itemID: string): Promise<string[]>;
}

export const lineID = ({ lines }: ReceivingOrder, index = 0): string => lines[index]?.id ?? '';

export async function receivingFixture(own?: OwnKernel): Promise<ReceivingFixture> {
  const at = await purchaseFixture(own);
  const place = async (name: string): Promise<string> =>
    (await at.admin.call(createStorageLocation, { body: { name, type: 'shelf' } })).id;
  const [shelf, bin] = [await place('Shelf'), await place('Bin')];
  const read: ReceivingFixture['read'] = ({ id }) =>
    at.admin.call(getReceivingOrder, { params: { receivingOrderID: id } });
  return {
    ...at,
    shelf,
    bin,
    read,
    async issued(body = {}) {
      const order = await at.order({ status: 'issued', ...body });
      const { items } = await at.admin.call(listReceivingOrders, { query: { purchaseOrderIDs: [order.id] } });
      return { order, receiving: await read({ id: items[0]?.id ?? '' }) };
    },
    receive: ({ id }, body = {}) => at.admin.call(receiveReceivingOrder, { params: { receivingOrderID: id }, body }),
    stock(order, ...shares) {
      const storageAllocations = shares.map(([storageLocationID, quantity]) => ({ storageLocationID, quantity }));
      const body = { lines: [{ lineID: lineID(order), storageAllocations }] };
      return at.admin.call(stockReceivingOrder, { params: { receivingOrderID: order.id }, body });
    },
    takeBack: ({ id }, body = {}) => at.admin.call(voidReceivingOrder, { params: { receivingOrderID: id }, body }),
    lies: (itemID) =>
      at.kernel.a.run(async (ctx) => {
        const { rows } = await sql<{ text: string }>`select concat(location_name, ' ', trim_scale(sum(remaining)),
            ' at ', trim_scale(round(sum(remaining_value) / sum(remaining), 6))) as text
          from inventory.v_receipts where account_id = ${ctx.account.id} and item_id = ${itemID} and remaining > 0
          group by location_name order by location_name`.execute(ctx.em.query());
        return rows.map(({ text }) => text);
      }),
  };
}
