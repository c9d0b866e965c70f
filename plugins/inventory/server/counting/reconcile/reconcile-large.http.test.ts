import { getChangeSet, undoChangeSet } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { rowsOfJob, sharedKernel, type TestKernel } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulkReconcile } from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { expectLaws } from '../../stock/ledger/stock-fixture.ts';

const skuOf = (index: number): string => `BULK-${index}`;

let kernel: TestKernel;
let size: number;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  size = rowsOfJob(kernel);
  await kernel.a.run(async (ctx) => {
    await sql`insert into inventory.item (account_id, id, created_at, updated_at, version, type, sku, product_type,
        default_conversion_id, unit_cost)
      select ${ctx.account.id}, 'itm_01h455vb4pex5vsknk' || lpad(made.place::text, 8, '0'), now(), now(), 1, 'product',
        'BULK-' || made.place, 'sale', conversion.id, 2
      from generate_series(0, ${size - 1}::int) as made (place), inventory.unit_conversion conversion
      join inventory.unit unit on unit.account_id = conversion.account_id and unit.id = conversion.unit_id
      join inventory.unit_group unit_group on unit_group.account_id = conversion.account_id
        and unit_group.id = conversion.unit_group_id and unit_group.name = 'Count'
      where conversion.account_id = ${ctx.account.id} and unit.name = 'each'`.execute(ctx.em.query());
  });
});
afterAll(() => kernel.stop());

it('counts many items in one call, as one set that a job undoes as one', async () => {
  const admin = await kernel.a.as('admin');
  const counts = (quantity: (index: number) => number) => ({
    data: Array.from({ length: size }, (_, index) => ({ sku: skuOf(index), unit: 'each', quantity: quantity(index) })),
  });
  const first = await admin.call(bulkReconcile, { body: counts((index) => index + 1) });
  expect(first).toMatchObject({ changed: size, valueDifference: size * (size + 1) });
  const dry = await admin.call(bulkReconcile, { body: { ...counts((index) => index), dryRun: true } });
  expect(dry).toMatchObject({ changed: size, changeSetID: null });
  const second = await admin.call(bulkReconcile, { body: counts((index) => index) });
  expect(second).toMatchObject({ changed: size, valueDifference: -2 * size });
  const again = await admin.call(bulkReconcile, { body: counts((index) => index) });
  expect(again).toMatchObject({ changed: 0, changeSetID: null });

  const params = { changeSetID: second.changeSetID ?? '' };
  expect(await admin.call(getChangeSet, { params })).toMatchObject({ status: 'applied', rowCount: size });
  const jobs = await kernel.jobs();
  expect((await admin.call(undoChangeSet, { params, body: {} })).status).toBe('undoing');
  await jobs.idle();
  expect((await admin.call(getChangeSet, { params })).status).toBe('undone');
  const total = await kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ total: string }>`select sum(on_hand)::text as total from inventory.item_position
      where account_id = ${ctx.account.id}`.execute(ctx.em.query());
    return Number(rows[0]?.total);
  });
  expect(total).toBe((size * (size + 1)) / 2);
  await expectLaws(kernel.a);
});
