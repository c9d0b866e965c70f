import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EventDefinition } from '../contracts/plugins/event.ts';
import { parseDatabaseUrl } from '../database/schema/roles.ts';
import { emit, emitFor } from '../events/emit.ts';
import type { OwnedSubscription } from '../events/event-registry.ts';
import { on } from '../kernel/plugin/plugin.ts';
import { until } from '../testing/calls/until.ts';
import { listDeadLetters, retryDeadLetters } from './queue/dead-letters.ts';
import { installQueue, jobID, queues, retryDelay, tries } from './queue/queue.ts';
import { queueCounts } from './queue/queue-facts.ts';
import { accounts, counted, installJobs, type JobInstallation } from './testing/job-installation.ts';

let installation: JobInstallation;
let handled: { accountID: string; count: number }[] = [];

const collect: OwnedSubscription = {
  pluginID: 'counting',
  subscription: on(counted, 'counting.collect', async (ctx, { count }) => {
    handled.push({ accountID: ctx.account.id, count });
  }),
};

const tell = (accountID: string, count: number): Promise<void> =>
  installation.inAccount(accountID, async (ctx) => emit(ctx, counted, { count }, { type: 'thing', id: 'thing_1' }));

const counts = (): number[] => handled.map(({ count }) => count).sort((left, right) => left - right);

beforeAll(async () => {
  installation = await installJobs();
});
beforeEach(() => {
  handled = [];
  installation.disabled.clear();
});
afterEach(async () => {
  await installation.stop();
  await installation.admin.query(
    'delete from core.event_outbox; delete from core.handled_event; delete from queue.job',
  );
});
afterAll(() => installation.close());

test('a fact reaches its subscriber in the account it happened in, after the commit', async () => {
  const jobs = await installation.start([collect]);
  await tell(accounts.a, 1);
  await tell(accounts.b, 2);
  await jobs.idle();
  expect(handled).toHaveLength(2);
  expect(handled).toEqual(
    expect.arrayContaining([
      { accountID: accounts.a, count: 1 },
      { accountID: accounts.b, count: 2 },
    ]),
  );
  expect(await jobs.lag()).toEqual({ waiting: 0, oldest: 0 });
});

test('a fact of a transaction that rolls back never happened', async () => {
  const jobs = await installation.start([collect]);
  const refused = installation.inAccount(accounts.a, async (ctx) => {
    emit(ctx, counted, { count: 1 });
    await ctx.em.flush();
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  await tell(accounts.a, 2);
  await jobs.idle();
  expect(counts()).toEqual([2]);
});

test('a payload that subscribers could not read is refused where it is written', async () => {
  const unread: EventDefinition = counted;
  await expect(
    installation.inAccount(accounts.a, async (ctx) => emit(ctx, unread, { count: 'one' })),
  ).rejects.toThrow();
});

test('facts written while no process dispatches are delivered at the next start', async () => {
  for (let count = 1; count <= 3; count += 1) await tell(accounts.a, count);
  const jobs = await installation.start([collect]);
  await jobs.idle();
  expect(counts()).toEqual([1, 2, 3]);
});

test('three processes deliver every fact exactly once', async () => {
  const all = Array.from({ length: 120 }, (_, index) => index);
  const [first] = await Promise.all([1, 2, 3].map(() => installation.start([collect])));
  await Promise.all(all.map((count) => tell(count % 2 ? accounts.a : accounts.b, count)));
  await first?.idle();
  expect(counts()).toEqual(all);
});

test('a repeated delivery changes nothing', async () => {
  const jobs = await installation.start([collect]);
  await tell(accounts.a, 1);
  await jobs.idle();
  // The job is deleted and the event handed over again, as after restoring the queue from a backup.
  await installation.admin.query('delete from queue.job; update core.event_outbox set dispatched_at = null');
  await jobs.idle();
  expect(counts()).toEqual([1]);
  const { rows } = await installation.admin.query("select state from queue.job where name = 'event'");
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('a handler that fails leaves nothing behind and gets another try', async () => {
  let attempts = 0;
  const failing: OwnedSubscription = {
    pluginID: 'counting',
    subscription: on(counted, 'counting.fail', async (ctx) => {
      attempts += 1;
      if (attempts > 1) return;
      emit(ctx, counted, { count: 99 });
      await ctx.em.flush();
      throw new Error('not yet');
    }),
  };
  const jobs = await installation.start([failing]);
  await tell(accounts.a, 1);
  await jobs.idle();
  expect(attempts).toBe(1);
  const events = await installation.admin.query('select count(*)::int as count from core.event_outbox');
  expect(events.rows).toEqual([{ count: 1 }]);
  const marks = await installation.admin.query('select count(*)::int as count from core.handled_event');
  expect(marks.rows).toEqual([{ count: 0 }]);
  const waiting = await installation.admin.query(
    "select state, retry_limit, retry_delay, output from queue.job where name = 'event'",
  );
  expect(waiting.rows).toEqual([
    { state: 'retry', retry_limit: tries - 1, retry_delay: 5, output: { message: 'not yet' } },
  ]);
  await installation.admin.query('update queue.job set start_after = now()');
  await jobs.idle();
  expect(attempts).toBe(2);
});

test('after the last try a delivery is a dead letter, which can be sent again', async () => {
  let isBroken = true;
  const breaking: OwnedSubscription = {
    pluginID: 'counting',
    subscription: on(counted, 'counting.break', async (_ctx, { count }) => {
      if (isBroken) throw new Error('broken');
      handled.push({ accountID: accounts.a, count });
    }),
  };
  await tell(accounts.a, 7);
  const jobs = await installation.start([breaking]);
  for (let failed = 1; failed <= tries; failed += 1) {
    await jobs.idle();
    await installation.admin.query("update queue.job set start_after = now() where state = 'retry'");
  }
  await jobs.idle();
  expect((await listDeadLetters(installation.urls.job)).filter(({ count }) => count)).toEqual([
    { queue: 'event', count: 1, oldest: expect.any(Date), reason: 'broken' },
  ]);
  isBroken = false;
  expect(await retryDeadLetters(installation.urls.job, [queues.event, queues.personMail])).toEqual([
    { queue: 'event', moved: 1 },
    { queue: 'person-mail', moved: 0 },
  ]);
  await jobs.idle();
  expect(counts()).toEqual([7]);
  expect((await jobs.deadLetters()).find(({ queue }) => queue === queues.event)?.count).toBe(0);
});

test('a plugin that is switched off for the account gets nothing', async () => {
  installation.disabled.add('counting');
  const jobs = await installation.start([collect]);
  await tell(accounts.a, 1);
  await jobs.idle();
  expect(handled).toEqual([]);
  const marks = await installation.admin.query('select count(*)::int as count from core.handled_event');
  expect(marks.rows).toEqual([{ count: 0 }]);
});

test('a delivery to a subscription that is gone is a dead letter at once', async () => {
  const first = await installation.start(
    [{ ...collect, subscription: { ...collect.subscription, name: 'counting.gone' } }],
    {
      runInAccount: () => Promise.reject(new Error('down')),
    },
  );
  await tell(accounts.a, 1);
  await first.idle();
  await installation.stop();
  await installation.admin.query('update queue.job set start_after = now()');
  const second = await installation.start([]);
  await second.idle();
  expect((await second.deadLetters()).find(({ queue }) => queue === queues.event)?.count).toBe(1);
});

test('stopping waits for the delivery that is running', async () => {
  let begun: () => void = () => undefined;
  const beginning = new Promise<void>((done) => {
    begun = done;
  });
  let finish: () => void = () => undefined;
  const finishing = new Promise<void>((done) => {
    finish = done;
  });
  const slow: OwnedSubscription = {
    pluginID: 'counting',
    subscription: on(counted, 'counting.slow', async (ctx, { count }) => {
      begun();
      await finishing;
      handled.push({ accountID: ctx.account.id, count });
    }),
  };
  await installation.start([slow]);
  await tell(accounts.a, 1);
  await beginning;
  const stopped = installation.stop();
  finish();
  await stopped;
  expect(counts()).toEqual([1]);
  const { rows } = await installation.admin.query("select state from queue.job where name = 'event'");
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('the job role hands over events without being able to read or write them', async () => {
  await tell(accounts.a, 1);
  const pool = new Pool({ connectionString: parseDatabaseUrl(installation.urls.job).toString(), max: 1 });
  try {
    const { rows } = await pool.query('select account_id, type from core.event_outbox');
    expect(rows).toEqual([{ account_id: accounts.a, type: counted.type }]);
    for (const forbidden of [
      'select payload from core.event_outbox',
      'update core.event_outbox set type = type',
      'select * from core.email_log',
      'select props from core.person_mail',
      'create table queue.mine (id int)',
    ])
      await expect(pool.query(forbidden)).rejects.toMatchObject({ code: '42501' });
    // The job role may delete events that were handed over; this one was not.
    expect((await pool.query('delete from core.event_outbox')).rowCount).toBe(0);
  } finally {
    await pool.end();
  }
});

test('the auth role emits facts of the account that is set and of no other', async () => {
  const jobs = await installation.start([collect]);
  await installation.asPerson(async (ctx) => emitFor(ctx, accounts.a, counted, { count: 5 }), accounts.a);
  await expect(
    installation.asPerson(async (ctx) => emitFor(ctx, accounts.b, counted, { count: 6 }), accounts.a),
  ).rejects.toThrow();
  await jobs.idle();
  expect(handled).toEqual([{ accountID: accounts.a, count: 5 }]);
});

test('a scheduled job runs once in each account with its plugin, a task once for the installation', async () => {
  const ran: string[] = [];
  const parts = {
    scheduled: [
      {
        pluginID: 'counting',
        job: {
          name: 'counting.daily',
          cron: '5 3 * * *',
          due: { sql: 'select account_id from core.account_plugin' },
          handle: async (ctx: { account: { id: string } }) => void ran.push(ctx.account.id),
        },
      },
    ],
    tasks: [{ name: 'core.sweep', cron: '10 3 * * *', run: async () => void ran.push('sweep') }],
  };
  const jobs = await installation.start([], parts);
  await jobs.runNow('counting.daily');
  await jobs.runNow('core.sweep');
  await jobs.idle();
  expect(ran.sort()).toEqual([...Object.values(accounts), 'sweep'].sort());
  const timetable = async () =>
    (
      await installation.admin.query(
        `select key, cron from queue.schedule
          where key not in ('core.prune-events', 'core.prune-jobs', 'core.analyze-outgrown') order by key`,
      )
    ).rows;
  expect(await timetable()).toEqual([
    { key: 'core.sweep', cron: '10 3 * * *' },
    { key: 'counting.daily', cron: '5 3 * * *' },
  ]);
  await installation.stop();
  await installation.start([], { tasks: parts.tasks });
  expect(await timetable()).toEqual([{ key: 'core.sweep', cron: '10 3 * * *' }]);
});

test('two subscriptions of one name are refused at the start, naming both plugins', async () => {
  await expect(installation.start([collect, { ...collect, pluginID: 'other' }])).rejects.toThrow(
    /"counting" and "other"/,
  );
});

test('installing the queue again changes nothing', async () => {
  const definitions = async () =>
    (
      await installation.admin.query(
        "select name, retry_limit, retry_delay, dead_letter from queue.queue where name not like '\\_%' order by name",
      )
    ).rows;
  const before = await definitions();
  await installQueue(installation.urls.migrate);
  expect(await definitions()).toEqual(before);
  expect(before).toHaveLength(2 * Object.keys(queues).length);
});

test('tries spread from 5 seconds to 6 hours', () => {
  const delays = Array.from({ length: tries - 1 }, (_, index) => retryDelay(index + 1));
  expect(delays[0]).toBe(5);
  expect(delays.at(-1)).toBe(6 * 3600);
  expect(delays).toEqual([...delays].sort((left, right) => left - right));
});

test('a job id is a UUID of version 5, the same for the same event and subscriber only', () => {
  expect(jobID('evt_1', 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(jobID('evt_1', 'a')).toBe(jobID('evt_1', 'a'));
  expect(new Set([jobID('evt_1', 'a'), jobID('evt_1', 'b'), jobID('evt_2', 'a')]).size).toBe(3);
});

test('finished jobs are read by nobody who looks for others, however many are kept', async () => {
  const { admin } = installation;
  await admin.query(
    `insert into queue.job (name, state, completed_on)
     select $1, 'completed', now() from generate_series(1, 20000)`,
    [queues.event],
  );
  await admin.query('vacuum analyze queue.job_common');
  // Prevents the daily deletion of old jobs, which scans the whole table, from running during the measurement.
  await admin.query('update queue.queue set maintain_on = now()');
  const read = async (): Promise<number> => {
    // PostgreSQL reports the reads of a session up to a second late, so reads of earlier tests would be counted without
    // this.
    await admin.query('select pg_stat_force_next_flush()');
    const { rows } = await admin.query("select seq_tup_read from pg_stat_user_tables where relname = 'job_common'");
    return Number(rows[0].seq_tup_read);
  };
  const looks = async (): Promise<number> =>
    Number(
      (
        await admin.query('select extract(epoch from monitor_claim_on) as at from queue.queue where name = $1', [
          queues.event,
        ])
      ).rows[0].at,
    );
  const before = await read();
  await installation.start([collect]);
  const seen = new Set<number>();
  await until('Two more looks at what runs', async () => seen.add(await looks()).size > 2);
  await queueCounts(admin);
  await installation.stop();
  expect((await read()) - before).toBe(0);
});
