import { ApiError } from '@millwright/core/contracts';
import { runsOf } from '@millwright/core/testing';
import { StockPort } from '@millwright/inventory/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getSalesOrder,
  listShipments,
  packPick,
  pickAll,
  type Shipment,
  shipShipment,
  useEstimatedWeights,
  voidShipment,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { packedFor } from '../record/shipment-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
  await at.stock(at.glove, 1000);
});
afterAll(() => at?.kernel.stop());

const onHand = () =>
  at.kernel.a.run(async (ctx) => {
    const stock = await at.kernel.services.get(StockPort).availabilityOf(ctx, [at.glove.id]);
    return Number(stock.get(at.glove.id)?.onHand);
  });

/** Ordered quantity of each line. */
const sizes = [3, 1, 4, 2, 2];
const ordered = sizes.reduce((sum, size) => sum + size, 0);

interface Known {
  shipment: Shipment;
  state: 'packed' | 'shipped' | 'void';
  quantity: number;
}

describe('the laws of shipments', () => {
  it('hold after any picking, packing, shipping and voiding', async () => {
    const steps = fc.array(fc.record({ act: fc.constantFrom('pack', 'ship', 'void'), which: fc.nat(9) }), {
      minLength: 8,
      maxLength: 14,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const lines = sizes.map((quantityOrdered) => ({ productID: at.glove.id, quantityOrdered }));
        const order = await at.create({ status: 'issued', lines });
        const before = await onHand();
        const known: Known[] = [];
        const sumOf = (...states: string[]) =>
          known.filter(({ state }) => states.includes(state)).reduce((sum, { quantity }) => sum + quantity, 0);
        let picked = 0;
        /** Picked quantity that is in no shipment, because it was unpacked. */
        let loose = 0;
        for (const { act, which } of sequence) {
          const chosen = known[which % Math.max(1, known.length)];
          if (act === 'pack') {
            const size = sizes[picked];
            if (size === undefined && loose === 0) continue;
            const quantity = (size ?? 0) + loose;
            const line = size === undefined ? undefined : picked + 1;
            const shipment = await packedFor(at, order, line, Math.min(quantity, 3));
            await at.admin.call(useEstimatedWeights, { params: { shipmentID: shipment.id }, body: {} });
            if (size !== undefined) picked += 1;
            loose = 0;
            known.push({ shipment, state: 'packed', quantity });
          } else if (chosen) {
            const isAllowed = act === 'ship' ? chosen.state === 'packed' : chosen.state !== 'void';
            const answer = await at.admin
              .call(act === 'ship' ? shipShipment : voidShipment, {
                params: { shipmentID: chosen.shipment.id },
                body: {},
              })
              .catch((error: unknown) => error);
            expect(answer instanceof ApiError, `${act} of one that is ${chosen.state}`).toBe(!isAllowed);
            if (!isAllowed) continue;
            if (act === 'void' && chosen.state === 'packed') loose += chosen.quantity;
            chosen.state = act === 'ship' ? 'shipped' : chosen.state === 'shipped' ? 'packed' : 'void';
          }
        }
        const now = await at.admin.call(getSalesOrder, { params: { orderID: order.id } });
        const summed = (field: 'quantityPicked' | 'quantityPacked' | 'quantityShipped' | 'quantityInvoiced') =>
          now.lines.reduce((sum, line) => sum + line[field].measure, 0);
        expect(summed('quantityPicked')).toBe(sumOf('packed', 'shipped') + loose);
        expect(summed('quantityPacked')).toBe(sumOf('packed', 'shipped'));
        expect(summed('quantityShipped')).toBe(sumOf('shipped'));
        expect(summed('quantityInvoiced')).toBe(sumOf('shipped'));
        expect(now.status.code).toBe(sumOf('shipped') === ordered ? 'fulfilled' : 'issued');
        expect(await onHand()).toBe(before - sumOf('shipped'));
        expect(await at.violations()).toEqual([]);
      }),
      { numRuns: runsOf(4) },
    );
  });

  it('hold where eight people pick, pack, ship and void the same orders at once', async () => {
    const before = await onHand();
    const orders = await Promise.all(
      [4, 6, 2].map((quantityOrdered) =>
        at.create({ status: 'issued', lines: [{ productID: at.glove.id, quantityOrdered }] }),
      ),
    );
    const pickIDs = await Promise.all(
      orders.map(async ({ id }) => (await at.admin.call(getSalesOrder, { params: { orderID: id } })).pickID ?? ''),
    );
    const own = { orderIDs: orders.map(({ id }) => id), take: 50 };
    const refused = new Map<number, number>();
    /** Concurrent steps either succeed or are refused with a reason. */
    const attempt = async (act: () => Promise<unknown>): Promise<void> => {
      await act().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        refused.set(error.status, (refused.get(error.status) ?? 0) + 1);
      });
    };
    const client = async (seed: number): Promise<void> => {
      for (let turn = 0; turn < 9; turn += 1) {
        const pickID = pickIDs[(seed + turn) % pickIDs.length] ?? '';
        const { items } = await at.admin.call(listShipments, { query: own });
        const shipmentID = items[(seed * 7 + turn) % Math.max(1, items.length)]?.id ?? '';
        const act = (seed + turn * 3) % 5;
        if (act === 0) await attempt(() => at.admin.call(pickAll, { params: { pickID }, body: {} }));
        if (act === 1)
          await attempt(() => at.admin.call(packPick, { params: { pickID }, body: { shipmentCaseCount: 1 } }));
        if (!shipmentID) continue;
        const params = { params: { shipmentID }, body: {} };
        if (act === 2) await attempt(() => at.admin.call(useEstimatedWeights, params));
        if (act === 2 || act === 3) await attempt(() => at.admin.call(shipShipment, params));
        if (act === 4) await attempt(() => at.admin.call(voidShipment, params));
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, seed) => client(seed)));
    // No server errors and no lock conflicts reach the clients.
    expect([...refused.keys()].filter((status) => status !== 409 && status !== 400)).toEqual([]);
    let shipped = 0;
    for (const { id } of orders) {
      const { lines } = await at.admin.call(getSalesOrder, { params: { orderID: id } });
      for (const line of lines) {
        const [ordered, picked, packed, gone, invoiced] = [
          line.quantityOrdered.measure,
          line.quantityPicked.measure,
          line.quantityPacked.measure,
          line.quantityShipped.measure,
          line.quantityInvoiced.measure,
        ];
        expect([picked <= ordered, packed <= picked, gone <= packed, invoiced]).toEqual([true, true, true, gone]);
        shipped += gone;
      }
    }
    expect(await onHand()).toBe(before - shipped);
    expect(await at.violations()).toEqual([]);
  });
});
