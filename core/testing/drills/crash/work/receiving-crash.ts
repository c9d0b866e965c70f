import { expect } from 'vitest';
import type { CrashSite } from '../server/crash-site.ts';
import { sendUntilDone } from './crash-load.ts';

interface Made {
  id: string;
}
interface Receiving {
  id: string;
  lines: Made[];
}

const prices = [1.25, 3, 0.333333];
/** Quantity of each line, received in two deliveries. */
const ordered = 7;
const firstDelivery = 3;

/** Clerks who receive purchase orders in two deliveries each and put them away, whatever happens to the server. */
export interface DockWork {
  /** Replies by key. */
  answers: Map<string, unknown>;
  /** Total number of calls. */
  calls: number;
  /** Number of orders with goods at the dock, according to the replies so far. */
  waiting(): number;
  done: Promise<void>;
  /** Checks that every delivery exists once and was put away once, at its price. */
  expectWhole(): Promise<void>;
}

/** Issues the orders and starts the clerks. */
export async function startDockWork(site: CrashSite, clerks: number, ordersEach: number): Promise<DockWork> {
  const make = <T = Made>(path: string, body: object) => site.ask<T>('POST', path, body);
  const supplier = await make('/v1/suppliers', { name: 'Tannery' });
  const shelf = await make('/v1/locations', { name: 'Shelf', type: 'warehouse' });
  const items: string[] = [];
  for (const index of prices.keys()) items.push((await make('/v1/products', { sku: `CAME-${index}` })).id);
  const receivings: Receiving[] = [];
  for (let index = 0; index < clerks * ordersEach; index += 1) {
    const { receivingOrder } = await make<{ receivingOrder: Made }>('/v1/purchase-orders', {
      supplierID: supplier.id,
      status: 'issued',
      lines: items.map((itemID, at) => ({ itemID, quantityOrdered: ordered, unitPrice: prices[at] })),
    });
    receivings.push(await site.ask<Receiving>('GET', `/v1/receiving-orders/${receivingOrder.id}`));
  }
  const answers = new Map<string, unknown>();
  const callsOf = ({ id, lines }: Receiving) =>
    [firstDelivery, ordered - firstDelivery].flatMap((quantity, at) => [
      {
        key: `receive-${at}-${id}`,
        method: 'PUT' as const,
        path: `/v1/receiving-orders/${id}/actions/receive`,
        body: { lines: lines.map((line) => ({ lineID: line.id, quantity })) },
      },
      {
        key: `stock-${at}-${id}`,
        method: 'POST' as const,
        path: `/v1/receiving-orders/${id}/actions/stock`,
        body: {
          lines: lines.map((line) => ({
            lineID: line.id,
            storageAllocations: [{ storageLocationID: shelf.id, quantity }],
          })),
        },
      },
    ]);
  const work = async (clerk: number): Promise<void> => {
    for (const receiving of receivings.filter((_, index) => index % clerks === clerk))
      for (const { key, ...request } of callsOf(receiving)) answers.set(key, await sendUntilDone(site, key, request));
  };
  const told = (word: string): number => [...answers.keys()].filter((key) => key.startsWith(word)).length;
  return {
    answers,
    calls: receivings.length * 4,
    waiting: () => told('receive') - told('stock'),
    done: Promise.all(Array.from({ length: clerks }, (_, clerk) => work(clerk))).then(() => undefined),
    async expectWhole() {
      const ids = receivings.map(({ id }) => id);
      const { deliveries, stock, orders } = await site.inDatabase(async (client) => ({
        deliveries: await client.query<{ id: string }>(
          'select id from commerce.delivery where receiving_order_id = any($1)',
          [ids],
        ),
        stock: await client.query(
          `select item_id as id, sum(quantity)::float as quantity, sum(value)::float as value,
             bool_and(quantity = 0 or location_id = $2) filter (where quantity <> 0) as "isPut"
           from (select item_id, location_id, sum(quantity) as quantity, sum(value) as value from inventory.movement
             where item_id = any($1) group by 1, 2) place group by 1`,
          [items, shelf.id],
        ),
        orders: await client.query('select distinct status from commerce.purchase_order where supplier_id = $1', [
          supplier.id,
        ]),
      }));
      const acknowledged = [...answers].flatMap(([key, answer]) =>
        key.startsWith('receive') ? (answer as { delivery: Made }).delivery.id : [],
      );
      expect(deliveries.rows.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
      const quantity = ordered * ids.length;
      const worth = (price: number): number =>
        ids.length * [firstDelivery, ordered - firstDelivery].reduce((sum, each) => sum + each * price, 0);
      expect(new Map(stock.rows.map(({ id, ...row }) => [id, row]))).toEqual(
        new Map(
          items.map((id, at) => [id, { quantity, value: expect.closeTo(worth(prices[at] as number), 6), isPut: true }]),
        ),
      );
      expect(orders.rows).toEqual([{ status: 'fulfilled' }]);
      await site.expectLaws();
    },
  };
}
