import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import platform from '../../platform.config.ts';
import { installRoles, migrateInstallation, newSecret, startEmbeddedPostgres, withDatabase } from '../boot/index.ts';
import { Child } from './child.ts';
import { benchPassword, type People } from './facts.ts';
import { processorTimeOfTree } from './processor-time.ts';
import { storedColumns } from './stored-columns.ts';

/** How fast a file became records. */
export interface ImportSpeed {
  title: string;
  rows: number;
  /** Rows in a second, if not as many as of plain records. */
  wantedRate?: number | undefined;
  /** Seconds from the upload to the staged and checked set, and from there to the last committed row. */
  stagedIn: number;
  appliedIn: number;
  undoneIn: number;
  /** Bytes of resident memory of the server: highest while it worked, and what it had before. */
  highestMemory: number;
  memoryBefore: number;
  /**
   * Milliseconds of processor time from the upload to the last committed row: of the server, and of PostgreSQL on
   * Linux.
   */
  processor: { node: number; postgres: number | undefined };
  /** Seconds of a bare COPY of the same records into tables of the same columns, keys and indexes. */
  copiedIn: number;
}

const database = 'millwright';
const usualRate = 2000;
const wantedMemory = 300_000_000;
const tick = 50;
/** Milliseconds between two questions of the web for the progress. */
const poll = 1000;

/** What is imported: the lines of a file, and the tables that its records are in. */
interface ImportedFile {
  type: string;
  title: string;
  sizes: readonly number[];
  tables: readonly string[];
  heading: string;
  line(index: number): string;
  /** What has to be there before: paths with what is sent to them. */
  needs?: readonly (readonly [path: string, body: object])[];
  /** Rows in a second, if not as many as of plain records. */
  wantedRate?: number;
}

const numberOf = (index: number): string => String(index).padStart(7, '0');

const customerTables = ['core.party', 'core.party_address', 'commerce.customer'];
const customerHeading =
  'Customer number,Customer name,Email,Phone,Notes,' +
  'Bill to street,Bill to city,Bill to state,Bill to zip,Bill to country';
const customerLine = (index: number): string =>
  `B-${numberOf(index)},"Bär & Sons, no. ${index}",buyer${index}@example.test,555-${numberOf(index)},` +
  `Since ${1990 + (index % 30)},${index} Main Street,Springfield,IL,62701,US`;

const files: readonly ImportedFile[] = [
  {
    // As a manufacturer's export has them: eleven columns, quotes, accents, prices with cents.
    type: 'products',
    title: 'products',
    sizes: [10_000, 100_000],
    tables: ['inventory.item'],
    heading:
      'Item #,Description,Type,Product line,Unit price,Standard cost,Manufacturer,Manufacturer part number,' +
      'Notes,Sell start date,Lead time',
    line: (index) =>
      `BENCH-${numberOf(index)},"Glove, leather, ""Bär"" no. ${index}",sale,,` +
      `"1,${100 + (index % 900)}.${10 + (index % 90)}",${index % 700}.5,Northfield,N-${index},` +
      `Knitted in ${1990 + (index % 30)},2026-0${1 + (index % 9)}-15,${index % 60}`,
  },
  {
    // As a manufacturer's export has nearly all of them (`adventureworks`: 690 of 701 have one address); three records
    // a row.
    type: 'customers',
    title: 'customers with an address each',
    sizes: [10_000],
    tables: customerTables,
    heading: customerHeading,
    line: customerLine,
  },
  {
    type: 'customers',
    title: 'customers with two addresses each',
    sizes: [10_000],
    tables: customerTables,
    heading: `${customerHeading},Ship to street,Ship to city,Ship to state,Ship to zip,Ship to country`,
    line: (index) => `${customerLine(index)},${index} Dock Road,Gary,IN,46401,US`,
  },
  {
    // Orders of two lines with what came of them, as `adventureworks` has them.
    type: 'purchase-orders',
    title: 'lines of purchase orders with their receipts',
    sizes: [10_000],
    tables: ['commerce.purchase_order', 'commerce.purchase_order_line'],
    heading: 'PO number,Supplier,Order date,Received on,Status,SKU,Quantity,Unit price,Due date,Received,Rejected',
    line: (index) => {
      const quantity = 10 + (index % 9);
      const order = `B-${numberOf(index >> 1)},Bench Hides,2024-01-05,2024-01-20,`;
      return `${order},BENCH-HIDE-${index % 20},${quantity},24.${10 + (index % 80)},2024-01-19,${quantity},0`;
    },
    needs: [
      ['/v1/suppliers', { name: 'Bench Hides' }],
      ...Array.from({ length: 20 }, (_, index) => ['/v1/products', { sku: `BENCH-HIDE-${index}` }] as const),
    ],
    wantedRate: 1500,
  },
];

function* linesOf({ heading, line }: ImportedFile, rows: number): Generator<string> {
  yield `${heading}\r\n`;
  for (let index = 0; index < rows; index += 1) yield `${line(index)}\r\n`;
}

interface Progress {
  id: string;
  status: string;
  failure: string | null;
  counts: Record<string, number>;
}

interface ImportedWith {
  postgres: number;
  file: ImportedFile;
  rows: number;
  /** Read from the database: asking the server as often as it takes to see the end would be a load of its own. */
  statusOf(setID: string): Promise<string>;
}

/**
 * Uploads, applies and undoes one file against a running server; asks for the progress as the web does. `whileThere`
 * runs between the two.
 */
async function importFile(
  server: Child,
  ask: (path: string, init?: RequestInit) => Promise<Progress>,
  { postgres, file, rows, statusOf }: ImportedWith,
  whileThere: () => Promise<number>,
): Promise<ImportSpeed> {
  const usage = () => server.call<{ memory: number; processor: number }>('usage');
  const memory = async (): Promise<number> => (await usage()).memory;
  const memoryBefore = await memory();
  let highestMemory = memoryBefore;
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      highestMemory = Math.max(highestMemory, await memory());
      await new Promise((done) => setTimeout(done, tick));
    }
  })();
  const until = async (set: Progress, status: string): Promise<Progress> => {
    let asked = performance.now();
    for (;;) {
      const now = await statusOf(set.id);
      if (now === status || now === 'failed') break;
      await new Promise((done) => setTimeout(done, tick));
      if (performance.now() - asked < poll) continue;
      asked = performance.now();
      await ask(`/v1/change-sets/${set.id}`);
    }
    const ended = await ask(`/v1/change-sets/${set.id}`);
    if (ended.status !== status) throw new Error(`The import failed: ${ended.failure}`);
    return ended;
  };
  const body = [...linesOf(file, rows)].join('');
  const post = (id: string, action: string) =>
    ask(`/v1/change-sets/${id}/actions/${action}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  const processorBefore = { node: (await usage()).processor, postgres: processorTimeOfTree(postgres) };
  let began = performance.now();
  const seconds = (): number => {
    const now = performance.now();
    const took = (now - began) / 1000;
    began = now;
    return took;
  };
  try {
    const uploaded = await ask(`/v1/imports?type=${file.type}&fileName=bench.csv`, { method: 'POST', body });
    const checked = await until(uploaded, 'ready');
    if (checked.counts['create'] !== rows)
      throw new Error(`${checked.counts['create']} of ${rows} rows would be created`);
    const stagedIn = seconds();
    await until(await post(checked.id, 'apply'), 'applied');
    const appliedIn = seconds();
    const after = processorTimeOfTree(postgres);
    const processor = {
      node: (await usage()).processor - processorBefore.node,
      postgres: after === undefined ? undefined : after - (processorBefore.postgres ?? 0),
    };
    const copiedIn = await whileThere();
    began = performance.now();
    await until(await post(checked.id, 'undo'), 'undone');
    const { title, wantedRate } = file;
    return {
      title,
      wantedRate,
      rows,
      stagedIn,
      appliedIn,
      undoneIn: seconds(),
      memoryBefore,
      highestMemory,
      processor,
      copiedIn,
    };
  } finally {
    isWatching = false;
    await watching;
  }
}

/** Seconds of a bare COPY of an account's records: no checks, no history, no search. */
async function copyRecords(admin: Client, accountID: string, tables: readonly string[]): Promise<number> {
  let took = 0;
  for (const table of tables) {
    await admin.query(`create table public.copied (like ${table} including all)`);
    const columns = (await storedColumns(admin, table)).join();
    const own = `account_id = '${accountID.replaceAll("'", "''")}'`;
    const rows = admin.query(copyTo(`copy (select ${columns} from ${table} where ${own}) to stdout`));
    const copied = await buffer(rows);
    const began = performance.now();
    await pipeline(Readable.from([copied]), admin.query(copyFrom(`copy public.copied (${columns}) from stdin`)));
    took += (performance.now() - began) / 1000;
    await admin.query('drop table public.copied');
  }
  return took;
}

/**
 * Imports files of products and of customers through HTTP into a platform of its own, next to a bare COPY of the same.
 */
export async function measureImports(
  say: (line: string) => void,
  serverOptions: { execArgv?: readonly string[] },
): Promise<ImportSpeed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-import-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say });
  const server = new Child('server', serverOptions);
  try {
    const urls = await installRoles({ adminUrl: postgres.url, database, secret: newSecret() });
    const plugins = await Promise.all(
      platform.plugins.map(async ({ server: half }) => ({ definition: (await half()).default })),
    );
    await migrateInstallation(urls, plugins);
    const url = await server.call<string>('boot', { urls, buildDir: resolve(import.meta.dirname, '..') });
    const { accountID, emails } = await server.call<People>('createAccount', { slug: 'import', people: 1 });
    const signedIn = await fetch(`${url}/api/auth/actions/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ identifier: emails[0], password: benchPassword }),
    });
    if (!signedIn.ok) throw new Error(`Signing in failed: ${await signedIn.text()}`);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const ask = async (path: string, init: RequestInit = {}): Promise<Progress> => {
      const answer = await fetch(`${url}/api${path}`, {
        ...init,
        headers: { ...init.headers, cookie, origin: url, 'account-id': accountID },
      });
      if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
      return (await answer.json()) as Progress;
    };
    const admin = new Client({ connectionString: withDatabase(postgres.url, database) });
    await admin.connect();
    const statusOf = async (setID: string): Promise<string> =>
      (await admin.query<{ status: string }>('select status from core.change_set where id = $1', [setID])).rows[0]
        ?.status ?? '';
    const speeds: ImportSpeed[] = [];
    try {
      for (const file of files) {
        for (const [path, body] of file.needs ?? [])
          await ask(path, {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          });
        say(`measuring: import of ${file.title} (warming up)`);
        await importFile(server, ask, { postgres: postgres.pid, file, rows: 2500, statusOf }, async () => 0);
        for (const rows of file.sizes) {
          say(`measuring: import of ${rows} ${file.title}`);
          // As an installation does within a minute: what was undone leaves tables that are known to be empty.
          await admin.query('vacuum (analyze)');
          speeds.push(
            await importFile(server, ask, { postgres: postgres.pid, file, rows, statusOf }, () =>
              copyRecords(admin, accountID, file.tables),
            ),
          );
        }
      }
    } finally {
      await admin.end();
    }
    return speeds;
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(dirname(postgres.dataDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** The lines of the imports. */
export const importTable = (speeds: readonly ImportSpeed[]): string =>
  speeds
    .map((speed) => {
      const { title, rows, stagedIn, appliedIn, undoneIn, memoryBefore, highestMemory, processor, copiedIn } = speed;
      const { wantedRate = usualRate } = speed;
      const rate = rows / (stagedIn + appliedIn);
      const isMet = rate >= wantedRate && highestMemory < wantedMemory;
      return [
        `import of ${rows} ${title}: ${Math.round(rate)} rows/s from file to committed, ` +
          `target ${wantedRate} below ${megabytes(wantedMemory)}  ${isMet ? 'yes' : 'NO'}`,
        `  staged and checked in ${stagedIn.toFixed(1)} s, written in ${appliedIn.toFixed(1)} s, ` +
          `undone in ${undoneIn.toFixed(1)} s`,
        `  processor time per row: Node ${(processor.node / rows).toFixed(2)} ms, ` +
          `PostgreSQL ${processor.postgres === undefined ? '?' : (processor.postgres / rows).toFixed(2)} ms`,
        `  memory ${megabytes(memoryBefore)} before, ${megabytes(highestMemory)} at most; ` +
          `bare COPY ${Math.round(rows / copiedIn)} rows/s`,
      ].join('\n');
    })
    .join('\n');
