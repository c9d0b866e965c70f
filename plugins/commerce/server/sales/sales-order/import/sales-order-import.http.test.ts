import {
  applyChangeSet,
  createImport,
  dateIn,
  getChangeSet,
  getImportTemplate,
  type ImportSet,
  listChangeSetRows,
  listImportTypes,
  undoChangeSet,
  updateImport,
} from '@millwright/core/contracts';
import { type nextNumber, sql } from '@millwright/core/server';
import { apiRefusal, rowsOfJob, runsOf } from '@millwright/core/testing';
import { createProduct, createProductLine, deleteProduct } from '@millwright/inventory/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeSalesOrderStatus,
  createCustomer,
  createCustomerAccess,
  deleteCustomer,
  getSalesOrder,
  listSalesOrders,
  type SalesOrder,
  updateCustomer,
  updateSalesOrder,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../record/sales-order-fixture.ts';

let test: OrderFixture;
beforeAll(async () => {
  test = await orderFixture();
});
afterAll(() => test?.kernel.stop());

const upload = (lines: readonly string[], fileName = 'orders.csv', person = test.admin): Promise<ImportSet> =>
  person.call(createImport, {
    query: { type: 'sales-orders', fileName },
    body: new Blob([lines.join('\n')]),
  });
const rowsOf = async (id: string) =>
  (await test.admin.call(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500 } })).items;
const messages = async (id: string) =>
  (await rowsOf(id)).map(({ row, errors }) => [row, ...errors.map(({ field, message }) => `${field}: ${message}`)]);
const apply = (id: string, skipErrors = false) =>
  test.admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors } });
const undo = (id: string) => test.admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
const find = async (number: string): Promise<SalesOrder | undefined> => {
  const { items } = await test.admin.call(listSalesOrders, { query: { query: number } });
  const row = items.find((order) => order.number === number);
  return row && test.admin.call(getSalesOrder, { params: { orderID: row.id } });
};
const count = async (): Promise<number> => (await test.admin.call(listSalesOrders, { query: { take: 1 } })).count;
/** Everything of a transaction's facts that a table holds for these orders. */
const factsOf = (orderID: string) =>
  test.kernel.a.run(async (ctx) => {
    const { rows: events } = await sql<{ type: string; payload: object }>`select type, payload from core.event_outbox
      where account_id = ${ctx.account.id} and aggregate_id = ${orderID} order by id`.execute(ctx.em.query());
    const { rows: history } = await sql<{ action: string; note: string }>`select action, note from core.audit_event
      where account_id = ${ctx.account.id} and record_id = ${orderID} order by id`.execute(ctx.em.query());
    return { events: events.map(({ type }) => type).sort(), history: history.map(({ action }) => action) };
  });
const comparable = ({ version: _, updatedAt: _updatedAt, lines, ...order }: SalesOrder) => ({
  ...order,
  lines: lines.map(({ version: _version, updatedAt: _at, createdAt: _createdAt, ...line }) => line),
});
const headings = 'Order number,Customer number,Customer PO,Order date,Promised date,SKU,Quantity,Unit price';

describe('importing sales orders', () => {
  it('makes orders of rows, keeps all that stands in them, finds them again and takes them back', async () => {
    const before = await count();
    await test.kernel.a.as('sales_rep');
    const number = test.customer.number;
    const file = [
      'Order number,Customer number,Customer PO,Order date,Promised date,Ship to name,Ship to line 1,Ship to line 2,' +
        'Ship to city,Ship to state,Ship to postal code,Ship to country,Subtotal,Ship via,Shipping service,' +
        'Payment terms,Priority,Sales rep,Comments,SKU,Qty,UOM,Unit price',
      `SO-1,${number},PO-7,2024-06-01,2024-06-13,Good Toys,99700 Bell Road,,Auburn,CA,00603,US,880.3484,` +
        'ups,ground,net 30,HIGH,SALES_rep,By noon,GLOVE,3,,356.898',
      'SO-1,,,,,,,,,,,,,,,,,,,GLOVE,2,ct12pr,41.994',
      `SO-2,${number},,,,,,,,,,,31,,,,,,,HAT,3,each,`,
    ];
    const staged = await upload(file);
    expect(staged.columns.map(({ field }) => field)).toEqual([
      ...['number', 'customer', 'customerPO', 'orderDate', 'promisedAt'],
      ...['shipToName', 'shipToLine1', 'shipToLine2', 'shipToCity', 'shipToState', 'shipToPostalCode', 'shipToCountry'],
      ...['subtotal', 'carrier', 'carrierOption', 'paymentTerm', 'priority', 'salesRep', 'note'],
      ...['sku', 'quantity', 'unit', 'unitPrice'],
    ]);
    const staged1 = await rowsOf(staged.id);
    expect(await messages(staged.id)).toEqual([[1], [2], [3]]);
    expect(staged).toMatchObject({ rowCount: 3, counts: { create: 3, error: 0, warning: 1 } });
    const message = 'The subtotal 880.3484 differs from the sum of the lines, 1154.68, which counts';
    expect(staged1[0]).toMatchObject({
      label: `SO-1 ${test.customer.name}`,
      warnings: [{ field: 'subtotal', message }],
    });
    expect(staged1[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'customer', label: 'Customer', from: null, to: `${number} ${test.customer.name}` },
        { field: 'lines', label: 'Line 2', from: null, to: '2: 2 ct12pr GLOVE at 41.994' },
        { field: 'total', label: 'Total', from: null, to: 1154.68 },
      ]),
    );
    expect(await count()).toBe(before);
    expect(await apply(staged.id)).toMatchObject({ status: 'applied', canUndo: true });
    const order = (await find('SO-1')) as SalesOrder;
    expect(order).toMatchObject({
      status: { code: 'estimate' },
      customer: { id: test.customer.id },
      customerPO: 'PO-7',
      promisedAt: '2024-06-13',
      shipTo: { name: 'Good Toys', line1: '99700 Bell Road', line2: null, postalCode: '00603', country: 'US' },
      carrier: { name: 'UPS' },
      carrierOption: { name: 'Ground' },
      paymentTerm: { code: 'net_30' },
      priority: { code: 'high' },
      salesRep: { name: 'sales_rep' },
      note: 'By noon',
      lineCount: 2,
      total: 1154.68,
      isEditable: true,
    });
    expect(dateIn('America/Chicago', new Date(order.createdAt)).slice(0, 7)).toMatch(/^2024-0[56]$/);
    expect(order.lines).toMatchObject([
      { lineItemNumber: 1, quantityOrdered: { measure: 3, unit: 'pair' }, unitPrice: 356.898, total: 1070.69 },
      {
        lineItemNumber: 2,
        quantityOrdered: { measure: 2, unit: 'ct12pr' },
        unitPrice: 41.994,
        total: 83.99,
        unitCost: 24,
      },
    ]);
    expect(await find('SO-2')).toMatchObject({
      shipTo: { name: 'Dock 2', city: 'Duluth' },
      lines: [{ unitPrice: 10.333333, total: 31 }],
    });
    expect(await factsOf(order.id)).toEqual({ events: ['commerce.sales-order.created'], history: ['created'] });
    expect(await test.violations()).toEqual([]);

    const again = await upload(file);
    expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 3, error: 0, skip: 0 });

    expect(await undo(staged.id)).toMatchObject({ status: 'undone' });
    expect(await count()).toBe(before);
    expect(await find('SO-1')).toBeUndefined();
    expect(await factsOf(order.id)).toMatchObject({ history: ['created', 'deleted'] });
    expect(await test.violations()).toEqual([]);
    expect((await upload(file)).counts).toMatchObject({ create: 3 });
  });

  it('says what is wrong in every cell and imports nothing of such an order', async () => {
    await test.admin.call(createCustomer, { body: { name: 'Twin Pines', number: 'T-2' } });
    await test.admin.call(createCustomer, { body: { name: 'Twin Pines', number: 'T-1' } });
    const own = test.customer.number;
    const staged = await upload([
      'Order number,Customer,Customer PO,Order date,Status,Ship to city,Ship via,SKU,Quantity,UOM,Unit price,Line',
      `,${own},,,,,,GLOVE,1,,,`,
      `E-1,${own},A,,,,,GLOVE,1,,,`,
      'E-1,,B,,,,,GLOVE,1,,,',
      'E-2,Twin pines,,,,,,GLOVE,1,,,',
      'E-3,Nobody,,,,,,GLOVE,1,,,',
      'E-4,,,,,,,GLOVE,1,,,',
      `E-5,${own},,,,,,NOPE,1,,,`,
      `E-5,,,,,,,GLOVE,1,kg,,`,
      `E-5,,,,,,,GLOVE,0,,,`,
      `E-6,${own},,,,,,GLOVE,1,,,4`,
      'E-6,,,,,,,HAT,1,,,4',
      `E-7,${own},,2099-01-01,,,Pigeon,GLOVE,x,,1.1234567,`,
      `E-8,${own},,,closed,,,GLOVE,1,,,`,
      'E-9,twin PINES,,,,Oslo,,GLOVE,,,,',
      `GOOD,LAKESIDE outfitters,,,,,,GLOVE,1,PAIR,,7`,
      `E-10,${own},,,,,,GLOVE,10000001,,,`,
    ]);
    expect(await messages(staged.id)).toEqual([
      [1, 'number: Order number is required'],
      [2, ': Row 3 belongs to the same record and has an error'],
      [3, 'customerPO: Customer PO is "B" here and "A" in row 2 of the same order'],
      [4, 'customer: 2 customers are called Twin pines: T-1, T-2. Give the number'],
      [5, 'customer: There is no customer Nobody'],
      [6, 'customer: Customer is required'],
      [7, 'sku: There is no product NOPE'],
      [8, expect.stringMatching(/^unit: GLOVE can be measured in pair, .*ct12pr.* only$/)],
      [9, 'quantity: Must be above 0'],
      [10, ': Row 11 belongs to the same record and has an error'],
      [11, 'lineItemNumber: Line item number 4 is used twice'],
      [
        12,
        'quantity: "x" is not a number',
        expect.stringContaining('unitPrice: '),
        'orderDate: The order date lies ahead',
        'carrier: There is no carrier Pigeon',
      ],
      [13, 'status: "closed" is none of bid_request, estimate, issued, fulfilled, closed_short'],
      [14, 'quantity: Quantity is required', 'customer: 2 customers are called twin PINES: T-1, T-2. Give the number'],
      [15],
      [16, expect.stringMatching(/^quantity: More than 10,000,000 of the smallest unit in one row; .*stock settings/)],
    ]);
    expect((await apiRefusal(apply(staged.id))).code).toBe('rows_have_errors');
    await apply(staged.id, true);
    expect(await find('E-1')).toBeUndefined();
    expect(await find('GOOD')).toMatchObject({ lines: [{ lineItemNumber: 7, quantityOrdered: { unit: 'pair' } }] });
  });

  it('changes open orders, leaves what is empty and restores them exactly', async () => {
    const created = await test.create({
      customerPO: 'OLD',
      note: 'Keep me',
      lines: [
        { productID: test.glove.id, quantityOrdered: 2, unitPrice: 4 },
        { productID: test.freight.id, quantityOrdered: 1 },
        { productID: test.hat.id, quantityOrdered: 5 },
      ],
    });
    const { number } = created;
    const file = [
      'Order #,PO,Promised date,Ship to name,Ship to country,SKU,Quantity,Unit,Unit price',
      `${number},NEW,2031-01-02,Dock 9,US,GLOVE,1,ct12pr,`,
      `${number},,,,,HAT,5,,`,
      `${number},,,,,HAT,1,,9.5`,
    ];
    const read = await upload(file);
    const staged = await test.admin.call(updateImport, { params: { importID: read.id }, body: { replaceLines: true } });
    expect(staged.counts).toMatchObject({ update: 3 });
    expect((await rowsOf(staged.id))[0]?.changes).toEqual([
      { field: 'customerPO', label: 'Customer PO', from: 'OLD', to: 'NEW' },
      { field: 'promisedAt', label: 'Promised date', from: null, to: '2031-01-02' },
      { field: 'shipTo', label: 'Ship to', from: expect.stringContaining('Dock 2'), to: 'Dock 9, US' },
      { field: 'lines', label: 'Line 1', from: '1: 2 pair GLOVE at 4', to: '1: 1 ct12pr GLOVE at 48' },
      { field: 'lines', label: 'Line 2', from: '2: 1 each FREIGHT at 25', to: null },
      { field: 'lines', label: 'Line 2', from: null, to: '2: 1 each HAT at 9.5' },
      { field: 'total', label: 'Total', from: created.total, to: 109.17 },
    ]);
    const skipping = await test.admin.call(updateImport, {
      params: { importID: staged.id },
      body: { onExisting: 'skip' },
    });
    expect(skipping.counts).toMatchObject({ update: 0, skip: 3 });
    await test.admin.call(updateImport, { params: { importID: staged.id }, body: { onExisting: 'update' } });
    await apply(staged.id);
    const changed = (await find(number)) as SalesOrder;
    expect(changed).toMatchObject({
      customerPO: 'NEW',
      note: 'Keep me',
      total: 109.17,
      lineCount: 3,
      shipTo: { name: 'Dock 9' },
    });
    expect(changed.lines[2]?.version).toBe(created.lines[2]?.version);
    expect((await factsOf(created.id)).history.sort()).toEqual(
      ['created', 'line_added', 'line_changed', 'line_removed', 'updated'].sort(),
    );
    expect(await test.violations()).toEqual([]);
    expect((await upload(file)).counts).toMatchObject({ unchanged: 3 });
    await undo(staged.id);
    const back = (await find(number)) as SalesOrder;
    expect(comparable(back)).toEqual(comparable(created));
    expect(back.version).toBeGreaterThan(changed.version);
    expect(await test.violations()).toEqual([]);
  });

  it('issues orders as one by one would, but takes no status back and changes no closed order', async () => {
    const own = test.customer.number;
    const file = [
      'Order number,Customer,Status,Order date,SKU,Quantity',
      `I-1,${own},Issued,2025-03-01,GLOVE,4`,
      `I-2,${own},Bid request,,GLOVE,4`,
    ];
    const staged = await upload(file);
    await apply(staged.id);
    const issued = (await find('I-1')) as SalesOrder;
    expect(issued).toMatchObject({ status: { code: 'issued' }, issuedAt: issued.createdAt });
    expect(await factsOf(issued.id)).toEqual({
      events: ['commerce.sales-order.created', 'commerce.sales-order.issued', 'commerce.sales-order.status-changed'],
      history: ['created'],
    });
    const mails = await test.kernel.a.run(async (ctx) => {
      const { rows } = await sql`select from core.email_log where account_id = ${ctx.account.id}`.execute(
        ctx.em.query(),
      );
      return rows.length;
    });
    expect(mails).toBe(0);

    const forward = await upload(['Order number,Status,SKU,Quantity', 'I-1,estimate,GLOVE,4', 'I-2,issued,GLOVE,4']);
    expect(await rowsOf(forward.id)).toMatchObject([
      { effect: 'unchanged', warnings: [{ message: 'Order I-1 stays issued: an import takes no status back' }] },
      { effect: 'update', changes: [{ field: 'status', from: 'Bid request', to: 'Issued' }] },
    ]);
    await apply(forward.id);
    expect(await find('I-2')).toMatchObject({ status: { code: 'issued' } });
    expect((await apiRefusal(undo(staged.id))).details).toMatchObject({ refusals: [{ label: 'I-2' }] });
    await undo(forward.id);
    expect(await find('I-2')).toMatchObject({ status: { code: 'bid_request' }, issuedAt: null });

    await test.admin.call(changeSalesOrderStatus, {
      params: { orderID: issued.id },
      body: { statusChange: 'closed_short' },
    });
    const closed = await upload(['Order number,SKU,Quantity', 'I-1,GLOVE,5']);
    expect(await rowsOf(closed.id)).toMatchObject([
      { effect: 'skip', errors: [{ message: 'Order I-1 cannot be changed: it is closed short' }] },
    ]);
    expect((await upload(['Order number,SKU,Quantity', 'I-1,GLOVE,4'])).counts).toMatchObject({ unchanged: 1 });
    expect((await apiRefusal(undo(staged.id))).details).toMatchObject({ count: 1, refusals: [{ label: 'I-1' }] });

    const held = await test.admin.call(createCustomer, { body: { name: 'On hold', number: 'HOLD' } });
    await test.admin.call(updateCustomer, { params: { customerID: held.id }, body: { status: 'hold_all' } });
    const onHold = await upload(['Order number,Customer,Status,SKU,Quantity', 'H-1,HOLD,issued,GLOVE,1']);
    expect(await messages(onHold.id)).toEqual([[1, 'status: On hold is on hold: order H-1 cannot be issued']]);
  });

  it('minds carriers, product lines and the most lines an order has', async () => {
    const line = await test.admin.call(createProductLine, { body: { name: 'Boots' } });
    const limited = await test.admin.call(createCustomer, { body: { name: 'Limited', number: 'LIMITED' } });
    await test.admin.call(createCustomerAccess, { body: { customerID: limited.id, productLineIDs: [line.id] } });
    const own = test.customer.number;
    const staged = await upload([
      'Order number,Customer,Customer name,Carrier,Carrier option,SKU,Quantity',
      `L-1,LIMITED,,,,FREIGHT,1`,
      'L-1,,,,,GLOVE,1',
      `L-2,${own},Somebody else,,express saver,GLOVE,1`,
      `L-3,${own},,UPS,Express Saver,GLOVE,1`,
      ...Array.from({ length: 501 }, () => `L-4,${own},,,,GLOVE,1`),
    ]);
    const found = await messages(staged.id);
    expect(found.slice(0, 5)).toEqual([
      [1, ': Row 2 belongs to the same record and has an error'],
      [2, 'sku: Limited is limited to product lines, and GLOVE belongs to none'],
      [3],
      [4, 'carrierOption: The option belongs to another carrier'],
      [5, ': An order has at most 500 lines; this one has 501'],
    ]);
    expect((await rowsOf(staged.id))[2]).toMatchObject({
      changes: expect.arrayContaining([{ field: 'carrier', label: 'Carrier', from: null, to: 'FedEx' }]),
      warnings: [
        { field: 'customerName', message: `Customer ${own} is called Lakeside Outfitters, not Somebody else` },
      ],
    });
  });

  it('refuses another customer and undo of what was changed since', async () => {
    const other = await test.admin.call(createCustomer, { body: { name: 'Other', number: 'OTHER' } });
    const staged = await upload(['Order number,Customer,SKU,Quantity', `U-1,${other.number},GLOVE,1`]);
    await apply(staged.id);
    const moved = await upload(['Order number,Customer,SKU,Quantity', `U-1,${test.customer.number},GLOVE,1`]);
    expect(await messages(moved.id)).toEqual([
      [1, 'customer: The order is of OTHER Other, and the customer of an order does not change'],
    ]);
    const order = (await find('U-1')) as SalesOrder;
    await test.admin.call(updateSalesOrder, { params: { orderID: order.id }, body: { note: 'Mine' } });
    expect((await apiRefusal(undo(staged.id))).details).toMatchObject({
      refusals: [{ row: 1, label: 'U-1', reason: 'it was changed since' }],
    });
  });

  it('undoes imports of one order one after the other, the last one first', async () => {
    const before = await count();
    const own = test.customer.number;
    const sets: { id: string; order: SalesOrder }[] = [];
    for (const lines of [
      ['GLOVE,1', 'FREIGHT,1'],
      ['GLOVE,2', 'FREIGHT,1'],
      ['GLOVE,2', 'FREIGHT,3', 'GLOVE,4'],
    ]) {
      const file = lines.map((line) => `ST-1,${own},${line}`);
      const { id } = await upload(['Order number,Customer,SKU,Quantity', ...file]);
      await apply(id);
      sets.push({ id, order: (await find('ST-1')) as SalesOrder });
    }
    const [made, changed, grown] = sets as [(typeof sets)[0], (typeof sets)[0], (typeof sets)[0]];
    for (const { id } of [made, changed]) expect(await apiRefusal(undo(id))).toMatchObject({ code: 'undo_refused' });
    await undo(grown.id);
    expect(comparable((await find('ST-1')) as SalesOrder)).toEqual(comparable(changed.order));
    await undo(changed.id);
    expect(comparable((await find('ST-1')) as SalesOrder)).toEqual(comparable(made.order));
    await undo(made.id);
    expect(await count()).toBe(before);
  });

  it('keeps the series of numbers without a gap, and undo gives back all it can', async () => {
    const next = Number(await test.kernel.a.run((ctx) => peek(ctx)));
    const customer = await test.admin.call(createCustomer, { body: { name: 'Gone again', number: 'GONE' } });
    const product = await test.admin.call(createProduct, { body: { sku: 'GONE-1', unitValue: 1 } });
    const ahead = [next + 1, next + 2, next + 50];
    const staged = await upload([
      'Order number,Customer,SKU,Quantity',
      ...ahead.map((number) => `${number},GONE,GONE-1,1`),
      '7,GONE,GONE-1,1',
    ]);
    await apply(staged.id);
    const [first, second] = [await test.create(), await test.create()];
    expect([first.number, second.number]).toEqual([`${next}`, `${next + 3}`]);
    await undo(staged.id);
    expect(await test.violations()).toEqual([]);
    // The counter has passed two of them: those stay taken. The others are as if they had never been.
    const again = await upload([
      'Order number,Customer,SKU,Quantity',
      `${next + 1},GONE,GONE-1,1`,
      `${next + 50},GONE,GONE-1,1`,
    ]);
    expect(await messages(again.id)).toEqual([
      [1, `number: Order ${next + 1} was deleted; its number is not given again`],
      [2],
    ]);
    expect((await test.create()).number).toBe(`${next + 4}`);
    await test.admin.call(deleteProduct, { params: { itemID: product.id } });
    // The hidden orders keep nobody either.
    await test.admin.call(deleteCustomer, { params: { customerID: customer.id } });
    expect(await test.violations()).toEqual([]);
  });

  it('leaves nothing that would keep customers and products from being taken back', async () => {
    const customer = await test.admin.call(createCustomer, { body: { name: 'Brief', number: 'BRIEF' } });
    const product = await test.admin.call(createProduct, { body: { sku: 'BRIEF-1', unitValue: 1 } });
    const staged = await upload(['Order number,Customer,Status,SKU,Quantity', 'B-1,Brief,issued,BRIEF-1,1']);
    await apply(staged.id);
    await undo(staged.id);
    await test.admin.call(deleteProduct, { params: { itemID: product.id } });
    await test.admin.call(deleteCustomer, { params: { customerID: customer.id } });
  });

  it('does many lines as a job', async () => {
    const jobs = await test.kernel.jobs();
    const size = rowsOfJob(test.kernel);
    const before = await count();
    const own = test.customer.number;
    const lines = Array.from({ length: size }, (_, index) => {
      const order = Math.floor(index / 5);
      const line = `${index % 2 ? 'HAT' : 'GLOVE'},${(index % 9) + 1},${index % 7}.105`;
      return `J-${order},${index % 5 ? '' : own},P${order},2025-01-02,,${line}`;
    });
    const staged = await upload([headings, ...lines]);
    expect(staged).toMatchObject({ status: 'checking', rowCount: size });
    const rests = async (status: string): Promise<void> => {
      await jobs.idle();
      expect(await test.admin.call(getChangeSet, { params: { changeSetID: staged.id } })).toMatchObject({ status });
    };
    await rests('ready');
    await apply(staged.id);
    await rests('applied');
    expect(await count()).toBe(before + size / 5);
    expect(await test.violations()).toEqual([]);
    await undo(staged.id);
    await rests('undone');
    expect(await count()).toBe(before);
  });
});

/** The number that the counter would give, without taking it. */
async function peek(ctx: Parameters<typeof nextNumber>[0]): Promise<string> {
  const { rows } = await sql<{ next: string }>`select next::text as next from core.numbering_sequence
    where account_id = ${ctx.account.id} and kind = 'order'`.execute(ctx.em.query());
  return rows[0]?.next ?? '1000';
}

describe('cells', () => {
  it('of any content are judged, never a fault of ours', async () => {
    const staged = await upload([headings, `FUZZ,${test.customer.number},,,,GLOVE,1,1`, 'FUZZ,,,,,HAT,1,1']);
    const correct = (values: Record<string, string>): Promise<Response> =>
      test.admin.fetch(`/v1/imports/${staged.id}/rows/2`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ values }),
      });
    const number = fc.constantFrom('0', '-1', '1e3', '0.000001', '999999999999', '999999999999.999999', '1000000001');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(...['sku', 'quantity', 'unit', 'unitPrice', 'lineItemNumber', 'customer', 'orderDate']),
          fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), number),
        ),
        async (values) => {
          expect((await correct(values)).status).toBeLessThan(500);
        },
      ),
      { numRuns: runsOf(50) },
    );
  });
});

describe('the kind of import', () => {
  it('is for those who change orders, not for portal customers', async () => {
    const rep = await test.kernel.a.as('sales_rep');
    expect((await rep.call(listImportTypes, {})).items.map(({ name }) => name)).toContain('sales-orders');
    const buyer = await test.kernel.a.as('customer', { customerID: test.customer.id });
    expect((await apiRefusal(upload([headings, ',,,,,,,'], 'x.csv', buyer))).status).toBe(403);
  });

  it('has a template whose columns are all known', async () => {
    const params = { importType: 'sales-orders' };
    const staged = await upload([await (await test.admin.call(getImportTemplate, { params })).text()]);
    expect(staged.columns.every(({ field, matchedBy }) => field !== null && matchedBy === 'heading')).toBe(true);
  });
});
