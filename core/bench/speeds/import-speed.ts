import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { storedColumns } from '../cases/stored-columns.ts';
import { processorTimeOfTree } from '../figures/processor-time.ts';
import { type Ask, type ServerOptions, withBenchServer } from '../place/bench-place.ts';
import type { Child } from '../place/child.ts';

/** Speed of an import. */
export interface ImportSpeed {
  title: string;
  rows: number;
  /** Target in rows per second, if it differs from the target of plain records. */
  wantedRate?: number | undefined;
  /** Seconds from the upload to the staged and checked set, and from there to the last committed row. */
  stagedIn: number;
  appliedIn: number;
  undoneIn: number;
  /** Resident memory of the server in bytes: the maximum during the import, and the value before it. */
  highestMemory: number;
  memoryBefore: number;
  /**
   * Milliseconds of processor time from the upload to the last committed row, of the server and (only on Linux) of
   * PostgreSQL.
   */
  processor: { node: number; postgres: number | undefined };
  /** Seconds of a bare COPY of the same records into tables with the same columns, keys and indexes. */
  copiedIn: number;
}

const usualRate = 2000;
const wantedMemory = 300_000_000;
const tick = 50;
/** Milliseconds between two polls of the progress, as in the browser. */
const poll = 1000;

/** An import file: its lines, and the tables of its records. */
export interface ImportedFile {
  type: string;
  title: string;
  sizes: readonly number[];
  tables: readonly string[];
  heading: string;
  line(index: number): string;
  /** Records that must exist before, as paths and request bodies. */
  needs?: readonly (readonly [path: string, body: object])[];
  /** Target in rows per second, if it differs from the target of plain records. */
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

/** Like a manufacturer's export: eleven columns, quotes, accents, prices with cents. */
export const productFile: ImportedFile = {
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
};

const files: readonly ImportedFile[] = [
  productFile,
  {
    // In a manufacturer's export nearly all customers have one address (`adventureworks`: 690 of 701). Three records
    // per row.
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
    // Orders of two lines with their receipts, as in `adventureworks`.
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
  /** Read from the database, because polling the server often enough to see the end would be a load of its own. */
  statusOf(setID: string): Promise<string>;
}

/**
 * Uploads, applies and undoes one file against a running server, and polls the progress as a browser does. `whileThere`
 * runs before the undo.
 */
export async function importFile(
  server: Child,
  ask: Ask,
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
    let polledAt = performance.now();
    for (;;) {
      const now = await statusOf(set.id);
      if (now === status || now === 'failed') break;
      await new Promise((done) => setTimeout(done, tick));
      if (performance.now() - polledAt < poll) continue;
      polledAt = performance.now();
      await ask(`/v1/change-sets/${set.id}`);
    }
    const ended = await ask<Progress>(`/v1/change-sets/${set.id}`);
    if (ended.status !== status) throw new Error(`The import failed: ${ended.failure}`);
    return ended;
  };
  const body = [...linesOf(file, rows)].join('');
  const post = (id: string, action: string) => ask<Progress>(`/v1/change-sets/${id}/actions/${action}`, {});
  const processorBefore = { node: (await usage()).processor, postgres: processorTimeOfTree(postgres) };
  let began = performance.now();
  const seconds = (): number => {
    const now = performance.now();
    const took = (now - began) / 1000;
    began = now;
    return took;
  };
  try {
    const uploaded = await ask<Progress>(`/v1/imports?type=${file.type}&fileName=bench.csv`, body);
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

/** Seconds of a bare COPY of an account's records: no checks, no history, no search index. */
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

/** Imports files through HTTP into a server of its own, compared with a bare COPY of the same records. */
export const measureImports = (say: (line: string) => void, options: ServerOptions): Promise<ImportSpeed[]> =>
  withBenchServer({ say, slug: 'import', ...options }, async ({ server, admin, accountID, ask, postgres }) => {
    const statusOf = async (setID: string): Promise<string> =>
      (await admin.query<{ status: string }>('select status from core.change_set where id = $1', [setID])).rows[0]
        ?.status ?? '';
    const speeds: ImportSpeed[] = [];
    for (const file of files) {
      for (const [path, body] of file.needs ?? []) await ask(path, body);
      say(`measuring: import of ${file.title} (warming up)`);
      await importFile(server, ask, { postgres, file, rows: 2500, statusOf }, async () => 0);
      for (const rows of file.sizes) {
        say(`measuring: import of ${rows} ${file.title}`);
        // Autovacuum would do the same within a minute; after an undo the statistics must know that the tables are
        // empty.
        await admin.query('vacuum (analyze)');
        speeds.push(
          await importFile(server, ask, { postgres, file, rows, statusOf }, () =>
            copyRecords(admin, accountID, file.tables),
          ),
        );
      }
    }
    return speeds;
  });

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

/** The report lines of the imports. */
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
