import { emailAddress, endpoint, listOf, noContent, recordShape, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';
import { figureFilterNames, filterShape, groupings } from './figures/filter.ts';
import { manufacturingTypes } from './figures/production.contract.ts';
import { reportNames } from './reports/reports.ts';

/** Periods that move with the days: what is pinned or sent stays of interest. */
export const movingPeriods = ['last7', 'last30', 'last90', 'last365', 'thisMonth', 'lastMonth', 'thisYear'] as const;
export type MovingPeriod = (typeof movingPeriods)[number];
export const movingPeriodNames: Readonly<Record<MovingPeriod, string>> = {
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  last90: 'Last 90 days',
  last365: 'Last 12 months',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisYear: 'This year',
};

/** What a report is narrowed to; it takes what its call takes. */
export const storedFilters = z.strictObject({
  ...filterShape,
  groupBy: z.enum(groupings).optional(),
  type: z.enum(manufacturingTypes).optional(),
  query: singleLine(200).optional(),
  targetDeliveryTimeDays: z.int().min(0).max(365).optional(),
  overridePromisedDates: z.boolean().optional(),
});
export type StoredFilters = z.output<typeof storedFilters>;

const reportName = z.enum(reportNames as [string, ...string[]], { error: 'There is no such report' });

/** A figure or chart on somebody's dashboard. */
export const dashboardPin = z.strictObject({
  report: reportName,
  kind: z.enum(['figure', 'chart'], { error: 'Must be figure or chart' }),
  /** Of the figure or chart in the report. */
  name: z.string().min(1).max(60),
  period: z.enum(movingPeriods, { error: `Must be one of ${movingPeriods.join(', ')}` }).default('last30'),
  filters: storedFilters.default({}),
});
export type DashboardPin = z.output<typeof dashboardPin>;

const own = 'Everyone arranges their own dashboard; what it shows needs its own rights';

/** Figures and charts in their order. */
export const dashboard = z.object({
  /** Nobody has arranged it: what the person may see decides. */
  isDefault: z.boolean(),
  pins: z.array(dashboardPin),
});
export type Dashboard = z.output<typeof dashboard>;

/** Pins to reports that the person may not see any more are left out. */
export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/v1/analytics/dashboard',
  signedIn: own,
  isReport: true,
  summary: "Reads the figures of one's own dashboard.",
  reply: dashboard,
});

/** Replaces it. Errors: 403 for a report that the person may not see, and for those without a place in the team. */
export const putDashboard = endpoint({
  name: 'putDashboard',
  method: 'PUT',
  path: '/v1/analytics/dashboard',
  signedIn: own,
  summary: "Arranges one's own dashboard.",
  body: z.strictObject({ pins: z.array(dashboardPin).max(24, { error: 'Has room for 24 at most' }) }),
  reply: dashboard,
});

/** Back to what the role begins with. */
export const deleteDashboard = endpoint({
  name: 'deleteDashboard',
  method: 'DELETE',
  path: '/v1/analytics/dashboard',
  signedIn: own,
  summary: "Gives one's dashboard its first arrangement again.",
  reply: noContent,
});

export const reportFormats = ['csv', 'xlsx'] as const;
export const reportRhythms = ['weekly', 'monthly'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];
export const reportRhythmNames: Readonly<Record<ReportRhythm, string>> = {
  weekly: 'Every Monday',
  monthly: 'On the first',
};

const scheduleShape = {
  report: reportName,
  format: z.enum(reportFormats, { error: 'Must be csv or xlsx' }),
  /** Mondays, or the first of the month, in the account's time zone. */
  rhythm: z.enum(reportRhythms, { error: 'Must be weekly or monthly' }),
  period: z.enum(movingPeriods, { error: `Must be one of ${movingPeriods.join(', ')}` }),
  filters: storedFilters,
  recipients: z
    .array(emailAddress)
    .min(1, { error: 'A recipient is required' })
    .max(20, { error: 'At most 20 recipients' }),
};

/** A table that is mailed again and again, as a link: who follows it signs in, and needs the right to the report. */
export const scheduledReport = z.object({
  ...recordShape,
  ...scheduleShape,
  /** Nothing is sent until it goes on. */
  isPaused: z.boolean(),
  /** The next day that it is sent on. */
  nextOn: z.string(),
  lastSentAt: z.iso.datetime().nullable(),
});
export type ScheduledReport = z.output<typeof scheduledReport>;

const access = "Everyone schedules their own reports, which need the report's right";

export const listScheduledReports = endpoint({
  name: 'listScheduledReports',
  method: 'GET',
  path: '/v1/analytics/scheduled-reports',
  signedIn: access,
  summary: "Lists one's scheduled reports.",
  reply: listOf(scheduledReport),
});

/** At most 20 of a person. */
export const createScheduledReport = endpoint({
  name: 'createScheduledReport',
  method: 'POST',
  path: '/v1/analytics/scheduled-reports',
  signedIn: access,
  summary: 'Schedules a report by mail.',
  body: z.strictObject({
    ...scheduleShape,
    period: scheduleShape.period.default('last30'),
    filters: storedFilters.default({}),
  }),
  reply: scheduledReport,
});

/** What is not given stays. What goes on again, or has another rhythm, is sent on the next day of its rhythm. */
export const updateScheduledReport = endpoint({
  name: 'updateScheduledReport',
  method: 'PATCH',
  path: '/v1/analytics/scheduled-reports/{scheduledReportID}',
  signedIn: access,
  summary: 'Changes, pauses or resumes a scheduled report.',
  body: z
    .strictObject({
      ...{ format: scheduleShape.format, rhythm: scheduleShape.rhythm, period: scheduleShape.period },
      recipients: scheduleShape.recipients,
      isPaused: z.boolean({ error: 'Must be true or false' }),
    })
    .partial(),
  reply: scheduledReport,
});

/** Mails it at once, a paused one too; the day that it is sent on stays. */
export const sendScheduledReport = endpoint({
  name: 'sendScheduledReport',
  method: 'POST',
  path: '/v1/analytics/scheduled-reports/{scheduledReportID}/actions/send',
  signedIn: access,
  summary: 'Mails a scheduled report now.',
  reply: scheduledReport,
});

/** One's own only: that of somebody else is 404. */
export const deleteScheduledReport = endpoint({
  name: 'deleteScheduledReport',
  method: 'DELETE',
  path: '/v1/analytics/scheduled-reports/{scheduledReportID}',
  signedIn: access,
  summary: 'Ends a scheduled report.',
  reply: noContent,
});

/** Names of all filters, for what copies them. */
export const storedFilterNames = [
  ...figureFilterNames,
  'groupBy',
  'type',
  'query',
  'targetDeliveryTimeDays',
  'overridePromisedDates',
] as const;
