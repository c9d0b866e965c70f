import { Client } from 'pg';
import type { CashSpeed } from './cash-speed.ts';
import type { Child } from './child.ts';
import { type Replay, WorkRecorder, WorkReplay } from './replayed-work.ts';

export type Ask = <T = { id: string }>(path: string, body?: object, method?: string) => Promise<T>;

interface Stage {
  ask: Ask;
  admin: Client;
  server: Child;
  tenantUrl: string;
  accountID: string;
  say(line: string): void;
}

const cycleLines = 10;
const turns = 15;
const steps = ['create', 'release', 'pick', 'pack', 'ship', 'settle'] as const;
type Step = (typeof steps)[number];
/** What the spec's users do between the order and the truck. */
const warehouse: readonly Step[] = ['release', 'pick', 'pack', 'ship'];

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const least = (values: readonly number[]): number => Math.min(...values);

/** A buyer with a price of his own for every product, a volume discount that is reached, and a discount code. */
async function prepare(ask: Ask) {
  const productIDs: string[] = [];
  for (let each = 0; each < cycleLines; each += 1) {
    const product = await ask('/v1/products', { sku: `CASH-${each}`, description: `Product ${each}`, unitValue: 5 });
    await ask('/v1/inventory-receipts', { itemID: product.id, quantity: 10_000, unitCost: 2 });
    productIDs.push(product.id);
  }
  const shipTo = { name: 'Dock', line1: '1 Main', city: 'Gary', state: 'IN', postalCode: '46401', country: 'US' };
  const buyer = await ask('/v1/customers', { name: 'Buyer', shipToAddress: shipTo });
  for (const itemID of productIDs)
    await ask('/v1/account-prices', { recipientAccountID: buyer.id, itemID, unitValue: 4.5 });
  const tiers = [{ threshold: 10, discountPercentage: 0.05 }];
  await ask('/v1/volume-discounts', { name: 'From ten pieces', tiers });
  const discount = { name: 'Spring', code: 'SPRING', type: 'percentage', percentage: 0.1 };
  const { id: orderDiscountID } = await ask('/v1/order-discounts', discount);
  return { customerID: buyer.id, orderDiscountID, productIDs };
}

type Buyer = Awaited<ReturnType<typeof prepare>>;

/** An order of ten lines, from the form to the bank, through HTTP as the screens do it, step by step. */
async function cycle(ask: Ask, { customerID, orderDiscountID, productIDs }: Buyer, after: (step: Step) => unknown) {
  const lines = productIDs.map((productID) => ({ productID, quantityOrdered: 2 }));
  const order = await ask('/v1/sales-orders', { customerID, orderDiscountID, status: 'issued', lines });
  const { pickID } = await ask<{ pickID: string }>(`/v1/sales-orders/${order.id}`);
  await after('create');
  await ask('/v1/picks/actions/release', { pickIDs: [pickID] });
  await after('release');
  await ask(`/v1/picks/${pickID}/actions/pick`, {}, 'PUT');
  await after('pick');
  const { shipmentID } = await ask<{ shipmentID: string }>(`/v1/picks/${pickID}/actions/pack`, {
    shipmentCaseCount: 1,
    useEstimates: true,
  });
  await after('pack');
  const { invoiceID } = await ask<{ invoiceID: string }>(`/v1/shipments/${shipmentID}/actions/ship`, {});
  await after('ship');
  const { open } = await ask<{ open: number }>(`/v1/invoices/${invoiceID}`);
  const payment = { customerID, typeCode: 'payment', methodCode: 'check', amount: open };
  await ask('/v1/settlements', { transactions: [{ ...payment, allocations: [{ invoiceID, amount: open }] }] });
  await after('settle');
  return order.id;
}

/** What has to be read for a step whoever writes it: prices, and the order with its lines for the answer. */
const readsOf = (
  step: Step,
  accountID: string,
  { customerID, productIDs }: Buyer,
  orderID: string,
): Replay['reads'] => [
  {
    text: `select to_jsonb(o) || jsonb_build_object('lines', (select jsonb_agg(l order by l.line_item_number)
        from commerce.sales_order_line l where l.account_id = $1 and l.order_id = o.id))
      from commerce.sales_order o where o.account_id = $1 and o.id = $2`,
    values: (idOf) => [accountID, idOf(orderID)],
  },
  ...(step === 'create'
    ? [
        {
          text: 'select * from commerce.customer where account_id = $1 and id = $2',
          values: () => [accountID, customerID],
        },
        {
          text: 'select * from inventory.v_items where account_id = $1 and id = any($2::text[])',
          values: () => [accountID, productIDs],
        },
        {
          text: 'select * from commerce.account_price where account_id = $1 and customer_id = $2',
          values: () => [accountID, customerID],
        },
        {
          text: `select d.*, (select jsonb_agg(t) from commerce.volume_discount_tier t
              where t.account_id = $1 and t.volume_discount_id = d.id) from commerce.volume_discount d
            where d.account_id = $1`,
          values: () => [accountID],
        },
      ]
    : []),
];

/** Orders to cash beside plain SQL that writes the same rows, with the statements of each. */
export async function measureCycle(stage: Stage): Promise<CashSpeed[]> {
  const { ask, admin, server, accountID, say } = stage;
  say('measuring: order to cash');
  const buyer = await prepare(ask);
  await ask('/v1/customers', { name: 'Second buyer' });
  await server.call('countStatements');
  for (let warm = 0; warm < 3; warm += 1) await cycle(ask, buyer, () => undefined);
  await server.call('settle');
  const recorder = await WorkRecorder.begin(admin, accountID);
  const written = new Map<Step, Replay['written']>();
  const orderID = await cycle(ask, buyer, async (step) => written.set(step, await recorder.written()));
  const replays = new Map(
    [...written].map(([step, each]) => [step, { written: each, reads: readsOf(step, accountID, buyer, orderID) }]),
  );
  const client = new Client({ connectionString: stage.tenantUrl });
  await client.connect();
  const replay = new WorkReplay(client, accountID, replays);
  const took = new Map<Step, { ours: number[]; plain: number[]; statements: number[] }>(
    steps.map((step) => [step, { ours: [], plain: [], statements: [] }]),
  );
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      let began = performance.now();
      let sent = await server.call<number>('statements');
      await cycle(ask, buyer, async (step) => {
        took.get(step)?.ours.push(performance.now() - began);
        const now = await server.call<number>('statements');
        took.get(step)?.statements.push(now - sent);
        // What others do about an event is not part of the next step.
        await server.call('settle');
        sent = await server.call<number>('statements');
        began = performance.now();
      });
    }
    // Afterwards: it leaves the stock of the products as it was when it was recorded.
    await replay.run();
    for (let turn = 0; turn < turns; turn += 1)
      for (const [step, ms] of await replay.run()) took.get(step as Step)?.plain.push(ms);
  } finally {
    await client.end();
  }
  const sumOf = (of: readonly Step[], kind: 'ours' | 'plain' | 'statements'): number =>
    of.reduce((sum, step) => sum + (kind === 'statements' ? least : median)(took.get(step)?.[kind] ?? []), 0);
  const speed = (title: string, of: readonly Step[], wanted: Partial<CashSpeed>): CashSpeed => ({
    title,
    tookMs: sumOf(of, 'ours'),
    plainMs: sumOf(of, 'plain'),
    statements: sumOf(of, 'statements'),
    ...wanted,
  });
  return [
    speed(`create and issue an order of ${cycleLines} lines with customer prices and discounts`, ['create'], {
      wantedRatio: 0.35,
    }),
    ...warehouse.map((step) => speed(`  ${step} it`, [step], {})),
    speed('release, pick, pack and ship it', warehouse, { wantedRatio: 0.3 }),
    speed('pick, pack and ship it', warehouse.slice(1), { wantedStatements: 60 }),
    speed('  settle its invoice', ['settle'], {}),
    speed('order to cash', steps, { wantedRatio: 0.3, wantedStatements: 120 }),
  ];
}

const many = 100_000;

/** Copies of a row of a table, with other values for some columns, by SQL over `n`. */
async function copies(admin: Client, table: string, id: string, other: Readonly<Record<string, string>>) {
  const { rows } = await admin.query<{ name: string }>(
    `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  await admin.query(
    `insert into ${table} (${columns.join()}) select ${columns.map((name) => other[name] ?? `t.${name}`).join()}
      from ${table} t cross join generate_series(1, ${many}) n where t.id = $1`,
    [id],
  );
}

/** Lists of orders, picks and shipments, of each so many. */
export async function measureLists({
  ask,
  admin,
  accountID,
  say,
  timed,
}: Pick<Stage, 'ask' | 'admin' | 'accountID' | 'say'> & {
  timed(turns: number, work: () => Promise<unknown>): Promise<number>;
}): Promise<CashSpeed[]> {
  say(`seeding ${many} orders, picks and shipments ...`);
  const first = async (table: string, where = 'true') =>
    (
      await admin.query<{ id: string }>(`select id from ${table} where account_id = $1 and ${where} limit 1`, [
        accountID,
      ])
    ).rows[0]?.id as string;
  const id = (prefix: string): string => `'${prefix}_02' || lpad(to_hex(n), 24, '0')`;
  const shipment = await first('commerce.shipment', 'order_id is not null');
  const order = (
    await admin.query<{ id: string }>('select order_id as id from commerce.shipment where id = $1', [shipment])
  ).rows[0]?.id as string;
  const pick = await first('commerce.pick', `order_id = '${order}'`);
  const line = await first('commerce.sales_order_line', `order_id = '${order}'`);
  const packed = await first('commerce.shipment_line', `shipment_id = '${shipment}'`);
  const held = await first('commerce.shipping_case', `shipment_id = '${shipment}'`);
  const aged = "t.created_at - n * interval '1 minute'";
  const numbered = { number: "'9' || n", number_key: "'9' || lpad(n::text, 19, '0')", created_at: aged };
  await copies(admin, 'commerce.sales_order', order, { id: id('so'), ...numbered });
  await copies(admin, 'commerce.sales_order_line', line, { id: id('sol'), order_id: id('so') });
  await copies(admin, 'commerce.pick', pick, { id: id('pik'), order_id: id('so'), ...numbered, finished_at: 'null' });
  await copies(admin, 'commerce.shipment', shipment, {
    ...{ id: id('shp'), order_id: id('so'), pick_id: id('pik') },
    ...numbered,
  });
  await copies(admin, 'commerce.shipment_line', packed, {
    ...{ id: id('shl'), shipment_id: id('shp'), order_line_id: id('sol') },
  });
  await copies(admin, 'commerce.shipping_case', held, { id: id('shc'), shipment_id: id('shp'), sscc: 'null' });
  await admin.query('vacuum (analyze)');
  const page = (table: string): Promise<unknown> =>
    admin.query(
      `select to_jsonb(t),
          (select to_jsonb(c) from commerce.customer c where c.account_id = $1 and c.id = t.customer_id)
        from ${table} t where t.account_id = $1 and t.deleted_at is null
        order by t.created_at desc, t.id desc limit 50`,
      [accountID],
    );
  const list = async (title: string, path: string, table: string): Promise<CashSpeed> => ({
    title: `list 50 of ${many} ${title}`,
    tookMs: await timed(15, () => ask(path)),
    plainMs: await timed(15, () => page(table)),
  });
  return [
    await list('orders, for comparison', '/v1/sales-orders?take=50', 'commerce.sales_order'),
    await list('picks', '/v1/picks?status=open&take=50', 'commerce.pick'),
    await list('shipments', '/v1/shipments?status=all&take=50', 'commerce.shipment'),
  ];
}
