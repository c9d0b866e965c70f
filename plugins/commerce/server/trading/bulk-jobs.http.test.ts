import { getChangeSet, largestBulkSelection, listChangeSetRows, undoChangeSet } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, rowsOfJob, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProduct, listProducts } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bulkChangeSalesOrderStatus,
  bulkDeleteCustomers,
  bulkDeleteSalesOrders,
  createCustomer,
  createSalesOrder,
  listCustomers,
  listSalesOrders,
} from '../../contracts/index.ts';
import commerce from '../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let copies: number;

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  admin = await kernel.a.as('admin');
  copies = rowsOfJob(kernel);
});
afterAll(() => kernel.stop());

/** Copies a row with new ids and numbers. */
const copy = (table: string, id: string, prefix: string, first: number): Promise<void> =>
  kernel.a.run(async (ctx) => {
    await sql`insert into ${sql.table(table)} select (jsonb_populate_record(original, jsonb_build_object(
        'id', ${prefix}::text || '_' || lpad(n::text, 26, '0'), 'number', (${first}::int + n)::text))).*
      from ${sql.table(table)} original, generate_series(1, ${copies}::int) n
      where original.account_id = ${ctx.account.id} and original.id = ${id}`.execute(ctx.em.query());
  });

const finished = async (changeSetID: string | null) => {
  await (await kernel.jobs()).idle();
  return admin.call(getChangeSet, { params: { changeSetID: changeSetID ?? '' } });
};

it('more customers and orders than one call does are done by a change set that lists what it refused', async () => {
  const product = await admin.call(createProduct, { body: { sku: 'BULK', unitValue: 10 } });
  const customer = await admin.call(createCustomer, { body: { name: 'Many' } });
  const order = await admin.call(createSalesOrder, {
    body: {
      customerID: customer.id,
      shipTo: { name: 'Dock', line1: '12 Canal Road', city: 'Duluth', state: 'MN', postalCode: '55806', country: 'US' },
      lines: [{ productID: product.id, quantityOrdered: 1 }],
    },
  });
  await copy('commerce.sales_order', order.id, 'so', 50_000);
  await copy('core.party', customer.id, 'cus', 50_000);
  await copy('commerce.customer', customer.id, 'cus', 50_000);

  const issued = await admin.call(bulkChangeSalesOrderStatus, {
    body: { filter: {}, all: true, statusChange: 'issued' },
  });
  expect(issued).toMatchObject({ done: 0, refused: [] });
  expect(await finished(issued.changeSetID)).toMatchObject({
    title: `Set ${copies + 1} orders to issued`,
    status: 'applied',
    counts: { update: copies + 1, error: 0 },
    canUndo: true,
  });
  expect((await admin.call(listSalesOrders, { query: { statusCodes: ['issued'] } })).count).toBe(copies + 1);

  const kept = await admin.call(bulkDeleteSalesOrders, { body: { filter: {}, all: true } });
  expect(await finished(kept.changeSetID)).toMatchObject({ counts: { delete: 0, error: copies + 1 }, appliedCount: 0 });

  const removed = await admin.call(bulkDeleteCustomers, { body: { filter: {}, all: true } });
  expect(await finished(removed.changeSetID)).toMatchObject({
    status: 'applied',
    counts: { delete: copies, error: 1 },
  });
  expect(removed.undoChangeSetID).toBe(removed.changeSetID);
  const { items } = await admin.call(listChangeSetRows, {
    params: { changeSetID: removed.changeSetID ?? '' },
    query: { effects: ['error'] },
  });
  expect(items).toMatchObject([{ label: `${customer.number} Many`, recordID: customer.id, isApplied: false }]);
  expect(items[0]?.errors[0]?.message).toMatch(new RegExp(`^used by ${copies + 1} sales orders`));
  expect((await admin.call(listCustomers, {})).items.map(({ id }) => id)).toEqual([customer.id]);
  expect((await admin.call(listProducts, {})).count).toBe(1);
  await admin.call(undoChangeSet, { params: { changeSetID: removed.changeSetID ?? '' }, body: {} });
  expect(await finished(removed.changeSetID)).toMatchObject({ status: 'undone', failure: null });
  expect((await admin.call(listCustomers, {})).count).toBe(copies + 1);
});

it('does as many ids as one body holds, as a job too', async () => {
  const idsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `cus_7${String(index).padStart(25, '0')}`);
  const answer = await admin.call(bulkDeleteCustomers, { body: { customerIDs: idsOf(copies) } });
  expect(await finished(answer.changeSetID)).toMatchObject({ status: 'applied', counts: { delete: 0, error: copies } });
  const send = (count: number) =>
    apiRefusal(admin.call(bulkDeleteCustomers, { body: { customerIDs: idsOf(count), all: true } }));
  // The request is read to the end: its only fault is the other field.
  expect((await send(largestBulkSelection)).errors).toEqual([{ path: 'all', message: 'This goes with a filter only' }]);
  expect((await send(largestBulkSelection + 1)).message).toBe(
    'At most 20,000 customers at a time; send the filter of the list instead',
  );
});
