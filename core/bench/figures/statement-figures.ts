import { Client } from 'pg';
import type { DatabaseUrls } from '../../boot/index.ts';

/** Settings of a server that counts planning. They cost the same for the measured server and its floor. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.max': '10000',
};

/** Planning and execution of a server's statements: milliseconds and numbers. */
export interface StatementFigures {
  planning: number;
  execution: number;
  plans: number;
  statements: number;
}

const none: StatementFigures = { planning: 0, execution: 0, plans: 0, statements: 0 };

export const differenceOf = (after: StatementFigures, before: StatementFigures): StatementFigures => ({
  planning: after.planning - before.planning,
  execution: after.execution - before.execution,
  plans: after.plans - before.plans,
  statements: after.statements - before.statements,
});

/** Reads the statement figures for people's requests and their jobs; the queue's own statements are left out. */
export class StatementMeter {
  readonly #admin: Client;
  readonly #users: string[];

  private constructor(admin: Client, users: string[]) {
    this.#admin = admin;
    this.#users = users;
  }

  /** `adminUrl` is the superuser's address of the same database as `urls`. */
  static async open(adminUrl: string, urls: DatabaseUrls): Promise<StatementMeter> {
    const admin = new Client({ connectionString: adminUrl });
    await admin.connect();
    await admin.query('create extension if not exists pg_stat_statements with schema public');
    return new StatementMeter(
      admin,
      [urls.tenant, urls.auth].map((url) => decodeURIComponent(new URL(url).username)),
    );
  }

  async figures(): Promise<StatementFigures> {
    const { rows } = await this.#admin.query<StatementFigures>(
      `select coalesce(sum(total_plan_time), 0)::float8 as planning,
          coalesce(sum(total_exec_time), 0)::float8 as execution,
          coalesce(sum(plans), 0)::float8 as plans, coalesce(sum(calls), 0)::float8 as statements
        from public.pg_stat_statements where userid in (select oid from pg_roles where rolname = any($1::text[]))`,
      [this.#users],
    );
    return rows[0] ?? none;
  }

  close(): Promise<void> {
    return this.#admin.end();
  }
}
