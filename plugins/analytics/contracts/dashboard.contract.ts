import { emailAddress, endpoint, listOf, noContent, recordShape, singleLine } from '@millwright/core/contracts';
import { z } from 'zod';
import { figureFilterNames, filterShape, groupings } from './figures/filter.ts';
import { manufacturingTypes } from './figures/production.contract.ts';
import { reportNames } from './reports/reports.ts';

/** Periods relative to today, for pinned and scheduled reports. */
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

/** Stored filters of a report, with the fields of its endpoint. */
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

/** A figure or chart on a person's dashboard. */
export const dashboardPin = z.strictObject({
  report: reportName,
  kind: z.enum(['figure', 'chart'], { error: 'Must be figure or chart' }),
  /** Name of the figure or chart in the report. */
  name: z.string().min(1).max(60),
  period: z.enum(movingPeriods, { error: `Must be one of ${movingPeriods.join(', ')}` }).default('last30'),
  filters: storedFilters.default({}),
});
export type DashboardPin = z.output<typeof dashboardPin>;

const openReason = 'Everyone arranges their own dashboard; what it shows needs its own rights';

/** Figures and charts in order. */
export const dashboard = z.object({
  /** The person has not arranged it yet; the default depends on the person's permissions. */
  isDefault: z.boolean(),
  pins: z.array(dashboardPin),
});
export type Dashboard = z.output<typeof dashboard>;

/** Pins of reports that the person may no longer see are left out. */
export const getDashboard = endpoint({
  name: 'getDashboard',
  method: 'GET',
  path: '/v1/analytics/dashboard',
  signedIn: openReason,
  isReport: true,
  summary: "Reads the figures of one's own dashboard.",
  reply: dashboard,
});

/**
 * Replaces the dashboard. Errors: 403 for a report that the person may not see, and for callers without a membership.
 */
export const putDashboard = endpoint({
  name: 'putDashboard',
  method: 'PUT',
  path: '/v1/analytics/dashboard',
  signedIn: openReason,
  summary: "Arranges one's own dashboard.",
  body: z.strictObject({ pins: z.array(dashboardPin).max(24, { error: 'Has room for 24 at most' }) }),
  reply: dashboard,
});

/** Resets the dashboard to the default of the role. */
export const deleteDashboard = endpoint({
  name: 'deleteDashboard',
  method: 'DELETE',
  path: '/v1/analytics/dashboard',
  signedIn: openReason,
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
  /** On Mondays, or on the first of the month, in the account's time zone. */
  rhythm: z.enum(reportRhythms, { error: 'Must be weekly or monthly' }),
  period: z.enum(movingPeriods, { error: `Must be one of ${movingPeriods.join(', ')}` }),
  filters: storedFilters,
  recipients: z
    .array(emailAddress)
    .min(1, { error: 'A recipient is required' })
    .max(20, { error: 'At most 20 recipients' }),
};

/**
 * A regular mail with a link to a report's table; the reader has to sign in and needs the permission for the report.
 */
export const scheduledReport = z.object({
  ...recordShape,
  ...scheduleShape,
  /** Nothing is sent while it is paused. */
  isPaused: z.boolean(),
  /** Next day of sending. */
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

/** At most 20 per person. */
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

/** Absent fields stay. After unpausing or a new rhythm, it is sent on the next day of the rhythm. */
export const updateScheduledReport = endpoint({
  name: 'updateScheduledReport',
  method: 'PATCH',
  path: '/v1/analytics/scheduled-reports/{scheduledReportID}',
  signedIn: access,
  summary: 'Changes, pauses or resumes a scheduled report.',
  body: z
    .strictObject({
      format: scheduleShape.format,
      rhythm: scheduleShape.rhythm,
      period: scheduleShape.period,
      recipients: scheduleShape.recipients,
      isPaused: z.boolean({ error: 'Must be true or false' }),
    })
    .partial(),
  reply: scheduledReport,
});

/** Sends the mail now, even if it is paused; the next day of sending stays. */
export const sendScheduledReport = endpoint({
  name: 'sendScheduledReport',
  method: 'POST',
  path: '/v1/analytics/scheduled-reports/{scheduledReportID}/actions/send',
  signedIn: access,
  summary: 'Mails a scheduled report now.',
  reply: scheduledReport,
});

/** Only own reports; 404 for those of other people. */
export const deleteScheduledReport = endpoint({
  name: 'deleteScheduledReport',
  method: 'DELETE',
  path: '/v1/analytics/scheduled-reports/{scheduledReportID}',
  signedIn: access,
  summary: 'Ends a scheduled report.',
  reply: noContent,
});

/** Names of all stored filters. */
export const storedFilterNames = [
  ...figureFilterNames,
  'groupBy',
  'type',
  'query',
  'targetDeliveryTimeDays',
  'overridePromisedDates',
] as const;
