import { newID } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLot, deleteLot, getLot, listLots, updateLot } from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { StockBench } from '../inventory-list/stock-bench.ts';
import { lotKey, lotsOf } from './lots-of.ts';

let kernel: TestKernel;
let admin: TestPerson;
let bench: StockBench;
let itemID: string;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  bench = new StockBench(kernel.a);
  itemID = await bench.item('YARN', { unit: 'dozen' });
});
afterAll(() => kernel?.stop());

describe('a lot', () => {
  it('has a padded number of its own, is changed and deleted', async () => {
    const lot = await admin.call(createLot, { body: { itemID, lotNumber: ' 42 ', expiresOn: '2020-01-31' } });
    expect(lot).toMatchObject({
      lotNumber: '000042',
      item: { sku: 'YARN' },
      isExpired: true,
      onHand: { measure: 0, unit: 'dozen' },
    });
    expect((await apiRefusal(admin.call(createLot, { body: { itemID, lotNumber: '0042' } }))).code).toBe('duplicate');
    const changed = await admin.call(updateLot, {
      params: { lotID: lot.id },
      body: { lotNumber: 'B1', expiresOn: null, version: lot.version },
    });
    expect(changed).toMatchObject({ lotNumber: 'B1', expiresOn: null, isExpired: false });
    expect((await admin.call(listLots, { query: { query: 'yarn b1' } })).items.map(({ id }) => id)).toEqual([lot.id]);
    await admin.call(deleteLot, { params: { lotID: lot.id } });
    expect((await apiRefusal(admin.call(getLot, { params: { lotID: lot.id } }))).status).toBe(404);
  });

  it('is no payment card and belongs to an item that is there', async () => {
    const card = await apiRefusal(admin.call(createLot, { body: { itemID, lotNumber: '4111-1111-1111-1111' } }));
    expect(card.errors).toEqual([{ path: 'lotNumber', message: 'Must not be a card number' }]);
    const item = await apiRefusal(admin.call(createLot, { body: { itemID: newID('itm'), lotNumber: '1' } }));
    expect(item.errors[0]?.path).toBe('itemID');
  });

  it('with stock is counted, found by place, and stays', async () => {
    const lots = await kernel.a.run((ctx) => lotsOf(ctx, [{ itemID, lotNumber: 'S1' }], { create: true }));
    const lotID = lots.get(lotKey({ itemID, lotNumber: 'S1' }))!;
    const bin = await bench.place('Store / 1');
    await bench.receive([{ itemID, quantity: 30, locationID: bin, lotID }]);
    const store = await bench.place('Store');
    const { items } = await admin.call(listLots, { query: { storageLocationIDs: [store], hasStock: true } });
    expect(items).toMatchObject([{ id: lotID, lotNumber: 'S1', onHand: { measure: 2.5, unit: 'dozen' } }]);
    const error = await apiRefusal(admin.call(deleteLot, { params: { lotID } }));
    expect(error).toMatchObject({ code: 'in_use', message: 'S1 is used by 1 stock movement' });
  });

  it('is made by scanners nowhere and by others of the account not seen', async () => {
    const scanner = await kernel.a.as('scanner');
    expect((await apiRefusal(scanner.call(createLot, { body: { itemID, lotNumber: 'X' } }))).status).toBe(403);
    const other = await kernel.b.as('admin');
    expect((await other.call(listLots, {})).count).toBe(0);
  });
});

describe('many lots', () => {
  it('are found and made at once, by two at the same time too', async () => {
    const wanted = Array.from({ length: 300 }, (_, index) => ({ itemID, lotNumber: String(index) }));
    const make = () => kernel.a.run((ctx) => lotsOf(ctx, wanted, { create: true }));
    const [left, right] = await Promise.all([make(), make()]);
    expect(left.size).toBe(300);
    expect(right).toEqual(left);
    const found = await kernel.a.run((ctx) =>
      lotsOf(ctx, [
        { itemID, lotNumber: '7' },
        { itemID, lotNumber: 'none' },
      ]),
    );
    expect([...found.keys()]).toEqual([lotKey({ itemID, lotNumber: '000007' })]);
  });
});
