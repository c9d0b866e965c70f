import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { MovingPeriod, ReportRhythm, StoredFilters } from '../../contracts/index.ts';

/** A table that is mailed as a link, weekly or monthly. The member who asked for it belongs to core. */
export const ScheduledReport = defineEntity({
  ...tenantTable('analytics', 'scheduled_report', { isClosedToCustomers: true }),
  name: 'ScheduledReport',
  properties: {
    ...tenantColumns(),
    memberID: column.id(),
    report: column.id(),
    format: column.text().$type<'csv' | 'xlsx'>(),
    rhythm: column.text().$type<ReportRhythm>(),
    period: column.text().$type<MovingPeriod>(),
    filters: column.json<StoredFilters>(),
    recipients: column.textArray(),
    isPaused: column.boolean().default(false),
    nextOn: column.date(),
    lastSentAt: column.timestamp().nullable(),
  },
  indexes: [{ properties: ['accountID', 'memberID', 'id'] }, { properties: ['accountID', 'nextOn'] }],
  checks: [
    { name: 'scheduled_report_format', expression: "format in ('csv', 'xlsx')" },
    { name: 'scheduled_report_rhythm', expression: "rhythm in ('weekly', 'monthly')" },
  ],
});
export type ScheduledReport = InferEntity<typeof ScheduledReport>;
