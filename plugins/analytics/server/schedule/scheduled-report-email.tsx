import { EmailAction, EmailLayout, EmailText } from '@millwright/core/email';
import type { EmailFrame } from '@millwright/core/server';

/** Data of a scheduled report's mail. */
export interface ScheduledReportProps {
  title: string;
  rhythm: 'weekly' | 'monthly';
  format: 'csv' | 'xlsx';
  link: string;
}

/** Mail that tells the recipients about a scheduled report. */
export const ScheduledReportEmail = ({
  accountName,
  baseURL: _baseURL,
  title,
  rhythm,
  format,
  link,
}: ScheduledReportProps & EmailFrame) => (
  <EmailLayout accountName={accountName} preview={title} title={title}>
    <EmailText>
      The {rhythm} report is ready. The link gives the table as {format === 'csv' ? 'CSV' : 'XLSX'} to whoever is signed
      in and may see it.
    </EmailText>
    <EmailAction href={link}>Get the table</EmailAction>
  </EmailLayout>
);
