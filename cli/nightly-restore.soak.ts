import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword, parseDatabaseUrl, withDatabase } from '@millwright/core/kernel';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readServerState } from './server-state.ts';
import { type CliWorkplace, openWorkplace } from './testing/run-cli.ts';

/** A night's is 480. */
const minutes = Number(process.env['MILLWRIGHT_SOAK_MINUTES'] ?? 1);
const database = `mwnight_${process.pid}`;
const copy = `${database}_copy`;
const addressOf = (name: string): string => withDatabase(inject('postgresUrl'), name);
let place: CliWorkplace;

async function asAdministrator<T>(name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(addressOf(name)).toString() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await asAdministrator('postgres', (client) => client.query(`create database "${database}"`));
  place = openWorkplace({
    ...{ DATABASE_URL: addressOf(database), MILLWRIGHT_DEMO: '1' },
    MILLWRIGHT_SECRET: 'a secret that only nights of backups know',
  });
});
afterAll(async () => {
  await place?.clear();
  await asAdministrator('postgres', async (client) => {
    for (const name of [database, copy]) await client.query(`drop database if exists "${name}" with (force)`);
  });
});

const own = `nspname !~ '^pg_' and nspname <> 'information_schema'`;
/** Each answers lines of `name` and `facts`. */
const laws = {
  policies: `select format('%I.%I %s', schemaname, tablename, policyname) as name,
      concat_ws(' | ', permissive, roles::text, cmd, qual, with_check) as facts from pg_policies order by 1`,
  security: `select format('%I.%I', nspname, relname) as name, concat(relrowsecurity, relforcerowsecurity) as facts
    from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and ${own} order by 1`,
  grants: `select format('%I.%I', nspname, relname) as name,
      (select string_agg(item::text, ' ' order by item::text) from unnest(relacl) item) as facts
    from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p', 'v', 'S') and ${own} order by 1`,
  schemas: `select nspname::text as name,
      (select string_agg(item::text, ' ' order by item::text) from unnest(nspacl) item) as facts
    from pg_namespace where ${own} order by 1`,
};

/** Count and checksum of the rows of every table, where each sequence stands, and who may do what. */
const everythingIn = (name: string): Promise<Record<string, unknown>> =>
  asAdministrator(name, async (client) => {
    // One moment for all of it.
    await client.query('begin isolation level repeatable read read only');
    const named = async (sql: string) =>
      (await client.query<{ name: string; facts: string | null }>(sql)).rows.map((row) => [
        row.name,
        // Roles are named after their database.
        row.facts?.replaceAll(name, 'DATABASE') ?? null,
      ]);
    const rows: Record<string, unknown> = {};
    const tables = await named(
      `select format('%I.%I', schemaname, tablename) as name, '' as facts from pg_tables
       where schemaname !~ '^pg_' and schemaname <> 'information_schema' order by 1`,
    );
    // When a migration ran, and when the queue was declared last, is of each database alone.
    for (const [table = ''] of tables.filter(
      ([table]) => !/\.schema_migration$|^queue\.(version|queue)$/.test(`${table}`),
    ))
      rows[`${table}`] = (
        await client.query(`select count(*)::int as rows, sum(hashtextextended(t::text, 0)) as sum from ${table} t`)
      ).rows[0];
    const sequences = await named(
      `select format('%I.%I', schemaname, sequencename) as name, last_value::text as facts from pg_sequences order by 1`,
    );
    const facts: Record<string, unknown> = {};
    for (const [law, sql] of Object.entries(laws)) facts[law] = await named(sql);
    return { rows, sequences, ...facts };
  });

/** Makes customers until it is told to stop; `made`: the ids of those that were acknowledged. */
async function startWriters(url: string) {
  const headers = { 'content-type': 'application/json', origin: url };
  const signIn = await fetch(`${url}/api/auth/actions/login`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ identifier: 'admin@demo.test', password: demoPassword }),
  });
  expect(signIn.status).toBe(200);
  const cookie = signIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const made: string[] = [];
  const refused: string[] = [];
  let isOver = false;
  const running = Array.from({ length: 3 }, async (_, writer) => {
    for (let count = 0; !isOver; count += 1) {
      const answer = await fetch(`${url}/api/v1/customers`, {
        ...{ method: 'POST', headers: { ...headers, cookie: cookie.join('; ') } },
        body: JSON.stringify({ name: `Night ${writer}-${count}-${Date.now()}` }),
      });
      const text = await answer.text();
      if (answer.ok) made.push((JSON.parse(text) as { id: string }).id);
      else refused.push(`${answer.status} ${text.slice(0, 300)}`);
      await pause(20);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(running);
  };
  return { made, refused, stop };
}

it('brings back each night what was there, to the row, the right and the policy', {
  timeout: (minutes + 10) * 60_000,
}, async () => {
  const url = await place.startServer();
  const server = readServerState(place.env['MILLWRIGHT_DATA_DIR'] ?? '')?.pid ?? 0;
  expect(server).toBeGreaterThan(0);
  const end = Date.now() + minutes * 60_000;
  let nights = 0;
  do {
    const writers = await startWriters(url);
    await pause(5_000);
    const file = join(place.folder, `night-${nights}.tar.gz`);
    // Held still, so that what is compared is of the moment of the backup.
    process.kill(server, 'SIGSTOP');
    const known = [...writers.made];
    const before = await everythingIn(database);
    const made = await place.run(['backup', file, '--json']);
    process.kill(server, 'SIGCONT');
    expect(made.exitCode, made.stderr).toBe(0);
    await asAdministrator('postgres', async (client) => {
      await client.query(`drop database if exists "${copy}" with (force)`);
      await client.query(`create database "${copy}"`);
    });
    const env = { DATABASE_URL: addressOf(copy), MILLWRIGHT_DATA_DIR: join(place.folder, `copy-${nights}`) };
    const restored = await place.run(['restore', file, '--json'], { env });
    expect(restored.exitCode, restored.stderr).toBe(0);
    expect(await everythingIn(copy)).toEqual(before);
    const { rows } = await asAdministrator(copy, (client) =>
      client.query<{ id: string }>('select id from commerce.customer where id = any($1)', [known]),
    );
    expect(rows).toHaveLength(known.length);
    const doctor = (await place.run(['doctor', '--json'], { env })).json();
    expect(doctor).toMatchObject({ isHealthy: true });
    const count = writers.made.length;
    await pause(1_000);
    // It goes on as if nothing had been.
    expect(writers.made.length).toBeGreaterThan(count);
    await writers.stop();
    expect(writers.refused).toEqual([]);
    expect(known.length).toBeGreaterThan(0);
    nights += 1;
  } while (Date.now() < end);
});
