import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useCrashSite } from './crash/crash-site.ts';

interface Made {
  id: string;
}
interface Arrival {
  id: string;
  lines: Made[];
}

const site = useCrashSite('inventory', 'commerce');
const clerks = 4;
const ordersEach = 6;
const linesEach = 5;

it('kill -9 between receiving and putting away loses nothing that was acknowledged, and doubles nothing', {
  timeout: 300_000,
}, async () => {
  const make = <T = Made>(path: string, body: object) => site().ask<T>('POST', path, body);
  const supplier = await make('/v1/suppliers', { name: 'Superior Hides' });
  const place = await make('/v1/locations', { name: 'Bulk' });
  const itemIDs: string[] = [];
  for (let each = 0; each < linesEach; each += 1)
    itemIDs.push((await make('/v1/materials', { sku: `HIDE-${each}` })).id);
  const lines = itemIDs.map((itemID) => ({ itemID, quantityOrdered: 3, unitPrice: 7 }));
  const count = clerks * ordersEach;
  const expected: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const body = { supplierID: supplier.id, status: 'issued', lines };
    expected.push((await make<{ receivingOrder: Made }>('/v1/purchase-orders', body)).receivingOrder.id);
  }

  let done = 0;
  /** As a dock does that was not answered: the same again under the same key. */
  const send = async (method: string, id: string, word: string, body: object): Promise<Arrival> => {
    for (;;) {
      const answer = await site()
        .api(`/v1/receiving-orders/${id}/actions/${word}`, {
          method,
          headers: { 'idempotency-key': `${word}-${id}` },
          body: JSON.stringify(body),
        })
        .catch(() => undefined);
      if (answer?.ok) {
        done += 1;
        return (await answer.json()) as Arrival;
      }
      const isPassing = !answer || answer.status >= 500 || (await answer.clone().text()).includes('in_progress');
      expect(isPassing, answer && (await answer.text())).toBe(true);
      await pause(100);
    }
  };
  const storageAllocations = [{ storageLocationID: place.id, quantity: 3 }];
  const work = Promise.all(
    Array.from({ length: clerks }, async (_, clerk) => {
      for (const id of expected.filter((_order, index) => index % clerks === clerk)) {
        const came = await send('PUT', id, 'receive', {});
        const stocked = came.lines.map((line) => ({ lineID: line.id, storageAllocations }));
        await send('POST', id, 'stock', { lines: stocked });
      }
    }),
  );
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let kills = 0;
  for (const share of [0.1, 0.3, 0.55, 0.8]) {
    await site().until('A share of the goods', () => isOver || done >= share * count * 2);
    await pause(Math.random() * 30);
    if (isOver) break;
    if (kills % 2) site().killPostgres();
    else {
      await site().killServer();
      await site().restart();
    }
    kills += 1;
  }
  await work;
  expect(kills).toBeGreaterThan(2);

  const { count: deliveries } = await site().ask<{ count: number }>('GET', '/v1/deliveries?take=1');
  expect(deliveries).toBe(count);
  for (const itemID of itemIDs) {
    const { onHand } = await site().ask<{ onHand: { measure: number } }>('GET', `/v1/items/${itemID}/inventory`);
    expect(onHand.measure).toBe(count * 3);
  }
  const orders = await site().ask<{ items: { status: { code: string } }[] }>('GET', '/v1/purchase-orders?take=100');
  expect(orders.items.map(({ status }) => status.code)).toEqual(Array(count).fill('fulfilled'));
  await site().expectLaws();
});
