import { newID } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { createProduct, type Product, SupplyPort } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  createOrderDiscount,
  creditInvoice,
  type creditInvoiceBody,
  deleteTransaction,
  getInvoice,
  getTransaction,
  type Invoice,
  listJournalEntries,
  shipShipment,
  type Transaction,
  useEstimatedWeights,
  voidInvoice,
  voidShipment,
} from '../../../contracts/index.ts';
import { packedFor } from '../../fulfilment/shipment/record/shipment-fixture.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let tax: Product;
beforeAll(async () => {
  at = await orderFixture();
  tax = await at.admin.call(createProduct, {
    body: { sku: 'TAX', description: 'Sales tax', productType: 'tax', unitValue: 5.41 },
  });
});
afterAll(() => at?.kernel.stop());

/** Receives pairs in two lots: six worth 10.00, which leave first, and four worth 9.01. */
async function brought(): Promise<void> {
  const line = { itemID: at.glove.id, unitID: at.glove.defaultUnit.id };
  await at.kernel.a.run(async (ctx) => {
    const source = { type: 'delivery', id: newID('exr'), number: 'D2' };
    await at.kernel.services.get(SupplyPort).receive(ctx, source, [
      { ...line, lineID: 'a', measure: '6', value: '10', lotNumber: `A${source.id}`, expiresOn: '2098-01-01' },
      { ...line, lineID: 'b', measure: '4', value: '9.01', lotNumber: `B${source.id}`, expiresOn: '2099-01-01' },
    ]);
  });
}

/** A shipped and invoiced order: ten pairs of gloves at 4.50 with 10% discount and tax. */
async function billed(): Promise<{ invoice: Invoice; shipmentID: string }> {
  await brought();
  const discount = await at.admin.call(createOrderDiscount, {
    body: { name: 'Tenth', code: newID('x'), type: 'percentage', percentage: 0.1 },
  });
  const order = await at.create({
    status: 'issued',
    orderDiscountID: discount.id,
    lines: [
      { productID: at.glove.id, quantityOrdered: 10 },
      { productID: tax.id, quantityOrdered: 1 },
    ],
  });
  const shipment = await packedFor(at, order, 1, 1);
  const params = { shipmentID: shipment.id };
  await at.admin.call(useEstimatedWeights, { params, body: {} });
  const { invoiceID } = await at.admin.call(shipShipment, { params, body: {} });
  return { invoice: await read(invoiceID ?? ''), shipmentID: shipment.id };
}

const read = (invoiceID: string) => at.admin.call(getInvoice, { params: { invoiceID } });
const credit = (invoice: Invoice, body: z.input<typeof creditInvoiceBody>): Promise<Transaction> =>
  at.admin.call(creditInvoice, { params: { invoiceID: invoice.id }, body });
const undo = (id: string) => at.admin.call(deleteTransaction, { params: { transactionID: id } });
const line = (invoice: Invoice, sku = 'GLOVE') => invoice.lines.find((each) => each.sku === sku)?.id ?? '';
const stockValue = () =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ value: number; quarantined: number }>`select
        (select coalesce(sum(remaining_value), 0)::float8 from inventory.v_receipts
          where account_id = ${ctx.account.id} and item_id = ${at.glove.id}) as value,
        (select coalesce(sum(on_hand), 0)::float8 from inventory.v_stock_on_hand stock
          join inventory.v_locations place on place.account_id = stock.account_id and place.id = stock.location_id
          where stock.account_id = ${ctx.account.id} and stock.item_id = ${at.glove.id}
            and place.type = 'quarantine') as quarantined`.execute(ctx.em.query());
    return rows[0];
  });

describe('crediting an invoice', () => {
  it('gives back price, discount and tax to the cent, and goods at the value they left with', async () => {
    const { invoice } = await billed();
    // 45.00 less 4.50, plus 5.41 tax.
    expect(invoice.totalInvoiced).toBe(45.91);
    expect(await stockValue()).toEqual({ value: 0, quarantined: 0 });
    const first = await credit(invoice, { lines: [{ invoiceLineID: line(invoice), quantity: 3 }], reason: 'Seams' });
    expect(first).toMatchObject({
      type: { code: 'credit_memo' },
      amount: 13.77,
      isFullyAllocated: true,
      invoiceNumber: invoice.number,
      note: 'Seams',
      isEditable: false,
    });
    expect(first.lines.map(({ sku, amount, restock, quantity }) => [sku, amount, restock, quantity.measure])).toEqual([
      ['GLOVE', 12.15, 'place', 3],
      ['TAX', 1.62, null, 0],
    ]);
    expect(first.allocations).toMatchObject([{ amount: 13.77, why: `Credit of invoice ${invoice.number}` }]);
    expect(await stockValue()).toEqual({ value: 5, quarantined: 3 });
    const rest = await credit(invoice, { lines: [{ invoiceLineID: line(invoice), quantity: 7 }], reason: 'All of it' });
    expect(rest.lines[0]?.returned.map(({ quantity }) => quantity)).toEqual([3, 4]);
    expect(first.amount + rest.amount).toBeCloseTo(invoice.totalInvoiced, 10);
    expect(await stockValue()).toEqual({ value: 19.01, quarantined: 10 });
    const paid = await read(invoice.id);
    expect(paid).toMatchObject({ isPaidInFull: true, open: 0 });
    expect(paid.lines[0]).toMatchObject({ quantityCredited: 10, amountCredited: 40.5 });
    for (const { id } of [first, rest]) await undo(id);
    expect(await stockValue()).toEqual({ value: 0, quarantined: 0 });
    expect(await read(invoice.id)).toMatchObject({
      open: 45.91,
      lines: [{ quantityCredited: 0 }, { amountCredited: 0 }],
    });
    expect(await at.violations()).toEqual([]);
  });

  it('credits a price, scraps goods, and keeps what is beyond the open amount on the account', async () => {
    const { invoice } = await billed();
    const price = await credit(invoice, {
      lines: [
        { invoiceLineID: line(invoice), amount: 5 },
        { invoiceLineID: line(invoice, 'TAX'), amount: 1 },
      ],
      reason: 'Price of the offer',
    });
    expect(price.amount).toBe(6);
    const scrap = await credit(invoice, {
      lines: [
        { invoiceLineID: line(invoice), quantity: 1, restock: 'scrap' },
        { invoiceLineID: line(invoice), quantity: { measure: 1, unitID: at.glove.defaultUnit.id }, amount: 0 },
      ],
      restock: 'none',
      reason: 'Torn',
    });
    expect(scrap.lines.map(({ amount, restock }) => [amount, restock])).toEqual([
      [4.05, 'scrap'],
      [0, 'none'],
      [0.21, null],
    ]);
    expect(await stockValue()).toEqual({ value: 0, quarantined: 0 });
    const { items } = await at.admin.call(listJournalEntries, { query: { query: scrap.number, take: 50 } });
    const sums = Object.fromEntries(items.map(({ account, debit, credit: given }) => [account, debit - given]));
    expect(sums).toMatchObject({ returns: 4.05, tax: 0.21, receivables: -4.26 });
    expect(await at.violations()).toEqual([]);
  });

  it('refuses more than was billed, with what would be allowed, and writes nothing', async () => {
    const { invoice } = await billed();
    const id = line(invoice);
    await credit(invoice, { lines: [{ invoiceLineID: id, quantity: 8, restock: 'none' }], reason: 'Back' });
    const refuse = (body: object) =>
      apiRefusal(at.admin.callUnchecked(creditInvoice, { params: { invoiceID: invoice.id }, body }));
    const reason = 'Again';
    const twice = await refuse({
      lines: [1, 2].map((quantity) => ({ invoiceLineID: id, quantity })),
      reason,
    });
    expect(twice).toMatchObject({
      status: 409,
      code: 'credit_exceeds',
      details: { allowed: { 'lines.1.quantity': 2 } },
    });
    const much = await refuse({ lines: [{ invoiceLineID: id, amount: 8.11 }], reason });
    expect(much).toMatchObject({ code: 'credit_exceeds', details: { allowed: { 'lines.0.amount': 8.1 } } });
    expect(await refuse({ freight: 1, reason })).toMatchObject({ details: { allowed: { freight: 0 } } });
    for (const [body, path] of [
      [{ reason }, 'lines'],
      [{ lines: [{ invoiceLineID: 'inl_none', quantity: 1 }], reason }, 'lines.0.invoiceLineID'],
      [{ lines: [{ invoiceLineID: id }], reason }, 'lines.0.amount'],
      [{ lines: [{ invoiceLineID: id, quantity: 1, locationID: 'loc_x' }], reason }, 'lines.0.locationID'],
      [{ lines: [{ invoiceLineID: id, quantity: 1 }], date: '2001-01-01', reason }, 'date'],
    ] as const)
      expect(
        (await refuse(body)).errors?.map((each) => each.path),
        path,
      ).toEqual([path]);
    expect((await read(invoice.id)).lines[0]?.quantityCredited).toBe(8);
  });

  it('stands between an invoice and its voiding, and goods that went on stand between a credit and its', async () => {
    const { invoice, shipmentID } = await billed();
    const memo = await credit(invoice, {
      lines: [{ invoiceLineID: line(invoice), quantity: 10 }],
      reason: 'Wrong size',
    });
    const refused = await apiRefusal(at.admin.call(voidShipment, { params: { shipmentID }, body: {} }));
    expect(refused.message).toContain(`${memo.amount.toFixed(2)} of it is paid`);
    expect(await apiRefusal(at.admin.call(voidInvoice, { params: { invoiceID: invoice.id }, body: {} }))).toMatchObject(
      {
        code: 'invoice_not_voidable',
      },
    );
    await undo(memo.id);
    await at.admin.call(voidShipment, { params: { shipmentID }, body: {} });
    const late = await apiRefusal(credit(invoice, { freight: 1, reason: 'Late' }));
    expect(late).toMatchObject({ code: 'invoice_void', status: 409 });
    const gone = await at.admin.call(getTransaction, { params: { transactionID: memo.id } });
    expect(gone).toMatchObject({ status: { code: 'void' }, lines: [{ amount: 40.5 }, { amount: 5.41 }] });
    expect(await at.violations()).toEqual([]);
  });

  it('moves inventory and the cost of goods in the journal, to the cent, and back', async () => {
    const entries = async () => {
      const { items } = await at.admin.call(listJournalEntries, { query: { take: 500 } });
      const sums = new Map<string, number>();
      for (const { account, debit, credit: given } of items)
        sums.set(account, Math.round(((sums.get(account) ?? 0) + debit - given) * 100) / 100);
      return { sums, net: Math.round([...sums.values()].reduce((sum, each) => sum + each, 0) * 100) };
    };
    const before = await entries();
    const { invoice } = await billed();
    const memo = await credit(invoice, { lines: [{ invoiceLineID: line(invoice), quantity: 6 }], reason: 'Back' });
    const after = await entries();
    const change = (account: string) =>
      Math.round(((after.sums.get(account) ?? 0) - (before.sums.get(account) ?? 0)) * 100) / 100;
    expect([before.net, after.net]).toEqual([0, 0]);
    // 19.01 were received and shipped, and 10.00 were returned.
    expect(['inventory', 'cost_of_goods', 'received', 'returns'].map(change)).toEqual([10, 9.01, -19.01, 24.3]);
    const { items } = await at.admin.call(listJournalEntries, { query: { query: memo.number, take: 20 } });
    expect(items.map(({ account }) => account)).toEqual(expect.arrayContaining(['inventory', 'cost_of_goods', 'tax']));
    expect((await stockValue())?.value).toBe(after.sums.get('inventory'));
    await undo(memo.id);
    expect((await entries()).sums.get('inventory')).toBe(before.sums.get('inventory'));
  });
});
