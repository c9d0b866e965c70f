import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import platform from '../../platform.config.ts';
import { installRoles, migrateInstallation, newSecret, startEmbeddedPostgres, withDatabase } from '../kernel/index.ts';
import { Child } from './child.ts';
import { benchPassword, type People } from './facts.ts';

/** How fast a file of products became products. */
export interface ImportSpeed {
  rows: number;
  /** Seconds from the upload to the staged and checked set, and from there to the last committed row. */
  stagedIn: number;
  appliedIn: number;
  undoneIn: number;
  /** Bytes of resident memory of the server: highest while it worked, above what it had before. */
  highestMemory: number;
  memoryBefore: number;
  /** Seconds of a bare COPY of the same products into a table of the same columns, keys and indexes. */
  copiedIn: number;
}

const database = 'millwright';
const wantedRate = 2000;
const wantedMemory = 300_000_000;
const tick = 50;

const skuOf = (index: number): string => `BENCH-${String(index).padStart(7, '0')}`;

/** Products as a manufacturer's export has them: eleven columns, quotes, accents, prices with cents. */
function* productLines(rows: number): Generator<string> {
  yield 'Item #,Description,Type,Product line,Unit price,Standard cost,Manufacturer,Manufacturer part number,Notes,Sell start date,Lead time\r\n';
  for (let index = 0; index < rows; index += 1)
    yield `${skuOf(index)},"Glove, leather, ""Bär"" no. ${index}",sale,,"1,${100 + (index % 900)}.${10 + (index % 90)}",${index % 700}.5,Northfield,N-${index},Knitted in ${1990 + (index % 30)},2026-0${1 + (index % 9)}-15,${index % 60}\r\n`;
}

interface Progress {
  id: string;
  status: string;
  failure: string | null;
  counts: Record<string, number>;
}

/** Uploads, applies and undoes one file against a running server; polls as the web and the command line do. */
async function importFile(server: Child, ask: (path: string, init?: RequestInit) => Promise<Progress>, rows: number) {
  const memory = async (): Promise<number> => (await server.call<{ memory: number }>('usage')).memory;
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
    let now = set;
    while (now.status !== status) {
      if (now.status === 'failed') throw new Error(`The import failed: ${now.failure}`);
      await new Promise((done) => setTimeout(done, tick));
      now = await ask(`/v1/change-sets/${set.id}`);
    }
    return now;
  };
  const file = [...productLines(rows)].join('');
  const post = (id: string, action: string) =>
    ask(`/v1/change-sets/${id}/actions/${action}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  let began = performance.now();
  const seconds = (): number => {
    const now = performance.now();
    const took = (now - began) / 1000;
    began = now;
    return took;
  };
  try {
    const uploaded = await ask('/v1/imports?type=products&fileName=products.csv', { method: 'POST', body: file });
    const checked = await until(uploaded, 'ready');
    if (checked.counts['create'] !== rows)
      throw new Error(`${checked.counts['create']} of ${rows} rows would be created`);
    const stagedIn = seconds();
    await until(await post(checked.id, 'apply'), 'applied');
    const appliedIn = seconds();
    await until(await post(checked.id, 'undo'), 'undone');
    return { rows, stagedIn, appliedIn, undoneIn: seconds(), memoryBefore, highestMemory };
  } finally {
    isWatching = false;
    await watching;
  }
}

/** A bare COPY of the same products, all columns, keys and indexes; no checks, no history, no search. */
async function copyProducts(admin: Client, accountID: string, rows: number): Promise<number> {
  await admin.query('create table public.copied_item (like inventory.item including all)');
  const { rows: found } = await admin.query<{ id: string }>(
    'select id from inventory.unit_conversion where account_id = $1 order by id limit 1',
    [accountID],
  );
  const conversionID = found[0]?.id ?? '';
  function* lines(): Generator<string> {
    const now = new Date().toISOString();
    for (let index = 0; index < rows; index += 1)
      yield `${accountID}\titm_${index}\t${now}\t${now}\t1\tproduct\t${skuOf(index)}\tGlove, leather, "Bär" no. ${index}\tNorthfield\tN-${index}\tKnitted in ${1990 + (index % 30)}\t1${100 + (index % 900)}.${10 + (index % 90)}\t${index % 700}.5\t${conversionID}\t2026-0${1 + (index % 9)}-15\tsale\n`;
  }
  const began = performance.now();
  await pipeline(
    Readable.from(lines()),
    admin.query(
      copyFrom(`copy public.copied_item (account_id, id, created_at, updated_at, version, type, sku, description, manufacturer,
        manufacturer_part_number, notes, unit_value, unit_cost, default_conversion_id, start_date, product_type) from stdin`),
    ),
  );
  const took = (performance.now() - began) / 1000;
  await admin.query('drop table public.copied_item');
  return took;
}

/** Imports 10,000 and 100,000 products through HTTP into a platform of its own, next to a bare COPY of the same. */
export async function measureImports(say: (line: string) => void): Promise<ImportSpeed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-import-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say });
  const server = new Child('server');
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
    const speeds: ImportSpeed[] = [];
    try {
      say('measuring: import (warming up)');
      await importFile(server, ask, 2500);
      for (const rows of [10_000, 100_000]) {
        say(`measuring: import of ${rows} products`);
        const speed = await importFile(server, ask, rows);
        speeds.push({ ...speed, copiedIn: await copyProducts(admin, accountID, rows) });
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
    .map(({ rows, stagedIn, appliedIn, undoneIn, memoryBefore, highestMemory, copiedIn }) => {
      const rate = rows / (stagedIn + appliedIn);
      const isMet = rate >= wantedRate && highestMemory < wantedMemory;
      return [
        `import of ${rows} products: ${Math.round(rate)} rows/s from file to committed, target ${wantedRate} below ${megabytes(wantedMemory)}  ${isMet ? 'yes' : 'NO'}`,
        `  staged and checked in ${stagedIn.toFixed(1)} s, written in ${appliedIn.toFixed(1)} s, undone in ${undoneIn.toFixed(1)} s`,
        `  memory ${megabytes(memoryBefore)} before, ${megabytes(highestMemory)} at most; bare COPY ${Math.round(rows / copiedIn)} rows/s`,
      ].join('\n');
    })
    .join('\n');
