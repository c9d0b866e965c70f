import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootKernel, type Kernel } from '../../boot/boot.ts';
import { migrateInstallation } from '../../boot/installation.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import { createAccount } from '../../tenancy/accounts/create-account.ts';
import { patience } from '../../testing/calls/until.ts';
import { type ReplicatedServer, startReplicatedServer } from '../../testing/postgres/streaming-replica.ts';
import type { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { installRoles, withDatabase } from '../schema/roles.ts';
import { sql } from '../tenant-entity-manager.ts';

const secret = 'a secret that only tests know, 32 characters';
const database = 'reports';

let servers: ReplicatedServer;
let replica: EmbeddedPostgres;
/** Waits for the replica without a limit. */
let kernel: Kernel;
/** Does not wait for the replica. */
let hasty: Kernel;
let accounts: string[];

beforeAll(async () => {
  servers = await startReplicatedServer();
  const urls = await installRoles({ adminUrl: servers.primary.url, database, secret });
  await migrateInstallation(urls, []);
  replica = await servers.startReplica();
  const boot = (longestReplay: number): Promise<Kernel> =>
    bootKernel({
      plugins: [],
      urls,
      secret,
      environment: 'test',
      log: pino({ level: 'silent' }),
      baseURL: 'http://millwright.test',
      reading: { url: replica.url, connections: 4, longestReplay },
    });
  kernel = await boot(patience);
  hasty = await boot(0);
  accounts = [];
  for (const slug of ['alpha', 'beta']) accounts.push((await createAccount(kernel.tenancy, { name: slug, slug })).id);
});
afterAll(async () => {
  await kernel?.close();
  await hasty?.close();
  await servers?.stop();
});

const work = <T>(
  of: 'alpha' | 'beta',
  kind: object,
  inside: (ctx: AccountContext) => Promise<T>,
  by = kernel,
): Promise<T> => {
  const accountID = accounts[of === 'alpha' ? 0 : 1] as string;
  return runInAccount(by.tenancy, { accountID, identity: { type: 'system' }, ...kind }, inside);
};
const note = (key: string) =>
  work('alpha', {}, async (ctx) => {
    await sql`insert into core.idempotency_key (account_id, key, actor_id, request_hash, created_at)
      values (${ctx.account.id}, ${key}, '', '', now())`.execute(ctx.em.query());
  });
interface Report {
  isReplica: boolean;
  keys: string[];
}
const read = async (ctx: AccountContext): Promise<Report> => {
  const { rows } = await sql<Report>`select pg_is_in_recovery() as "isReplica",
    coalesce((select array_agg(key) from core.idempotency_key), '{}') as keys`.execute(ctx.em.query());
  return rows[0] as Report;
};
const report = (of: 'alpha' | 'beta' = 'alpha', inside = read): Promise<Report> =>
  work(of, { readOnly: true, isReport: true }, inside);
const hastyReport = (): Promise<Report> => work('alpha', { readOnly: true, isReport: true }, read, hasty);
const counts = (of = kernel) => ({ ...of.database.reportCounts });

async function tell(server: EmbeddedPostgres, statement: string): Promise<void> {
  const client = new Client({ connectionString: withDatabase(server.url, database) });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

it('reads reports from the replica, always with what was written before', async () => {
  for (let count = 1; count <= 40; count += 1) {
    await note(`key ${count}`);
    const { isReplica, keys } = await report();
    expect(isReplica).toBe(true);
    expect(keys).toHaveLength(count);
  }
  expect(counts()).toEqual({ served: 40, behind: 0, stopped: 0, away: 0 });
  expect(await work('alpha', { readOnly: true }, read)).toMatchObject({ isReplica: false });
});

it('keeps accounts apart there, and writes nothing', async () => {
  expect((await report('beta')).keys).toEqual([]);
  const before = counts();
  await expect(
    report('alpha', async (ctx) => {
      await sql`delete from core.idempotency_key`.execute(ctx.em.query());
      return read(ctx);
    }),
  ).rejects.toMatchObject({ code: '25006' });
  expect(counts()).toEqual(before);
  await expect(report('alpha', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(counts()).toEqual(before);
});

it('asks the primary where the replica is behind', async () => {
  await tell(replica, 'select pg_wal_replay_pause()');
  await note('late');
  const [{ isReplica, keys }, { behind }] = [await hastyReport(), counts(hasty)];
  expect({ isReplica, isKnown: keys.includes('late'), behind }).toEqual({ isReplica: false, isKnown: true, behind: 1 });
  await tell(replica, 'select pg_wal_replay_resume()');
  await expect.poll(async () => (await hastyReport()).isReplica).toBe(true);
});

it('asks the primary where replaying the log stops the report', async () => {
  await tell(
    servers.primary,
    'create table public.scratch as select 1 as one; grant select on public.scratch to public',
  );
  await tell(servers.primary, 'grant usage on schema public to public');
  const { stopped = 0 } = counts();
  let runs = 0;
  const { isReplica } = await report('alpha', async (ctx) => {
    runs += 1;
    await sql`select * from public.scratch`.execute(ctx.em.query());
    if (runs === 1) {
      await tell(servers.primary, 'truncate public.scratch');
      await sql`select pg_sleep(${patience / 1000})`.execute(ctx.em.query());
    }
    return read(ctx);
  });
  expect({ isReplica, runs, times: (counts().stopped ?? 0) - stopped }).toEqual({
    isReplica: false,
    runs: 2,
    times: 1,
  });
});

it('asks the primary where the replica is away, or is none any more', async () => {
  await tell(replica, 'select pg_promote()');
  expect(await hastyReport()).toMatchObject({ isReplica: false });
  const { behind, away = 0 } = counts(hasty);
  await replica.stop();
  expect(await hastyReport()).toMatchObject({ isReplica: false });
  expect(await hastyReport()).toMatchObject({ isReplica: false });
  expect(counts(hasty)).toMatchObject({ behind, away: away + 2 });
});
