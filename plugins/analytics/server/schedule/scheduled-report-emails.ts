import { reactEmail } from '@millwright/core/server';
import type { ScheduledReportProps } from './scheduled-report-email.tsx';

/** `analytics.scheduled-report`: the mail of a scheduled report. */
export const scheduledReportEmail = reactEmail<ScheduledReportProps>({
  name: 'analytics.scheduled-report',
  previewPath: '/report-email-preview',
  subject: ({ title, accountName }) => `${title}, ${accountName}`,
  load: async () => (await import('./scheduled-report-email.tsx')).ScheduledReportEmail,
  sample: {
    title: 'Sales',
    rhythm: 'weekly',
    format: 'csv',
    link: 'https://example.test/api/v1/analytics/reports/sales/csv',
  },
});
