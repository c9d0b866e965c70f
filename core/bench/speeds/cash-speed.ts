import type { Client } from 'pg';
import { newID } from '../../contracts/texts/id.ts';
import { median } from '../../testing/budgets/median.ts';
import { measureCycle, measureLists } from '../cases/order-cycle.ts';
import { measureReceiving } from '../cases/receiving-cycle.ts';
import type { CashSpeed } from '../figures/cash-figure.ts';
import { countingSettings, StatementMeter } from '../figures/statement-figures.ts';
import { type ServerOptions, withBenchServer } from '../place/bench-place.ts';

const customers = 10_000;
const invoicesEach = 20;
const settled = 500;

/** Median duration of several runs in milliseconds, after one warm-up run. */
async function timed(turns: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  await work(0);
  const took: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const began = performance.now();
    await work(turn);
    took.push(performance.now() - began);
  }
  return median(took);
}

/** Ids that sort by number. */
const id = (prefix: string, number: string): string => `'${prefix}_01' || lpad(to_hex(${number}), 24, '0')`;
const now = 'now(), now()';

/**
 * Customers with open invoices of half a year, a tenth of them partly paid; the first customer has a very large number.
 */
const seeds: readonly string[] = [
  `insert into core.party (account_id, id, created_at, updated_at, kind, number, name)
    select $1, ${id('cus', 'n')}, ${now}, 'customer', (100000 + n)::text, 'Customer ' || n
    from generate_series(1, ${customers}) n`,
  `insert into commerce.customer (account_id, id, created_at, updated_at, number, name)
    select $1, ${id('cus', 'n')}, ${now}, (100000 + n)::text, 'Customer ' || n from generate_series(1, ${customers}) n`,
  `insert into commerce.invoice (account_id, id, created_at, updated_at, number, number_key, customer_id, emails,
      dated_on, due_on, line_count, subtotal, discount, carried, total, is_opening_balance)
    select $1, ${id('inv', 'n')}, ${now}, 'B' || n, 'B' || lpad(n::text, 8, '0'),
      case when n <= 5000 then ${id('cus', '1')} else ${id('cus', `(n % ${customers} + 1)`)} end, '{}',
      current_date - (n % 180), current_date - (n % 180) + 30, 0, 100, 0, 0, 100, true
    from generate_series(1, ${customers * invoicesEach}) n`,
];

const plainAging = `select customer_id, sum(total - allocated) filter (where current_date - dated_on <= 30),
    sum(total - allocated) filter (where current_date - dated_on between 31 and 60),
    sum(total - allocated) filter (where current_date - dated_on between 61 and 90),
    sum(total - allocated) filter (where current_date - dated_on between 91 and 120),
    sum(total - allocated) filter (where current_date - dated_on > 120), sum(total - allocated) as open
  from commerce.invoice where account_id = $1 and voided_on is null and allocated < total
  group by customer_id`;

/** Ids of open invoices of the first customer. */
const openInvoices = async (admin: Client, accountID: string): Promise<string[]> => {
  const { rows } = await admin.query<{ id: string }>(
    `select id from commerce.invoice where account_id = $1 and customer_id = ${id('cus', '1')} and allocated < total
      order by dated_on, id limit ${settled}`,
    [accountID],
  );
  return rows.map((row) => row.id);
};

/** A payment over these invoices with the minimum of writes, in one transaction. */
async function settlePlain(admin: Client, accountID: string, invoiceIDs: readonly string[], number: string) {
  const [paid, settlement] = [newID('trx'), newID('stl')];
  await admin.query('begin');
  await admin.query(
    'select id from commerce.invoice where account_id = $1 and id = any($2::text[]) order by id for update',
    [accountID, invoiceIDs],
  );
  await admin.query(
    `insert into commerce.settlement (account_id, id, created_at, updated_at, number, number_key)
      values ($1, $2, ${now}, $3, $3)`,
    [accountID, settlement, number],
  );
  await admin.query(
    `insert into commerce.transaction (account_id, id, created_at, updated_at, number, number_key, customer_id, type,
        method, amount, allocated, dated_on, settlement_id)
      values ($1, $2, ${now}, $3, $3, ${id('cus', '1')}, 'payment', 'check', $4::int * 100, $4::int * 100,
        current_date, $5)`,
    [accountID, paid, number, invoiceIDs.length, settlement],
  );
  await admin.query(
    `insert into commerce.transaction_allocation (account_id, id, created_at, updated_at, customer_id, transaction_id,
        invoice_id, settlement_id, amount, why, applied_on)
      select $1, part.id, ${now}, ${id('cus', '1')}, $2, part.invoice_id, $3, 100, 'Plain', current_date
      from unnest($4::text[], $5::text[]) part (id, invoice_id)`,
    [accountID, paid, settlement, invoiceIDs.map(() => newID('alc')), invoiceIDs],
  );
  await admin.query(
    `update commerce.invoice set allocated = total, version = version + 1, updated_at = now()
      where account_id = $1 and id = any($2::text[])`,
    [accountID, invoiceIDs],
  );
  await admin.query('commit');
}

/**
 * Measures aging, settlements and the whole order-to-cash process through HTTP on a server of its own, compared with
 * plain SQL.
 */
export const measureCash = (say: (line: string) => void, options: ServerOptions): Promise<CashSpeed[]> =>
  withBenchServer({ say, slug: 'cash', settings: countingSettings, ...options }, async (place) => {
    const { ask, admin, server, accountID, urls, adminUrl } = place;
    const meter = await StatementMeter.open(adminUrl, urls);
    try {
      const stage = { ask, admin, server, tenantUrl: urls.tenant, accountID, say, meter };
      const cycle = await measureCycle(stage);
      const receiving = await measureReceiving(stage);
      const lists = await measureLists({ ask, admin, accountID, say, timed });
      say(`seeding ${customers} customers with ${customers * invoicesEach} open invoices ...`);
      for (const seed of seeds) await admin.query(seed, [accountID]);
      await admin.query('vacuum (analyze)');
      say('measuring: aging');
      const aging = {
        title: `aging of ${customers} customers with ${customers * invoicesEach} open invoices`,
        tookMs: await timed(7, () => ask('/v1/receivables?take=50')),
        plainMs: await timed(7, () => admin.query(plainAging, [accountID])),
        wantedMs: 300,
      };
      say('measuring: settlement');
      const customerID = (await admin.query<{ id: string }>(`select ${id('cus', '1')} as id`)).rows[0]?.id as string;
      const settle = async () => {
        const allocations = (await openInvoices(admin, accountID)).map((invoiceID) => ({ invoiceID, amount: 100 }));
        const payment = { customerID, typeCode: 'payment', methodCode: 'check', amount: settled * 100, allocations };
        await ask('/v1/settlements', { transactions: [payment] });
      };
      const settlement = {
        title: `settlement of ${settled} invoices in one call`,
        tookMs: await timed(3, settle),
        plainMs: await timed(3, async (turn) =>
          settlePlain(admin, accountID, await openInvoices(admin, accountID), `plain-${turn}`),
        ),
        wantedMs: 1000,
      };
      await server.call('settle');
      return [...cycle, ...receiving, ...lists, aging, settlement];
    } finally {
      await meter.close();
    }
  });

const verdict = (isMet: boolean): string => (isMet ? 'yes' : 'NO');

/** The report lines of work with money. */
export const cashTable = (speeds: readonly CashSpeed[]): string =>
  speeds
    .map(({ title, tookMs, plainMs, wantedMs, wantedRatio, statements, wantedStatements, sql }) => {
      const ratio = plainMs / tookMs;
      const parts = [`${title}: ${tookMs.toFixed(0)} ms`];
      if (plainMs) parts.push(`plain SQL ${plainMs.toFixed(plainMs < 10 ? 1 : 0)} ms, ratio ${ratio.toFixed(2)}`);
      if (wantedMs) parts.push(`target ${wantedMs} ms  ${verdict(tookMs <= wantedMs)}`);
      if (wantedRatio) parts.push(`target >= ${wantedRatio}  ${verdict(ratio >= wantedRatio)}`);
      if (statements !== undefined) parts.push(`${statements} statements`);
      if (statements !== undefined && wantedStatements)
        parts.push(`target ${wantedStatements}  ${verdict(statements <= wantedStatements)}`);
      if (sql) {
        const { planning, execution, plans, roundTrips } = sql;
        parts.push(
          `planning ${planning.toFixed(1)} ms (${plans.toFixed(0)} plans), execution ${execution.toFixed(1)} ms`,
        );
        parts.push(`${roundTrips.toFixed(0)} round trips`);
      }
      return parts.join(', ');
    })
    .join('\n');
