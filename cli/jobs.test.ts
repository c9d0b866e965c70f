import { parseDatabaseUrl, queues, withDatabase } from '@millwright/core/kernel';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { jobsRetry } from './commands/jobs.command.ts';
import { type CliWorkplace, openWorkplace } from './testing/run-cli.ts';

const database = `mwjobs_${process.pid}`;
const adminUrl = inject('postgresUrl');
let place: CliWorkplace;
let admin: Client;

const connect = async (name: string): Promise<Client> => {
  const client = new Client({ connectionString: parseDatabaseUrl(withDatabase(adminUrl, name)).toString() });
  await client.connect();
  return client;
};

/** As the queue itself puts away what has failed eight times. */
const giveUp = (queue: string, reason: string) =>
  admin.query(
    `insert into queue.job (name, state, data, source_output, source_name)
     values ($1, 'created', '{"accountID":"acc_1","eventID":"evt_1"}', jsonb_build_object('message', $2::text), $3)`,
    [`${queue}-dead`, reason, queue],
  );
const statesOf = async (queue: string) =>
  (await admin.query('select state from queue.job where name = $1', [queue])).rows.map(({ state }) => state);

beforeAll(async () => {
  const server = await connect('postgres');
  await server.query(`create database "${database}"`);
  await server.end();
  place = openWorkplace({
    DATABASE_URL: withDatabase(adminUrl, database),
    MILLWRIGHT_SECRET: 'a secret that only tests of the CLI know',
  });
  await place.run(['migrate', '--yes']);
  admin = await connect(database);
}, 120_000);
afterAll(async () => {
  await admin?.end();
  await place?.clear();
  const server = await connect('postgres');
  await server.query(`drop database if exists "${database}" with (force)`);
  await server.end();
});

it('knows every queue of the kernel', () => {
  expect(jobsRetry.arguments?.queue.choices).toEqual(Object.values(queues));
});

it('what failed for good is listed with its reason, named by doctor, and sent again', {
  timeout: 120_000,
}, async () => {
  const quiet = await place.run(['jobs', 'list']);
  expect(quiet).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing has failed for good.') });

  await giveUp('event', 'first');
  await giveUp('event', 'The printer is off');
  await giveUp('person-mail', 'No such mailbox');
  const listed = (await place.run(['jobs', 'list', '--json'])).json<{ items: { queue: string }[]; count: number }>();
  expect(listed.count).toBe(3);
  expect(listed.items.find(({ queue }) => queue === 'event')).toMatchObject({ count: 2, reason: expect.any(String) });
  expect((await place.run(['jobs', 'list'])).stdout).toMatch(/person-mail +1 .*No such mailbox/);

  const shown = (await place.run(['jobs', 'show', 'person-mail', '--json'])).json<{
    items: { id: string; reason: string; isKiller: boolean }[];
  }>();
  expect(shown.items).toMatchObject([{ queue: 'person-mail', reason: 'No such mailbox', isKiller: false }]);
  const { id = '' } = shown.items[0] ?? {};
  expect((await place.run(['jobs', 'release', id, '--dry-run'])).stdout).toContain('Would send');
  expect((await place.run(['jobs', 'release', id])).stdout).toContain('of "person-mail" again.');
  expect(await statesOf('person-mail')).toEqual(['created']);
  expect(await place.run(['jobs', 'release', id])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('failed for good'),
  });
  await admin.query("delete from queue.job where name = 'person-mail'");
  await giveUp('person-mail', 'No such mailbox');

  const { stdout } = await place.run(['doctor']);
  expect(stdout).toContain('2 jobs of "event" have failed for good');
  expect(stdout).toContain('millwright jobs retry event');

  const dry = await place.run(['jobs', 'retry', '--dry-run', '--json']);
  expect(dry.json()).toEqual({
    items: [
      { queue: 'event', moved: 2 },
      { queue: 'person-mail', moved: 1 },
    ],
    count: 3,
    dryRun: true,
  });
  expect(await statesOf('event')).toEqual([]);

  expect((await place.run(['jobs', 'retry', 'event'])).stdout).toContain('Sent 2 of "event" again.');
  expect(await statesOf('event')).toEqual(['created', 'created']);
  expect(await statesOf('event-dead')).toEqual([]);
  expect(await statesOf('person-mail-dead')).toEqual(['created']);
  expect((await place.run(['jobs', 'retry', '--json'])).json()).toMatchObject({ count: 1 });
  expect(await statesOf('person-mail')).toEqual(['created']);
});

it('refuses a queue that there is not, and completes those there are', { timeout: 60_000 }, async () => {
  const { exitCode, stderr } = await place.run(['jobs', 'retry', 'nonsense']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Allowed choices are event, account-job');
  expect((await place.run(['complete', '--', 'jobs', ''])).stdout).toMatch(/list[\s\S]*retry/);
});
