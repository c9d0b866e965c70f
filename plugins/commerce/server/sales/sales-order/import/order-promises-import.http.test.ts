import { applyChangeSet, createImport, undoChangeSet } from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deleteSalesOrder,
  getSalesOrder,
  listCustomers,
  listSalesOrders,
  type SalesOrder,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture, productOf } from '../record/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

/** Imports records. Answers how to undo the import. */
async function imported(
  lines: readonly string[],
  type = 'sales-orders',
): Promise<(dryRun?: boolean) => Promise<unknown>> {
  const { id } = await at.admin.call(createImport, {
    query: { type, fileName: `${type}.csv` },
    body: new Blob([lines.join('\n')]),
  });
  const params = { changeSetID: id };
  expect(await at.admin.call(applyChangeSet, { params, body: {} })).toMatchObject({ status: 'applied' });
  return (dryRun = false) => at.admin.call(undoChangeSet, { params, body: { dryRun } });
}

const find = async (number: string): Promise<SalesOrder | undefined> => {
  const { items } = await at.admin.call(listSalesOrders, { query: { query: number } });
  const row = items.find((order) => order.number === number);
  return row && at.admin.call(getSalesOrder, { params: { orderID: row.id } });
};
const promised = async (number: string): Promise<(string | null)[] | undefined> =>
  (await find(number))?.lines.map(
    ({ reserved, short }) => reserved && short && `${reserved.measure} of ${reserved.measure + short.measure}`,
  );

it('imported orders take stock where they are issued, and undoing the import gives it back', async () => {
  const product = await productOf(at, 'IMPORTED');
  await at.stock(product, 10);
  const { number } = at.customer;
  const undoFirst = await imported([
    'Order number,Customer number,Status,Priority,SKU,Quantity',
    `P-1,${number},Issued,normal,IMPORTED,4`,
    'P-1,,,,FREIGHT,1',
    `P-2,${number},Issued,high,IMPORTED,8`,
    `P-3,${number},Estimate,,IMPORTED,8`,
  ]);
  // The order with the higher priority is served first, whatever the order of the rows is.
  expect([await promised('P-1'), await promised('P-2'), await promised('P-3')]).toEqual([
    ['2 of 4', null],
    ['8 of 8'],
    [null],
  ]);
  expect(await at.violations()).toEqual([]);

  const undoSecond = await imported([
    'Order number,Customer number,Status,SKU,Quantity',
    `P-2,${number},,IMPORTED,5`,
    `P-3,${number},Issued,IMPORTED,2`,
  ]);
  // Stock that the file's orders free goes to orders of the file first. The rest serves other orders.
  expect([await promised('P-1'), await promised('P-2'), await promised('P-3')]).toEqual([
    ['3 of 4', null],
    ['5 of 5'],
    ['2 of 2'],
  ]);
  expect(await at.violations()).toEqual([]);

  await undoSecond();
  expect([await promised('P-1'), await promised('P-2'), await promised('P-3')]).toEqual([
    ['3 of 4', null],
    ['7 of 8'],
    [null],
  ]);
  await undoFirst();
  expect(await find('P-1')).toBeUndefined();
  expect(await at.violations()).toEqual([]);
  const after = await at.create({ status: 'issued', lines: [{ productID: product.id, quantityOrdered: 10 }] });
  expect(after.lines[0]?.reserved?.measure).toBe(10);
});

it('lets customers be taken back whose orders were deleted since', async () => {
  const undoCustomers = await imported(['Number,Name', 'LETGO,Let go'], 'customers');
  await imported(['Order number,Customer,SKU,Quantity', 'LG-1,LETGO,GLOVE,1']);
  expect((await apiRefusal(undoCustomers(true))).details).toMatchObject({
    refusals: [{ row: 1, reason: expect.stringContaining('1 sales order') }],
  });
  const order = await find('LG-1');
  await at.admin.call(deleteSalesOrder, { params: { orderID: order?.id ?? '' } });
  expect(await undoCustomers(true)).toMatchObject({ status: 'applied', canUndo: true });
  expect(await undoCustomers()).toMatchObject({ status: 'undone' });
  expect((await at.admin.call(listCustomers, { query: { query: 'LETGO' } })).items).toEqual([]);
  expect(await at.violations()).toEqual([]);
});
