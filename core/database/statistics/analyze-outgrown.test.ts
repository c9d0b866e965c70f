import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newID } from '../../contracts/texts/id.ts';
import { until } from '../../testing/calls/until.ts';
import { type CoreAccounts, openCoreAccounts } from '../../testing/kernel/core-accounts.ts';
import { isCut } from '../../testing/postgres/partitioned-tables.ts';
import { parseDatabaseUrl } from '../schema/roles.ts';
import { sql } from '../tenant-entity-manager.ts';
import { analyzeOutgrown } from './analyze-outgrown.ts';

let test: CoreAccounts;
let pool: Pool;
beforeAll(async () => {
  test = await openCoreAccounts();
  pool = new Pool({ connectionString: parseDatabaseUrl(test.urls.job).toString(), max: 1 });
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

const table = 'core.audit_event';
const note = (count: number): Promise<void> =>
  test.inAccount('a', (ctx) =>
    ctx.em.insert(
      table,
      Array.from({ length: count }, () => ({
        id: newID('aud'),
        record_type: 'thing',
        record_id: newID('req'),
        action: 'made',
        actor_type: 'system',
        actor_id: '',
        actor_name: '',
        ip: '',
        request_id: '',
        changes: [],
        occurred_at: ctx.clock.now(),
      })),
    ),
  );
/** Waits until PostgreSQL's statistics have counted this many rows. */
const counted = (rows: number): Promise<unknown> =>
  until(`${rows} rows`, async () => {
    const { rows: found } = await test.admin.query(
      'select n_live_tup from pg_stat_user_tables where relid = $1::regclass',
      [table],
    );
    return Number(found[0]?.n_live_tup) >= rows;
  });

/** Reads a row on many connections, so that each of them plans the statement and keeps the plan. */
const read = (id: string) =>
  test.inAccount('a', async (ctx) => {
    const ask = () =>
      sql`select id from core.audit_event where account_id = ${ctx.account.id} and record_type = ${'thing'}
        and record_id = ${id}`.execute(ctx.em.query());
    await ask();
    await ask();
    const { rows } = await sql<{ plans: number }>`select generic_plans::int as plans from pg_prepared_statements
      where statement like 'select id from core.audit_event%'`.execute(ctx.em.query());
    return rows[0]?.plans;
  });

describe('a table', () => {
  it.skipIf(isCut)('that has grown tenfold since it was looked at is looked at, and no other', async () => {
    await note(30);
    await test.admin.query(`vacuum (analyze) ${table}`);
    await counted(30);
    expect(await analyzeOutgrown(pool)).not.toContain(table);
    await note(200);
    await counted(230);
    expect(await analyzeOutgrown(pool)).not.toContain(table);
    await note(100);
    await counted(330);
    expect(await analyzeOutgrown(pool)).toContain(table);
    const { rows } = await test.admin.query('select reltuples from pg_class where oid = $1::regclass', [table]);
    expect(rows[0].reltuples).toBe(330);
    expect(await analyzeOutgrown(pool)).not.toContain(table);
  });

  it('is planned for once for whatever record is asked for', async () => {
    expect(await read(newID('req'))).toBeGreaterThan(0);
  });

  it('is looked at by the jobs alone', async () => {
    for (const role of ['millwright_tenant', 'millwright_auth']) {
      await test.admin.query(`begin; set local role ${role}`);
      await expect(test.admin.query('select core.analyze_outgrown()')).rejects.toThrow(/permission denied/);
      await test.admin.query('rollback');
    }
  });
});
