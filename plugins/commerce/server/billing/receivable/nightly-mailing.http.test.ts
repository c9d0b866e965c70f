import { daysLater, listEmailLogs } from '@millwright/core/contracts';
import { StoppedClock } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkEmailStatements,
  createInvoice,
  emailReceivables,
  getInvoice,
  updateBillingSettings,
  updateCustomer,
} from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { mailByNight } from './nightly-mailing.ts';

let at: OrderFixture;
let jobs: Awaited<ReturnType<OrderFixture['kernel']['jobs']>>;
beforeAll(async () => {
  at = await orderFixture();
  jobs = await at.kernel.jobs();
});
afterAll(() => at?.kernel.stop());

const subjects = async () => {
  await jobs.idle();
  const { items } = await at.admin.call(listEmailLogs, { query: { take: 100 } });
  return items.map(({ subject }) => subject ?? '').sort();
};
/** What the job does in the night of a day. */
const night = (moment: string) =>
  at.kernel.a.run((ctx) => mailByNight({ ...ctx, clock: new StoppedClock(new Date(moment)) }, moment.slice(0, 10)));

describe('mails at night', () => {
  it('bring invoices and statements to customers that accept them, once', async () => {
    const order = await at.create({ status: 'issued', lines: [{ productID: at.freight.id, quantityOrdered: 1 }] });
    const { id, date } = await at.admin.call(createInvoice, { body: { orderID: order.id } });
    const day = new Date(`${date}T02:20:00Z`);
    const next = (days: number) => daysLater(day, days).toISOString();
    await night(next(1));
    expect(await subjects()).toEqual([]);
    const settings = { mailsInvoicesNightly: true, statementDay: 15 };
    expect(await at.admin.call(updateBillingSettings, { body: settings })).toMatchObject(settings);
    const late = await apiRefusal(at.admin.call(updateBillingSettings, { body: { statementDay: 29 } }));
    expect(late.errors?.[0]?.path).toBe('statementDay');
    await night(next(1));
    expect(await subjects()).toEqual([]);
    const accept = { params: { customerID: at.customer.id }, body: { acceptsInvoiceEmails: true } };
    await at.admin.call(updateCustomer, accept);
    await night(next(9));
    expect(await subjects()).toEqual([]);
    await night(next(1));
    expect(await subjects()).toHaveLength(1);
    expect(await at.admin.call(getInvoice, { params: { invoiceID: id } })).toMatchObject({ hasBeenSent: true });
    await night(next(2));
    expect(await subjects()).toHaveLength(1);
    await night('2025-07-15T02:00:00Z');
    expect((await subjects()).filter((each) => each.startsWith('Statement'))).toHaveLength(1);
  });

  it('bring a statement to anybody, for any day, also where the customer has no address', async () => {
    const accountID = at.customer.id;
    await at.admin.call(updateCustomer, { params: { customerID: accountID }, body: { email: null } });
    const mail = (body: object) =>
      at.admin.call(emailReceivables, { params: { accountID }, body: body as { recipientEmails: string[] } });
    const recipientEmails = Array.from({ length: 25 }, (_, place) => `buyer-${place}@desk.test`);
    const cutoffDate = '2025-06-30';
    expect((await mail({ recipientEmails, cutoffDate })).recipients).toEqual(recipientEmails);
    const ofJune = async () => (await subjects()).filter((each) => /^Statement .*Jun\w* 30, 2025$/.test(each));
    expect(await ofJune()).toHaveLength(1);
    expect(await apiRefusal(mail({ recipientEmails, cutoffDate }))).toMatchObject({ code: 'confirmation_required' });
    expect((await mail({ recipientEmails, cutoffDate: '2025-07-31' })).recipients).toHaveLength(25);
    const ahead = await apiRefusal(mail({ recipientEmails, cutoffDate: '2999-01-01' }));
    expect([ahead.status, ahead.errors?.[0]?.path]).toEqual([400, 'cutoffDate']);
    const none = await apiRefusal(mail({ recipientEmails: [], cutoffDate }));
    expect([none.status, none.errors?.[0]?.path]).toEqual([400, 'recipientEmails']);
    const all = { ids: [accountID], cutoffDate };
    expect((await at.admin.call(bulkEmailStatements, { body: all })).refused).toMatchObject([
      { id: accountID, reason: 'It has no email address' },
    ]);
    await at.admin.call(updateCustomer, { params: { customerID: accountID }, body: { email: 'books@lakeside.test' } });
    expect(await at.admin.call(bulkEmailStatements, { body: all })).toMatchObject({ done: 1, refused: [] });
    expect(await ofJune()).toHaveLength(2);
    const foreign = await at.kernel.b.as('admin');
    const refusal = await apiRefusal(
      foreign.call(emailReceivables, { params: { accountID }, body: { recipientEmails, cutoffDate } }),
    );
    expect(refusal.status).toBe(404);
  });

  it('bring all receivables to the own people, where the account itself is asked for', async () => {
    const accountID = at.kernel.a.id;
    const recipientEmails = ['books@own.test'];
    const sent = await at.admin.call(emailReceivables, { params: { accountID }, body: { recipientEmails } });
    expect(sent.recipients).toEqual(recipientEmails);
    expect((await subjects()).filter((each) => each.startsWith('Receivables'))).toHaveLength(1);
    const report = await at.admin.fetch(`/v1/receivables/accounts/${accountID}/actions/generate-report`);
    expect(await report.text()).toMatch(/Lakeside Outfitters .*25\.00[\s\S]*Balance: \$25\.00/);
  });
});
