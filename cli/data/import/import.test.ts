import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseDatabaseUrl } from '@millwright/core/kernel';
import { rowsOfJob, until } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportServer, startImportServer } from './import-fixture.ts';

// Runs the commands against a real server.
let server: ImportServer;
const run = (args: readonly string[], options?: { input?: string }) => server.place.call(args, options);

interface Document {
  id: string;
  status: string;
  rows: number;
  counts: Record<'create' | 'update' | 'unchanged' | 'skip' | 'error', number>;
  errors: { row: number; column: string; field: string; value: string; message: string }[];
  canUndo: boolean;
  columns: { heading: string; field: string | null }[];
  fileWarnings: string[];
}

const file = (name: string, text: string): string => {
  const path = join(server.place.folder, name);
  writeFileSync(path, text);
  return path;
};
const imported = async (...args: string[]) => (await run(['import', ...args, '--yes', '--json'])).json<Document>();
/** A file with this number of products. */
const fileOf = (prefix: string, rows: number): string => {
  const lines = Array.from({ length: rows }, (_, index) => `${prefix}-${index},${index}.5`);
  return file(`${prefix}.csv`, `${['SKU,Unit price', ...lines].join('\n')}\n`);
};
/** Runs `work` while the products are locked in this mode. */
async function whileLocked<T>(mode: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(server.kernel.db.adminUrl).toString() });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`lock table inventory.item in ${mode} mode`);
    return await work(client);
  } finally {
    await client.end();
  }
}
/** SKUs of the account. */
const skus = async (): Promise<string[]> =>
  JSON.parse((await run(['export', 'products', '--format', 'json'])).stdout).map(({ sku }: { sku: string }) => sku);
/** Imports on the server, including cancelled ones. */
const kept = async () =>
  (await run(['import', 'list', '--json'])).json<{ items: { id: string; status: string; counts: object }[] }>().items;

beforeAll(async () => {
  server = await startImportServer();
});
afterAll(() => server.stop());

describe('import products', () => {
  it('writes a file, changes nothing the second time, and takes it back', async () => {
    const path = file('gloves.csv', 'Part #;List price;Colour\nG-1;4,50;red\nG-2;5,25;blue\n');
    const first = await imported('products', path, '--map', 'Colour=notes');
    expect(first).toMatchObject({ status: 'applied', rows: 2, counts: { create: 2, error: 0 }, canUndo: true });
    expect(first.columns).toEqual([
      expect.objectContaining({ heading: 'Part #', field: 'sku' }),
      expect.objectContaining({ heading: 'List price', field: 'unitValue' }),
      expect.objectContaining({ heading: 'Colour', field: 'notes' }),
    ]);
    expect((await skus()).sort()).toEqual(['G-1', 'G-2']);
    const before = await kept();
    expect(await imported('products', path, '--map', 'Colour=notes')).toMatchObject({
      status: 'unchanged',
      counts: { create: 0, update: 0, unchanged: 2 },
    });
    expect(await kept()).toEqual(before);
    const shown = await run(['import', 'show', first.id]);
    expect(shown.stdout).toContain('2 rows: 2 created');
    expect((await run(['import', 'undo', first.id, '--dry-run', '--json'])).json()).toMatchObject({ rows: 2 });
    expect((await run(['import', 'undo', first.id])).exitCode).toBe(2);
    expect((await run(['import', 'undo', first.id, '--yes', '--json'])).json()).toMatchObject({ status: 'undone' });
    expect(await skus()).toEqual([]);
    expect((await run(['import', 'undo', first.id, '--yes', '--json'])).error()).toMatchObject({ code: 'conflict' });
  });

  it('refuses a file with wrong cells, a line for each, and imports the rest only when told to', async () => {
    const path = file('wrong.csv', 'SKU,Unit price,Start date\nH-1,1.50,2026-01-02\nH-2,abc,2026-02-30\nH-3,2.50,\n');
    const refused = await run(['import', 'products', path]);
    expect(refused.exitCode).toBe(3);
    const lines = refused.stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^row 2, Unit price "abc": /);
    expect(lines[1]).toMatch(/^row 2, Start date "2026-02-30": /);
    expect(refused.stderr).toContain('1 of 3 rows have errors; nothing was imported (rows_have_errors)');
    expect(refused.stderr).toContain('--skip-errors');
    const json = await run(['import', 'products', path, '--json']);
    expect(json.json<Document>()).toMatchObject({ status: 'refused', counts: { error: 1 }, canUndo: false });
    expect(json.json<Document>().errors.map(({ row, field, value }) => [row, field, value])).toEqual([
      [2, 'unitValue', 'abc'],
      [2, 'startDate', '2026-02-30'],
    ]);
    expect(json.error()).toMatchObject({ code: 'rows_have_errors', exitCode: 3 });
    expect(await skus()).toEqual([]);
    expect((await kept()).filter(({ status }) => status === 'ready')).toEqual([]);
    const rest = await imported('products', path, '--skip-errors');
    expect(rest).toMatchObject({ status: 'applied', counts: { create: 2, error: 1 } });
    expect((await skus()).sort()).toEqual(['H-1', 'H-3']);
  });

  it('tells the exact effect in a dry run, and leaves nothing', async () => {
    const path = file('again.csv', 'SKU,Unit price\nH-1,1.75\nH-9,3.00\n');
    const before = await kept();
    const dry = await run(['import', 'products', path, '--dry-run']);
    expect(dry.exitCode).toBe(0);
    expect(dry.stdout).toContain('again.csv: 2 rows: 1 created, 1 updated.');
    expect(dry.stdout).toMatch(/update H-1 \(row 1\)\n {4}Unit value: 1\.5\S* -> 1\.75/);
    expect(dry.stdout).toContain('Nothing was written (--dry-run).');
    expect(await kept()).toEqual(before);
    expect((await skus()).sort()).toEqual(['H-1', 'H-3']);
    expect(await imported('products', path, '--on-existing', 'skip')).toMatchObject({
      counts: { create: 1, skip: 1, update: 0 },
    });
  });

  it('creates what a field refers to only when asked', async () => {
    const path = file('lines.csv', 'SKU,Product line\nK-1,Winter gloves\n');
    const refused = await run(['import', 'products', path, '--json']);
    expect(refused.json<Document>().errors).toMatchObject([{ row: 1, field: 'productLine', value: 'Winter gloves' }]);
    expect(await imported('products', path, '--create', 'productLine')).toMatchObject({
      status: 'applied',
      counts: { create: 1 },
    });
  });

  it('takes standard input, other encodings and delimiters', async () => {
    const text = await run(['import', 'products', '-', '--json', '--delimiter', '\\t'], {
      input: 'SKU\tDescription\nL-1\tFäustling\n',
    });
    expect(text.json<Document>()).toMatchObject({ status: 'applied', counts: { create: 1 } });
    const path = join(server.place.folder, 'latin.csv');
    writeFileSync(path, Buffer.from('SKU,Description\nL-2,F\u00e4ustling\n', 'latin1'));
    expect(await imported('products', path, '--encoding', 'windows-1252')).toMatchObject({ counts: { create: 1 } });
    const items = JSON.parse((await run(['export', 'products', '--format', 'json', '-f', 'query=L-2'])).stdout);
    expect(items).toMatchObject([{ sku: 'L-2', description: 'Fäustling' }]);
  });

  it('does many rows as a job', async () => {
    const rows = rowsOfJob(server.kernel);
    const done = await run(['import', 'products', fileOf('many', rows), '--json']);
    expect(done.json<Document>(), done.stderr).toMatchObject({ status: 'applied', counts: { create: rows } });
    expect(done.stderr).toContain(`"progress":{"label":"Importing","done":${rows},"total":${rows}`);
    const undone = await run(['import', 'undo', done.json<Document>().id, '--yes', '--json']);
    expect(undone.json()).toMatchObject({ status: 'undone', rows });
  });

  it('leaves nothing after Ctrl-C before it writes', async () => {
    const path = fileOf('interrupted', rowsOfJob(server.kernel));
    const before = await kept();
    // The server has received the file, and waits for this lock when it checks the rows.
    const { done } = await whileLocked('access exclusive', async () => {
      const call = server.place.begin(['import', 'products', path, '--dry-run']);
      await until('Reading the file', () => call.stderr().includes('Reading interrupted.csv'));
      call.interrupt();
      return call;
    });
    expect((await done).exitCode).toBe(130);
    expect(await kept()).toEqual(before);
  });

  it('says after Ctrl-C while it writes that the server goes on, and it does', async () => {
    const rows = rowsOfJob(server.kernel);
    const path = fileOf('going-on', rows);
    // Checking rows only reads, so it can finish; writing waits for the lock.
    const { exitCode, stderr, set } = await whileLocked('exclusive', async (watch) => {
      const latest = async () =>
        (
          await watch.query<{ id: string; status: string }>(
            'select id, status from core.change_set order by created_at desc, id desc limit 1',
          )
        ).rows[0];
      const { interrupt, done } = server.place.begin(['import', 'products', path, '--yes']);
      const writing = await until('Writing', async () => {
        const each = await latest();
        return each?.status === 'applying' ? each : undefined;
      });
      interrupt();
      return { ...(await done), set: writing };
    });
    expect(exitCode, stderr).toBe(130);
    expect(stderr).toContain('The server goes on with the import.');
    expect(stderr).toContain(`millwright import undo ${set.id}`);
    const done = await until('The end of the import', async () => {
      const [newest] = await kept();
      return newest?.status === 'applying' ? undefined : newest;
    });
    expect(done).toMatchObject({ id: set.id, status: 'applied', counts: { create: rows } });
  });

  it('says what is wrong with file, mapping, field and kind', async () => {
    const path = file('some.csv', 'SKU,Price\nP-1,1\n');
    const error = async (...args: string[]) => (await run(['import', ...args, '--json'])).error();
    expect(await error('products', join(server.place.folder, 'none.csv'))).toMatchObject({ code: 'usage' });
    expect(await error('products', path, '--map', 'Price=weight')).toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('unitValue'),
    });
    expect(await error('products', path, '--map', 'Cost=unitCost')).toMatchObject({
      code: 'unknown_column',
      hint: 'Columns: SKU, Price',
    });
    expect(await error('products', path, '--create', 'notes')).toMatchObject({ code: 'usage' });
    expect(await error('file', 'castles', path)).toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('products'),
    });
    const binary = join(server.place.folder, 'binary.xlsx');
    writeFileSync(binary, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]));
    expect(await error('products', binary)).toMatchObject({ code: 'file_unreadable', exitCode: 3 });
    expect((await kept()).filter(({ status }) => status === 'ready')).toEqual([]);
  });

  const foreign =
    'takes orders of another system: two files, foreign headings, discounts, carriers, freight that is left out';
  it(foreign, async () => {
    const place = (name: string, ...lines: string[]) => file(name, `${lines.join('\n')}\n`);
    await imported(
      'customers',
      place('buyers.csv', 'Number,Name,Country', 'VINET,Vins et alcools,FR', 'TOMSP,Toms,DE'),
    );
    await imported('products', place('goods.csv', 'SKU,Name,Unit price', '11,Queso,21', '42,Mee,14'));
    const orders = place(
      'orders.csv',
      'OrderID;CustomerID;OrderDate;RequiredDate;ShipVia;Freight;' +
        'ShipName;ShipAddress;ShipCity;ShipRegion;ShipPostalCode;ShipCountry',
      "10248;VINET;04.07.2024;01.08.2024;Speedy\u001b[31m Express;32,38;Vins;59 rue de l'Abbaye;Reims;;51100;France",
      '10249;TOMSP;05.07.2024;16.08.2024;Federal;11,61;Toms;Luisenstr. 48;Münster;NW;44087;Germany',
    );
    const lines = place(
      'lines.csv',
      'OrderID,ProductID,UnitPrice,Quantity,Discount',
      '10248,11,14,12,0',
      '10248,42,9.8,10,0.15',
      '10249,42,18.600000000000001,9,0.05',
    );
    const both = [orders, '--lines', lines, '--on', 'OrderID'];
    const refused = await run(['import', 'sales-orders', ...both]);
    expect(refused.exitCode).toBe(3);
    const outputLines = refused.stdout.trim().split('\n');
    expect(outputLines).toContain(
      'rows 1-2, RequiredDate "01.08.2024": "01.08.2024" can be 2024-08-01 or 2024-01-08; write it as one of these',
    );
    expect(outputLines).toContain(
      'row 3, UnitPrice "18.600000000000001": Has more than 6 decimals; the import can round them',
    );
    expect(outputLines.join()).toContain('There is no carrier Federal');
    for (const character of ['\u001b', '\u009b']) expect(refused.stdout + refused.stderr).not.toContain(character);
    expect(refused.stderr).toContain(
      'Read as text in utf-8, separated by comma; dates day first; decimals with a point',
    );
    expect(refused.stderr).toContain('warning: orders.csv: read as utf-8, separated by ;');
    expect(refused.stderr).toContain('--round rounds');
    expect(refused.stderr).toContain('--date-order and --decimal');
    writeFileSync(orders, readFileSync(orders, 'utf8').replace('\u001b[31m', ''));
    const ways = ['--round', '--date-order', 'dmy', '--create', 'carrier'];
    const open = await run(['import', 'sales-orders', ...both, ...ways]);
    expect(open.exitCode).toBe(3);
    expect(open.stderr).toContain('"Freight" looks like money and would not be imported; nothing was imported');
    expect(open.stderr).toContain("--map 'Freight='");
    const done = await run(['import', 'sales-orders', ...both, ...ways, '--map', 'Freight=']);
    expect(done.exitCode, done.stderr + done.stdout).toBe(0);
    expect(done.stderr).toContain('Discounts are shares of the price');
    const orderIDs = JSON.parse((await run(['export', 'sales-orders', '--format', 'json'])).stdout) as {
      number: string;
    }[];
    expect(orderIDs.map(({ number }) => number).sort()).toEqual(['10248', '10249']);
    const [set] = await kept();
    const undo = await run(['import', 'undo', set?.id ?? '', '--dry-run']);
    expect(undo.stdout).toContain('Would take back');
    // Fewer lines than the stored order has: lines are not removed silently.
    const fewer = place('fewer.csv', 'OrderID,ProductID,UnitPrice,Quantity', '10248,11,14,12');
    const shorter = await run(['import', 'sales-orders', fewer]);
    expect(shorter.stdout).toContain('Would delete 1 line of the order that the file does not have: 2 42');
    expect(shorter.stderr).toContain('--replace-lines');
    expect(await imported('sales-orders', fewer, '--replace-lines')).toMatchObject({ counts: { update: 1 } });
    const blocked = await run(['import', 'undo', set?.id ?? '', '--dry-run', '--json']);
    expect(blocked.error()).toMatchObject({
      code: 'undo_refused',
      errors: [{ path: '10248', message: 'it was changed since' }],
    });
  });

  it('lists the fields of a kind with what they are known by', async () => {
    const { stdout } = await run(['import', 'sales-orders', '--fields']);
    expect(stdout).toMatch(/carrier\s+name or code, --create\s+UPS\s+Carrier, carrier name/);
    expect((await run(['import', 'file', 'carriers', '--fields', '--json'])).json()).toMatchObject({
      type: 'carriers',
    });
    expect((await run(['import', 'sales-orders', '--json'])).error()).toMatchObject({ code: 'usage' });
  });

  it('writes a template that it takes in itself', async () => {
    const { stdout } = await run(['import', 'template', 'products']);
    expect(stdout).toContain('SKU');
    const path = file('template.csv', stdout);
    const created = ['productLine', 'category', 'unitGroup', 'unit'].flatMap((field) => ['--create', field]);
    const checked = (await run(['import', 'products', path, '--dry-run', ...created, '--json'])).json<Document>();
    expect(checked.errors).toEqual([]);
    expect(checked).toMatchObject({ status: 'checked', rows: 1, counts: { create: 1 } });
    expect(readFileSync(path, 'utf8')).toBe(stdout);
  });
});

describe('a server that goes away', () => {
  it('is exit code 5 before anything is sent', async () => {
    const gone = createServer();
    await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
    const { port } = gone.address() as { port: number };
    gone.close();
    const path = join(server.place.folder, 'config/millwright/profiles.json');
    const before = readFileSync(path, 'utf8');
    const profiles = JSON.parse(before);
    profiles.profiles.gone = { ...profiles.profiles.default, url: `http://127.0.0.1:${port}` };
    writeFileSync(path, JSON.stringify(profiles));
    const { exitCode } = await run(['import', 'list', '--profile', 'gone']);
    expect(exitCode).toBe(5);
    writeFileSync(path, before);
  });
});
