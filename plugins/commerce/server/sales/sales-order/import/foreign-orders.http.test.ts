import {
  applyChangeSet,
  createImport,
  type EndpointInput,
  type ImportSet,
  listChangeSetRows,
  undoChangeSet,
  updateImport,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, rowsOfJob, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCarriers, updateCustomer } from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../record/sales-order-fixture.ts';

let test: OrderFixture;
beforeAll(async () => {
  test = await orderFixture();
});
afterAll(() => test?.kernel.stop());

type Query = EndpointInput<typeof createImport>['query'];

const upload = (
  lines: readonly string[],
  { by = test.admin, ...query }: Partial<Query> & { by?: TestPerson } = {},
): Promise<ImportSet> =>
  by.call(createImport, {
    query: { type: 'sales-orders', fileName: 'orders.csv', ...query },
    body: new Blob([lines.join('\n')]),
  });
const change = (id: string, body: EndpointInput<typeof updateImport>['body'], by = test.admin) =>
  by.call(updateImport, { params: { importID: id }, body });
const rowsOf = async (id: string) =>
  (await test.admin.call(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500 } })).items;
const messages = async (id: string) =>
  (await rowsOf(id)).flatMap(({ row, errors }) => errors.map(({ field, message }) => `${row} ${field}: ${message}`));
const apply = (id: string, by = test.admin) =>
  by.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors: false } });
const undo = (id: string) => test.admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });

describe('files of other systems', () => {
  // PostgreSQL has no statistics of the table yet. A plan for one row must not compare each pair of 5,000 rows.
  it('takes another mapping of many rows of 18 columns as the first thing after the start', async () => {
    const size = rowsOfJob(test.kernel);
    const extra = Array.from({ length: 13 }, (_, index) => `Extra ${index}`);
    const file = [
      ['Order number', 'Customer number', 'Code', 'Quantity', 'Unit price', ...extra].join(','),
      ...Array.from({ length: size }, (_, row) =>
        [
          `F-${Math.floor(row / 5)}`,
          test.customer.number,
          'GLOVE',
          2,
          4.5,
          ...extra.map((_, at) => `v${row}.${at}`),
        ].join(),
      ),
    ];
    const staged = await upload(file);
    await (await test.kernel.jobs()).idle();
    const mapped = await change(staged.id, {
      columns: [
        { index: 2, field: 'sku' },
        { index: 5, field: 'note' },
      ],
    });
    expect(mapped).toMatchObject({ status: 'checking', rowCount: size });
    const { rows } = await test.kernel.a.run((ctx) =>
      sql<{ count: number }>`select count(*)::int as count from core.change_set_row
        where account_id = ${ctx.account.id} and change_set_id = ${staged.id} and key_row % 5 = 1
          and cells ->> 'sku' = 'GLOVE' and cells ->> 'note' like 'v%.0' and not cells ? 'column.2'`.execute(
        ctx.em.query(),
      ),
    );
    expect(rows).toEqual([{ count: size }]);
  });

  const columns = 'Order number,Customer number,SKU,Qty,Unit price';

  const remembered =
    'remembers a mapping when it is applied: of the person first, then of the account, ' +
    'never before an exact heading';
  it(remembered, async () => {
    const file = (number: string) => [
      'Order number,Customer number,SKU,Qty,Net,Unit price',
      `${number},${test.customer.number},GLOVE,1,4,5`,
    ];
    const columnsOf = ({ columns: all }: ImportSet) => all.slice(4).map(({ field, matchedBy }) => [field, matchedBy]);
    const asIs = [
      [null, null],
      ['unitPrice', 'heading'],
    ];
    const taught = await upload(file('R-1'));
    expect(columnsOf(taught)).toEqual(asIs);
    await change(taught.id, {
      columns: [
        { index: 4, field: 'unitPrice' },
        { index: 5, field: null },
      ],
    });
    // Nothing has been written yet, so the mapping is not remembered.
    expect(columnsOf(await upload(file('R-2')))).toEqual(asIs);
    await apply(taught.id);
    const screen = { preferRemembered: true };
    const again = await upload(file('R-2'), screen);
    expect(columnsOf(again)).toEqual([
      ['unitPrice', 'remembered'],
      [null, 'remembered'],
    ]);
    expect(again.warnings).toEqual([
      'The column "Net" fills Unit price, as last time',
      'The column "Unit price" is not imported, as last time; its 1 value stays with the rows',
    ]);
    expect(columnsOf(await upload(file('R-2')))).toEqual(asIs);
    const rep = await test.kernel.a.as('sales_rep');
    expect(columnsOf(await upload(file('R-2'), { ...screen, by: rep }))).toEqual(columnsOf(again));
    const own = await upload(file('R-2'), { by: rep });
    await change(own.id, { columns: [{ index: 4, field: 'note' }] }, rep);
    await apply(own.id, rep);
    expect(columnsOf(await upload(file('R-3'), { ...screen, by: rep }))[0]).toEqual(['note', 'remembered']);
    expect(columnsOf(await upload(file('R-3'), screen))[0]).toEqual(['unitPrice', 'remembered']);
  });

  it('stops at columns of money that nobody left out', async () => {
    const staged = await upload([`${columns},Freight,Tax`, `M-1,${test.customer.number},GLOVE,1,5,32.38,0`]);
    expect(staged.columns.filter(({ isUnconfirmed }) => isUnconfirmed).map(({ heading }) => heading)).toEqual([
      'Freight',
    ]);
    expect(await apiRefusal(apply(staged.id))).toMatchObject({
      status: 409,
      code: 'columns_unconfirmed',
      details: { columns: [{ index: 5, heading: 'Freight' }] },
    });
    await change(staged.id, { columns: [{ index: 5, field: null }] });
    expect(await apply(staged.id)).toMatchObject({ status: 'applied' });
  });

  it('takes orders and lines of two files, with foreign names, discounts and carriers that it makes', async () => {
    const header = [
      'OrderID;CustomerID;OrderDate;RequiredDate;ShipVia;Freight;' +
        'ShipName;ShipAddress;ShipCity;ShipRegion;ShipPostalCode;ShipCountry',
      `10248;${test.customer.number};04.07.2024;01.08.2024;Speedy Express;32,38;Vins et alcools;` +
        "59 rue de l'Abbaye;Reims;;51100;France",
      `10249;${test.customer.number};05.07.2024;16.08.2024;speedy express;11,61;Toms;` +
        'Luisenstr. 48;Münster;NW;44087;Germany',
    ].join('\n');
    const lines = [
      'OrderID,Product,UnitPrice,Quantity,Discount',
      '10248,GLOVE,14,12,0',
      '10248,HAT,9.8,10,0.15',
      '10249,GLOVE,23.25,9,5%',
    ].join('\n');
    const staged: ImportSet = await test.admin.call(createImport, {
      query: {
        type: 'sales-orders',
        fileName: 'orders.csv',
        linesName: 'details.csv',
        linesFrom: new TextEncoder().encode(header).length,
        on: 'OrderID',
        dateOrder: 'day-first',
      },
      body: new Blob([header, lines]),
    });
    expect(staged).toMatchObject({ rowCount: 3, title: 'Import of orders.csv with details.csv' });
    expect(staged.format).toMatchObject({ dateOrder: 'day-first', decimal: 'point' });
    expect(staged.columns.map(({ field }) => field)).toEqual([
      ...['number', 'customer', 'orderDate', 'promisedAt', 'carrier', null, 'shipToName', 'shipToLine1', 'shipToCity'],
      ...['shipToState', 'shipToPostalCode', 'shipToCountry', 'sku', 'unitPrice', 'quantity', 'discount'],
    ]);
    expect(await messages(staged.id)).toContain('1 carrier: There is no carrier Speedy Express');
    const ready = await change(staged.id, {
      createReferences: ['carrier'],
      columns: [{ index: 5, field: null }],
    });
    expect(await messages(ready.id)).toEqual([]);
    const [first] = await rowsOf(ready.id);
    expect(first?.changes.filter(({ field }) => field === 'lines').map(({ to }) => to)).toEqual([
      '1: 12 pair GLOVE at 14',
      '2: 10 each HAT at 8.33',
    ]);
    expect(await apply(ready.id)).toMatchObject({ status: 'applied', counts: { create: 3 } });
    const carriers = async () => (await test.admin.call(listCarriers, { query: { query: 'speedy' } })).items;
    expect((await carriers()).map(({ name }) => name)).toEqual(['Speedy Express']);
    // Another record uses the carrier now, so undoing the import cannot delete it.
    const [carrier] = await carriers();
    const params = { customerID: test.customer.id };
    await test.admin.callUnchecked(updateCustomer, { params, body: { defaultCarrierID: carrier?.id } });
    const dry = { params: { changeSetID: ready.id }, body: { dryRun: true } };
    expect((await apiRefusal(test.admin.call(undoChangeSet, dry))).details).toMatchObject({
      refusals: [{ reason: expect.stringContaining('Speedy Express, which the import made, is used by') }],
    });
    await test.admin.callUnchecked(updateCustomer, { params, body: { defaultCarrierID: null } });
    expect(await test.admin.call(undoChangeSet, dry)).toMatchObject({ status: 'applied' });
    expect(await undo(ready.id)).toMatchObject({ status: 'undone' });
    expect(await carriers()).toEqual([]);
  });

  it.each([
    [
      'Discount',
      '15',
      '1 discount: 15 can be percent or an amount: let the column fill Discount percent or Discount amount',
    ],
    ['Discount %', '15', '10.54'],
    ['Discount amount', '4.8', '10'],
    ['Discount amount', '40', '1 discountAmount: The discount is more than the line'],
    ['Discount', '-0.1', '1 discount: A discount is not below 0'],
  ])('reads %s %s as one thing', async (heading, cell, outcome) => {
    const staged = await upload([`${columns},${heading}`, `D-1,${test.customer.number},GLOVE,2,12.4,${cell}`]);
    const [row] = await rowsOf(staged.id);
    const line = row?.changes.find(({ field }) => field === 'lines')?.to;
    expect([...(await messages(staged.id)), ...(line ? [String(line).split(' at ')[1]] : [])]).toEqual([outcome]);
  });

  it('deletes lines that a file lacks only where that is asked for', async () => {
    const line = (sku: string) => `L-1,${test.customer.number},${sku},1,5`;
    await apply((await upload([columns, line('GLOVE'), line('HAT')])).id);
    const fewer = await upload([columns, line('GLOVE')]);
    expect(await messages(fewer.id)).toEqual([
      '1 : Would delete 1 line of the order that the file does not have: 2 HAT',
    ]);
    expect((await apiRefusal(apply(fewer.id))).code).toBe('rows_have_errors');
    await change(fewer.id, { replaceLines: true });
    const [row] = await rowsOf(fewer.id);
    expect(row).toMatchObject({ effect: 'update', warnings: [{ message: 'Deletes 1 line of the order: 2 HAT' }] });
    expect(await apply(fewer.id)).toMatchObject({ status: 'applied' });
  });

  it('rounds what is finer than its field where that is asked for', async () => {
    const staged = await upload([columns, `N-1,${test.customer.number},GLOVE,3.0000000001,4.9999999999`]);
    expect(await messages(staged.id)).toEqual([
      '1 quantity: Has more than 6 decimals; the import can round them',
      '1 unitPrice: Has more than 6 decimals; the import can round them',
    ]);
    await change(staged.id, { round: true });
    const [row] = await rowsOf(staged.id);
    expect(row?.changes).toContainEqual({ field: 'lines', label: 'Line 1', from: null, to: '1: 3 pair GLOVE at 5' });
  });
});
