import type { Client } from 'pg';
import type { CashSpeed } from '../figures/cash-figure.ts';
import type { Ask } from '../place/bench-place.ts';
import { measureRecorded, type Stage } from './recorded-cycle.ts';
import type { Replay } from './replayed-work.ts';
import { storedColumns } from './stored-columns.ts';

const cycleLines = 10;
const steps = ['create', 'release', 'pick', 'pack', 'ship', 'settle'] as const;
type Step = (typeof steps)[number];
/** Steps of the warehouse between order and truck, from the specification. */
const warehouse: readonly Step[] = ['release', 'pick', 'pack', 'ship'];

/** A customer with special prices for all products, an applicable volume discount, and a discount code. */
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

/** An order of ten lines from entry to payment, through HTTP as the screens do it, step by step. */
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

/** Reads that a step needs in any implementation: prices, and the order with its lines for the reply. */
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

/** Measures order to cash, compared with plain SQL that writes the same rows, with the statements of both. */
export async function measureCycle(stage: Stage): Promise<CashSpeed[]> {
  const { ask, accountID, say } = stage;
  say('measuring: order to cash');
  const buyer = await prepare(ask);
  await ask('/v1/customers', { name: 'Second buyer' });
  const speed = await measureRecorded(stage, {
    steps,
    run: (after) => cycle(ask, buyer, after),
    readsOf: (step, orderID) => readsOf(step, accountID, buyer, orderID),
  });
  return [
    speed(`create and issue an order of ${cycleLines} lines with customer prices and discounts`, ['create'], {
      wantedRatio: 0.35,
    }),
    ...warehouse.map((step) => speed(`  ${step} it`, [step])),
    speed('release, pick, pack and ship it', warehouse, { wantedRatio: 0.3 }),
    speed('pick, pack and ship it', warehouse.slice(1), { wantedStatements: 60 }),
    speed('  settle its invoice', ['settle']),
    speed('order to cash', steps, { wantedRatio: 0.3, wantedStatements: 120 }),
  ];
}

const many = 100_000;

/** Copies a row of a table with other values for some columns, given as SQL over `n`. */
async function copies(admin: Client, table: string, id: string, other: Readonly<Record<string, string>>) {
  const columns = await storedColumns(admin, table);
  await admin.query(
    `insert into ${table} (${columns.join()}) select ${columns.map((name) => other[name] ?? `t.${name}`).join()}
      from ${table} t cross join generate_series(1, ${many}) n where t.id = $1`,
    [id],
  );
}

/** Measures the lists of orders, picks, shipments and purchase orders, with the same number of each. */
export async function measureLists({
  ask,
  admin,
  accountID,
  say,
  timed,
}: Pick<Stage, 'ask' | 'admin' | 'accountID' | 'say'> & {
  timed(turns: number, work: () => Promise<unknown>): Promise<number>;
}): Promise<CashSpeed[]> {
  say(`seeding ${many} orders, picks, shipments and purchase orders ...`);
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
    id: id('shp'),
    order_id: id('so'),
    pick_id: id('pik'),
    ...numbered,
  });
  await copies(admin, 'commerce.shipment_line', packed, {
    id: id('shl'),
    shipment_id: id('shp'),
    order_line_id: id('sol'),
  });
  await copies(admin, 'commerce.shipping_case', held, { id: id('shc'), shipment_id: id('shp'), sscc: 'null' });
  const bought = await first('commerce.purchase_order');
  const boughtLine = await first('commerce.purchase_order_line', `order_id = '${bought}'`);
  await copies(admin, 'commerce.purchase_order', bought, { id: id('po'), ...numbered });
  await copies(admin, 'commerce.purchase_order_line', boughtLine, { id: id('pol'), order_id: id('po') });
  await admin.query('vacuum (analyze)');
  const page = (table: string, party = 'customer'): Promise<unknown> =>
    admin.query(
      `select to_jsonb(t),
          (select to_jsonb(p) from commerce.${party} p where p.account_id = $1 and p.id = t.${party}_id)
        from ${table} t where t.account_id = $1 and t.deleted_at is null
        order by t.created_at desc, t.id desc limit 50`,
      [accountID],
    );
  const list = async (title: string, path: string, table: string, party?: string): Promise<CashSpeed> => ({
    title: `list 50 of ${many} ${title}`,
    tookMs: await timed(15, () => ask(path)),
    plainMs: await timed(15, () => page(table, party)),
  });
  return [
    await list('orders, for comparison', '/v1/sales-orders?take=50', 'commerce.sales_order'),
    await list('picks', '/v1/picks?status=open&take=50', 'commerce.pick'),
    await list('shipments', '/v1/shipments?status=all&take=50', 'commerce.shipment'),
    await list('purchase orders', '/v1/purchase-orders?take=50', 'commerce.purchase_order', 'supplier'),
  ];
}
