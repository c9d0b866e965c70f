import type { Pool, PoolClient } from 'pg';
import type { PgBoss } from 'pg-boss';
import { addDays, dateIn } from '../../contracts/texts/date.ts';
import { jobID, queueSchema, queues } from '../queue/queue.ts';
import type { OwnedScheduledJob } from './scheduled-job.ts';

/** Data of one queued job: a scheduled job in one account. */
export interface AccountJob {
  accountID: string;
  name: string;
  /** Date of the run in the account's time zone. */
  day: string;
}

interface DueAccount {
  accountID: string;
  timeZone: string;
  fromDay: string | null;
  untilDay: string | null;
}

/** Jobs handed over by one statement. */
const batchSize = 1000;
/** Milliseconds before the first look of a job with an `hour` that the look covers. */
const firstWindow = 3_600_000;

/**
 * Selects open accounts of this installation with work that have the plugin and belong to its audience. An unfinished
 * job of the same name will do the same work, so its account gets no second one. Runs of a job with an `hour` are
 * separate for each day.
 */
function statementOf({ pluginID, audience, job }: OwnedScheduledJob, now: Date): { text: string; values: unknown[] } {
  const { name, due, hour } = job;
  const values: unknown[] = [now];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['account.closed_at is null', 'account.moving_since is null', '$1::timestamptz is not null'];
  if (pluginID !== 'core')
    conditions.push(`exists (select from core.account_plugin enabled where enabled.account_id = account.id
      and enabled.plugin_id = ${given(pluginID)} and enabled.is_enabled)`);
  if (audience) {
    const names = given(audience);
    conditions.push(`(account.id = any(${names}::text[]) or account.audience_names && ${names}::text[])`);
  }
  if (hour === undefined)
    conditions.push(`not exists (select from ${queueSchema}.job before
      where before.name = '${queues.accountJob}' and before.state in ('created', 'retry', 'active')
        and before.group_id = account.id and before.data ->> 'name' = ${given(name)})`);
  return {
    text: `select account.id as "accountID", account.time_zone as "timeZone",
        found.from_day::text as "fromDay", found.until_day::text as "untilDay"
      from (select distinct work.account_id,
          ${due.isByDay ? 'work.from_day, work.until_day' : 'null::date as from_day, null::date as until_day'}
        from (${due.sql}) work) found
      join core.account account on account.id = found.account_id
      where ${conditions.join(' and ')} order by account.id`,
    values,
  };
}

const hours = new Map<string, Intl.DateTimeFormat>();

function hourIn(timeZone: string, at: Date): number {
  const format = hours.get(timeZone) ?? new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone });
  hours.set(timeZone, format);
  return Number(format.format(at));
}

/**
 * The latest date in a time zone whose `hour` has come by a moment. If a change of clocks skips the hour, the next hour
 * counts; if it repeats the hour, the first one counts.
 */
export function lastDayWith(hour: number, timeZone: string, at: Date): string {
  const day = dateIn(timeZone, at);
  return hourIn(timeZone, at) >= hour ? day : addDays(day, -1);
}

/** Looks for accounts with work for a scheduled job and queues a job for each of them. */
export class AccountLooks {
  readonly #pool: Pool;
  readonly #boss: PgBoss;

  constructor(parts: { pool: Pool; boss: PgBoss }) {
    this.#pool = parts.pool;
    this.#boss = parts.boss;
  }

  /**
   * Makes one look for a job. One transaction queues the jobs and records the time of the look, so that no work is lost
   * or found twice by several processes. A repetition with the same tick queues nothing new.
   * @returns the number of accounts with a new job
   */
  async look(owned: OwnedScheduledJob, tick: string, now: Date): Promise<number> {
    const client = await this.#pool.connect();
    let fault: Error | undefined;
    try {
      await client.query('begin');
      // A plan for the current time; a general plan expects a third of all rows to be due.
      await client.query('set local plan_cache_mode = force_custom_plan');
      const since = await lookedBefore(client, owned.job.name, now);
      const { rows } = await client.query<DueAccount>(statementOf(owned, now));
      const found = new Map(
        rows.flatMap((row) => jobOf(owned, row, { since, now })).map((data) => [data.accountID, data]),
      );
      const jobs = [...found.values()];
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      for (let start = 0; start < jobs.length; start += batchSize)
        await this.#boss.insert(
          queues.accountJob,
          jobs
            .slice(start, start + batchSize)
            .map((data) => ({ id: jobID(tick, data.accountID), data, group: { id: data.accountID } })),
          { db, returnId: false },
        );
      await client.query('commit');
      return jobs.length;
    } catch (error) {
      fault = error as Error;
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release(fault);
    }
  }
}

/** Records the look, answers the time of the one before, and makes other processes wait until this look ends. */
async function lookedBefore(client: PoolClient, name: string, now: Date): Promise<Date> {
  const { rows } = await client.query<{ since: Date }>(
    `insert into core.job_look (name, looked_at) values ($1, $2)
     on conflict (name) do update set looked_at = core.job_look.looked_at returning looked_at as since`,
    [name, new Date(now.getTime() - firstWindow)],
  );
  await client.query('update core.job_look set looked_at = $2 where name = $1', [name, now]);
  return rows[0]?.since ?? now;
}

function jobOf(
  { job: { name, hour } }: OwnedScheduledJob,
  { accountID, timeZone, fromDay, untilDay }: DueAccount,
  { since, now }: { since: Date; now: Date },
): AccountJob[] {
  if (hour !== undefined) {
    const day = lastDayWith(hour, timeZone, now);
    return day > lastDayWith(hour, timeZone, since) ? [{ accountID, name, day }] : [];
  }
  const day = dateIn(timeZone, now);
  return (fromDay ?? day) <= day && day <= (untilDay ?? day) ? [{ accountID, name, day }] : [];
}
