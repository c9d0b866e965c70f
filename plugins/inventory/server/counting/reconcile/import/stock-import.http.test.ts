import {
  applyChangeSet,
  createImport,
  listChangeSetRows,
  undoChangeSet,
  updateImport,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProduct, getItemInventory, updateStockSettings } from '../../../../contracts/index.ts';
import inventory from '../../../plugin.ts';
import { createPlaces, createStockItem, expectLaws } from '../../../stock/ledger/stock-fixture.ts';

let kernel: TestKernel;
let admin: TestPerson;
let item: string;
let sku: string;
let made = 0;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  await createPlaces(kernel.a);
});
beforeEach(async () => {
  made += 1;
  sku = `SI-${made}`;
  item = await createStockItem(admin, sku);
});
afterAll(async () => {
  await expectLaws(kernel.a);
  await kernel.stop();
});

type Change = { createReferences?: string[]; defaults?: Record<string, string> };

const stage = async (type: string, csv: string, change?: Change) => {
  const set = await admin.call(createImport, { query: { type, fileName: `${type}.csv` }, body: new Blob([csv]) });
  return change ? admin.call(updateImport, { params: { importID: set.id }, body: change }) : set;
};
const rowsOf = async (changeSetID: string) => (await admin.call(listChangeSetRows, { params: { changeSetID } })).items;
const apply = async (type: string, csv: string, change?: Change) => {
  const { id } = await stage(type, csv, change);
  return admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
};
const undo = (changeSetID: string) => admin.call(undoChangeSet, { params: { changeSetID }, body: {} });
const onHand = async () => (await admin.call(getItemInventory, { params: { itemID: item } })).onHand.measure;
const lying = (): Promise<Record<string, number>> =>
  kernel.a.run(async (ctx) => {
    const { rows } = await sql<{
      name: string;
      onHand: string;
    }>`select location.name, sum(balance.on_hand)::text as "onHand"
      from inventory.balance balance join inventory.storage_location location
        on location.account_id = balance.account_id and location.id = balance.location_id
      where balance.account_id = ${ctx.account.id} and balance.item_id = ${item} and balance.on_hand > 0
      group by location.name`.execute(ctx.em.query());
    return Object.fromEntries(rows.map(({ name, onHand: amount }) => [name, Number(amount)]));
  });

describe('stock counts from files', () => {
  it('count items by place, change nothing when they run again, and are undone', async () => {
    const csv = `Item,Counted,UOM,Location\r\n${sku},"1,200",each,North\r\n${sku},2,dozen,South\r\n`;
    const { id } = await stage('stock-counts', csv);
    const [first] = await rowsOf(id);
    expect(first).toMatchObject({
      effect: 'update',
      recordID: item,
      label: `${sku} in 2 rows`,
      changes: [
        { label: 'On hand in North', from: '0 each', to: '1200 each' },
        { label: 'On hand in South', from: '0 dozen', to: '2 dozen' },
      ],
    });
    expect(await onHand()).toBe(0);
    await admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
    expect(await lying()).toEqual({ North: 1200, South: 24 });
    expect((await stage('stock-counts', csv)).counts).toMatchObject({ update: 0, unchanged: 2, error: 0 });
    await undo(id);
    expect(await onHand()).toBe(0);
  });

  it('make places only when asked', async () => {
    const csv = `sku,quantity,unit,storage location\n${sku},4,each,Tool Crib ${made} / A / 1\n`;
    const { id, counts } = await stage('stock-counts', csv);
    expect(counts.error).toBe(1);
    expect((await rowsOf(id))[0]?.errors).toEqual([
      { field: 'storageLocation', message: `There is no storage location Tool Crib ${made} / A / 1` },
    ]);
    const changed = await admin.call(updateImport, {
      params: { importID: id },
      body: { createReferences: ['storageLocation'] },
    });
    expect(changed.counts).toMatchObject({ error: 0, update: 1, warning: 1 });
    await admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
    expect(await lying()).toEqual({ 1: 4 });
    expect((await stage('stock-counts', csv)).counts).toMatchObject({ unchanged: 1 });
  });

  it('say in which unit they counted, in each row or once for the file', async () => {
    const missing = [{ field: 'unit', message: 'Unit is required' }];
    const without = await stage('stock-counts', `sku,quantity\n${sku},4\n`);
    expect((await rowsOf(without.id)).map(({ errors }) => errors)).toEqual([missing]);
    await createStockItem(admin, `${sku}-U`);
    const gaps = await stage('stock-counts', `sku,unit,quantity\n${sku},,4\n${sku}-U,dozen,2\n`);
    expect((await rowsOf(gaps.id)).map(({ errors }) => errors)).toEqual([missing, []]);
    const filled = await admin.call(updateImport, {
      params: { importID: gaps.id },
      body: { defaults: { unit: 'Default' } },
    });
    expect(filled.counts).toMatchObject({ error: 0, update: 2 });
    const taken = (await rowsOf(gaps.id)).map(({ changes }) => changes.map(({ to }) => to));
    expect(taken).toEqual([['4 each'], ['2 dozen']]);
  });

  it('take what holds for all rows from the options', async () => {
    const csv = `sku,quantity,unit\n${sku},5,each\n`;
    const change = { defaults: { storageLocation: 'North', reconcileType: 'addition' } };
    await apply('stock-counts', csv, change);
    await apply('stock-counts', csv, change);
    expect(await lying()).toEqual({ North: 10 });
    const wrong = stage('stock-counts', csv, { defaults: { sku: 'X' } });
    await expect(wrong).rejects.toMatchObject({
      errors: [{ path: 'defaults.sku', message: 'No value can be given for all rows here' }],
    });
  });

  it('say what is wrong with which cell', async () => {
    const csv =
      'sku,quantity,unit,owner,lot,reconcile type\n' +
      `${sku},x,each,,,force\nNONE,1,each,,,\n${sku}-2,1,each,77,4111111111111111,\n`;
    await createStockItem(admin, `${sku}-2`);
    const rows = await rowsOf((await stage('stock-counts', csv)).id);
    expect(rows.map(({ errors }) => errors)).toEqual([
      [{ field: 'quantity', message: 'Invalid number format' }],
      [{ field: 'sku', message: 'There is no item NONE' }],
      [{ field: 'lotNumber', message: 'Must not be a card number' }],
    ]);
    const without = await rowsOf((await stage('stock-counts', `sku,unit\n${sku},each\n`)).id);
    expect(without[0]?.errors).toEqual([{ field: 'quantity', message: 'No column says the quantity' }]);
  });
});

describe('receipts from files', () => {
  const csv = (quantity = '10', cost = '3') =>
    'PO number,Line,SKU,Quantity,Unit,Unit cost,Received date,Location,Lot\n' +
    `PO-${made},1,${sku},${quantity},each,${cost},2026-02-03,North,\n` +
    `PO-${made},2,${sku},1,dozen,24,2026-02-04,North,7\n` +
    `PO-${made},3,${sku},0,each,1,2026-02-04,North,\n`;

  it('come in once, with their costs', async () => {
    const { id } = await stage('inventory-receipts', csv());
    const rows = await rowsOf(id);
    expect(rows.map(({ effect }) => effect)).toEqual(['create', 'create', 'skip']);
    await admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
    expect(await admin.call(getItemInventory, { params: { itemID: item } })).toMatchObject({
      onHand: { measure: 22 },
      inventoryValue: 54,
    });
    expect((await stage('inventory-receipts', csv())).counts).toMatchObject({ create: 0, unchanged: 2, skip: 1 });
    const other = await rowsOf((await stage('inventory-receipts', csv('11', '4'))).id);
    const message = 'This receipt is in the books with another value; void it there first';
    expect(other[0]?.errors).toEqual([
      { field: 'quantity', message },
      { field: 'unitCost', message },
    ]);
    await undo(id);
    expect(await onHand()).toBe(0);
    // What was taken back can come again.
    expect((await stage('inventory-receipts', csv())).counts).toMatchObject({ create: 2 });
  });

  it('and counts refuse services, and more than the account takes for right', async () => {
    await admin.call(createProduct, { body: { sku: `${sku}-S`, productType: 'service' } });
    const large =
      'More than 10,000,000 of the smallest unit in one row; ' +
      'if that is right, raise the largest quantity in the stock settings first';
    const service = `${sku}-S is a service or charge, which is no stock`;
    const receipts = `reference,sku,quantity\nA,${sku},10000001\nA,${sku}-S,1\n`;
    const counts = `sku,quantity,unit\n${sku},10000001,each\n${sku}-S,1,each\n`;
    const faults = async (type: string, csv: string) =>
      (await rowsOf((await stage(type, csv)).id)).map(({ errors }) => errors);
    expect(await faults('inventory-receipts', receipts)).toEqual([
      [{ field: 'quantity', message: large }],
      [{ field: 'sku', message: service }],
    ]);
    expect(await faults('stock-counts', counts)).toEqual([
      [{ field: 'quantity', message: large }],
      [{ field: 'quantity', message: service }],
    ]);
    await admin.call(updateStockSettings, { body: { largestLineQuantity: 20_000_000 } });
    await apply('stock-counts', `sku,quantity,unit\n${sku},10000001,each\n`);
    expect(await onHand()).toBe(10_000_001);
    await admin.call(updateStockSettings, { body: { largestLineQuantity: 10_000_000 } });
    // What is in the books already is no slip.
    expect((await stage('stock-counts', `sku,quantity,unit\n${sku},10000001,each\n`)).counts).toMatchObject({
      unchanged: 1,
    });
  });

  it('are looked up by their document, however many an item has', async () => {
    const plan = await kernel.a.run(async (ctx) => {
      await sql`set local enable_seqscan = off`.execute(ctx.em.query());
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) select id from inventory.cost_layer
        where account_id = ${ctx.account.id} and item_id = ${item} and owner_id = ${ctx.account.id}
          and reference = ${`PO-${made}`}`.execute(ctx.em.query());
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Cond: .*reference = /);
  });

  it('are not undone once they were used', async () => {
    const { id } = await apply('inventory-receipts', csv());
    await apply('stock-counts', `sku,quantity,unit\n${sku},4,each\n`);
    await expect(undo(id)).rejects.toMatchObject({ code: 'undo_refused' });
    expect(await onHand()).toBe(4);
  });
});
