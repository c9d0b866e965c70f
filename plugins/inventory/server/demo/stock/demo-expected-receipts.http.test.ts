import { afterAll, beforeAll, expect, it } from 'vitest';
import { CataloguePort, listExpectedReceipts } from '../../../contracts/index.ts';
import { PromiseBench } from '../../promises/promise/promise-fixture.ts';
import { ExpectedReceiptService } from '../../promises/supply/expected-receipt.service.ts';
import { createDemoExpectedReceipts } from './demo-expected-receipts.ts';

let bench: PromiseBench;
beforeAll(async () => {
  bench = await PromiseBench.open();
});
afterAll(() => bench.kernel.stop());

/** Random numbers that are always the highest. */
const highest = {
  next: () => 0.99,
  integer: (_: number, max: number) => max,
  pick: <T>(values: readonly T[]) => values[0] as T,
};

it('expects stock of every second product, one receipt of it late', async () => {
  for (let index = 0; index < 6; index += 1) await bench.product(`DEMO-${index}`);
  const receipts = new ExpectedReceiptService(bench.kernel.services.get(CataloguePort));
  await bench.run((ctx) => createDemoExpectedReceipts(ctx, highest, receipts));
  const admin = await bench.kernel.a.as('admin');
  const { items } = await admin.call(listExpectedReceipts, {});
  // Two of the receipts are expected on the same day, so their order is not fixed.
  expect(items.map(({ item, isLate }) => [item.sku, isLate]).sort()).toEqual([
    ['DEMO-0', true],
    ['DEMO-2', false],
    ['DEMO-4', false],
  ]);
});
