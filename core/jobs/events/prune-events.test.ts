import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { emit } from '../../events/emit.ts';
import { on } from '../../kernel/plugin/plugin.ts';
import { recordStatements } from '../../testing/postgres/statements/account-filters.ts';
import { retryDeadLetters } from '../queue/dead-letters.ts';
import { queues, tries } from '../queue/queue.ts';
import { accounts, counted, installJobs, type JobInstallation } from '../testing/job-installation.ts';
import { pruneEvents } from './prune-events.ts';

let installation: JobInstallation;
const sent = recordStatements();
let pool: Pool;
let failing = false;
const handled: number[] = [];

const collect = {
  pluginID: 'counting',
  subscription: on(counted, 'counting.collect', async (_ctx, { count }) => {
    if (failing) throw new Error('no');
    handled.push(count);
  }),
};

beforeAll(async () => {
  installation = await installJobs();
  pool = new Pool({ connectionString: parseDatabaseUrl(installation.urls.job).toString(), max: 2 });
});
afterEach(async () => {
  failing = false;
  handled.length = 0;
  await installation.stop();
  await installation.admin.query(
    'delete from core.event_outbox; delete from core.handled_event; delete from queue.job',
  );
});
afterAll(async () => {
  await pool.end();
  await installation.close();
});

const tell = (accountID: string, count: number): Promise<void> =>
  installation.inAccount(accountID, async (ctx) => emit(ctx, counted, { count }));

const rowsOf = async (table: string): Promise<number> =>
  Number((await installation.admin.query(`select count(*) as n from core.${table}`)).rows[0].n);

/** Makes all present rows old. */
const age = (): Promise<unknown> =>
  installation.admin.query(`update core.event_outbox set dispatched_at = '2020-01-01';
    update core.handled_event set handled_at = '2020-01-01'`);

const before = (): Date => new Date('2020-01-02');

const old =
  'events that were handed over long ago go with the marks of who handled them, in every account; young ones stay';
test(old, async () => {
  const jobs = await installation.start([collect]);
  await tell(accounts.a, 1);
  await tell(accounts.b, 2);
  await jobs.idle();
  expect(await pruneEvents(pool, before())).toEqual({ events: 0, marks: 0 });
  await age();
  await tell(accounts.a, 3);
  await jobs.idle();
  expect(await pruneEvents(pool, before())).toEqual({ events: 2, marks: 2 });
  expect([await rowsOf('event_outbox'), await rowsOf('handled_event')]).toEqual([1, 1]);
});

test('an event that was never handed over stays, however old', async () => {
  await tell(accounts.a, 1);
  await installation.admin.query("update core.event_outbox set occurred_at = '2020-01-01'");
  expect(await pruneEvents(pool, before())).toEqual({ events: 0, marks: 0 });
  expect(await rowsOf('event_outbox')).toBe(1);
});

test('an event whose delivery is a dead letter stays until that is sent again', async () => {
  failing = true;
  const jobs = await installation.start([collect]);
  await tell(accounts.a, 7);
  for (let failed = 1; failed <= tries; failed += 1) {
    await jobs.idle();
    await installation.admin.query("update queue.job set start_after = now() where state = 'retry'");
  }
  await jobs.idle();
  await installation.admin.query('delete from queue.job where name = $1', [queues.event]);
  await age();
  expect(await pruneEvents(pool, before())).toEqual({ events: 0, marks: 0 });
  failing = false;
  expect(await retryDeadLetters(installation.urls.job, [queues.event])).toEqual([{ queue: 'event', moved: 1 }]);
  await jobs.idle();
  expect(handled).toEqual([7]);
  await age();
  expect(await pruneEvents(pool, before())).toEqual({ events: 1, marks: 1 });
});

test('runs as a nightly task of its own', async () => {
  const jobs = await installation.start([collect], { forgetEventsBefore: before });
  await tell(accounts.a, 1);
  await jobs.idle();
  await age();
  await jobs.runNow('core.prune-events');
  await jobs.idle();
  expect([await rowsOf('event_outbox'), await rowsOf('handled_event')]).toEqual([0, 0]);
  const { rows } = await installation.admin.query("select cron from queue.schedule where key = 'core.prune-events'");
  expect(rows).toHaveLength(1);
});

test('the job role may remove but not read what an event says, and the tenant role may not remove', async () => {
  await tell(accounts.a, 1);
  await expect(pool.query('select payload from core.event_outbox')).rejects.toThrow('permission denied');
  await expect(pool.query('update core.handled_event set handled_at = now()')).rejects.toThrow('permission denied');
  const tenant = new Client({ connectionString: parseDatabaseUrl(installation.urls.tenant).toString() });
  await tenant.connect();
  try {
    await tenant.query(`set app.account_id = '${accounts.a}'`);
    for (const table of ['event_outbox', 'handled_event'])
      await expect(tenant.query(`delete from core.${table}`)).rejects.toThrow('permission denied');
  } finally {
    await tenant.end();
  }
});

test('what these have read outside of accounts is what dispatching and sweeping have to', () =>
  expect(sent.outside()).toEqual([]));
