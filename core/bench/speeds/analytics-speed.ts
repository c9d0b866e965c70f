import type { Client } from 'pg';
import { dayLength } from '../../contracts/texts/date.ts';
import { withBenchServer } from '../place/bench-place.ts';
import { seedAccount, withoutSearchIndex } from '../place/seed.ts';

/** Response time of a figure, compared with plain SQL over the base tables. */
export interface FigureSpeed {
  title: string;
  /** Milliseconds. */
  p50: number;
  p95: number;
  plain: number | undefined;
  target: number;
}

const sizes = { customers: 2000, products: 5000, orders: 200_000 };
const repeats = 20;
const callTarget = 500;
const listTarget = 200;

const id = (prefix: string, number: string): string =>
  `('${prefix}_01' || lpad(to_hex(${number}), 8, '0') || substr(md5('${prefix}' || ${number}), 1, 16))`;

/** Data of two years: an invoice of five lines per order, shipments of fulfilled orders, and a million scans. */
const documents = [
  `update commerce.sales_order set issued_at = issued_at - (200000 - number::int % 200000) * interval '2 minutes',
    completed_at = completed_at - (200000 - number::int % 200000) * interval '2 minutes'
    where account_id = $1 and issued_at is not null`,
  `insert into commerce.invoice (account_id, id, created_at, updated_at, number, number_key, order_id, customer_id,
    sales_rep_id,
      emails, dated_on, due_on, line_count, subtotal, discount, carried, total, sales)
    select $1, ${id('inv', 'n')}, created_at, updated_at, number, number_key, id, customer_id, sales_rep_id, '{}',
      day, day, 5,
      500, 0, 0, 500, 500
    from (select *, row_number() over (order by id)::int as n, coalesce(issued_at, created_at)::date as day
      from commerce.sales_order where account_id = $1) sold`,
  `insert into commerce.invoice_line (account_id, id, created_at, updated_at, invoice_id, customer_id, position,
    item_id, sku,
      description, product_type, quantity, unit_id, unit_name, base_quantity, unit_price, unit_cost, total, discount)
    select $1, ${id('inl', '(n * 8 + k)')}, now(), now(), invoice.id, invoice.customer_id, k, item.id, item.sku,
      item.description,
      'sale', 1, (select id from inventory.unit where account_id = $1 limit 1), 'each', 1, 100, 50, 100, 0
    from (select *, row_number() over (order by id)::int as n from commerce.invoice where account_id = $1) invoice
    cross join generate_series(1, 5) k
    join inventory.item item on item.account_id = $1 and item.id = ${id('itm', '((n * 7 + k * 611) % 5000 + 1)')}`,
  `insert into commerce.shipment (account_id, id, created_at, updated_at, number, number_key, status, order_id,
    customer_id,
      shipped_at, shipped_by_name, freight_amount)
    select $1, ${id('shp', 'n')}, completed_at, completed_at, number, number_key, 'shipped', id, customer_id,
      completed_at, 'x', 0
    from (select *, row_number() over (order by id)::int as n from commerce.sales_order
      where account_id = $1 and completed_at is not null) sold`,
  `insert into production.production_step (account_id, id, created_at, updated_at, name, item_id, measure, unit_id,
    base_measure,
      labor_time, labor_rate, overhead_rate, leveling_factor, allowances)
    select $1, ${id('pst', 'n')}, now(), now(), 'Step ' || n, ${id('itm', 'n')}, 1,
      (select id from inventory.unit where account_id = $1 limit 1), 1, 0.1, 30, 10, 0, 0 from generate_series(1,
        40) n`,
  `insert into production.batch_event (account_id, id, created_at, kind, actor_id, actor_name, request_hash)
    select $1, ${id('bev', 'n')}, now() - n * interval '1 minute', 'move', 'x', 'x', 'x' from generate_series(1,
      1000000) n`,
  `insert into production.batch_change (account_id, event_id, batch_id, quantity, seconds, waste, value, materials,
    labor, overhead,
      stocked, lost, before, status, step_id, item_id, counted, kind, worked_at, since, from_step_id,
      from_item_id, firsts)
    select $1, ${id('bev', 'n')}, ${id('bat', '(n % 50000)')}, 0, 0, 0, 40, 0, 30, 10, 0, 0,
      jsonb_build_object('stepID', ${id('pst', '(n % 40 + 1)')}, 'itemID', ${id('itm', '(n % 40 + 1)')},
        'scannedAt', now() - (n + 30) * interval '1 minute'), 'open', ${id('pst', '((n + 1) % 40 + 1)')},
      ${id('itm', '((n + 1) % 40 + 1)')}, 10, 'move', now() - n * interval '1 minute',
      now() - (n + 30) * interval '1 minute',
      ${id('pst', '(n % 40 + 1)')}, ${id('itm', '(n % 40 + 1)')}, 10
    from generate_series(1, 1000000) n`,
];

async function seed(admin: Client, accountID: string): Promise<void> {
  await withoutSearchIndex(admin, () => seedAccount(admin, { accountID, ...sizes, documents: 0 }));
  // The keys are correct by construction, and checking each row would take minutes.
  await admin.query("set session_replication_role = 'replica'");
  for (const statement of documents) await admin.query(statement, [accountID]);
  await admin.query("set session_replication_role = 'origin'");
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
}

interface Measured {
  title: string;
  path: string;
  body: Record<string, unknown>;
  target?: number;
  /** The same figure over the base tables, run as a superuser. */
  plain?: string;
}

const invoices = `commerce.invoice invoice where invoice.account_id = $1 and invoice.voided_on is null
  and invoice.dated_on between current_date - 729 and current_date`;
const issued = `commerce.sales_order placed where placed.account_id = $1
  and placed.issued_at >= now() - interval '730 days'`;

function measuredOf(today: string, from: string): Measured[] {
  const years = { startDate: from, endDate: today };
  return [
    {
      title: 'sales of two years by customer',
      path: 'sales',
      body: years,
      plain: `select date_trunc('week', dated_on), customer_id, sum(subtotal - discount) from ${invoices}
        group by grouping sets ((1), (2), ())`,
    },
    {
      title: 'sales of two years by product, a million lines',
      path: 'sales',
      body: { ...years, groupBy: 'item' },
      plain: `select date_trunc('week', invoice.dated_on), line.item_id, sum(line.total - line.discount)
        from commerce.invoice_line line join (select * from ${invoices}) invoice
          on invoice.account_id = line.account_id and invoice.id = line.invoice_id
        where line.account_id = $1 group by grouping sets ((1), (2), ())`,
    },
    {
      title: 'orders of two years by customer',
      path: 'orders',
      body: years,
      plain: `select date_trunc('week', issued_at), customer_id, sum(total + discount) from ${issued}
        group by grouping sets ((1), (2), ())`,
    },
    { title: 'orders of the last 30 days by product line', path: 'orders', body: { groupBy: 'productLine' } },
    {
      title: 'quarterly orders',
      path: 'quarterly-orders',
      body: {},
      plain: `select extract(year from issued_at), extract(quarter from issued_at), sum(total + discount)
        from ${issued} group by 1, 2`,
    },
    { title: 'new customers of two years', path: 'new-customers', body: years },
    {
      title: 'deliveries of two years',
      path: 'deliveries',
      body: years,
      plain: `select date_trunc('week', placed.issued_at), count(*), avg(shipped.first_at - placed.issued_at)
        from commerce.sales_order placed left join (select order_id, min(shipped_at) as first_at from commerce.shipment
          where account_id = $1 and status = 'shipped' group by 1) shipped on shipped.order_id = placed.id
        where placed.account_id = $1 and placed.issued_at >= now() - interval '730 days'
          group by grouping sets ((1), ())`,
    },
    { title: 'products on order', path: 'products-on-order', body: {} },
    { title: 'materials', path: 'materials', body: {} },
    { title: 'inventory receipts of two years', path: 'inventory-receipts', body: years },
    { title: 'open batches', path: 'open-batches', body: {} },
    {
      title: 'production costs of two years, a million scans',
      path: 'production-costs',
      body: years,
      plain: `select change.worked_at::date, change.from_item_id,
        sum(change.materials + change.labor + change.overhead) from production.batch_change change
        where change.account_id = $1 and change.worked_at >= now() - interval '730 days'
        group by grouping sets ((1), (2), ())`,
    },
    { title: 'production efficiency of 90 days', path: 'production-efficiency', body: {} },
    { title: 'manufacturing of 30 days', path: 'manufacturing', body: { type: 'cost' } },
    {
      title: 'documents behind the sales of 30 days',
      path: 'documents',
      body: { figure: 'sales' },
      target: listTarget,
    },
  ];
}

const part = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Queries every figure repeatedly over a million invoice lines and a million scans. */
export const measureFigures = (say: (line: string) => void): Promise<FigureSpeed[]> =>
  withBenchServer({ say, slug: 'figures' }, async ({ server, admin, accountID, ask: askServer, renew }) => {
    say('seeding 1,000,000 invoice lines and 1,000,000 scans ...');
    await seed(admin, accountID);
    say('summing up months ...');
    const began = performance.now();
    await server.call('runScheduled', { accountID, name: 'analytics.sum-months' });
    await admin.query('vacuum (analyze) analytics.sold_in_month, analytics.work_of_day');
    say(`summed up in ${Math.round(performance.now() - began)} ms`);
    // Seeding takes longer than a session lasts.
    await renew();
    const ask = ({ path, body }: Measured): Promise<unknown> => askServer(`/v1/analytics/${path}`, body, 'PUT');
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    const day = (before: number): string => new Date(Date.now() - before * dayLength).toISOString().slice(0, 10);
    const speeds: FigureSpeed[] = [];
    for (const each of measuredOf(day(0), day(729))) {
      say(`measuring: ${each.title}`);
      await ask(each);
      const ours: number[] = [];
      const plain: number[] = [];
      const { plain: statement } = each;
      for (let turn = 0; turn < repeats; turn += 1) {
        ours.push(await timed(() => ask(each)));
        if (statement) plain.push(await timed(() => admin.query(statement, [accountID])));
      }
      ours.sort((one, other) => one - other);
      plain.sort((one, other) => one - other);
      speeds.push({
        title: each.title,
        p50: part(ours, 0.5),
        p95: part(ours, 0.95),
        plain: plain.length ? part(plain, 0.5) : undefined,
        target: each.target ?? callTarget,
      });
    }
    return speeds;
  });

/** The report lines of the figures. */
export const figureTable = (speeds: readonly FigureSpeed[]): string =>
  speeds
    .map(({ title, p50, p95, plain, target }) => {
      const beside = plain === undefined ? '' : `, plain SQL p50 ${Math.round(plain)} ms`;
      const ours = `p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms${beside}`;
      return `${title}: ${ours}; target ${target} ms  ${p95 <= target ? 'yes' : 'NO'}`;
    })
    .join('\n');
