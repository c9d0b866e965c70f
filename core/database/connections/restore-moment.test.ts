import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { until } from '../../testing/calls/until.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { removeEmbeddedPostgres } from '../embedded/remove-embedded-postgres.ts';
import { baseCopies, copyBase } from '../embedded/write-ahead-archive.ts';
import { restoreMoment } from './restore-moment.ts';

const settings = { fsync: 'off', shared_buffers: '16MB' };
let folder = '';

afterEach(async () => {
  for (const name of ['.data', 'other']) await removeEmbeddedPostgres(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
});

async function asking<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}

it('puts a database back to a moment, also elsewhere, and leaves it where the log does not reach', async () => {
  folder = mkdtempSync(join(tmpdir(), 'mw-wal-'));
  chmodSync(folder, 0o755);
  const archive = join(folder, 'archive');
  const at = (dataDir: string) => ({ dataDir: join(folder, dataDir), archive, settings });
  const add = (client: Client, text: string) => client.query('insert into note (text) values ($1)', [text]);
  const notes = async (dataDir: string): Promise<string[]> => {
    const server = await startEmbeddedPostgres(at(dataDir));
    try {
      return await asking(server.url, async (client) =>
        (await client.query<{ text: string }>('select text from note order by id')).rows.map(({ text }) => text),
      );
    } finally {
      await server.stop();
    }
  };

  const first = await startEmbeddedPostgres(at('.data'));
  const moment = await asking(first.url, async (client) => {
    await client.query('create table note (id serial, text text)');
    await add(client, 'before the copy');
    const copy = await copyBase({ url: first.url, pgdata: first.dataDir, archive });
    expect(copy).toMatchObject({ firstSegment: expect.stringMatching(/^[0-9A-F]{24}$/), removed: [] });
    await add(client, 'after the copy');
    const now = async () => (await client.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now as Date;
    const moment = new Date(Number(await now()) + 1);
    await until('A later moment', async () => (await now()) > moment);
    await client.query('delete from note');
    await add(client, 'the mistake');
    // Full segments are archived at once, others after a minute.
    await client.query('select pg_switch_wal()');
    return moment;
  });
  await first.stop();

  await expect(restoreMoment(at('.data'), new Date('9999-12-31'))).rejects.toMatchObject({
    code: 'embedded_postgres_after_archive',
  });
  await expect(restoreMoment(at('.data'), new Date(0))).rejects.toMatchObject({ code: 'embedded_postgres_no_base' });
  expect(await notes('.data')).toEqual(['the mistake']);

  // Only the archive remains of the first machine.
  await removeEmbeddedPostgres(join(folder, '.data'));
  expect(await restoreMoment(at('other'), moment)).toMatchObject({ aside: undefined });
  expect(await notes('other')).toEqual(['before the copy', 'after the copy']);

  // The restored server is copied and archived too, and can be restored again.
  const second = await startEmbeddedPostgres(at('other'));
  const kept = await asking(second.url, async (client) => {
    await add(client, 'on the other machine');
    return copyBase({ url: second.url, pgdata: second.dataDir, archive, keep: 1 });
  });
  await second.stop();
  expect(kept.removed).toHaveLength(1);
  expect(baseCopies(archive).map(({ name }) => name)).toEqual([kept.name]);
  expect(
    readdirSync(join(archive, 'wal'))
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .sort()[0]
      ?.slice(8),
  ).toBe(kept.firstSegment.slice(8));
  expect((await restoreMoment(at('other'), 'latest')).aside).toContain('pgdata.before-');
  expect(await notes('other')).toEqual(['before the copy', 'after the copy', 'on the other machine']);
});
