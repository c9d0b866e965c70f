import type { EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import { addDays, startOfDayIn } from '../../contracts/texts/date.ts';
import { type EmailLogDetail, type EmailLogRow, listEmailLogs } from '../../contracts/work/email-log.contract.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { listPage } from '../../lists/list-page.ts';
import { EmailLog } from './email-log.entity.ts';

type Tables = { 'core.email_log': TableRow<typeof EmailLog> };
type Columns = Pick<
  EmailLog,
  | 'id'
  | 'hasSent'
  | 'isCaptured'
  | 'recipients'
  | 'subject'
  | 'filename'
  | 'files'
  | 'messageID'
  | 'template'
  | 'error'
  | 'sentByID'
  | 'sentByName'
  | 'recordType'
  | 'recordID'
> & { createdAt: Date | string; updatedAt: Date | string; sentAt?: Date | string | null };

const instant = (value: Date | string): string => new Date(value).toISOString();

const rowOf = (mail: Columns): EmailLogRow => ({
  id: mail.id,
  hasSent: mail.hasSent,
  isCaptured: mail.isCaptured,
  recipients: mail.recipients,
  subject: mail.subject ?? '',
  filename: mail.filename ?? null,
  files: mail.files,
  sesMessageID: mail.messageID ?? null,
  sentBy: { id: mail.sentByID ?? null, name: mail.sentByName },
  record: mail.recordType && mail.recordID ? { type: mail.recordType, id: mail.recordID } : null,
  template: mail.template,
  error: mail.error ?? null,
  createdAt: instant(mail.createdAt),
  updatedAt: instant(mail.updatedAt),
  sentAt: mail.sentAt ? instant(mail.sentAt) : null,
});

/** The beginning of a day or instant in the zone, and the first instant after its end. */
const beginOf = (zone: string, day: string): Date => (day.includes('T') ? new Date(day) : startOfDayIn(zone, day));
const endOf = (zone: string, day: string): Date =>
  day.includes('T') ? new Date(Date.parse(day) + 1) : startOfDayIn(zone, addDays(day, 1));

/** A page of the account's mails. */
export async function listMails(
  ctx: AccountContext,
  page: EndpointRequest<typeof listEmailLogs>['query'],
): Promise<{ items: EmailLogRow[]; count: number }> {
  const { timeZone } = ctx.account;
  let matching = ctx.em
    .query<Tables>()
    .selectFrom('core.email_log as mail')
    .where('mail.account_id', '=', ctx.account.id);
  if (page.hasSent !== undefined) matching = matching.where('mail.has_sent', '=', page.hasSent);
  if (page.recordType) matching = matching.where('mail.record_type', '=', page.recordType);
  if (page.recordID) matching = matching.where('mail.record_id', '=', page.recordID);
  if (page.startDate)
    matching = matching.where('mail.created_at', '>=', sql<never>`${beginOf(timeZone, page.startDate)}`);
  if (page.endDate) matching = matching.where('mail.created_at', '<', sql<never>`${endOf(timeZone, page.endDate)}`);
  if (page.query) {
    const text = page.query.toLowerCase();
    matching = matching.where(
      sql<boolean>`strpos(lower(coalesce(mail.subject, '') || ' ' || array_to_string(mail.recipients, ' ')),
        ${text}) > 0`,
    );
  }
  const { items, count } = await listPage(ctx, {
    list: listEmailLogs,
    id: 'mail.id',
    matching,
    select: (query) =>
      query.select([
        'mail.id',
        'mail.has_sent as hasSent',
        'mail.is_captured as isCaptured',
        'mail.recipients',
        'mail.subject',
        'mail.filename',
        'mail.files',
        'mail.message_id as messageID',
        'mail.template',
        'mail.error',
        'mail.sent_by_id as sentByID',
        'mail.sent_by_name as sentByName',
        'mail.record_type as recordType',
        'mail.record_id as recordID',
        'mail.created_at as createdAt',
        'mail.updated_at as updatedAt',
        'mail.sent_at as sentAt',
      ]),
    page,
    sortable: {
      createdAt: 'mail.created_at',
      sentAt: 'mail.sent_at',
      subject: 'mail.subject',
      hasSent: 'mail.has_sent',
    },
    order: [['mail.created_at', 'desc']],
  });
  return { items: items.map((mail) => rowOf(mail as Columns)), count };
}

/** A mail. Only its recipient may read the body of a confidential one, except of captured mails in development. */
export async function getMail(ctx: AccountContext, id: string, showsCaptured: boolean): Promise<EmailLogDetail> {
  const mail = await ctx.em.get(EmailLog, id);
  const isReadable = !mail.isConfidential || (mail.isCaptured && showsCaptured);
  return {
    ...rowOf(mail),
    html: isReadable ? (mail.html ?? null) : null,
    text: isReadable ? (mail.text ?? null) : null,
    isConfidential: mail.isConfidential,
  };
}
