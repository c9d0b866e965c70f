import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { registryOf } from '@millwright/core/kernel';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { loadPlugins } from '../installation/load-plugins.ts';
import { type CliWorkplace, openWorkplace } from '../testing/workplace.ts';
import { signInAtDemo, workOnce } from './demo-work.ts';
import { drillMinutes, dropDatabase, freshDatabase } from './drill-database.ts';
import { catalogueOf, comparable, contentsOfBackup, tableContents } from './table-contents.ts';

const adminUrl = inject('postgresUrl');
const [source, copy] = [`mwdrill_${process.pid}`, `mwdrill_${process.pid}_copy`];
let sourceUrl: string;
let place: CliWorkplace;

beforeAll(async () => {
  sourceUrl = await freshDatabase(adminUrl, source);
  place = openWorkplace(
    {
      DATABASE_URL: sourceUrl,
      MILLWRIGHT_SECRET: 'a secret that only drills of restoring know',
      MILLWRIGHT_DEMO: '1',
    },
    { processes: 1 },
  );
});
afterAll(async () => {
  await place?.clear();
  for (const name of [source, copy]) await dropDatabase(adminUrl, name);
});

it('a backup of a server at work comes back with every row, sequence, right and policy', {
  timeout: (drillMinutes + 10) * 60_000,
}, async () => {
  const schemas = registryOf(await loadPlugins())
    .schemaOwners()
    .map(({ schema }) => schema);
  const url = await place.startServer();
  const end = Date.now() + drillMinutes * 60_000;
  let rounds = 0;
  let isOver = false;
  const clerks = Array.from({ length: 4 }, async () => {
    let ask = await signInAtDemo(url);
    let since = Date.now();
    while (!isOver) {
      await workOnce(ask);
      rounds += 1;
      // A session ends a quarter of an hour after it began.
      if (Date.now() - since < 300_000) continue;
      [ask, since] = [await signInAtDemo(url), Date.now()];
    }
  });
  const work = Promise.all(clerks);
  work.catch(() => {});

  // A machine of its own, on which no server runs.
  const elsewhere = (copyUrl: string) => ({
    DATABASE_URL: copyUrl,
    MILLWRIGHT_DATA_DIR: join(place.folder, 'elsewhere'),
  });
  const backedUp = async (name: string): Promise<{ file: string; copyUrl: string }> => {
    const file = join(place.folder, name);
    const wrote = await place.call(['backup', file, '--force', '--json']);
    expect(wrote.exitCode, wrote.stderr).toBe(0);
    const copyUrl = await freshDatabase(adminUrl, copy);
    const restored = await place.call(['restore', file, '--yes', '--json'], { env: elsewhere(copyUrl) });
    expect(restored.exitCode, restored.stderr).toBe(0);
    return { file, copyUrl };
  };
  let backups = 0;
  do {
    const before = rounds;
    const { file, copyUrl } = await backedUp('at-work.tar.gz');
    expect(rounds, 'Clerks went on meanwhile').toBeGreaterThan(before);
    expect(comparable(await tableContents(copyUrl, schemas))).toEqual(comparable(await contentsOfBackup(file)));
    expect(await catalogueOf(copyUrl, schemas)).toEqual(await catalogueOf(sourceUrl, schemas));
    const examined = await place.call(['doctor', '--json'], { env: elsewhere(copyUrl) });
    const { findings } = examined.json<{ findings: { level: string }[] }>();
    expect(findings.filter(({ level }) => level === 'fault')).toEqual([]);
    backups += 1;
    await Promise.race([work, pause(Math.max(0, Math.min(60_000, end - Date.now())))]);
  } while (Date.now() < end);
  isOver = true;
  await work;

  // Nobody writes any more: the copy is what the source is, row by row.
  const stopped = await place.call(['stop', '--json']);
  expect(stopped.exitCode, stopped.stderr).toBe(0);
  // Read before: a backup leaves a line about itself.
  const atRest = await tableContents(sourceUrl, schemas);
  const { copyUrl } = await backedUp('at-rest.tar.gz');
  expect(comparable(await tableContents(copyUrl, schemas))).toEqual(comparable(atRest));
  process.stdout.write(`${backups} backups of a server at work, ${rounds} rounds of work: all tables alike\n`);
});
