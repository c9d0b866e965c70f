import { createFile, emailRecord, listEmailLogs, previewRecordEmail } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changePurchaseOrderStatus,
  changeSalesOrderStatus,
  createInvoice,
  createPurchaseOrder,
  createSupplier,
  emailReceivables,
  getPurchaseOrder,
  getSalesOrder,
  previewReceivablesEmail,
  updateCustomer,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const to = ['office@lakeside.test'];

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
  await at.admin.call(updateCustomer, { params: { customerID: at.customer.id }, body: { email: to[0] ?? '' } });
});
afterAll(() => at?.kernel.stop());

const fileOn = async (recordType: string, recordID: string, name: string): Promise<string> =>
  (await at.admin.call(createFile, { query: { name, recordType, recordID }, body: new Blob([pdf]) })).id;
const line = () => ({ productID: at.freight.id, quantityOrdered: 1 });
const mailsOf = async (recordID: string) => (await at.admin.call(listEmailLogs, { query: { recordID } })).items;

describe('files of a record', () => {
  it('go along with its mail, and those of others do not', async () => {
    const order = await at.create({ status: 'issued', lines: [line()] });
    const { id, number } = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    const slip = await fileOn('invoice', id, 'signed slip.pdf');
    const foreign = await fileOn('sales_order', order.id, 'drawing.pdf');
    const mail = (...fileIDs: string[]) => at.admin.call(emailRecord, { body: { type: 'invoice', id, fileIDs } });
    expect(await apiRefusal(mail(slip, foreign, 'file_none'))).toMatchObject({
      status: 400,
      errors: [
        { path: 'fileIDs.1', message: 'Must be a file of the record that is mailed' },
        { path: 'fileIDs.2', message: 'Must be a file of the record that is mailed' },
      ],
    });
    expect(await mailsOf(id)).toEqual([]);
    await mail(slip);
    const jobs = await at.kernel.jobs();
    await jobs.idle();
    expect(await mailsOf(id)).toMatchObject([
      { hasSent: true, filename: `Invoice ${number}.pdf`, files: [{ id: slip, name: 'signed slip.pdf' }] },
    ]);
  });

  it('have at most 15 MB together', async () => {
    const order = await at.create({ lines: [line()] });
    const files = [await fileOn('sales_order', order.id, 'a.pdf'), await fileOn('sales_order', order.id, 'b.pdf')];
    await at.kernel.a.run((ctx) =>
      sql`update core.file set size = 8 * 1024 * 1024 where account_id = ${ctx.account.id}
        and id = any(${files}::text[])`.execute(ctx.em.query()),
    );
    const mail = (fileIDs: string[]) =>
      at.admin.call(emailRecord, { body: { type: 'sales_order', id: order.id, fileIDs } });
    expect(await apiRefusal(mail(files))).toMatchObject({
      status: 400,
      errors: [{ path: 'fileIDs', message: expect.stringMatching(/at most 15 MB together, and these have 16 MB/) }],
    });
    expect((await mail(files.slice(1))).recipients).toEqual(to);
  });

  it('go along as an order is issued, to a customer and to a supplier', async () => {
    const order = await at.create({ status: 'estimate', lines: [line()] });
    const drawing = await fileOn('sales_order', order.id, 'drawing.pdf');
    await at.admin.call(changeSalesOrderStatus, {
      params: { orderID: order.id },
      body: { statusChange: 'issued', sendEmail: true, recipients: to, fileIDs: [drawing] },
    });
    expect(await mailsOf(order.id)).toMatchObject([{ files: [{ id: drawing }] }]);
    const supplier = await at.admin.call(createSupplier, { body: { name: 'Hides Inc', email: 'sales@hides.test' } });
    const bought = await at.admin.call(createPurchaseOrder, {
      body: {
        supplierID: supplier.id,
        status: 'estimate',
        lines: [{ itemID: at.glove.id, quantityOrdered: 10, unitPrice: 2 }],
      },
    });
    const step = await fileOn('purchase_order', bought.id, 'glove.pdf');
    const issued = { params: { orderID: bought.id } };
    const shown = await at.admin.call(previewRecordEmail, {
      body: { type: 'purchase_order', id: bought.id, status: 'issued' },
    });
    expect(shown.text).toContain(bought.number);
    expect((await at.admin.call(getPurchaseOrder, issued)).emailSent).toBe(false);
    const changed = await at.admin.call(changePurchaseOrderStatus, {
      ...issued,
      body: { statusChange: 'issued', sendEmail: true, fileIDs: [step] },
    });
    expect(changed.emailSent).toBe(true);
    expect(await mailsOf(bought.id)).toMatchObject([{ files: [{ id: step, name: 'glove.pdf' }] }]);
  });

  it('of a customer go along with its statement', async () => {
    const terms = await fileOn('customer', at.customer.id, 'terms.pdf');
    const params = { accountID: at.customer.id };
    const shown = await at.admin.call(previewReceivablesEmail, { params, query: {} });
    expect(shown).toMatchObject({
      subject: expect.stringMatching(/^Statement from /),
      filename: expect.stringMatching(/^Statement .*\.pdf$/),
    });
    await at.admin.call(emailReceivables, { params, body: { recipientEmails: to, fileIDs: [terms] } });
    expect(await mailsOf(at.customer.id)).toMatchObject([{ files: [{ id: terms }] }]);
    const all = at.admin.call(emailReceivables, {
      params: { accountID: at.kernel.a.id },
      body: { recipientEmails: to, fileIDs: [terms] },
    });
    expect(await apiRefusal(all)).toMatchObject({ status: 400, errors: [{ path: 'fileIDs.0' }] });
  });
});

describe('the preview of a mail', () => {
  const links = () =>
    at.kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from commerce.document_link
        where account_id = ${ctx.account.id}`.execute(ctx.em.query());
      return rows[0]?.count;
    });

  it('reads as the mail does, and makes no link, no mail and no mark', async () => {
    const order = await at.create({ status: 'estimate', lines: [line()] });
    const body = { type: 'sales_order', id: order.id };
    const before = await links();
    const estimate = await at.admin.call(previewRecordEmail, { body });
    expect(estimate.text).toContain(order.number);
    expect(estimate.text).toMatch(/\/document\?account=/);
    const confirmation = await at.admin.call(previewRecordEmail, { body: { ...body, status: 'issued' } });
    expect(confirmation.subject).toMatch(/confirms your order/);
    expect(await links()).toBe(before);
    expect(await mailsOf(order.id)).toEqual([]);
    expect(await at.admin.call(getSalesOrder, { params: { orderID: order.id } })).toMatchObject({
      version: order.version,
      isAcknowledgmentSent: false,
    });
    await at.admin.call(emailRecord, { body });
    const jobs = await at.kernel.jobs();
    await jobs.idle();
    expect(await links()).toBe((before ?? 0) + 1);
    expect((await mailsOf(order.id))[0]?.subject).toBe(estimate.subject);
  });

  it('is refused to whoever may not mail the record, for unknown types, records and statuses', async () => {
    const order = await at.create({ lines: [line()] });
    const ask = (body: object, who = at.admin) =>
      apiRefusal(who.call(previewRecordEmail, { body: { type: 'sales_order', id: order.id, ...body } }));
    expect(await ask({}, await at.kernel.a.as('scanner'))).toMatchObject({ status: 403 });
    expect(await ask({ id: 'so_none' })).toMatchObject({ status: 404 });
    expect(await ask({ type: 'thing' })).toMatchObject({ status: 400, errors: [{ path: 'type' }] });
    expect(await ask({ status: 'nonsense' })).toMatchObject({ status: 400 });
  });
});
