import { requestDemo } from '../contracts/accounts/demo-request.contract.ts';
import { emailRecord, getEmailLog, listEmailLogs, previewRecordEmail } from '../contracts/work/email-log.contract.ts';
import { personRoute, type Route, route } from '../kernel/route.ts';
import { getMail, listMails } from './log/email-log.queries.ts';
import { type MailableRecord, mailRecord, previewMail } from './log/email-record.ts';
import { saveDemoRequest } from './people/demo-request.ts';
import type { EmailTemplates } from './templates/email-templates.ts';

/**
 * Email log, contact form and mailing of records. `records` and `templates` are called at each request, so that they
 * can be bound later. `showsCaptured`, for development: the log also shows confidential bodies of captured mails.
 */
export const mailRoutes = (
  records: () => readonly MailableRecord[],
  templates: () => EmailTemplates,
  showsCaptured: boolean,
): Route[] => [
  route(listEmailLogs, (ctx, { query }) => listMails(ctx, query)),
  route(getEmailLog, (ctx, { params }) => getMail(ctx, params.emailLogID, showsCaptured)),
  route(emailRecord, (ctx, { body }) => mailRecord(ctx, records(), body)),
  route(previewRecordEmail, (ctx, { body }) => previewMail(ctx, records(), templates(), body)),
  personRoute(requestDemo, (ctx, { body }) => saveDemoRequest(ctx, body), { acts: 'open' }),
];
