import { createAccountGroup, createCustomer, updateCustomer } from '@millwright/commerce/contracts';
import commerce from '@millwright/commerce/server';
import { addDays, dateIn, dayLength, decimal, listTeamUsers, newID, startOfDayIn } from '@millwright/core/contracts';
import { demoRandom, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProduct, createProductLine } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { Client } from 'pg';
import analytics from '../plugin.ts';

/** A time zone with daylight saving, far enough from UTC that days differ. */
export const zone = 'America/Chicago';
/** Today in the tests; all orders are older. */
export const lastDay = '2026-11-20';

export interface FactLine {
  itemID: string;
  productLineID: string | null;
  amount: string;
}
/** A generated order. */
export interface FactOrder {
  id: string;
  number: string;
  customerID: string;
  salesRepID: string | null;
  issuedAt: Date | null;
  status: string;
  completedAt: Date | null;
  promisedOn: string | null;
  shippedAt: Date[];
  lines: (FactLine & { quantity: number; shipped: number })[];
}
export interface FactDocument {
  id: string;
  kind: 'invoice' | 'credit';
  customerID: string;
  salesRepID: string | null;
  day: string;
  isVoid: boolean;
  isOpening: boolean;
  /** Lines of an invoice less discounts; lines of a credit are negative, and empty for a credit without lines. */
  lines: FactLine[];
  amount: string;
}
export interface FactCustomer {
  id: string;
  typeID: string | null;
  groupIDs: string[];
}

export interface AnalyticsFixture {
  kernel: TestKernel;
  admin: TestPerson;
  db: Client;
  customers: FactCustomer[];
  products: { id: string; productLineID: string | null }[];
  productLineIDs: string[];
  groupIDs: string[];
  repIDs: string[];
  orders: FactOrder[];
  documents: FactDocument[];
  stop(): Promise<void>;
}

type Row = Record<string, unknown>;

/** Inserts rows directly, without services. */
export async function insert(db: Client, table: string, rows: readonly Row[]): Promise<void> {
  if (!rows.length) return;
  const columns = Object.keys(rows[0] as Row).join(', ');
  await db.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

const key = (number: string): string => number.padStart(20, '0');
const sum = (values: readonly string[]): string =>
  values.reduce((total, each) => total.plus(each), decimal('0')).toFixed(2);

/** Boots inventory, commerce and analytics with random orders, shipments, invoices and credits of two years. */
export async function analyticsFixture(seed: number, { orders: orderCount = 300 } = {}): Promise<AnalyticsFixture> {
  const kernel = await sharedKernel([inventory, commerce, analytics]);
  const db = new Client({ connectionString: kernel.db.adminUrl });
  await db.connect();
  await db.query('update core.account set time_zone = $1 where id = $2', [zone, kernel.a.id]);
  kernel.clock.advance(startOfDayIn(zone, lastDay).getTime() + 15 * 3_600_000 - kernel.clock.now().getTime());
  const admin = await kernel.a.as('admin');
  await kernel.a.as('sales_rep');
  await kernel.a.as('user');
  const random = demoRandom(seed);
  const maybe = (share: number): boolean => random.next() < share;

  const productLineIDs: string[] = [];
  for (const name of ['Gloves', 'Socks'])
    productLineIDs.push((await admin.call(createProductLine, { body: { name } })).id);
  const products: AnalyticsFixture['products'] = [];
  for (let number = 0; number < 5; number += 1) {
    const productLineID = number < 4 ? (productLineIDs[number % 2] as string) : null;
    const body = { sku: `P${number}`, description: `Product ${number}`, unitValue: 5, productLineID };
    products.push({ id: (await admin.call(createProduct, { body })).id, productLineID });
  }
  const groupIDs: string[] = [];
  for (const [name, typeCode] of [
    ['Shops', 'customer_type'],
    ['Schools', 'customer_type'],
    ['Gold', 'price_group'],
  ] as const)
    groupIDs.push((await admin.call(createAccountGroup, { body: { name, typeCode } })).id);
  const customers: FactCustomer[] = [];
  for (let number = 0; number < 12; number += 1) {
    const { id } = await admin.call(createCustomer, { body: { name: `Customer ${number}` } });
    const typeID = number % 3 === 2 ? null : (groupIDs[number % 3] as string);
    const priceGroupIDs = number % 4 === 0 ? [groupIDs[2] as string] : [];
    await admin.call(updateCustomer, {
      params: { customerID: id },
      body: { customerTypeGroupID: typeID, customerPriceGroupIDs: priceGroupIDs },
    });
    customers.push({ id, typeID, groupIDs: [...(typeID ? [typeID] : []), ...priceGroupIDs] });
  }
  const team = await admin.call(listTeamUsers, { params: { accountID: kernel.a.id }, query: {} });
  const repIDs = team.items.map(({ id }) => id);

  const changes = ['2026-03-08', '2026-11-01', '2025-11-02', '2026-01-01', '2026-03-31'];
  /**
   * A random time within two years; every fourth is within an hour of midnight on a day with a difficult day boundary.
   */
  const moment = (): Date => {
    if (maybe(0.25)) {
      const day = addDays(random.pick(changes), random.integer(0, 1));
      return new Date(startOfDayIn(zone, day).getTime() + random.integer(-3_600_000, 3_600_000));
    }
    const day = addDays(lastDay, -Math.floor(700 * random.next()));
    return new Date(startOfDayIn(zone, day).getTime() + random.integer(0, 23 * 3_600_000));
  };
  const cents = (most: number): string => (random.integer(1, most * 100) / 100).toFixed(2);
  const latest = startOfDayIn(zone, lastDay).getTime() + 14 * 3_600_000;
  const after = (from: Date, days: number): Date =>
    new Date(Math.min(from.getTime() + Math.floor(days * dayLength * random.next()), latest));

  const base = { account_id: kernel.a.id };
  const stamps = (at: Date) => ({ created_at: at, updated_at: at });
  const written: Record<string, Row[]> = {};
  const write = (table: string, row: Row): void => {
    written[table] = [...(written[table] ?? []), { ...base, ...row }];
  };
  const orders: FactOrder[] = [];
  const documents: FactDocument[] = [];
  const { rows: units } = await db.query<{ id: string }>(
    "select id from inventory.unit where account_id = $1 and name = 'each'",
    [kernel.a.id],
  );
  const unitID = units[0]?.id ?? '';

  for (let number = 1; number <= orderCount; number += 1) {
    const customer = random.pick(customers);
    const salesRepID = maybe(0.8) ? random.pick(repIDs) : null;
    const status = random.pick(['estimate', 'issued', 'issued', 'fulfilled', 'fulfilled', 'fulfilled', 'closed_short']);
    const at = new Date(Math.min(moment().getTime(), latest));
    const issuedAt = status === 'estimate' ? null : at;
    const completedAt = ['fulfilled', 'closed_short'].includes(status) ? after(at, 20) : null;
    const promisedOn = maybe(0.7) ? addDays(dateIn(zone, at), random.integer(0, 15)) : null;
    const shippedAt = issuedAt && maybe(0.6) ? Array.from({ length: random.integer(1, 2) }, () => after(at, 18)) : [];
    const id = newID('so');
    const lines = Array.from({ length: random.integer(1, 4) }, () => {
      const product = random.pick(products);
      const quantity = random.integer(1, 20);
      const price = cents(40);
      const amount = decimal(price).times(String(quantity)).toFixed(2);
      const shipped = status === 'issued' && maybe(0.3) ? random.integer(0, quantity) : 0;
      return { itemID: product.id, productLineID: product.productLineID, amount, quantity, price, shipped };
    });
    const lineTotal = sum(lines.map(({ amount }) => amount));
    const discount = maybe(0.3) ? decimal(lineTotal).times('0.1').toFixed(2) : '0.00';
    const order = {
      id,
      number: String(5000 + number),
      customerID: customer.id,
      salesRepID,
      issuedAt,
      status,
      completedAt,
    };
    orders.push({ ...order, promisedOn, shippedAt, lines });
    write('commerce.sales_order', {
      id,
      ...stamps(at),
      number: order.number,
      number_key: key(order.number),
      status,
      customer_id: customer.id,
      customer_name: 'Customer',
      created_by_name: 'Test',
      acknowledgement_emails: [],
      invoice_emails: [],
      sales_rep_id: salesRepID,
      promised_at: promisedOn,
      issued_at: issuedAt,
      completed_at: completedAt,
      line_count: lines.length,
      discount,
      total: decimal(lineTotal).minus(discount).toFixed(2),
      order_discount_terms: discount === '0.00' ? null : { type: 'percentage', percentage: 0.1 },
    });
    const orderLineIDs = lines.map(({ itemID, amount, quantity, price, shipped }, index) => {
      const lineID = newID('sol');
      write('commerce.sales_order_line', {
        id: lineID,
        ...stamps(at),
        order_id: id,
        customer_id: customer.id,
        line_item_number: index + 1,
        item_id: itemID,
        sku: 'P',
        description: 'P',
        product_type: 'sale',
        quantity,
        unit_id: unitID,
        unit_name: 'each',
        base_quantity: quantity,
        base_unit_id: unitID,
        unit_price: price,
        unit_cost: '1',
        total: amount,
        quantity_shipped: shipped,
      });
      return lineID;
    });
    for (const [index, shipped] of shippedAt.entries())
      write('commerce.shipment', {
        id: newID('shp'),
        ...stamps(shipped),
        number: `${number}-${index}`,
        number_key: key(`${number}-${index}`),
        status: 'shipped',
        order_id: id,
        customer_id: customer.id,
        shipped_at: shipped,
        shipped_by_name: 'Test',
        freight_amount: '0.00',
      });
    // A shipment of other goods that never left.
    if (maybe(0.2))
      write('commerce.shipment', {
        id: newID('shp'),
        ...stamps(at),
        number: `${number}-p`,
        number_key: key(`${number}-p`),
        status: 'packed',
        order_id: id,
        customer_id: customer.id,
        shipped_at: null,
        shipped_by_name: null,
        freight_amount: null,
      });
    if (!issuedAt || maybe(0.3)) continue;
    const day = dateIn(zone, after(at, 25));
    const isVoid = maybe(0.1);
    const isOpening = !isVoid && maybe(0.05);
    const invoiceID = newID('inv');
    const billed = [
      ...lines.map((line, index) => ({ ...line, lineID: newID('inl'), orderLineID: orderLineIDs[index] as string })),
    ].map((line) => {
      const off = discount === '0.00' ? '0.00' : decimal(line.amount).times('0.07').toFixed(2);
      return { ...line, off, net: decimal(line.amount).minus(off).toFixed(2) };
    });
    const freight = maybe(0.4) ? cents(30) : null;
    const subtotal = sum([...billed.map(({ amount }) => amount), ...(freight ? [freight] : [])]);
    const off = sum(billed.map((line) => line.off));
    const total = decimal(subtotal).minus(off).toFixed(2);
    write('commerce.invoice', {
      id: invoiceID,
      ...stamps(at),
      number: order.number,
      number_key: key(order.number),
      order_id: id,
      customer_id: customer.id,
      sales_rep_id: salesRepID,
      emails: [],
      dated_on: day,
      due_on: day,
      line_count: billed.length,
      subtotal,
      discount: off,
      carried: '0.00',
      total,
      is_opening_balance: isOpening,
      sales: sum(billed.map(({ net }) => net)),
      voided_at: isVoid ? at : null,
      voided_on: isVoid ? day : null,
    });
    for (const [position, line] of billed.entries())
      write('commerce.invoice_line', {
        id: line.lineID,
        ...stamps(at),
        invoice_id: invoiceID,
        customer_id: customer.id,
        position: position + 1,
        order_line_id: line.orderLineID,
        item_id: line.itemID,
        sku: 'P',
        description: 'P',
        product_type: 'sale',
        quantity: line.quantity,
        unit_id: unitID,
        unit_name: 'each',
        base_quantity: line.quantity,
        unit_price: line.price,
        unit_cost: '1',
        total: line.amount,
        discount: line.off,
      });
    if (freight)
      write('commerce.invoice_line', {
        id: newID('inl'),
        ...stamps(at),
        invoice_id: invoiceID,
        customer_id: customer.id,
        position: 99,
        order_line_id: null,
        item_id: null,
        sku: 'FREIGHT',
        description: 'Freight',
        product_type: 'shipping',
        quantity: 1,
        unit_id: unitID,
        unit_name: 'each',
        base_quantity: 1,
        unit_price: freight,
        unit_cost: '0',
        total: freight,
        discount: '0.00',
      });
    const owner = { customerID: customer.id, salesRepID, isVoid, isOpening };
    const facts = billed.map(({ itemID, productLineID, net }) => ({ itemID, productLineID, amount: net }));
    documents.push({ ...owner, id: invoiceID, kind: 'invoice', day, amount: total, lines: facts });
    if (isVoid || isOpening || maybe(0.75)) continue;
    const creditID = newID('trn');
    const isItemized = maybe(0.7);
    const credited = isItemized ? billed.slice(0, 2) : [];
    const amount = isItemized ? sum(credited.map(({ net }) => net)) : cents(5);
    const creditedOn = dateIn(zone, after(at, 40));
    const isCreditVoid = maybe(0.2);
    write('commerce.transaction', {
      id: creditID,
      ...stamps(at),
      number: `${number}`,
      number_key: key(`${number}`),
      customer_id: customer.id,
      type: 'credit_memo',
      is_debit: false,
      amount,
      dated_on: creditedOn,
      invoice_id: invoiceID,
      voided_at: isCreditVoid ? at : null,
      voided_on: isCreditVoid ? creditedOn : null,
    });
    for (const [position, line] of credited.entries())
      write('commerce.credit_line', {
        id: newID('crl'),
        ...stamps(at),
        transaction_id: creditID,
        invoice_line_id: line.lineID,
        customer_id: customer.id,
        position: position + 1,
        quantity: 0,
        amount: line.net,
        why: 'Test',
      });
    documents.push({
      id: creditID,
      kind: 'credit',
      customerID: customer.id,
      salesRepID,
      day: creditedOn,
      isVoid: isCreditVoid,
      isOpening: false,
      amount: `-${amount}`,
      lines: credited.map(({ itemID, productLineID, net }) => ({ itemID, productLineID, amount: `-${net}` })),
    });
  }
  for (const table of [
    'sales_order',
    'sales_order_line',
    'shipment',
    'invoice',
    'invoice_line',
    'transaction',
    'credit_line',
  ])
    await insert(db, `commerce.${table}`, written[`commerce.${table}`] ?? []);
  return {
    kernel,
    admin,
    db,
    customers,
    products,
    productLineIDs,
    groupIDs,
    repIDs,
    orders,
    documents,
    stop: async () => {
      await db.end();
      await kernel.stop();
    },
  };
}
