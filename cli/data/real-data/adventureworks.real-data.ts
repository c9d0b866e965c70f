import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getCustomer,
  getSalesOrder,
  listCustomers,
  listSalesOrders,
  type SalesOrder,
} from '@millwright/commerce/contracts';
import { type Client, createClient, decimal, roundMoney } from '@millwright/core/contracts';
import { listProducts } from '@millwright/inventory/contracts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../installation/root.ts';
import { type ImportServer, startImportServer } from '../import/import-fixture.ts';
import { type AdventureWorksImports, adventureWorksImports, csvText } from './adventureworks.ts';

// Imports files of a real manufacturer by the command line into a real server. The files are not part of the
// repository.
const folder = join(root, '../shared/data/adventureworks');
const isHere = existsSync(join(folder, 'Product.csv'));
if (!isHere) console.warn(`Skipped: there are no files of the manufacturer in ${folder}`);

type Counts = Record<'create' | 'update' | 'delete' | 'unchanged' | 'skip' | 'error' | 'warning', number>;
interface Cell {
  row: number;
  column: string;
  field: string;
  value: string;
  message: string;
}
interface Document {
  id: string;
  status: string;
  rows: number;
  counts: Counts;
  canUndo: boolean;
  fileWarnings: string[];
  errors: Cell[];
  warnings: Cell[];
}

const nothing: Counts = { create: 0, update: 0, delete: 0, unchanged: 0, skip: 0, error: 0, warning: 0 };
const files = { products: 'products', customers: 'customers', salesOrders: 'sales-orders' } as const;
type Kind = keyof typeof files;

describe.skipIf(!isHere)('AdventureWorks through the command line', () => {
  let server: ImportServer;
  let client: Client;
  let tables: AdventureWorksImports;
  const applied: string[] = [];
  let rowsBefore: Record<string, number>;

  const source = (name: string): Record<string, string>[] =>
    parse(readFileSync(join(folder, `${name}.csv`)), { columns: true, skip_empty_lines: true, bom: true });
  const write = (name: string, bytes: string | Uint8Array): string => {
    const path = join(server.place.folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  /** Runs an import like a script. */
  const run = async (kind: Kind, path: string, ...options: string[]) => {
    const result = await server.place.call([
      ...['import', files[kind], path, '--yes', '--json'],
      // Missing categories and properties (color, size, subcategory) are created.
      ...(kind === 'products' ? ['--create', 'category', '--create', 'attributes'] : []),
      ...options,
    ]);
    return { ...result, document: result.json<Document>() };
  };
  const pathOf = (kind: Kind): string => join(server.place.folder, `${kind}.csv`);
  const counts = async () => ({
    products: (await client.call(listProducts, { query: { take: 1 } })).count,
    customers: (await client.call(listCustomers, { query: { take: 1 } })).count,
    orders: (await client.call(listSalesOrders, { query: { take: 1 } })).count,
  });
  /** Index of a column in a table. */
  const column = (kind: Kind, heading: string): number => {
    const at = tables[kind][0]?.indexOf(heading) ?? -1;
    if (at < 0) throw new Error(`${kind} has no column ${heading}`);
    return at;
  };
  /** A copy of a table with some changed cells, by row below the headings. */
  const damaged = (
    kind: Kind,
    cells: readonly (readonly [row: number, heading: string, value: string])[],
  ): string[][] => {
    const copy = tables[kind].map((row) => [...row]);
    for (const [row, heading, value] of cells) (copy[row] as string[])[column(kind, heading)] = value;
    return copy;
  };
  const cell = (kind: Kind, row: number, heading: string): string => tables[kind][row]?.[column(kind, heading)] ?? '';
  /** Faulty cells, without rows that are refused only because another row of their order is. */
  const wrong = ({ errors }: Document) =>
    errors
      .filter(({ message }) => !message.endsWith('belongs to the same record and has an error'))
      .map(({ row, column: heading, value, message }) => [row, heading, value, message]);

  beforeAll(async () => {
    tables = adventureWorksImports(folder);
    server = await startImportServer();
    rowsBefore = await server.rowCounts();
    for (const kind of Object.keys(files) as Kind[]) write(`${kind}.csv`, csvText(tables[kind]));
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
  });
  afterAll(() => server?.stop());

  it('says of a damaged file what is wrong with which cell, and imports nothing', async () => {
    // Products: wrong types, a repeated number, a missing number, and a truncated last line.
    const products = csvText(
      damaged('products', [
        [10, 'Unit price', 'twelve'],
        [11, 'Start date', '2008-13-45'],
        [12, 'Product number', cell('products', 13, 'Product number')],
        [14, 'Product number', ''],
      ]),
    );
    const twice = cell('products', 13, 'Product number');
    const lastLine = products.lastIndexOf('\r\n') + 2;
    const cut = products.slice(0, lastLine + tables.products.at(-1)![0]!.length + 12);
    const first = await run('products', write('damaged-products.csv', cut));
    expect(first.exitCode).toBe(3);
    expect(first.document).toMatchObject({ status: 'refused', rows: 504, canUndo: false });
    expect(wrong(first.document)).toEqual([
      [10, 'Unit price', 'twelve', '"twelve" is not a number'],
      [11, 'Start date', '2008-13-45', '"2008-13-45" is not a date'],
      [12, 'Product number', twice, 'SKU stands more than once in the file: rows 12, 13'],
      [13, 'Product number', twice, 'SKU stands more than once in the file: rows 12, 13'],
      [14, 'Product number', '', 'SKU is required'],
      [504, '', '', expect.stringContaining('the file may be cut here')],
    ]);
    expect(first.document.fileWarnings).toContain('The last line (505) seems to be cut');

    // A missing required column is reported in one line.
    const withoutNumber = tables.products.map((row) => row.slice(1));
    const missing = await run('products', write('no-number.csv', csvText(withoutNumber)));
    expect(missing.document.counts).toEqual({ ...nothing, error: 504 });
    expect(missing.document.fileWarnings).toContain('No column fills SKU, which is required');
    const told = await server.place.call(['import', 'products', join(server.place.folder, 'no-number.csv')]);
    expect(told.exitCode).toBe(3);
    expect(told.stdout).toBe('rows 1-504, SKU: SKU is required\n');

    // Customers: bytes of another encoding in a UTF-8 file, a repeated number, a missing name.
    const bad = csvText(
      damaged('customers', [
        [5, 'Customer number', cell('customers', 6, 'Customer number')],
        [7, 'Name', ''],
        [9, 'Name', 'Caf@ du Vélo'],
      ]),
    );
    const number = cell('customers', 6, 'Customer number');
    const bytes = Buffer.from(bad);
    bytes[bytes.indexOf('Caf@') + 3] = 0xe9;
    const customers = await run('customers', write('damaged-customers.csv', bytes));
    expect(customers.exitCode).toBe(3);
    expect(wrong(customers.document)).toEqual([
      [5, 'Customer number', number, 'Customer number stands more than once in the file: rows 5, 6'],
      [6, 'Customer number', number, 'Customer number stands more than once in the file: rows 5, 6'],
      [7, 'Name', '', expect.stringContaining('required')],
      [9, 'Name', 'Caf\uFFFD du Vélo', 'Has a character that could not be read'],
    ]);
    expect(await counts()).toEqual({ products: 0, customers: 0, orders: 0 });
  });

  it('imports 504 items', async () => {
    const { document, stderr } = await run('products', pathOf('products'));
    // Rows with references that are created have a warning.
    const described = ['Category', 'Subcategory', 'Color', 'Size'].map((heading) => column('products', heading));
    const warning = tables.products.slice(1).filter((row) => described.some((at) => row[at])).length;
    expect(document, stderr).toMatchObject({
      status: 'applied',
      rows: 504,
      counts: { ...nothing, create: 504, warning },
    });
    applied.push(document.id);
    expect((await counts()).products).toBe(504);
  });

  it('imports 701 customers with their addresses', async () => {
    const { document, stderr } = await run('customers', pathOf('customers'));
    expect(document, stderr).toMatchObject({ status: 'applied', rows: 701, counts: { ...nothing, create: 701 } });
    applied.push(document.id);
    expect(await server.rowCounts()).toMatchObject({ 'commerce.customer': 701, 'inventory.item': 504 });
    const customers = [];
    for (let skip = 0; skip < 701; skip += 500)
      customers.push(...(await client.call(listCustomers, { query: { take: 500, skip } })).items);
    expect(customers).toHaveLength(701);
    const ids = new Map(customers.map(({ id, number }) => [number, id]));
    const parts = ['name', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
    for (const row of tables.customers.slice(1)) {
      const [customerNumber = '', name = ''] = row;
      const customer = await client.call(getCustomer, { params: { customerID: ids.get(customerNumber) ?? '' } });
      const wanted = (from: number) => row.slice(from, from + parts.length).map((text) => text || null);
      expect({
        name: customer.name,
        billTo: parts.map((part) => customer.billToAddress?.[part] ?? null),
        shipTo: parts.map((part) => customer.shipToAddress?.[part] ?? null),
      }).toEqual({ name, billTo: wanted(2), shipTo: wanted(9) });
    }
  });

  it('says of a damaged file of orders what is wrong with which cell', async () => {
    const orders = csvText(
      damaged('salesOrders', [
        [1, 'SKU', 'NO-SUCH'],
        [3, 'Customer number', 'AW99999999'],
        [10, 'Quantity', 'many'],
        [60, 'Promised date', 'soon'],
      ]),
    );
    const refused = await run('salesOrders', write('damaged-orders.csv', orders));
    expect(refused.exitCode).toBe(3);
    expect(wrong(refused.document)).toEqual([
      [1, 'SKU', 'NO-SUCH', 'There is no product NO-SUCH'],
      [3, 'Customer number', 'AW99999999', 'There is no customer AW99999999'],
      [10, 'Quantity', 'many', '"many" is not a number'],
      [60, 'Promised date', 'soon', '"soon" is not a date'],
    ]);
    expect((await counts()).orders).toBe(0);
    const rest = await run('salesOrders', join(server.place.folder, 'damaged-orders.csv'), '--skip-errors');
    expect(rest.exitCode).toBe(0);
    // Four of the 32 orders have a faulty cell, and are left out completely.
    expect((await counts()).orders).toBe(28);
    const undone = await server.place.call(['import', 'undo', rest.document.id, '--yes', '--json']);
    expect(undone.json(), undone.stderr).toMatchObject({ status: 'undone' });
    expect((await counts()).orders).toBe(0);
  });

  it('says which customers share the name that an order gives', async () => {
    const number = (name: string) =>
      tables.customers
        .filter(([, each]) => each === name)
        .map(([each = '']) => each)
        .sort();
    const names = ['Friendly Bike Shop', 'Sports Products Store'];
    const sku = cell('products', 1, 'Product number');
    const lines = names.map((name, index) => `N-${index},${name},${sku},1`);
    const { document } = await run(
      'salesOrders',
      write('names.csv', ['Number,Customer,SKU,Quantity', ...lines].join('\n')),
    );
    expect(document.status).toBe('refused');
    expect(wrong(document)).toEqual(
      names.map((name, index) => [
        index + 1,
        'Customer',
        name,
        `2 customers are called ${name}: ${number(name).join(', ')}. Give the number`,
      ]),
    );
    for (const name of names) expect(number(name)).toHaveLength(2);
  });

  it('imports 32 orders with 542 lines, to the cent', async () => {
    const { document, stderr } = await run('salesOrders', pathOf('salesOrders'));
    expect(document, stderr).toMatchObject({
      status: 'applied',
      rows: 542,
      counts: { ...nothing, create: 542, warning: 32 },
    });
    applied.push(document.id);
    const headers = source('SalesOrderHeader');
    expect(document.warnings.map(({ column: heading, value }) => [heading, value])).toEqual(
      [...new Set(tables.salesOrders.slice(1).map(([each]) => each))].map((each) => [
        'Subtotal',
        headers.find((header) => header['SalesOrderNumber'] === each)?.['SubTotal'],
      ]),
    );
    const { items } = await client.call(listSalesOrders, { query: { take: 500 } });
    expect(items).toHaveLength(32);
    const orders: SalesOrder[] = [];
    for (const { id } of items) orders.push(await client.call(getSalesOrder, { params: { orderID: id } }));
    const skuOf = new Map(source('Product').map((row) => [row['ProductID'], row['ProductNumber']]));
    const details = Map.groupBy(source('SalesOrderDetail'), (row) => row['SalesOrderID']);
    let lineCount = 0;
    for (const header of headers) {
      const order = orders.find(({ number }) => number === header['SalesOrderNumber']);
      const wanted = (details.get(header['SalesOrderID']) ?? []).map((line) => ({
        sku: skuOf.get(line['ProductID']),
        quantity: Number(line['OrderQty']),
        total: roundMoney(decimal(line['LineTotal'] ?? '0')).toNumber(),
      }));
      expect(
        order?.lines.map(({ product, quantityOrdered, total }) => ({
          sku: product.sku,
          quantity: quantityOrdered.measure,
          total,
        })),
      ).toEqual(wanted);
      const sum = wanted.reduce((before, { total }) => before.plus(decimal(String(total))), decimal('0'));
      expect(order?.total).toBe(sum.toNumber());
      lineCount += wanted.length;
    }
    expect(lineCount).toBe(542);
  });

  it('changes nothing the second time', async () => {
    for (const [kind, rows] of [
      ['products', 504],
      ['customers', 701],
      ['salesOrders', 542],
    ] as const) {
      const { document, exitCode } = await run(kind, pathOf(kind));
      expect(exitCode).toBe(0);
      expect(document).toMatchObject({
        status: 'unchanged',
        counts: { create: 0, update: 0, unchanged: rows, error: 0 },
      });
    }
  });

  it('is taken back in reverse order, and only so, until nothing is left', async () => {
    const early = await server.place.call(['import', 'undo', applied[0] as string, '--yes', '--json']);
    expect(early.exitCode).toBe(3);
    expect(early.error()).toMatchObject({ code: 'undo_refused' });
    for (const id of applied.toReversed()) {
      const undone = await server.place.call(['import', 'undo', id, '--yes', '--json']);
      expect(undone.json(), undone.stderr).toMatchObject({ id, status: 'undone' });
    }
    expect(await counts()).toEqual({ products: 0, customers: 0, orders: 0 });
    expect(await server.rowCounts()).toEqual(rowsBefore);
  });
});
