import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '@millwright/core/server';
import type { MovingPeriod, ReportRhythm, StoredFilters } from '../../contracts/index.ts';

/** A weekly or monthly mail with a link to a table. Its owner is a member, which belongs to core. */
export const ScheduledReport = defineEntity({
  ...tenantTable('analytics', 'scheduled_report', {
    isClosedToCustomers: true,
    jobColumns: { select: ['account_id', 'next_on', 'is_paused'], update: [], why: 'accounts with reports to mail' },
  }),
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
  indexes: [
    { properties: ['accountID', 'memberID', 'id'] },
    { properties: ['nextOn', 'accountID'], where: 'not is_paused' },
  ],
  checks: [
    { name: 'scheduled_report_format', expression: "format in ('csv', 'xlsx')" },
    { name: 'scheduled_report_rhythm', expression: "rhythm in ('weekly', 'monthly')" },
  ],
});
export type ScheduledReport = InferEntity<typeof ScheduledReport>;
