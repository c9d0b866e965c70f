import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@millwright/core/contracts';
import { getItemInventory, listInventories, listItems, updateItemInventory } from '@millwright/inventory/contracts';
import {
  closeBatch,
  createProductionRun,
  createScanningStation,
  explodeItem,
  getBatchFlow,
  getItemCostTree,
  getProductionRun,
  initializeBatch,
  listProductionSteps,
  putProductionRunBatches,
} from '@millwright/production/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../installation/root.ts';
import { type ImportServer, startImportServer } from '../import/import-fixture.ts';
import { adventureWorksImports, csvText } from './adventureworks.ts';
import { type AdventureWorksBill, adventureWorksBill, rolledUp } from './adventureworks-bom.ts';

const folder = join(root, '../shared/data/adventureworks');
const isHere = existsSync(join(folder, 'BillOfMaterials.csv'));
if (!isHere) console.warn(`Skipped: there are no files of the manufacturer in ${folder}`);

const today = new Date().toISOString().slice(0, 10);
/** A bicycle. */
const bicycle = 'BK-M18B-40';
const pieces = 10;

describe.skipIf(!isHere)('the bicycles of AdventureWorks', () => {
  let server: ImportServer;
  let client: Client;
  let bill: AdventureWorksBill;
  const ids = new Map<string, string>();
  const id = (sku: string): string => ids.get(sku) ?? '';

  beforeAll(async () => {
    bill = adventureWorksBill(folder, today);
    server = await startImportServer();
    const pathOf = (name: string): string => join(server.place.folder, `${name}.csv`);
    writeFileSync(pathOf('products'), csvText(adventureWorksImports(folder).products));
    writeFileSync(pathOf('bill'), csvText(bill.table));
    const { profiles } = JSON.parse(readFileSync(join(server.place.folder, 'config/millwright/profiles.json'), 'utf8'));
    const { account, credentials } = profiles.default as {
      account: { id: string };
      credentials: { cookies: Record<string, string> };
    };
    const cookie = Object.entries(credentials.cookies).map(([name, value]) => `${name}=${value}`);
    client = createClient({
      baseURL: `${server.url}/api`,
      fetch: (url, init) => fetch(url, init as RequestInit),
      headers: () => ({ 'account-id': account.id, cookie: cookie.join('; ') }),
    });
    const run = (...args: string[]) => server.place.call([...args, '--yes', '--json']);
    const products = await run(
      ...['import', 'products', pathOf('products'), '--create', 'category', '--create', 'attributes'],
    );
    expect(products.exitCode, products.stderr).toBe(0);
    const imported = await run('import', 'bill-of-materials', pathOf('bill'), '--skip-errors');
    expect(imported.json<object>(), imported.stderr).toMatchObject({
      rows: 2_679,
      counts: { error: bill.withoutAssembly },
    });
    for (let skip = 0; ; skip += 500) {
      const { items, count } = await client.call(listItems, { query: { take: 500, skip } });
      for (const item of items) ids.set(item.sku, item.id);
      if (ids.size >= count) break;
    }
  });
  afterAll(() => server?.stop());

  it('are 238 steps, whose materials cost what an independent calculation says', async () => {
    expect([bill.withoutAssembly, bill.ended]).toEqual([103, 199]);
    const { count } = await client.call(listProductionSteps, { query: { take: 1 } });
    expect([count, bill.assemblies.size]).toEqual([238, 238]);
    const costOf = rolledUp(bill);
    for (const sku of bill.assemblies.keys()) {
      const { nodes } = await client.call(getItemCostTree, { params: { itemID: id(sku) } });
      const [own] = nodes;
      expect({ sku, cost: Math.abs((own?.materials ?? Number.NaN) - costOf(sku)) < 0.00001 }).toEqual({
        sku,
        cost: true,
      });
    }
  });

  it('are made of all that goes into ten of them, part by part, and lie in stock at their cost', async () => {
    const params = { itemID: id(bicycle) };
    const exploded = (await client.call(explodeItem, { params, body: { quantity: pieces } })).items;
    const made = exploded.filter(({ step }) => step !== null).toSorted((left, right) => right.level - left.level);
    for (const { item, measure, step } of exploded)
      if (!step)
        await client.call(updateItemInventory, { params: { itemID: item.id }, body: { inventoryChange: measure } });
    const station = await client.call(createScanningStation, {
      body: {
        name: 'Workshop',
        materialCheckRequired: true,
        productionStepIDs: made.flatMap(({ step }) => step?.id ?? []),
      },
    });
    const run = await client.call(createProductionRun, { body: {} });
    const planned = await client.call(putProductionRunBatches, {
      params: { productionRunID: run.id },
      body: made.map(({ item, measure }) => ({ itemID: item.id, quantity: measure })),
    });
    const at = { scanningStationID: station.id };
    // Innermost components first, so that the next assemblies find them in stock.
    for (const { item } of made) {
      const batch = planned.items.find((each) => each.item.id === item.id);
      const batchID = batch?.id ?? '';
      await client.call(initializeBatch, { body: { ...at, batchID } });
      const closed = await client.call(closeBatch, { body: { ...at, batchID } });
      expect(closed.shortages).toEqual([]);
    }
    expect(await client.call(getProductionRun, { params: { productionRunID: run.id } })).toMatchObject({
      status: 'completed',
    });
    expect((await client.call(getItemInventory, { params })).onHand.measure).toBe(pieces);
    const { items } = await client.call(listInventories, { query: { query: bicycle, take: 50 } });
    const stored = items.find(({ item }) => item.id === params.itemID);
    expect(stored?.weightedAverageUnitCost).toBeCloseTo(rolledUp(bill)(bicycle), 3);
    // All received components are in the bicycles.
    const { items: all } = await client.call(listInventories, { query: { take: 500 } });
    expect(all.filter(({ quantity }) => quantity > 0).map(({ item }) => item.sku)).toEqual([bicycle]);
    const batch = planned.items.find(({ item }) => item.id === params.itemID);
    const flow = await client.call(getBatchFlow, { params: { batchID: batch?.id ?? '' } });
    const parts = bill.assemblies.get(bicycle) ?? [];
    expect(flow.materials.map(({ sku }) => sku).sort()).toEqual(parts.map(({ sku }) => sku).sort());
    const frame = flow.materials.find(({ lots }) => lots.length > 0);
    expect(frame?.lots[0]).toMatch(new RegExp(`^0*${run.number}-\\d+$`));
  });
});
