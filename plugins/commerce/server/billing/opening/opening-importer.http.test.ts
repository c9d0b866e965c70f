import {
  applyChangeSet,
  createImport,
  getChangeSet,
  listChangeSetRows,
  undoChangeSet,
} from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createInvoice,
  createSettlement,
  deleteSettlement,
  getAccountReceivables,
  listInvoices,
  listJournalEntries,
  listTransactions,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let jobs: Awaited<ReturnType<OrderFixture['kernel']['jobs']>>;
beforeAll(async () => {
  at = await orderFixture();
  jobs = await at.kernel.jobs();
});
afterAll(() => at?.kernel.stop());

async function staged(type: 'invoices' | 'transactions', lines: readonly string[]) {
  const { id } = await at.admin.call(createImport, {
    query: { type, fileName: 'opening.csv' },
    body: new Blob([lines.join('\n')]),
  });
  await jobs.idle();
  const { items } = await at.admin.call(listChangeSetRows, { params: { changeSetID: id }, query: { take: 100 } });
  return { id, rows: items.map(({ effect, errors }) => [effect, ...errors.map(({ field }) => field)]) };
}
async function applied(id: string): Promise<void> {
  const { version } = await at.admin.call(getChangeSet, { params: { changeSetID: id } });
  await at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: { version, skipErrors: true } });
  await jobs.idle();
}
const undo = async (id: string) => {
  await at.admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
  await jobs.idle();
};
const owed = async () => {
  const found = await at.admin.call(getAccountReceivables, { params: { accountID: at.customer.id }, query: {} });
  return [found.total, found.credits];
};

const invoices = [
  'Invoice number,Customer,Invoice date,Due date,Total,Balance',
  'A-1,Lakeside Outfitters,2026-01-05,2026-02-04,1000.00,400.00',
  'A-2,Lakeside Outfitters,2026-03-05,,250.50,',
  'A-3,Lakeside Outfitters,2026-03-06,,99.00,0',
  'A-4,Nobody,2026-03-06,,99.00,',
  'A-5,Lakeside Outfitters,2099-03-06,2099-03-01,-1,5',
];

describe('opening balances', () => {
  it('come in as what is open, once, and go again as a whole', async () => {
    const first = await staged('invoices', invoices);
    expect(first.rows).toEqual([
      ['create'],
      ['create'],
      ['skip', 'open'],
      ['error', 'customer'],
      ['error', 'date', 'total', 'open', 'dueAt'],
    ]);
    await applied(first.id);
    const credits = await staged('transactions', [
      'Number,Customer,Type,Method,Date,Amount,Unapplied',
      'P-1,Lakeside Outfitters,payment,check,2026-01-20,500,150',
      'P-2,Lakeside Outfitters,payment,,2026-01-20,500,',
      'P-3,Lakeside Outfitters,gift,check,2026-01-20,500,',
    ]);
    expect(credits.rows).toEqual([['create'], ['error', 'method'], ['error', 'type']]);
    await applied(credits.id);
    expect(await owed()).toEqual([650.5, 150]);
    const { items } = await at.admin.call(listInvoices, { query: { query: 'A-1' } });
    expect(items[0]).toMatchObject({ totalInvoiced: 400, dueAt: '2026-02-04', orderID: null, isPaidInFull: false });
    const { items: entries } = await at.admin.call(listJournalEntries, { query: { query: 'A-1', take: 10 } });
    expect(entries.map(({ account, debit, credit }) => [account, debit - credit])).toEqual([
      ['receivables', 400],
      ['opening', -400],
    ]);
    const again = await staged(
      'invoices',
      invoices.slice(0, 3).map((line) => line.replace('1000.00,400.00', '400,400')),
    );
    expect(again.rows).toEqual([['unchanged'], ['unchanged']]);
    const other = await staged('invoices', [invoices[0] as string, (invoices[1] as string).replace('400.00', '300')]);
    expect(other.rows).toEqual([['error', 'total']]);

    const { items: left } = await at.admin.call(listTransactions, { query: { query: 'P-1' } });
    const settlement = await at.admin.call(createSettlement, {
      body: { allocations: [{ transactionID: left[0]?.id ?? '', invoiceID: items[0]?.id ?? '', amount: 100 }] },
    });
    await at.admin.call(deleteSettlement, { params: { settlementID: settlement.id } });
    const used = await apiRefusal(undo(first.id));
    expect(used.status).toBe(409);
    expect(await owed()).toEqual([650.5, 150]);
    expect(await at.violations()).toEqual([]);
  });

  it('whose numbers the series has passed stay as void ones when they are undone', async () => {
    const set = await staged('invoices', [
      'Number,Customer,Date,Total',
      '1001,Lakeside Outfitters,2026-03-05,10',
      '77,Lakeside Outfitters,2026-03-05,20',
    ]);
    await applied(set.id);
    for (let each = 0; each < 2; each += 1) {
      const order = await at.create({ status: 'issued', lines: [{ productID: at.freight.id, quantityOrdered: 1 }] });
      const { number } = await at.admin.call(createInvoice, { body: { orderID: order.id } });
      expect(number).toBe(['1000', '1002'][each]);
    }
    const before = await owed();
    await undo(set.id);
    expect((await owed())[0]).toBe((before[0] ?? 0) - 30);
    expect((await at.admin.call(listInvoices, { query: { query: '77' } })).count).toBe(0);
    const { items } = await at.admin.call(listInvoices, { query: { query: '1001' } });
    expect(items.find(({ number }) => number === '1001')?.status.code).toBe('void');
    expect(await at.violations()).toEqual([]);
  });
});
