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
import type { TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OrderFixture, orderFixture } from '../sales-order-fixture.ts';

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
    body: new Blob([lines.join('\n')]) as never,
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
  // Before any statistics of the table are there: what is planned as one row must not be looked at 25 million times.
  it('takes another mapping of 5,000 rows of 18 columns as the first thing after the start', async () => {
    const extra = Array.from({ length: 13 }, (_, index) => `Extra ${index}`);
    const file = [
      ['Order number', 'Customer number', 'Code', 'Quantity', 'Unit price', ...extra].join(','),
      ...Array.from({ length: 5_000 }, (_, row) =>
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
    await (await test.kernel.jobs()).idle(60_000);
    const mapped = await change(staged.id, {
      columns: [
        { index: 2, field: 'sku' },
        { index: 5, field: 'note' },
      ],
    });
    expect(mapped).toMatchObject({ status: 'checking', rowCount: 5_000 });
    const { rows } = await test.kernel.a.run((ctx) =>
      sql<{ count: number }>`select count(*)::int as count from core.change_set_row
        where account_id = ${ctx.account.id} and change_set_id = ${staged.id} and key_row % 5 = 1
          and cells ->> 'sku' = 'GLOVE' and cells ->> 'note' like 'v%.0' and not cells ? 'column.2'`.execute(
        ctx.em.query(),
      ),
    );
    expect(rows).toEqual([{ count: 5_000 }]);
  });
});
