import { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newID } from '../../contracts/texts/id.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { groupRoles } from '../../database/tenant-entity.ts';
import type { ScheduledJob } from '../../kernel/plugin/plugin.ts';
import { aroundStatements, sentText } from '../../testing/postgres/statements/sent-statements.ts';
import { finishedSeconds, pruneJobs } from '../queue/prune-jobs.ts';
import { jobID, queues, withBoss } from '../queue/queue.ts';
import { addAccount, installJobs, type JobInstallation } from '../testing/job-installation.ts';
import { AccountLooks, lastDayWith } from './account-looks.ts';

let installation: JobInstallation;
let pool: Pool;
beforeAll(async () => {
  installation = await installJobs();
  pool = poolOf();
  await installation.admin.query(`
    create schema errands;
    grant usage on schema errands to ${groupRoles.job};
    create table errands.errand (account_id text collate "C", due_at timestamptz, from_day date, until_day date);
    create index on errands.errand (due_at, account_id);
    grant select on errands.errand to ${groupRoles.job};`);
});
beforeEach(async () => {
  await installation.admin.query('delete from queue.job; delete from core.job_look; delete from errands.errand');
});
afterEach(() => installation.stop());
afterAll(async () => {
  await pool.end();
  await installation.close();
});

const poolOf = (): Pool => new Pool({ connectionString: parseDatabaseUrl(installation.urls.job).toString(), max: 2 });
const noon = new Date('2026-11-25T12:00:00Z');
const after = (hours: number, from = noon): Date => new Date(from.getTime() + hours * 3_600_000);

const due = { sql: 'select account_id from errands.errand where due_at <= $1::timestamptz' };
const errands: ScheduledJob = { name: 'counting.errands', cron: '* * * * *', due, handle: async () => undefined };
const owned = (job: Partial<ScheduledJob> = {}, more: { pluginID?: string; audience?: readonly string[] } = {}) => ({
  pluginID: 'counting',
  job: { ...errands, ...job },
  ...more,
});

async function want(accountIDs: readonly string[], days: { from?: string; until?: string } = {}): Promise<void> {
  await installation.admin.query(
    'insert into errands.errand select account_id, $2, $3, $4 from unnest($1::text[]) as given (account_id)',
    [accountIDs, after(-48), days.from ?? null, days.until ?? null],
  );
}

async function makeAccounts(count: number, timeZone = 'UTC'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newID('acc'));
  for (const id of ids)
    await addAccount(installation.admin, { id, slug: `a-${id.slice(-20).toLowerCase()}`, timeZone });
  return ids;
}

const asJobs = <T>(work: (boss: PgBoss) => Promise<T>): Promise<T> =>
  withBoss({ connectionString: parseDatabaseUrl(installation.urls.job).toString(), max: 2, migrate: false }, work);

/** Runs one look with its own tick; returns the number of accounts with a new job. */
const look = (job: ReturnType<typeof owned>, now = noon, tick = newID('evt')): Promise<number> =>
  asJobs((boss) => new AccountLooks({ pool, boss }).look(job, tick, now));

async function queued(): Promise<{ accountID: string; day: string }[]> {
  const { rows } = await installation.admin.query(
    `select data ->> 'accountID' as "accountID", data ->> 'day' as day from queue.job where name = $1 order by 1, 2`,
    [queues.accountJob],
  );
  return rows;
}
const finishAll = () =>
  installation.admin.query(`update queue.job set state = 'completed', completed_on = now() where state = 'created'`);

/** Statements that the job role sends during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const stop = aroundStatements((_client, parts, send) => {
    texts.push(sentText(parts));
    return send();
  });
  try {
    await work();
  } finally {
    stop();
  }
  return texts;
}

it('gives a job to the accounts with work, with as many statements however many accounts there are', async () => {
  const [first = '', second = '', third = ''] = await makeAccounts(12);
  await want([first, second, third, third]);
  const measured = (): Promise<string[]> =>
    asJobs((boss) => statementsOf(() => new AccountLooks({ pool, boss }).look(owned(), newID('evt'), noon)));
  const few = await measured();
  expect((await queued()).map(({ accountID }) => accountID)).toEqual([first, second, third].sort());
  await installation.admin.query('delete from queue.job');
  await makeAccounts(150);
  const many = await measured();
  expect((await queued()).map(({ accountID }) => accountID)).toEqual([first, second, third].sort());
  expect(many).toHaveLength(few.length);
  expect(many.length).toBeLessThan(10);
});

it('queues nothing where nobody has work', async () => {
  expect(await look(owned())).toBe(0);
  expect(await queued()).toEqual([]);
});

it('passes over closed and moving accounts, and those without the plugin or outside of its audience', async () => {
  const [closed = '', moving = '', without = '', named = '', open = ''] = await makeAccounts(5);
  const { admin } = installation;
  await admin.query('update core.account set closed_at = now() where id = $1', [closed]);
  await admin.query('update core.account set moving_since = now() where id = $1', [moving]);
  await admin.query('update core.account_plugin set is_enabled = false where account_id = $1', [without]);
  await admin.query("update core.account set audience_names = '{northfield}' where id = $1", [named]);
  await want([closed, moving, without, named, open]);
  expect(await look(owned({}, { audience: ['northfield', open] }))).toBe(2);
  expect((await queued()).map(({ accountID }) => accountID)).toEqual([named, open].sort());
  await admin.query('delete from queue.job');
  // Core is always enabled.
  expect(await look(owned({}, { pluginID: 'core' }))).toBe(3);
});

it('gives no second job to an account that has not done the first, and another where work is left', async () => {
  const [account = ''] = await makeAccounts(1);
  await want([account]);
  expect(await look(owned(), noon)).toBe(1);
  expect(await look(owned(), after(1))).toBe(0);
  // A job with another name is independent.
  expect(await look(owned({ name: 'counting.others' }), after(1))).toBe(1);
  await finishAll();
  expect(await look(owned(), after(2))).toBe(1);
  expect(await queued()).toHaveLength(3);
});

it('does nothing twice where two processes look at once, or a tick is repeated', async () => {
  const all = await makeAccounts(20, 'Asia/Tokyo');
  await want(all);
  const other = poolOf();
  const daily = owned({ name: 'counting.daily', hour: 7 });
  const tick = newID('evt');
  try {
    await asJobs(async (boss) => {
      const looks = [pool, other].map((each) => new AccountLooks({ pool: each, boss }));
      const morning = new Date('2026-11-25T22:00:00Z');
      const found = await Promise.all(
        looks.flatMap((each) => [each.look(daily, newID('evt'), morning), each.look(owned(), tick, noon)]),
      );
      expect(found.reduce((sum, count) => sum + count, 0)).toBe(40);
    });
  } finally {
    await other.end();
  }
  expect(await queued()).toHaveLength(40);
  await finishAll();
  // The look runs again, because its process died just after the commit.
  await look(owned(), noon, tick);
  expect(await queued()).toHaveLength(40);
});

it('loses nothing where no process ran for hours: what is due stays due', async () => {
  const [account = ''] = await makeAccounts(1);
  expect(await look(owned(), noon)).toBe(0);
  await want([account]);
  expect(await look(owned(), after(30))).toBe(1);
});

it('runs once on each day of the account, at the first look after the hour, also a late one', async () => {
  const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const zoneOf = new Map<string, string>();
  for (const zone of zones) for (const id of await makeAccounts(1, zone)) zoneOf.set(id, zone);
  await want([...zoneOf.keys()]);
  const daily = owned({ name: 'counting.daily', hour: 7 });
  const from = new Date('2026-11-25T00:00:00Z');
  for (let hour = 0; hour < 48; hour += 1) {
    // Looks are missing during a working day.
    if (hour > 5 && hour < 14) continue;
    await look(daily, after(hour, from));
    await finishAll();
  }
  const days = Map.groupBy(await queued(), ({ accountID }) => accountID);
  for (const [id, zone] of zoneOf) {
    const seen = (days.get(id) ?? []).map(({ day }) => day);
    expect([zone, new Set(seen).size, seen.length]).toEqual([zone, 2, 2]);
  }
});

it.each([
  // On this day the hour from 2:00 to 3:00 does not exist.
  ['America/New_York', 2, '2026-03-08', ['2026-03-08T06:59:00Z', '2026-03-08T07:00:00Z']],
  // On this day the hour from 2:00 to 3:00 occurs twice.
  ['Europe/Berlin', 2, '2026-10-25', ['2026-10-24T23:59:00Z', '2026-10-25T00:00:00Z']],
] as const)('an hour in %s has its turn once where clocks are changed', (zone, hour, day, [before, then]) => {
  expect(lastDayWith(hour, zone, new Date(before)) < day).toBe(true);
  for (let minutes = 0; minutes < 23 * 60; minutes += 10)
    expect(lastDayWith(hour, zone, after(minutes / 60, new Date(then)))).toBe(day);
});

it('waits for the day of the account where work begins or ends with one', async () => {
  const [east = ''] = await makeAccounts(1, 'Pacific/Kiritimati');
  const [west = ''] = await makeAccounts(1, 'Pacific/Pago_Pago');
  const byDay = owned({
    due: { sql: 'select account_id, from_day, until_day from errands.errand', isByDay: true },
  });
  const found = async (at: string): Promise<{ accountID: string; day: string }[]> => {
    await installation.admin.query('delete from queue.job');
    await look(byDay, new Date(at));
    return queued();
  };
  await want([east, west], { from: '2026-11-25', until: '2026-11-25' });
  expect(await found('2026-11-24T09:59:00Z')).toEqual([]);
  expect(await found('2026-11-24T10:00:00Z')).toEqual([{ accountID: east, day: '2026-11-25' }]);
  expect(await found('2026-11-25T10:00:00Z')).toEqual([]);
  expect(await found('2026-11-25T11:00:00Z')).toEqual([{ accountID: west, day: '2026-11-25' }]);
  expect(await found('2026-11-26T11:00:00Z')).toEqual([]);
});

it('has a job that the timetable finds run in its account alone', async () => {
  const [account = ''] = await makeAccounts(1);
  await want([account]);
  const ran: string[] = [];
  const job = owned({ handle: async (ctx, day) => void ran.push(`${ctx.account.id} ${day}`) });
  const jobs = await installation.start([], { scheduled: [job], now: () => noon });
  await jobs.runNow(errands.name);
  await jobs.idle();
  expect(ran).toEqual([`${account} 2026-11-25`]);
});

it('keeps finished jobs for an hour, and those that failed for longer', async () => {
  const { admin } = installation;
  const old = finishedSeconds + 60;
  const rows = [
    ['completed', old],
    ['completed', finishedSeconds - 60],
    ['failed', old],
    ['created', old],
  ] as const;
  for (const [state, age] of rows)
    await admin.query(
      `insert into queue.job (id, name, state, created_on, completed_on)
       values ($1, $2, $3, now() - make_interval(secs => $4), now() - make_interval(secs => $4))`,
      [jobID(state, String(age)), queues.accountJob, state, age],
    );
  expect(await pruneJobs(pool)).toBe(1);
  const { rows: left } = await admin.query('select state from queue.job order by state');
  expect(left.map(({ state }) => state).sort()).toEqual(['completed', 'created', 'failed']);
});
