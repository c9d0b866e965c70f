import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, queueEmail, type Route, route, todayOf } from '@millwright/core/server';
import {
  createScheduledReport,
  deleteScheduledReport,
  listScheduledReports,
  reportOf,
  sendScheduledReport,
  updateScheduledReport,
  type ScheduledReport as View,
} from '../../contracts/index.ts';
import { refuseUnknown } from '../query/conditions.ts';
import { permittedReport } from '../reports/report-work.ts';
import { daysOf, nextDay } from './moving-period.ts';
import { ScheduledReport } from './scheduled-report.entity.ts';

const mostOfOne = 20;

const viewOf = (stored: ScheduledReport): View => ({
  id: stored.id,
  createdAt: stored.createdAt.toISOString(),
  updatedAt: stored.updatedAt.toISOString(),
  version: stored.version,
  report: stored.report,
  format: stored.format,
  rhythm: stored.rhythm,
  period: stored.period,
  filters: stored.filters,
  recipients: stored.recipients,
  isPaused: stored.isPaused,
  nextOn: stored.nextOn,
  lastSentAt: stored.lastSentAt?.toISOString() ?? null,
});

/** @throws Problem 403 for API keys and portal customers */
function memberOf(ctx: AccountContext): string {
  if (!ctx.memberID || ctx.customerID)
    throw problems.forbidden({ message: 'Only people of the team schedule reports' });
  return ctx.memberID;
}

/** @throws Problem 404 for a report of another person */
async function ownReport(ctx: AccountContext, id: string): Promise<ScheduledReport> {
  const memberID = memberOf(ctx);
  const stored = await ctx.em.findOne(ScheduledReport, { accountID: ctx.account.id, id, memberID });
  if (!stored) throw problems.not_found();
  return stored;
}

const ownOf = (ctx: AccountContext, memberID: string): Promise<ScheduledReport[]> =>
  ctx.em.find(ScheduledReport, { accountID: ctx.account.id, memberID }, { orderBy: { id: 'asc' } });

export const scheduledReportRoutes = (): Route[] => [
  route(listScheduledReports, async (ctx) => {
    const items = await ownOf(ctx, memberOf(ctx));
    return { items: items.map(viewOf), count: items.length };
  }),
  route(createScheduledReport, async (ctx, { body }) => {
    const memberID = memberOf(ctx);
    permittedReport(ctx, body.report);
    await refuseUnknown(ctx, body.filters, 'filters.');
    if ((await ownOf(ctx, memberID)).length >= mostOfOne)
      throw problems.invalid_input({
        errors: [{ path: 'report', message: `You have ${mostOfOne} already: end one first` }],
      });
    const nextOn = nextDay(body.rhythm, todayOf(ctx));
    const stored = ctx.em.create(ScheduledReport, { ...body, id: newID('srp'), memberID, nextOn, lastSentAt: null });
    await ctx.em.flush();
    return viewOf(stored as ScheduledReport);
  }),
  route(updateScheduledReport, async (ctx, { params, body }) => {
    const stored = await ownReport(ctx, params.scheduledReportID);
    const { rhythm = stored.rhythm, isPaused = stored.isPaused } = body;
    const goesOn = stored.isPaused && !isPaused;
    const nextOn = goesOn || rhythm !== stored.rhythm ? nextDay(rhythm, todayOf(ctx)) : stored.nextOn;
    ctx.em.assign(stored, { ...body, nextOn });
    await ctx.em.flush();
    return viewOf(stored);
  }),
  route(sendScheduledReport, async (ctx, { params }) => {
    const stored = await ownReport(ctx, params.scheduledReportID);
    await send(ctx, stored, permittedReport(ctx, stored.report));
    await ctx.em.flush();
    return viewOf(stored);
  }),
  route(deleteScheduledReport, async (ctx, { params }) => {
    ctx.em.remove(await ownReport(ctx, params.scheduledReportID));
    await ctx.em.flush();
    return undefined;
  }),
];

/** Link to the file; filters are repeated parameters. */
function linkOf(ctx: AccountContext, { report, format, period, filters }: ScheduledReport): string {
  const query = new URLSearchParams({ accountID: ctx.account.id });
  const days = reportOf(report)?.hasPeriod ? daysOf(period, todayOf(ctx)) : {};
  for (const [name, value] of Object.entries({ ...days, ...filters }))
    for (const each of Array.isArray(value) ? value : value === undefined ? [] : [value])
      query.append(name, String(each));
  return `${ctx.baseURL}/api/v1/analytics/reports/${report}/${format}?${query}`;
}

async function send(ctx: AccountContext, stored: ScheduledReport, { title }: { title: string }): Promise<void> {
  ctx.em.assign(stored, { lastSentAt: ctx.clock.now() });
  await queueEmail(ctx, {
    template: 'analytics.scheduled-report',
    to: stored.recipients,
    props: { title, rhythm: stored.rhythm, format: stored.format, link: linkOf(ctx, stored) },
  });
}

/** Accounts with reports to mail; days begin first on Kiritimati. */
export const dueReports = {
  isByDay: true,
  sql: `select account_id, next_on as from_day, null::date as until_day from analytics.scheduled_report
    where not is_paused and next_on <= ($1::timestamptz at time zone 'Pacific/Kiritimati')::date`,
  sample: "update analytics.scheduled_report set next_on = '2026-01-01', is_paused = false",
};

/**
 * Sends due mails once, even if the job did not run on their day. Recipients without permission are refused when they
 * open the link.
 */
export async function sendDueReports(ctx: AccountContext): Promise<void> {
  const today = todayOf(ctx);
  const due = await ctx.em.find(ScheduledReport, {
    accountID: ctx.account.id,
    nextOn: { $lte: today },
    isPaused: false,
  });
  for (const stored of due) {
    const report = reportOf(stored.report);
    ctx.em.assign(stored, { nextOn: nextDay(stored.rhythm, today) });
    if (report) await send(ctx, stored, report);
  }
  await ctx.em.flush();
}
