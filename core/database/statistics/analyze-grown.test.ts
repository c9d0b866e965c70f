import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newID } from '../../contracts/texts/id.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { type CoreAccounts, openCoreAccounts } from '../../testing/kernel/core-accounts.ts';
import { isCut } from '../../testing/postgres/partitioned-tables.ts';
import { analyzeGrown } from './analyze-grown.ts';

let test: CoreAccounts;
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

/** PostgreSQL's row estimate of the table; -1 before the first ANALYZE. */
const knownRows = async (table: string): Promise<number> =>
  (await test.admin.query('select reltuples from pg_class where oid = $1::regclass', [table])).rows[0].reltuples;
const note = (ctx: AccountContext, count: number): Promise<void> =>
  ctx.em.insert(
    'core.audit_event',
    Array.from({ length: count }, () => ({
      id: newID('aud'),
      record_type: 'thing',
      record_id: 'x',
      action: 'made',
      actor_type: 'system',
      actor_id: '',
      actor_name: '',
      ip: '',
      request_id: '',
      changes: [],
      occurred_at: ctx.clock.now(),
    })),
  );
const noteAndAnalyze = (count: number): Promise<void> =>
  test.inAccount('a', async (ctx) => {
    await note(ctx, count);
    await analyzeGrown(ctx.em);
  });

describe('tables that grew', () => {
  it.skipIf(isCut)('are known at once, those of which little is new are left alone', async () => {
    await test.admin.query('vacuum (analyze) core.audit_event');
    const before = await knownRows('core.audit_event');
    await noteAndAnalyze(19);
    expect(await knownRows('core.audit_event')).toBe(before);
    await noteAndAnalyze(600);
    const grown = await knownRows('core.audit_event');
    expect(grown).toBe(before + 619);
    expect(await knownRows('core.search_document')).toBe(-1);

    await test.admin.query("update pg_class set reltuples = 30000 where oid = 'core.audit_event'::regclass");
    await noteAndAnalyze(500);
    expect(await knownRows('core.audit_event')).toBe(30_000);
  });

  it('are left to whoever is at it', async () => {
    await test.admin.query('analyze core.audit_event');
    const before = await knownRows('core.audit_event');
    await test.admin.query('begin');
    await test.admin.query('lock table core.audit_event in share update exclusive mode');
    await noteAndAnalyze(2000);
    await test.admin.query('rollback');
    expect(await knownRows('core.audit_event')).toBe(before);
  });

  it('can be told of by the tenant role alone', async () => {
    await test.admin.query('begin');
    await test.admin.query('set local role millwright_auth');
    await expect(test.admin.query('select core.analyze_grown()')).rejects.toThrow(/permission denied/);
    await test.admin.query('rollback');
  });
});
