import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getPurchaseOrder,
  listDeliveries,
  listPurchaseOrders,
  type PurchaseOrderRow,
} from '@millwright/commerce/contracts';
import { type Client, createClient, decimal, roundMoney } from '@millwright/core/contracts';
import {
  getStorageLocationTree,
  type InventoryRow,
  listInventories,
  listStorageLocations,
} from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../installation/root.ts';
import { type ImportServer, startImportServer } from '../import/import-fixture.ts';
import { adventureWorksImports, csvText } from './adventureworks.ts';
import { type AdventureWorksStock, adventureWorksStock } from './adventureworks-stock.ts';

// Imports purchases and stock of a real manufacturer by the command line into a real server. The files are not part of
// the repository.
const folder = join(root, '../shared/data/adventureworks');
const isHere = existsSync(join(folder, 'ProductInventory.csv'));
if (!isHere) console.warn(`Skipped: there are no files of the manufacturer in ${folder}`);

interface Document {
  id: string;
  status: string;
  rows: number;
  counts: Record<'create' | 'update' | 'unchanged' | 'skip' | 'error', number>;
  errors: unknown[];
}

/** Sum of all counted quantities. */
const total = 335_974;

describe.skipIf(!isHere)('the stock of AdventureWorks through the command line', () => {
  let server: ImportServer;
  let client: Client;
  let stock: AdventureWorksStock;

  const pathOf = (name: string): string => join(server.place.folder, `${name}.csv`);
  const run = async (...args: string[]) => {
    const result = await server.place.call([...args, '--yes', '--json']);
    return { ...result, document: result.json<Document>() };
  };
  const imported = (type: string) => run('import', 'file', type, pathOf(type));
  const counted = (file: 'totals' | 'counts', ...more: string[]) =>
    run('reconcile', pathOf(file), '--unit', 'default', ...more);
  const inventories = async (): Promise<InventoryRow[]> => {
    const rows: InventoryRow[] = [];
    for (;;) {
      const { items, count } = await client.call(listInventories, { query: { take: 500, skip: rows.length } });
      rows.push(...items);
      if (rows.length >= count) return rows;
    }
  };

  beforeAll(async () => {
    stock = adventureWorksStock(folder);
    server = await startImportServer();
    const { suppliers, supplierMaterials, receipts, totals, counts } = stock;
    const tables = { products: adventureWorksImports(folder).products, suppliers, receipts, totals, counts };
    const { purchaseOrders } = stock;
    for (const [name, table] of Object.entries({
      ...tables,
      'supplier-materials': supplierMaterials,
      'inventory-receipts': receipts,
      'purchase-orders': purchaseOrders,
    }))
      writeFileSync(pathOf(name), csvText(table));
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
    const products = await run(
      ...['import', 'products', pathOf('products'), '--create', 'category', '--create', 'attributes'],
    );
    expect(products.document, products.stderr).toMatchObject({ status: 'applied', counts: { create: 504 } });
  });
  afterAll(() => server?.stop());

  it('imports 104 suppliers and the 460 things they supply', async () => {
    const suppliers = await imported('suppliers');
    expect(suppliers.document, suppliers.stderr).toMatchObject({
      status: 'applied',
      counts: { create: 104, error: 0 },
    });
    const materials = await imported('supplier-materials');
    expect(materials.document, materials.stderr).toMatchObject({
      status: 'applied',
      counts: { create: 460, error: 0 },
    });
    expect((await imported('supplier-materials')).document).toMatchObject({ counts: { create: 0, unchanged: 460 } });
  });

  it('receives what 4,012 purchase orders brought, once', async () => {
    for (const [, , , received, rejected, stocked] of stock.receipts.slice(1))
      expect(Number(received) - Number(rejected)).toBe(Number(stocked));
    const first = await imported('inventory-receipts');
    const counts = { create: 8_704, skip: 141, error: 0 };
    expect(first.document, first.stderr).toMatchObject({ status: 'applied', rows: 8_845, counts });
    const again = await imported('inventory-receipts');
    expect(again.document).toMatchObject({ status: 'unchanged', counts: { create: 0, unchanged: 8_704, skip: 141 } });
    // Three layers equal another one of the same day, place and cost, and are merged with it.
    expect(await server.rowCounts()).toMatchObject({ 'inventory.cost_layer': 8_701, 'inventory.movement': 8_704 });
  });

  it('imports 4,012 purchase orders with all that came of them, once, and takes them back', async () => {
    const before = await server.rowCounts();
    const first = await imported('purchase-orders');
    // 1,229 subtotals differ from the sum of their lines; 193 orders are complete although their status says otherwise.
    const counts = { create: 8_845, error: 0, warning: 1_368 };
    expect(first.document, first.stderr).toMatchObject({ status: 'applied', rows: 8_845, counts });
    const orders: PurchaseOrderRow[] = [];
    for (let skip = 0; skip < 4_012; skip += 500)
      orders.push(...(await client.call(listPurchaseOrders, { query: { take: 500, skip } })).items);
    const states = Map.groupBy(orders, ({ status }) => status.code);
    expect(Object.fromEntries([...states].map(([code, own]) => [code, own.length]))).toEqual({
      fulfilled: 3_128,
      closed_short: 840,
      issued: 44,
    });
    // Received, rejected and stocked quantities, and the total of every order, as in the files.
    const lines = Map.groupBy(stock.purchaseOrders.slice(1), ([number = '']) => number);
    const cents = (line: readonly string[]) =>
      Number(
        roundMoney(decimal(line[7] ?? '').times(decimal(line[8] ?? '')))
          .times('100')
          .toFixed(0),
      );
    for (const { number, total } of orders) {
      const sum = (lines.get(number) ?? []).reduce((cent, line) => cent + cents(line), 0);
      expect({ number, cents: Math.round(total * 100) }).toEqual({ number, cents: sum });
    }
    for (const [number, own] of [...lines].filter((_, index) => index % 40 === 0)) {
      const orderID = orders.find((each) => each.number === number)?.id ?? '';
      const order = await client.call(getPurchaseOrder, { params: { orderID } });
      const figures = order.lines.map((line) => [
        line.item.sku,
        line.quantityReceived.measure,
        line.quantityRejected.measure,
        line.quantityStocked.measure,
      ]);
      expect(figures).toEqual(own.map((line) => [line[6], ...line.slice(10).map(Number)]));
    }
    expect((await client.call(listDeliveries, { query: { take: 1 } })).count).toBe(4_012);
    const again = await imported('purchase-orders');
    expect(again.document).toMatchObject({ status: 'unchanged', counts: { create: 0, unchanged: 8_845, error: 0 } });
    // Past orders create neither stock nor supply.
    const after = await server.rowCounts();
    for (const table of ['inventory.movement', 'inventory.cost_layer', 'inventory.supply'])
      expect([table, after[table]]).toEqual([table, before[table]]);
    const undone = await run('import', 'undo', first.document.id);
    expect(undone.exitCode, undone.stderr).toBe(0);
    expect(await server.rowCounts()).toEqual(before);
  });

  it('is counted in all, which takes the oldest receipts first, and then place by place', async () => {
    const before = new Map((await inventories()).map((row) => [row.item.sku, row]));
    const inAll = await counted('totals');
    expect(inAll.document, inAll.stderr).toMatchObject({ status: 'applied', counts: { error: 0 } });
    const first = await counted('counts', '--create-locations');
    expect(first.document, first.stderr).toMatchObject({ status: 'applied', counts: { error: 0 } });
    const rows = await inventories();
    expect(rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(total);
    let [consumed, moved] = [0, 0];
    for (const [sku, wanted] of stock.expected) {
      const row = rows.find(({ item }) => item.sku === sku);
      expect({ sku, onHand: row?.quantity ?? 0 }).toEqual({ sku, onHand: wanted.onHand });
      expect({ sku, received: before.get(sku)?.quantity ?? 0 }).toEqual({ sku, received: wanted.receipts });
      if (wanted.receipts === 0 || wanted.onHand === 0) continue;
      if (wanted.receipts > wanted.onHand) consumed += 1;
      else moved += 1;
      // Calculated from the files, independently of the ledger. A surplus comes in at the average cost and leaves it
      // unchanged.
      const average = row?.weightedAverageUnitCost ?? Number.NaN;
      expect({ sku, isLow: average < wanted.lowest - 0.00001, isHigh: average > wanted.highest + 0.00001 }).toEqual({
        sku,
        isLow: false,
        isHigh: false,
      });
    }
    // Four more items have receipts and were counted as 0.
    expect([consumed, moved]).toEqual([117, 144]);
    const exact = [...stock.expected.values()].filter(({ lowest, highest }) => highest - lowest < 0.000001);
    expect(exact).toHaveLength(432 - 5);
    expect(stock.places).toBe(753);
    const { count } = await client.call(listStorageLocations, { query: { take: 1, types: ['bin'] } });
    expect(count).toBe(753);
  });

  it('lies in a tree of locations, shelves and bins', async () => {
    const { items: all } = await client.call(getStorageLocationTree, {});
    // The default place existed before.
    const nodes = all.filter(({ fullName }) => stock.tree.has(fullName));
    expect(all.filter((node) => !nodes.includes(node)).map(({ isDefault }) => isDefault)).toEqual([true]);
    expect(nodes).toHaveLength(stock.tree.size);
    const kinds = Map.groupBy(nodes, ({ depth, type }) => `${depth} ${type}`);
    expect(Object.fromEntries([...kinds].map(([kind, places]) => [kind, places.length]))).toEqual({
      '0 warehouse': 14,
      '1 shelf': 76,
      '2 bin': 753,
    });
    const byID = new Map(nodes.map((node) => [node.id, node]));
    for (const { name, fullName, parentID, depth, childCount } of nodes) {
      const parent = parentID === null ? undefined : byID.get(parentID);
      expect(parent?.depth).toBe(depth === 0 ? undefined : depth - 1);
      expect(fullName).toBe(parent ? `${parent.fullName} / ${name}` : name);
      expect(childCount > 0, fullName).toBe(depth < 2);
    }
  });

  it('changes nothing when it is counted again', async () => {
    const before = await server.rowCounts();
    const again = await counted('counts');
    expect(again.document).toMatchObject({ status: 'unchanged', counts: { update: 0, error: 0 } });
    expect(await server.rowCounts()).toEqual(before);
  });

  it('is taken back as a whole', async () => {
    const { items } = (await run('import', 'list')).json<{ items: { id: string; type: string; status: string }[] }>();
    // Undoes the import of places, then that of totals.
    for (const { id } of items.filter(({ status }) => status === 'applied').slice(0, 2)) {
      const undone = await run('import', 'undo', id);
      expect(undone.exitCode, undone.stderr).toBe(0);
    }
    const received = [...stock.expected.values()].reduce((sum, { receipts }) => sum + receipts, 0);
    const rows = await inventories();
    expect(rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(received);
  });
});
