import { parseDatabaseUrl, queues } from '@millwright/core/kernel';
import type { TestDatabase } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installedDatabase } from '../../testing/installed-database.ts';
import { type CliWorkplace, openWorkplace } from '../../testing/workplace.ts';
import { jobsRetry } from './jobs.command.ts';

let database: TestDatabase;
let place: CliWorkplace;
let admin: Client;

/** Stores a job as the queue does after eight failures. */
const giveUp = (queue: string, reason: string) =>
  admin.query(
    `insert into queue.job (name, state, data, source_output, source_name)
     values ($1, 'created', '{"accountID":"acc_1","eventID":"evt_1"}', jsonb_build_object('message', $2::text), $3)`,
    [`${queue}-dead`, reason, queue],
  );
const statesOf = async (queue: string) =>
  (await admin.query('select state from queue.job where name = $1', [queue])).rows.map(({ state }) => state);

beforeAll(async () => {
  database = await installedDatabase();
  place = openWorkplace({
    DATABASE_URL: database.adminUrl,
    MILLWRIGHT_SECRET: 'a secret that only tests of the CLI know',
  });
  admin = new Client({ connectionString: parseDatabaseUrl(database.adminUrl).toString() });
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await place?.clear();
  await database?.drop();
});

it('knows every queue of the kernel', () => {
  expect(jobsRetry.arguments?.queue.choices).toEqual(Object.values(queues));
});

it('what failed for good is listed with its reason, named by doctor, and sent again', async () => {
  const quiet = await place.call(['jobs', 'list']);
  expect(quiet).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing has failed for good.') });

  await giveUp('event', 'first');
  await giveUp('event', 'The printer is off');
  await giveUp('person-mail', 'No such mailbox');
  const listed = (await place.call(['jobs', 'list', '--json'])).json<{ items: { queue: string }[]; count: number }>();
  expect(listed.count).toBe(3);
  expect(listed.items.find(({ queue }) => queue === 'event')).toMatchObject({ count: 2, reason: expect.any(String) });
  expect((await place.call(['jobs', 'list'])).stdout).toMatch(/person-mail +1 .*No such mailbox/);

  const shown = (await place.call(['jobs', 'show', 'person-mail', '--json'])).json<{
    items: { id: string; reason: string; isKiller: boolean }[];
  }>();
  expect(shown.items).toMatchObject([{ queue: 'person-mail', reason: 'No such mailbox', isKiller: false }]);
  const { id = '' } = shown.items[0] ?? {};
  expect((await place.call(['jobs', 'release', id, '--dry-run'])).stdout).toContain('Would send');
  expect((await place.call(['jobs', 'release', id])).stdout).toContain('of "person-mail" again.');
  expect(await statesOf('person-mail')).toEqual(['created']);
  expect(await place.call(['jobs', 'release', id])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('failed for good'),
  });
  await admin.query("delete from queue.job where name = 'person-mail'");
  await giveUp('person-mail', 'No such mailbox');

  const { stdout } = await place.call(['doctor']);
  expect(stdout).toContain('2 jobs of "event" have failed for good');
  expect(stdout).toContain('millwright jobs retry event');

  const dry = await place.call(['jobs', 'retry', '--dry-run', '--json']);
  expect(dry.json()).toEqual({
    items: [
      { queue: 'event', moved: 2 },
      { queue: 'person-mail', moved: 1 },
    ],
    count: 3,
    dryRun: true,
  });
  expect(await statesOf('event')).toEqual([]);

  expect((await place.call(['jobs', 'retry', 'event'])).stdout).toContain('Sent 2 of "event" again.');
  expect(await statesOf('event')).toEqual(['created', 'created']);
  expect(await statesOf('event-dead')).toEqual([]);
  expect(await statesOf('person-mail-dead')).toEqual(['created']);
  expect((await place.call(['jobs', 'retry', '--json'])).json()).toMatchObject({ count: 1 });
  expect(await statesOf('person-mail')).toEqual(['created']);
});

it('refuses a queue that there is not', async () => {
  const { exitCode, stderr } = await place.call(['jobs', 'retry', 'nonsense']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Allowed choices are event, account-job');
});
