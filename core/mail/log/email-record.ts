import type { z } from 'zod';
import { defineProblems, problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import type { emailPreview } from '../../contracts/work/email-log.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { EmailOfRecord, EmailTemplate, SearchableRecord } from '../../kernel/plugin/plugin.ts';
import { emailFrameOf, queueEmail } from '../sending/queue-email.ts';
import type { EmailTemplates } from '../templates/email-templates.ts';
import { refuseMailAgain } from './mail-again.ts';

export const mailProblems = defineProblems({
  no_email_contact: { status: 409, message: 'The record has no email contact: add one first' },
});

/** A record type with its plugin and its server part. */
export interface MailableRecord {
  pluginID: string;
  record: RecordType;
  source: SearchableRecord;
}

/** Mailing a record needs the right to change records of its type. */
const permissionOf = ({ permission }: RecordType): PermissionCode => `${permission.split(':')[0]}:update`;

/** A type whose records can be mailed, and by the caller. @throws Problem 400, 403 */
function mailableType(ctx: AccountContext, records: readonly MailableRecord[], type: string) {
  const known = records.find(
    ({ record, pluginID }) => record.type === type && (pluginID === 'core' || ctx.isEnabled(pluginID)),
  );
  const email = known?.source.email;
  if (!known || !email) {
    const types = records.filter(({ source }) => source.email).map(({ record }) => record.type);
    throw problems.invalid_input({
      errors: [
        {
          path: 'type',
          message: `Records of this type cannot be mailed; those that can are ${types.join(', ') || 'none'}`,
        },
      ],
    });
  }
  ctx.require(permissionOf(known.record));
  return { label: known.record.label, email: email.bind(known.source) };
}

/** Queues the mail of a record, with what it brings about. @throws Problem as of `queueEmail` */
export async function queueRecordEmail(
  ctx: AccountContext,
  { beforeQueued, ...mail }: EmailOfRecord,
  about: { record: { type: string; id: string }; fileIDs?: readonly string[] | undefined },
): Promise<{ id: string; recipients: string[] }> {
  return queueEmail(ctx, { ...mail, props: { ...mail.props, ...(await beforeQueued?.()) }, ...about });
}

/**
 * Mails a record to the chosen addresses, or to those that it has for mails, with files of it.
 * @throws Problem 400, 403, 404, 409 `no_email_contact`, 409 `confirmation_required` for repeating a mail
 */
export async function mailRecord(
  ctx: AccountContext,
  records: readonly MailableRecord[],
  about: { type: string; id: string; recipients?: string[] | undefined; fileIDs?: string[] | undefined },
): Promise<{ message: string; emailLogID: string; recipients: string[] }> {
  const { type, id, recipients: chosen, fileIDs } = about;
  const { label, email } = mailableType(ctx, records, type);
  const mail = await email(ctx, id, chosen);
  if (!mail.to.length) throw mailProblems.no_email_contact();
  const record = { type, id };
  await refuseMailAgain(ctx, { ...mail, record });
  const { id: emailLogID, recipients } = await queueRecordEmail(ctx, mail, { record, fileIDs });
  return { message: `${label} will be mailed to ${recipients.join(', ')}`, emailLogID, recipients };
}

/** A mail as it would leave now, from its template and props. `withPaper` false leaves out the name of its document. */
export async function previewOf(
  ctx: AccountContext,
  template: EmailTemplate,
  given: Record<string, unknown>,
  withPaper = true,
): Promise<z.output<typeof emailPreview>> {
  const props = { ...(await emailFrameOf(ctx)), ...given };
  const { subject, text } = await template.render(props);
  const paper = withPaper ? await template.paper?.(ctx, props) : undefined;
  return { subject, text, filename: paper?.filename ?? null };
}

/** The mail of a record before it is sent, as of a status that the record does not have yet where one is named. */
export async function previewMail(
  ctx: AccountContext,
  records: readonly MailableRecord[],
  templates: EmailTemplates,
  { type, id, status }: { type: string; id: string; status?: string | undefined },
): Promise<z.output<typeof emailPreview>> {
  const { template, props } = await mailableType(ctx, records, type).email(ctx, id, undefined, status);
  return previewOf(ctx, templates.named(template), props, status === undefined);
}
