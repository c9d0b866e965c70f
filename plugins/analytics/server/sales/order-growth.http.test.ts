import { getSalesOrderSummary } from '@millwright/commerce/contracts';
import { type PlanningTrack, trackPlanning } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeOrders, analyzeProductsOnOrder } from '../../contracts/index.ts';
import { type AnalyticsFixture, analyticsFixture } from '../reports/analytics-fixture.ts';

/** Orders that are over, in a tenant of few and in one of a hundred times as many; what is open stays the same. */
const [few, many] = [60, 6000];
/** Counts of each report. */
const turns = 8;

let at: AnalyticsFixture;
let track: PlanningTrack | undefined;
beforeAll(async () => {
  at = await analyticsFixture(11, { orders: 60 });
  track = await trackPlanning(at.kernel);
});
afterAll(async () => {
  await track?.stop();
  await at?.stop();
});

/** Copies orders that are over, with their lines, into the years before those of the fixture. */
async function addHistory(from: number, to: number): Promise<void> {
  const over = at.orders.find(({ status, lines }) => status === 'fulfilled' && lines.length > 1);
  const at_ = (column: string): string => `t.${column} - interval '2 years' - n * interval '11 hours'`;
  const copies = async (table: string, where: string, other: Readonly<Record<string, string>>): Promise<void> => {
    const { rows } = await at.db.query<{ name: string }>(
      `select attname::text as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    await at.db.query(
      `insert into ${table} (${names.join()}) select ${names.map((name) => other[name] ?? `t.${name}`).join()}
        from ${table} t cross join generate_series(${from + 1}, ${to}) n where ${where}`,
    );
  };
  const orderID = "'so_02' || lpad(to_hex(n), 24, '0')";
  await copies('commerce.sales_order', `t.id = '${over?.id}'`, {
    id: orderID,
    number: "'9' || n",
    number_key: "'9' || lpad(n::text, 19, '0')",
    created_at: at_('created_at'),
    issued_at: at_('issued_at'),
    completed_at: at_('completed_at'),
  });
  await copies('commerce.sales_order_line', `t.order_id = '${over?.id}'`, {
    id: "'sol_02' || lpad(to_hex(n), 12, '0') || substr(t.id, 19)",
    order_id: orderID,
  });
  await at.db.query('vacuum (analyze)');
}

const reports = {
  'products on order': () => at.admin.call(analyzeProductsOnOrder, { body: {} }),
  'the order summary': () => at.admin.call(getSalesOrderSummary, {}),
  'orders of a month': () => at.admin.call(analyzeOrders, { body: { groupBy: 'customer' } }),
  'orders of a month by product': () => at.admin.call(analyzeOrders, { body: { groupBy: 'item' } }),
};

/** Blocks that each report reads, and its dearest statement. */
async function read(planning: PlanningTrack): Promise<Record<string, { blocks: number; dearest: string }>> {
  const found: Record<string, { blocks: number; dearest: string }> = {};
  for (const [name, ask] of Object.entries(reports)) {
    await ask();
    // The answer may leave before PostgreSQL has counted the last statement: the fullest of several counts is whole.
    for (let turn = 0; turn < turns; turn += 1) {
      await planning.reset();
      await ask();
      const statements = (await planning.statements()).filter(({ role }) => role === 'tenant');
      const dearest = statements.toSorted((one, other) => other.blocks - one.blocks)[0];
      const blocks = statements.reduce((sum, each) => sum + each.blocks, 0);
      if (blocks >= (found[name]?.blocks ?? 0))
        found[name] = { blocks, dearest: `${dearest?.blocks} blocks: ${dearest?.text}` };
    }
  }
  return found;
}

describe('reports of orders', () => {
  it('read what is open, whatever the history', async (test) => {
    if (!track) return test.skip('This PostgreSQL does not load pg_stat_statements');
    await addHistory(0, few);
    const small = await read(track);
    await addHistory(few, many);
    const large = await read(track);
    for (const [name, { blocks, dearest }] of Object.entries(large)) {
      expect(blocks, `${name}: ${dearest}`).toBeGreaterThan(0);
      expect(blocks, `${name}: ${dearest}`).toBeLessThanOrEqual(2 * (small[name]?.blocks ?? 0));
    }
  });
});
