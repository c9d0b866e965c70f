import { ApiError } from '@millwright/core/contracts';
import { StockPort } from '@millwright/inventory/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getSalesOrder,
  type Shipment,
  shipShipment,
  useEstimatedWeights,
  voidShipment,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/sales-order-fixture.ts';
import { packedFor } from './shipment-fixture.ts';

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

const ordered = 12;

describe('the laws of shipments', () => {
  it('hold after any packing, shipping and voiding', async () => {
    const steps = fc.array(
      fc.record({
        act: fc.constantFrom('pack', 'ship', 'void'),
        size: fc.integer({ min: 1, max: 5 }),
        which: fc.nat(9),
      }),
      { minLength: 8, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const order = await at.create({
          status: 'issued',
          lines: [{ productID: at.glove.id, quantityOrdered: ordered }],
        });
        const before = await onHand();
        const known: { shipment: Shipment; state: 'packed' | 'shipped' | 'void'; quantity: number }[] = [];
        const sumOf = (...states: string[]) =>
          known.filter(({ state }) => states.includes(state)).reduce((sum, { quantity }) => sum + quantity, 0);
        let taken = 0;
        for (const { act, size, which } of sequence) {
          const chosen = known[which % Math.max(1, known.length)];
          const call = { params: { shipmentID: chosen?.shipment.id ?? '' }, body: {} };
          if (act === 'pack') {
            if (taken + size > ordered) continue;
            const shipment = await packedFor(at, order, String(size), Math.min(size, 3));
            await at.admin.call(useEstimatedWeights, { params: { shipmentID: shipment.id }, body: {} });
            taken += size;
            known.push({ shipment, state: 'packed', quantity: size });
          } else if (chosen) {
            const isAllowed = act === 'ship' ? chosen.state === 'packed' : chosen.state !== 'void';
            const answer = await at.admin
              .call(act === 'ship' ? shipShipment : voidShipment, call)
              .catch((error: unknown) => error);
            expect(answer instanceof ApiError, `${act} of one that is ${chosen.state}`).toBe(!isAllowed);
            if (isAllowed) chosen.state = act === 'ship' ? 'shipped' : chosen.state === 'shipped' ? 'packed' : 'void';
          }
        }
        const now = await at.admin.call(getSalesOrder, { params: { orderID: order.id } });
        const [line] = now.lines;
        expect(line?.quantityPacked.measure).toBe(sumOf('packed', 'shipped'));
        expect(line?.quantityShipped.measure).toBe(sumOf('shipped'));
        expect(line?.quantityInvoiced.measure).toBe(sumOf('shipped'));
        expect(now.status.code).toBe(sumOf('shipped') === ordered ? 'fulfilled' : 'issued');
        expect(await onHand()).toBe(before - sumOf('shipped'));
        expect(await at.violations()).toEqual([]);
      }),
      { numRuns: 4 },
    );
  }, 60_000);
});
