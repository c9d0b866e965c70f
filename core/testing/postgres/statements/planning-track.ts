import { Client, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import { loginRoleName, parseDatabaseUrl } from '../../../database/schema/roles.ts';
import { patience, until } from '../../calls/until.ts';
import type { TestKernel } from '../../kernel/test-kernel.ts';
import { aroundConnections } from './sent-statements.ts';

const roles = ['tenant', 'auth', 'job'] as const;

/** A statement as PostgreSQL counts it, with constants replaced by parameters. */
export interface TrackedStatement {
  role: (typeof roles)[number];
  text: string;
  calls: number;
  plans: number;
  planningMilliseconds: number;
  executionMilliseconds: number;
  /** Blocks read from memory or disk. */
  blocks: number;
  /** Connections that the role has opened since the reset. */
  connections: number;
}

/** Statements that PostgreSQL plans for a kernel. */
export interface PlanningTrack {
  statements(): Promise<TrackedStatement[]>;
  /** Resets all counters. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const counted = `select ($3::text[])[array_position($2::text[], login.rolname::text)] as role,
    stat.query as text, stat.calls::int, stat.plans::int,
    stat.total_plan_time as "planningMilliseconds", stat.total_exec_time as "executionMilliseconds",
    (stat.shared_blks_hit + stat.shared_blks_read)::int as blocks, login.rolname as login
  from pg_stat_statements stat join pg_database base on base.oid = stat.dbid
    join pg_roles login on login.oid = stat.userid
  where base.datname = $1 and stat.calls > 0 order by stat.total_plan_time desc`;

/**
 * Makes PostgreSQL count the planning for a kernel from now on. The kernel's connections are closed, so that each new
 * one counts from its first statement. Undefined if the server of this run cannot count.
 */
export async function trackPlanning(kernel: Pick<TestKernel, 'db'>): Promise<PlanningTrack | undefined> {
  const { name } = kernel.db;
  const admin = new Client({ connectionString: parseDatabaseUrl(inject('postgresUrl')).toString() });
  await admin.connect();
  const { rows } = await admin.query<{ loaded: string }>(
    "select current_setting('shared_preload_libraries', true) as loaded",
  );
  if (!rows[0]?.loaded.includes('pg_stat_statements')) {
    await admin.end();
    return undefined;
  }
  await admin.query('create extension if not exists pg_stat_statements');
  const logins = roles.map((role) => loginRoleName(name, role));
  const forEach = (change: (setting: string) => string): string =>
    logins
      .flatMap((login) =>
        ["pg_stat_statements.track = 'top'", 'pg_stat_statements.track_planning = on'].map(
          (setting) => `alter role ${escapeIdentifier(login)} in database ${escapeIdentifier(name)} ${change(setting)}`,
        ),
      )
      .join('; ');
  const renew = async (): Promise<void> => {
    await admin.query(
      `select pg_terminate_backend(pid, ${patience}) from pg_stat_activity
        where datname = $1 and usename = any($2::text[])`,
      [name, logins],
    );
    // Pools hear of their closed connections in the same turn of the event loop, possibly after this answer.
    await new Promise((done) => setImmediate(done));
  };
  await admin.query(forEach((setting) => `set ${setting}`));
  const connected = new Map<string, number>();
  const stopCounting = aroundConnections(({ user = '' }, _parts, send) => {
    connected.set(user, (connected.get(user) ?? 0) + 1);
    return send();
  });
  await renew();
  // PostgreSQL counts a statement when its connection is asked for the next one, after the client has its rows.
  const settled = () =>
    until('The end of the last statement', async () => {
      const { rows: working } = await admin.query(
        `select from pg_stat_activity
          where datname = $1 and usename = any($2::text[]) and backend_type = 'client backend' and state <> 'idle'`,
        [name, logins],
      );
      return working.length === 0;
    });
  const reset = async (): Promise<void> => {
    await settled();
    await admin.query('select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = $1', [name]);
  };
  await reset();
  return {
    statements: async () => {
      await settled();
      const { rows: found } = await admin.query<TrackedStatement & { login: string }>(counted, [name, logins, roles]);
      return found.map(({ login, ...each }) => ({ ...each, connections: connected.get(login) ?? 1 }));
    },
    reset,
    stop: async () => {
      stopCounting();
      await admin.query(forEach((setting) => `reset ${setting.split(' ')[0]}`));
      await renew();
      await admin.end();
    },
  };
}
