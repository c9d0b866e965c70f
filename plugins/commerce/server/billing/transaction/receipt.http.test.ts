import { emailRecord, listEmailLogs } from '@millwright/core/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInvoice, createSettlement, creditInvoice, deleteTransaction } from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { receiptPaper } from './receipt.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
});
afterAll(() => at?.kernel.stop());

const paperOf = (id: string) => at.kernel.a.run((ctx) => receiptPaper(ctx, id));

describe('receipts', () => {
  it('say what a payment was put onto, are mailed with their paper, and stay as void', async () => {
    const order = await at.create({ status: 'issued', lines: [{ productID: at.freight.id, quantityOrdered: 4 }] });
    const invoice = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    const settled = await at.admin.call(createSettlement, {
      body: {
        transactions: [
          {
            customerID: at.customer.id,
            typeCode: 'payment',
            methodCode: 'check',
            reference: '4471',
            amount: 70,
            allocations: [{ invoiceID: invoice.id, amount: 60 }],
          },
        ],
      },
    });
    const [payment] = settled.transactions;
    const id = payment?.id ?? '';
    const paper = await paperOf(id);
    expect(paper).toMatchObject({ title: `Receipt ${payment?.number}`, mark: null });
    expect(paper.facts).toEqual(
      expect.arrayContaining([
        ['Method', 'Check'],
        ['Reference', '4471'],
      ]),
    );
    expect(paper.tables[0]?.rows.map(({ cells }) => [cells[0], cells[2]])).toEqual([
      [`Invoice ${invoice.number}`, '$60.00'],
    ]);
    expect(paper.totals).toEqual([
      ['Left', '$10.00'],
      ['Amount', '$70.00'],
    ]);
    const drawn = await at.admin.fetch(`/v1/transactions/${id}/pdf`);
    expect(new TextDecoder().decode((await drawn.arrayBuffer()).slice(0, 5))).toBe('%PDF-');
    const jobs = await at.kernel.jobs();
    await at.admin.call(emailRecord, { body: { type: 'transaction', id } });
    await jobs.idle();
    const { items } = await at.admin.call(listEmailLogs, { query: { query: 'Payment' } });
    expect(items[0]).toMatchObject({ hasSent: true, filename: `Payment ${payment?.number}.pdf` });
    await at.admin.call(deleteTransaction, { params: { transactionID: id } });
    expect(await paperOf(id)).toMatchObject({ mark: 'VOID', tables: [{ rows: [] }] });
  });

  it('of a credit list what it gives back', async () => {
    const order = await at.create({ status: 'issued', lines: [{ productID: at.freight.id, quantityOrdered: 2 }] });
    const invoice = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    const memo = await at.admin.call(creditInvoice, {
      params: { invoiceID: invoice.id },
      body: { freight: 20, reason: 'Agreed rate' },
    });
    const paper = await paperOf(memo.id);
    expect(paper.title).toBe(`Credit memo ${memo.number}`);
    expect(paper.tables[0]?.rows.map(({ cells }) => cells)).toEqual([['FREIGHT', '', '$20.00']]);
    expect(paper.notes).toEqual(['Agreed rate']);
  });
});
