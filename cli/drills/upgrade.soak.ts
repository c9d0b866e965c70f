import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { registryOf } from '@millwright/core/kernel';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { root } from '../installation/root.ts';
import { loadPlugins } from '../load-plugins.ts';
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
      ...{ PATH: process.env['PATH'], HOME: folder, MILLWRIGHT_DATA_DIR: join(folder, 'data'), PORT: '0' },
      ...{ DATABASE_URL: url, MILLWRIGHT_SECRET: secret, MILLWRIGHT_DEMO: '1', MILLWRIGHT_LOG_LEVEL: 'error' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const ended = once(child, 'exit');
  child.stderr.on('data', (chunk: Buffer) => said.push(String(chunk)));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        said.push(line);
        const found = /runs at (http:\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
      void ended.then(() => reject(new Error(`The old version did not start:\n${said.slice(-30).join('\n')}`)));
    });
    const ask = await signInAtDemo(address);
    for (let count = 0; count < 5; count += 1) await workOnce(ask);
  } finally {
    child.kill('SIGTERM');
    await ended;
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
      const ask = await signInAtDemo(await place.startServer());
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
