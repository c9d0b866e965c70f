import { addDays, dateIn, newID } from '@millwright/core/contracts';
import { demoRandom } from '@millwright/core/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plant, plant } from '../../../production/server/batch/checks/batch-fixture.ts';
import { analyzeProductionCosts, analyzeSales, reports } from '../../contracts/index.ts';
import analytics from '../plugin.ts';
import { type AnalyticsFixture, analyticsFixture, lastDay } from '../reports/analytics-fixture.ts';
import { sumMonths } from './sum-months.ts';

// Figures with stored sums equal figures without them, whatever was written in between, and wherever a run was
// interrupted.
const random = demoRandom(11);
const rounds = Array.from({ length: 10 }, (_, round) => round);
const crash = new Error('crash');

describe('sums of sales', () => {
  let at: AnalyticsFixture;
  beforeAll(async () => {
    at = await analyticsFixture(31);
  });
  afterAll(() => at?.stop());

  const asked = () => {
    const endDate = addDays(lastDay, -random.integer(0, 300));
    const body = { startDate: addDays(endDate, -random.integer(20, 600)), endDate };
    return { ...body, groupBy: random.pick(['item', 'productLine'] as const) };
  };
  const answer = async (body: ReturnType<typeof asked>) => {
    const { asOf: _, ...said } = await at.admin.call(analyzeSales, { body });
    return said;
  };
  const some = async (table: string): Promise<string> => {
    const { rows } = await at.db.query<{ id: string }>(
      `select id from commerce.${table} where account_id = $1
      and dated_on < $2 order by md5(id || $3) limit 1`,
      [at.kernel.a.id, lastDay, String(random.next())],
    );
    return rows[0]?.id as string;
  };
  /** Changes of documents in completed months. */
  const writes: readonly (() => Promise<unknown>)[] = [
    // An import is undone.
    async () => {
      const id = await some('invoice');
      await at.db.query(
        `delete from commerce.credit_line
          where invoice_line_id in (select id from commerce.invoice_line where invoice_id = $1)`,
        [id],
      );
      await at.db.query(`delete from commerce.transaction memo where invoice_id = $1`, [id]);
      await at.db.query('delete from commerce.invoice_line where invoice_id = $1', [id]);
      await at.db.query('delete from commerce.invoice where id = $1', [id]);
    },
    async () =>
      at.db.query(
        'update commerce.invoice set voided_on = dated_on, voided_at = now() where id = $1 and voided_on is null',
        [await some('invoice')],
      ),
    // A new invoice with the same amount and day, but for other products.
    async () => {
      const [id, copy] = [await some('invoice'), newID('inv')];
      for (const table of ['invoice', 'invoice_line'])
        await at.db.query(
          `insert into commerce.${table} select (jsonb_populate_record(own, jsonb_build_object('id', $2::text || case
              when $3 = 'invoice' then '' else own.id end, 'number', $2, 'invoice_id', $2, 'voided_on', null,
              'voided_at', null) || case when $3 = 'invoice' then '{}'::jsonb
                else jsonb_build_object('item_id', $4::text) end)).*
            from commerce.${table} own where ${table === 'invoice' ? 'id' : 'invoice_id'} = $1`,
          [id, copy, table, random.pick(at.products).id],
        );
      await at.db.query('update commerce.invoice set voided_on = dated_on, voided_at = now() where id = $1', [id]);
    },
    async () => at.kernel.a.run(sumMonths),
    async () =>
      expect(
        at.kernel.a.run(async (ctx) => {
          await sumMonths(ctx);
          throw crash;
        }),
      ).rejects.toThrow(crash),
  ];

  it.each(rounds)('are those of their documents, round %i', async () => {
    if (random.next() < 0.7) await at.kernel.a.run(sumMonths);
    for (let turn = random.integer(1, 4); turn > 0; turn -= 1) await random.pick(writes)();
    const body = asked();
    const withSums = await answer(body);
    await at.db.query('delete from analytics.summed_month');
    await at.db.query('delete from analytics.sold_in_month');
    expect(withSums).toEqual(await answer(body));
  });

  it('answer every report, grouping and preset in the night as by day', async () => {
    const month = `${lastDay.slice(0, 7)}-01`;
    const lastMonth = { startDate: `${addDays(month, -1).slice(0, 7)}-01`, endDate: addDays(month, -1) };
    const year = Number(lastDay.slice(0, 4));
    const periods = [
      lastMonth,
      { startDate: month, endDate: lastDay },
      { startDate: `${year}-01-01`, endDate: lastDay },
      { startDate: `${year - 1}-01-01`, endDate: `${year - 1}-12-31` },
      ...[7, 30, 90, 365].map((days) => ({ startDate: addDays(lastDay, 1 - days), endDate: lastDay })),
    ];
    const all = async () => {
      const answers: Record<string, unknown> = {};
      for (const { name, endpoint, hasPeriod, groupings: by = [undefined] } of reports.filter(
        ({ needsProduction }) => !needsProduction,
      ))
        for (const days of hasPeriod ? periods : [{}])
          for (const groupBy of by) {
            const body = { ...days, ...(groupBy ? { groupBy } : {}) };
            const { asOf: _, ...said } = (await at.admin.callUnchecked(endpoint, { body })) as { asOf: string };
            answers[`${name} ${JSON.stringify(body)}`] = said;
          }
      return answers;
    };
    await at.kernel.a.run(sumMonths);
    const withSums = await all();
    expect(Object.keys(withSums).length).toBeGreaterThan(50);
    await at.db.query('delete from analytics.summed_month');
    await at.db.query('delete from analytics.sold_in_month');
    expect(withSums).toEqual(await all());
  });

  it('that are wrong are found, said, and not used', async () => {
    const body = { startDate: addDays(lastDay, -500), endDate: lastDay, groupBy: 'item' as const };
    const right = await answer(body);
    await at.kernel.a.run(sumMonths);
    await at.db.query('update analytics.sold_in_month set amount = amount + 1');
    expect(await answer(body), 'they are used').not.toEqual(right);
    await at.kernel.a.run(sumMonths);
    expect(await answer(body)).toEqual(right);
    const [rule] = analytics.invariants ?? [];
    const { rows } = await at.db.query(rule?.sql as string, [at.kernel.a.id]);
    expect(rows.length).toBeGreaterThan(5);
  });
});

describe('sums of work', () => {
  let at: Plant;
  let db: Client;
  beforeAll(async () => {
    at = await plant({ beside: [analytics] });
    db = new Client({ connectionString: at.kernel.db.adminUrl });
    await db.connect();
    const run = await at.run([['SOCK', 50]]);
    const [batch] = await run.batches();
    await db.query(
      `insert into production.batch_event (account_id, id, created_at, kind, actor_id, actor_name, request_hash)
        select $1, 'bev_' || n, $2::timestamptz - n * interval '31 hours', 'move', 'x', 'x', 'x'
        from generate_series(1, 200) n`,
      [at.kernel.a.id, at.kernel.clock.now()],
    );
    await db.query(
      `insert into production.batch_change (account_id, event_id, batch_id, quantity, seconds, waste, value, materials,
          labor, overhead, stocked, lost, before, status, step_id, item_id, counted, kind, worked_at, since,
          from_step_id, from_item_id, firsts)
        select $1, event.id, $2, 0, 0, 0, 0, 1, 2.5, 0.25, 0, 3.75, null, 'open', batch.step_id, batch.item_id, 1,
          'move',
          event.created_at, event.created_at, batch.step_id, batch.item_id, 1
        from production.batch_event event cross join production.batch batch
        where event.id like 'bev\\_%' and event.account_id = $1 and batch.id = $2`,
      [at.kernel.a.id, batch?.id],
    );
  });
  afterAll(async () => {
    await db?.end();
    await at?.kernel.stop();
  });

  it('are those of its scans, also where some are taken back', async () => {
    const endDate = dateIn('UTC', at.kernel.clock.now());
    const body = { startDate: addDays(endDate, -400), endDate };
    const answer = async () => {
      const { asOf: _, ...said } = await at.admin.call(analyzeProductionCosts, { body });
      return said;
    };
    const before = await answer();
    expect(before.total).toBe(750);
    await at.kernel.a.run(sumMonths);
    expect(await answer()).toEqual(before);
    const { rows } = await db.query('select from analytics.summed_month where account_id = $1', [at.kernel.a.id]);
    expect(rows.length).toBeGreaterThan(5);
    await db.query(
      `insert into production.batch_event (account_id, id, created_at, kind, actor_id, actor_name, request_hash,
          undoes_id)
        select $1, 'undo_' || id, $2, 'undo', 'x', 'x', 'x', id
          from production.batch_event where account_id = $1 and id like 'bev\\_9%'`,
      [at.kernel.a.id, at.kernel.clock.now()],
    );
    const after = await answer();
    expect(after.total).toBe(750 - 11 * 3.75);
    await at.kernel.a.run(sumMonths);
    expect(await answer()).toEqual(after);
  });
});
