import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isPostgresAlive } from '../database/embedded-postgres-process.ts';
import {
  acknowledgedIn,
  api,
  expectWhole,
  failedRequests,
  inDatabase,
  killServer,
  type Load,
  restartServer,
  server,
  startLoad,
  until,
  useCrashServer,
} from './crash/crash-fixture.ts';

useCrashServer();

describe('kill -9', () => {
  it('of the server in mid-write, twice, loses nothing that was acknowledged', { timeout: 120_000 }, async () => {
    const all: Load = { writes: [], statuses: new Map(), cut: 0 };
    for (const round of ['first', 'second']) {
      const running = startLoad(round);
      await until('Some writes', () => acknowledgedIn(running.load).length > 40);
      const postgresBefore = server.postgresPid;
      await killServer();
      const load = await running.stop();
      expect(load.cut).toBeGreaterThan(0);
      expect([...load.statuses.keys()], failedRequests()).toEqual([201]);
      all.writes.push(...load.writes);
      await restartServer();
      expect(server.postgresPid, 'the new process attaches to the database that lived on').toBe(postgresBefore);
    }
    await expectWhole(all);
  });

  it('of the database in mid-write is answered with 503 until it is back, and loses nothing', {
    timeout: 120_000,
  }, async () => {
    const running = startLoad('database');
    await until('Some writes', () => acknowledgedIn(running.load).length > 40);
    const before = acknowledgedIn(running.load).length;
    process.kill(server.postgresPid, 'SIGKILL');
    await until('The recovery', () => acknowledgedIn(running.load).length > before + 40);
    const load = await running.stop();
    expect(load.cut).toBe(0);
    expect([...load.statuses.keys()].sort(), failedRequests()).toEqual([201, 503]);
    const ready = await fetch(`http://127.0.0.1:${server.opsPort}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ok', database: true });
    await expectWhole(load);
  });

  it('of the server in the middle of a change set does every row once', { timeout: 180_000 }, async () => {
    const rows = 8000;
    await inDatabase((client) =>
      client.query(
        `insert into ledger.entry (account_id, id, created_at, updated_at, number, title, line_count)
         select id, 'len_' || lpad(n::text, 26, '0'), now(), now(), 'bulk-' || n, 'Bulk', 0
         from core.account, generate_series(1, $1::int) n`,
        [rows],
      ),
    );
    const started = (await (await api('/v1/x/ledger/entries/actions/delete-all', { method: 'POST' })).json()) as {
      changeSetID: string;
    };
    const read = async () =>
      (await (await api(`/v1/change-sets/${started.changeSetID}`)).json()) as { status: string; appliedCount: number };
    await until('The first chunk', async () => (await read()).appliedCount > 0);
    await killServer();
    await restartServer();
    const broken = await read();
    expect(broken.status).toBe('applying');
    expect(broken.appliedCount).toBeGreaterThan(0);
    expect(broken.appliedCount).toBeLessThan(rows);
    await until('The rest', async () => (await read()).status === 'applied', 120_000);
    expect((await read()).appliedCount).toBe(rows);
    await inDatabase(async (client) => {
      const { rows: left } = await client.query("select count(*)::int from ledger.entry where number like 'bulk-%'");
      expect(left).toEqual([{ count: 0 }]);
      const { rows: history } = await client.query(
        `select count(*)::int, count(distinct record_id)::int as records from core.audit_event
         where record_type = 'ledger_entry' and action = 'deleted' and note like $1`,
        [`%${started.changeSetID}%`],
      );
      expect(history).toEqual([{ count: rows, records: rows }]);
    });
  });

  it('leaves a server that stops cleanly', { timeout: 60_000 }, async () => {
    server.process.kill('SIGTERM');
    const [code] = await once(server.process, 'exit');
    expect(code).toBe(0);
    expect(isPostgresAlive(server.postgresPid)).toBe(false);
  });
});
