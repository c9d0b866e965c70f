import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { isPostgresAlive } from '../../../database/embedded/embedded-postgres-process.ts';
import { useCrashSite } from './server/crash-site.ts';
import { BigCount } from './work/big-count.ts';
import { acknowledgedIn, type CrashLoad, expectStatuses, loadsTogether, startLoad } from './work/crash-load.ts';
import { expectLedgerWhole, ledgerWriter } from './work/ledger-crash.ts';
import { StockFloor } from './work/stock-crash.ts';

describe('kill -9', () => {
  const site = useCrashSite('ledger');

  it('of the server in mid-write, twice, loses nothing that was acknowledged', { timeout: 120_000 }, async () => {
    const at = site();
    const loads: CrashLoad[] = [];
    for (const round of ['first', 'second']) {
      const running = startLoad(at, ledgerWriter, round);
      await at.until('Some writes', () => acknowledgedIn(running.load).length > 40);
      const postgresBefore = at.server.postgresPid;
      await at.killServer();
      const load = await running.stop();
      expect(load.cut).toBeGreaterThan(0);
      expectStatuses(at, load, 201);
      loads.push(load);
      await at.restart();
      expect(at.server.postgresPid, 'the new process attaches to the database that lived on').toBe(postgresBefore);
    }
    await expectLedgerWhole(at, loadsTogether(...loads));
  });

  it('of the database in mid-write is answered with 503 until it is back, and loses nothing', {
    timeout: 120_000,
  }, async () => {
    const at = site();
    const running = startLoad(at, ledgerWriter, 'database');
    await at.until('Some writes', () => acknowledgedIn(running.load).length > 40);
    const before = acknowledgedIn(running.load).length;
    at.killPostgres();
    await at.until('The recovery', () => acknowledgedIn(running.load).length > before + 40);
    const load = await running.stop();
    expect(load.cut).toBe(0);
    expectStatuses(at, load, 201, 503);
    await at.until('Readiness', async () => {
      const ready = await fetch(`http://127.0.0.1:${at.server.opsPort}/readyz`);
      return ready.ok && ((await ready.json()) as { database: boolean }).database;
    });
    await expectLedgerWhole(at, load);
  });

  it('of the server in the middle of a change set does every row once', { timeout: 180_000 }, async () => {
    const at = site();
    const rows = 8000;
    await at.inDatabase((client) =>
      client.query(
        `insert into ledger.entry (account_id, id, created_at, updated_at, number, title, line_count)
         select id, 'len_' || lpad(n::text, 26, '0'), now(), now(), 'bulk-' || n, 'Bulk', 0
         from core.account, generate_series(1, $1::int) n`,
        [rows],
      ),
    );
    const { changeSetID } = await at.ask<{ changeSetID: string }>('POST', '/v1/x/ledger/entries/actions/delete-all');
    const read = () => at.ask<{ status: string; appliedCount: number }>('GET', `/v1/change-sets/${changeSetID}`);
    await at.until('The first chunk', async () => (await read()).appliedCount > 0);
    await at.killServer();
    await at.restart();
    const broken = await read();
    expect(broken.status).toBe('applying');
    expect(broken.appliedCount).toBeGreaterThan(0);
    expect(broken.appliedCount).toBeLessThan(rows);
    await at.until('The rest', async () => (await read()).status === 'applied');
    expect((await read()).appliedCount).toBe(rows);
    await at.inDatabase(async (client) => {
      const { rows: left } = await client.query("select count(*)::int from ledger.entry where number like 'bulk-%'");
      expect(left).toEqual([{ count: 0 }]);
      const { rows: history } = await client.query(
        `select count(*)::int, count(distinct record_id)::int as records from core.audit_event
         where record_type = 'ledger_entry' and action = 'deleted' and note like $1`,
        [`%${changeSetID}%`],
      );
      expect(history).toEqual([{ count: rows, records: rows }]);
    });
  });

  it('leaves a server that stops cleanly', { timeout: 60_000 }, async () => {
    const { server } = site();
    server.process.kill('SIGTERM');
    const [code] = await once(server.process, 'exit');
    expect(code).toBe(0);
    expect(isPostgresAlive(server.postgresPid)).toBe(false);
  });
});

describe('kill -9 while stock comes, moves and is sold, and thousands of items are counted', () => {
  const site = useCrashSite('inventory', 'commerce');
  const loads: CrashLoad[] = [];
  let floor: StockFloor;
  let count: BigCount;

  beforeAll(async () => {
    floor = await StockFloor.open(site());
    count = await BigCount.stage(site(), 4000);
  }, 120_000);

  it('of the server loses nothing that was acknowledged, and the count goes on where it was', {
    timeout: 300_000,
  }, async () => {
    const at = site();
    const running = startLoad(at, floor.writer, 'server');
    await at.until('Some writes', () => acknowledgedIn(running.load).length > 60);
    expect(await count.start('apply')).toMatchObject({ status: 'applying', appliedCount: 0 });
    await at.until('The first chunk', async () => (await count.read()).appliedCount > 0);
    await at.killServer();
    const load = await running.stop();
    expect(load.cut).toBeGreaterThan(0);
    expectStatuses(at, load, 200, 201);
    loads.push(load);
    await at.restart();
    const broken = await count.read();
    expect(broken.status).toBe('applying');
    expect(broken.appliedCount).toBeGreaterThan(0);
    expect(broken.appliedCount).toBeLessThan(count.rows);
    await count.finish('applied');
    await count.expectWhole(false);
    await floor.expectWhole(loadsTogether(...loads));
  });

  it('of the database in the middle of the undo is answered with 503 until it is back, and loses nothing', {
    timeout: 300_000,
  }, async () => {
    const at = site();
    const running = startLoad(at, floor.writer, 'database');
    await at.until('Some writes', () => acknowledgedIn(running.load).length > 60);
    const before = acknowledgedIn(running.load).length;
    await count.start('undo');
    await at.until('The first chunk', async () => (await count.read()).appliedCount < count.rows);
    at.killPostgres();
    await at.until('The recovery', () => acknowledgedIn(running.load).length > before + 60);
    const load = await running.stop();
    expect(load.cut).toBe(0);
    expectStatuses(at, load, 200, 201, 503);
    loads.push(load);
    await count.finish('undone');
    await count.expectWhole(true);
    await floor.expectWhole(loadsTogether(...loads));
  });

  it('of both at once loses nothing that was acknowledged', { timeout: 300_000 }, async () => {
    const at = site();
    const running = startLoad(at, floor.writer, 'both');
    await at.until('Some writes', () => acknowledgedIn(running.load).length > 60);
    at.killPostgres();
    await at.killServer();
    loads.push(await running.stop());
    await at.restart();
    await floor.expectWhole(loadsTogether(...loads));
  });
});
