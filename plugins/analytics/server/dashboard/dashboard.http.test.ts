import commerce from '@millwright/commerce/server';
import { StoppedClock, sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createScheduledReport,
  deleteDashboard,
  deleteScheduledReport,
  getDashboard,
  listScheduledReports,
  putDashboard,
  sendScheduledReport,
  updateScheduledReport,
} from '../../contracts/index.ts';
import analytics from '../plugin.ts';
import { daysOf, nextDay } from '../schedule/moving-period.ts';
import { sendDueReports } from '../schedule/scheduled-report.routes.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce, analytics]);
});
afterAll(() => kernel?.stop());

it('a dashboard begins with what a role may see, and is one person’s own', async () => {
  const [admin, rep] = [await kernel.a.as('admin'), await kernel.a.as('sales_rep')];
  const first = await admin.call(getDashboard, {});
  expect(first.isDefault).toBe(true);
  // The account does not have production.
  expect(new Set(first.pins.map(({ report }) => report))).toEqual(
    new Set(['sales', 'orders', 'deliveries', 'materials']),
  );
  expect((await rep.call(getDashboard, {})).pins.map(({ report }) => report)).not.toContain('materials');
  expect((await (await kernel.a.as('scanner')).call(getDashboard, {})).pins).toEqual([]);
  const pins = [{ report: 'quarterly-orders', kind: 'figure' as const, name: 'total' }];
  expect(await admin.call(putDashboard, { body: { pins } })).toMatchObject({ isDefault: false, pins });
  expect(await admin.call(getDashboard, {})).toMatchObject({ isDefault: false, pins });
  expect((await rep.call(getDashboard, {})).isDefault).toBe(true);
  const material = { pins: [{ report: 'materials', kind: 'figure' as const, name: 'need' }] };
  expect(await apiRefusal(rep.call(putDashboard, { body: material }))).toMatchObject({ status: 403 });
  expect(
    await apiRefusal(
      admin.call(putDashboard, { body: { pins: [{ report: 'horoscope', kind: 'figure', name: 'x' }] } }),
    ),
  ).toMatchObject({ status: 400, errors: [{ path: 'pins.0.report' }] });
  await admin.call(deleteDashboard, {});
  expect(await admin.call(getDashboard, {})).toEqual(first);
});

it('a scheduled report is mailed as a link on its day, once, and the link is the table', async () => {
  const admin = await kernel.a.as('admin');
  const body = { report: 'orders', format: 'csv' as const, rhythm: 'weekly' as const, recipients: ['boss@alpha.test'] };
  const created = await admin.call(createScheduledReport, { body: { ...body, filters: { groupBy: 'item' } } });
  expect(new Date(`${created.nextOn}T00:00:00Z`).getUTCDay()).toBe(1);
  const rep = await kernel.a.as('sales_rep');
  expect((await rep.call(listScheduledReports, {})).items).toEqual([]);
  expect(await apiRefusal(rep.call(createScheduledReport, { body: { ...body, report: 'materials' } }))).toMatchObject({
    status: 403,
  });
  expect(
    await apiRefusal(rep.call(deleteScheduledReport, { params: { scheduledReportID: created.id } })),
  ).toMatchObject({
    status: 404,
  });
  await kernel.a.run(sendDueReports);
  expect((await admin.call(listScheduledReports, {})).items[0]?.lastSentAt).toBeNull();
  await kernel.a.run(async (ctx) => {
    const later = new Date(`${created.nextOn}T12:00:00Z`);
    const then = { ...ctx, clock: new StoppedClock(later) };
    await sendDueReports(then);
    await sendDueReports(then);
  });
  const [sent] = (await admin.call(listScheduledReports, {})).items;
  expect(sent?.nextOn).toBe(nextDay('weekly', created.nextOn));
  const { rows } = await kernel.a.run(async (ctx) => {
    return sql<{ link: string }>`select props ->> 'link' as link from core.email_log
      where account_id = ${ctx.account.id} and template = 'analytics.scheduled-report'`.execute(ctx.em.query());
  });
  expect(rows).toHaveLength(1);
  const file = await admin.fetch((rows[0]?.link ?? '').replace(/^.*\/api/, ''));
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(await file.text()).toBe('Product,Amount,Share\r\n');
  const book = await admin.fetch('/v1/analytics/reports/orders/xlsx');
  expect(new Uint8Array(await book.arrayBuffer()).slice(0, 2)).toEqual(new TextEncoder().encode('PK'));
  expect((await admin.fetch('/v1/analytics/reports/orders/csv?type=yield')).status).toBe(400);
  expect((await admin.fetch('/v1/analytics/reports/horoscope/csv')).status).toBe(404);
  await admin.call(deleteScheduledReport, { params: { scheduledReportID: created.id } });
  expect((await admin.call(listScheduledReports, {})).count).toBe(0);
});

it('a scheduled report is changed, paused, sent at once and resumed by whoever it belongs to', async () => {
  const admin = await kernel.a.as('admin');
  const mails = () =>
    kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ to: string[] }>`select recipients as to from core.email_log
        where account_id = ${ctx.account.id} and template = 'analytics.scheduled-report'
          and 'head@alpha.test' = any(recipients)`.execute(ctx.em.query());
      return rows.length;
    });
  const created = await admin.call(createScheduledReport, {
    body: { report: 'sales', format: 'csv', rhythm: 'weekly', recipients: ['boss@alpha.test'] },
  });
  const params = { scheduledReportID: created.id };
  const changed = await admin.call(updateScheduledReport, {
    params,
    body: { rhythm: 'monthly', period: 'lastMonth', recipients: ['head@alpha.test'], isPaused: true },
  });
  expect(changed).toMatchObject({ report: 'sales', format: 'csv', period: 'lastMonth', isPaused: true });
  expect(changed.nextOn).toMatch(/-01$/);
  const due = (day: string) =>
    kernel.a.run((ctx) => sendDueReports({ ...ctx, clock: new StoppedClock(new Date(`${day}T12:00:00Z`)) }));
  await due(changed.nextOn);
  expect(await mails()).toBe(0);
  // A paused report can be sent on request, and keeps its day.
  const sent = await admin.call(sendScheduledReport, { params });
  expect(sent).toMatchObject({ isPaused: true, nextOn: changed.nextOn, lastSentAt: expect.any(String) });
  expect(await mails()).toBe(1);
  const resumed = await admin.call(updateScheduledReport, { params, body: { isPaused: false } });
  await due(resumed.nextOn);
  expect(await mails()).toBe(2);
  expect(await apiRefusal(admin.call(updateScheduledReport, { params, body: { recipients: [] } }))).toMatchObject({
    status: 400,
    errors: [{ path: 'recipients' }],
  });
  const rep = await kernel.a.as('sales_rep');
  expect(await apiRefusal(rep.call(updateScheduledReport, { params, body: {} }))).toMatchObject({ status: 404 });
  expect(await apiRefusal(rep.call(sendScheduledReport, { params }))).toMatchObject({ status: 404 });
  await admin.call(deleteScheduledReport, { params });
});

it('periods move with the day', () => {
  expect(daysOf('lastMonth', '2026-03-15')).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
  expect(daysOf('last7', '2026-03-03')).toEqual({ startDate: '2026-02-25', endDate: '2026-03-03' });
  expect([nextDay('weekly', '2026-11-22'), nextDay('weekly', '2026-11-23'), nextDay('monthly', '2026-12-31')]).toEqual([
    '2026-11-23',
    '2026-11-30',
    '2027-01-01',
  ]);
});
