import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseDatabaseUrl, registryOf } from '@millwright/core/kernel';
import { Client } from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { loadPlugins } from '../installation/load-plugins.ts';
import { root } from '../installation/root.ts';
import { openWorkplace } from '../testing/workplace.ts';
import { signInAtDemo, workOnce } from './demo-work.ts';
import { drillMinutes, dropDatabase, freshDatabase } from './drill-database.ts';
import { catalogueOf, tableContents } from './table-contents.ts';

const adminUrl = inject('postgresUrl');
const database = `mwdrill_${process.pid}_upgrade`;
const released = readFileSync(join(import.meta.dirname, 'released-versions.txt'), 'utf8')
  .split('\n')
  .filter((line) => /^[0-9a-f]{8}/.test(line))
  .map((line) => line.slice(0, 8));
/** The newest alone, unless it may take its time. */
const versions = drillMinutes >= 10 ? released : released.slice(0, 1);
const folders: string[] = [];
const secret = 'a secret that only drills of upgrades know';

afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  for (const name of [database, `${database}_new`]) await dropDatabase(adminUrl, name);
});

/** The sources of a version with what they need, as somebody would install them. */
function checkOut(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), `millwright-${version}-`));
  folders.push(folder);
  const sources = execFileSync('git', ['archive', version], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return folder;
}

/** Lets the version start on the database by its own code, with its demo, work a little and stop. */
async function workWith(folder: string, url: string): Promise<void> {
  const args = ['--import', join(folder, 'core/cli/tsx-loader.mjs'), join(folder, 'cli/main.ts'), 'start'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      MILLWRIGHT_DATA_DIR: join(folder, 'data'),
      PORT: '0',
      DATABASE_URL: url,
      MILLWRIGHT_SECRET: secret,
      MILLWRIGHT_DEMO: '1',
      MILLWRIGHT_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputLines: string[] = [];
  const ended = once(child, 'exit');
  child.stderr.on('data', (chunk: Buffer) => outputLines.push(String(chunk)));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        outputLines.push(line);
        const found = /runs at (http:\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
      void ended.then(() => reject(new Error(`The old version did not start:\n${outputLines.slice(-30).join('\n')}`)));
    });
    const ask = await signInAtDemo(address);
    for (let count = 0; count < 5; count += 1) await workOnce(ask);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Rights of the roles of an account that `begin` makes, which those of the accounts of the demo have not. */
async function rightsLacking(url: string, begin: () => Promise<unknown>): Promise<string[]> {
  await begin();
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  try {
    const { rows } = await client.query<{ lacking: string }>(
      `with held as (select account.slug, role.type, right_.domain || flag.key as code
         from core.role_permission right_
         join core.role role on role.account_id = right_.account_id and role.id = right_.role_id
         join core.account account on account.id = role.account_id
         cross join lateral jsonb_each(to_jsonb(right_)) flag
         where role.is_system and flag.key like 'can\\_%' and flag.value = 'true')
       select old.slug || ' ' || new.type || ' ' || new.code as lacking
       from held new cross join core.account old
       where new.slug = 'fresh' and old.is_demo and not exists
         (select from held where held.slug = old.slug and held.type = new.type and held.code = new.code) order by 1`,
    );
    return rows.map(({ lacking }) => lacking);
  } finally {
    await client.end();
  }
}

describe('the data of a released version', () => {
  it.each(versions)('comes along from %s', async (version) => {
    const url = await freshDatabase(adminUrl, database);
    await workWith(checkOut(version), url);
    const schemas = registryOf(await loadPlugins())
      .schemaOwners()
      .map(({ schema }) => schema);
    const before = await tableContents(url, schemas);
    const settings = { DATABASE_URL: url, MILLWRIGHT_SECRET: secret, MILLWRIGHT_DEMO: '1' };
    const place = openWorkplace(settings, { processes: 1 });
    try {
      const migrated = await place.call(['migrate', '--yes', '--json']);
      expect(migrated.exitCode, migrated.stderr).toBe(0);
      const after = await tableContents(url, schemas);
      const rowsOf = (sum = '0') => Number.parseInt(sum, 10);
      const lost = Object.keys(before).filter((table) => rowsOf(after[table]) < rowsOf(before[table]));
      expect(lost, 'No table has lost rows').toEqual([]);

      // What came along by migrations is what a new installation begins with.
      const freshUrl = await freshDatabase(adminUrl, `${database}_new`);
      const made = await place.call(['migrate', '--yes', '--json'], { env: { DATABASE_URL: freshUrl } });
      expect(made.exitCode, made.stderr).toBe(0);
      const withoutPlaces = (facts: Record<string, string>) =>
        Object.fromEntries(Object.entries(facts).filter(([what]) => !what.startsWith('sequence ')));
      expect(withoutPlaces(await catalogueOf(url, schemas))).toEqual(
        withoutPlaces(await catalogueOf(freshUrl, schemas)),
      );

      const examined = await place.call(['doctor', '--json']);
      const { findings } = examined.json<{ findings: { level: string }[] }>();
      expect(findings.filter(({ level }) => level === 'fault')).toEqual([]);
      const address = await place.startServer();
      const lacking = await rightsLacking(url, () =>
        place.call(['account', 'create', 'Of this version', '--slug', 'fresh', '--admin', 'admin@demo.test']),
      );
      expect(lacking, 'Seed roles may do what those of a new account may').toEqual([]);
      const shop = await signInAtDemo(address, 'customer@demo.test');
      await shop('GET', '/v1/portal/cart');
      const ask = await signInAtDemo(address);
      for (let count = 0; count < 5; count += 1) await workOnce(ask);
      const again = await place.call(['doctor', '--json']);
      expect(again.json<{ findings: { level: string }[] }>().findings.filter(({ level }) => level === 'fault')).toEqual(
        [],
      );
      const total = Object.values(after).reduce((sum, each) => sum + rowsOf(each), 0);
      const applied = migrated.json<readonly { applied: string[] }[]>().flatMap((schema) => schema.applied);
      process.stdout.write(`${version}: ${total} rows came along, ${applied.length} migrations applied\n`);
    } finally {
      await place.clear();
    }
  });
});
