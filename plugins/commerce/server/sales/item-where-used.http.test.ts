import {
  createLot,
  createProductLine,
  getItemUses,
  type ItemUse,
  updateProduct,
} from '@millwright/inventory/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createCustomerAccess,
  createSupplier,
  createSupplierMaterial,
} from '../../contracts/index.ts';
import { type OrderFixture, orderFixture, productOf } from './sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

const usesOf = async (itemID: string, person = at.admin): Promise<ItemUse[]> =>
  (await person.call(getItemUses, { params: { itemID } })).uses;
const shown = (uses: ItemUse[]): string[] =>
  uses.map(
    ({ title, count, records }) =>
      `${title} ${count}: ${records.map(({ label, note }) => [label, note].filter(Boolean).join(' ')).join(', ')}`,
  );

it('says where an item is used, to whom may read it', async () => {
  const item = await productOf(at, 'USED');
  expect(await usesOf(item.id)).toEqual([]);

  const lines = [
    { productID: item.id, quantityOrdered: 2.5 },
    { productID: item.id, quantityOrdered: 4 },
  ];
  const open = await at.create({ lines, status: 'issued' });
  const past = await at.create({ lines: lines.slice(1), status: 'issued' });
  await at.admin.call(changeSalesOrderStatus, { params: { orderID: past.id }, body: { statusChange: 'closed_short' } });
  const estimates: string[] = [];
  for (let count = 0; count < 6; count += 1) estimates.unshift((await at.create({ lines: lines.slice(1) })).number);
  const supplier = await at.admin.call(createSupplier, { body: { name: 'Mill & Co' } });
  await at.admin.call(createSupplierMaterial, {
    params: { supplierID: supplier.id },
    body: { itemID: item.id, supplierPartNumber: 'M-1' },
  });
  const line = await at.admin.call(createProductLine, { body: { name: 'Narrow' } });
  await at.admin.call(updateProduct, { params: { itemID: item.id }, body: { productLineID: line.id } });
  await at.admin.call(createCustomerAccess, { body: { customerID: at.customer.id, productLineIDs: [line.id] } });
  const lot = await at.admin.call(createLot, { body: { itemID: item.id, lotNumber: '7' } });

  const uses = await usesOf(item.id);
  const name = at.customer.name;
  expect(shown(uses)).toEqual([
    `Open sales orders 1: ${open.number} 2.5 each + 4 each for ${name}`,
    `Estimates and bid requests 6: ${estimates
      .slice(0, 5)
      .map((number) => `${number} 4 each for ${name}`)
      .join(', ')}`,
    `Past sales orders 1: ${past.number} 4 each for ${name}`,
    'Suppliers 1: Mill & Co M-1',
    `Relevant product of customers 1: ${name} ${at.customer.number}`,
    'Lots 1: 000007',
  ]);
  expect(uses[0]).toMatchObject({
    path: `/dashboard/sales-orders?itemIDs=${item.id}&statusCodes=issued`,
    records: [{ id: open.id, path: `/dashboard/sales-orders/${open.id}` }],
  });
  expect(uses.at(-1)).toMatchObject({
    type: 'lot',
    path: `/dashboard/lots?itemIDs=${item.id}`,
    records: [{ path: `/dashboard/lots/${lot.id}` }],
  });

  // The role "scanner" reads items and lots, but neither orders nor suppliers.
  expect(shown(await usesOf(item.id, await at.kernel.a.as('scanner')))).toEqual(['Lots 1: 000007']);
});
