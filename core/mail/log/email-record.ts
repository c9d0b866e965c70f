import { defineProblems, problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { SearchableRecord } from '../../kernel/plugin/plugin.ts';
import { queueEmail } from '../sending/queue-email.ts';
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

/**
 * Mails a record to the chosen addresses, or to those that it has for mails.
 * @throws Problem 400, 403, 404, 409 `no_email_contact`, 409 `confirmation_required` for repeating a mail
 */
export async function mailRecord(
  ctx: AccountContext,
  records: readonly MailableRecord[],
  { type, id, recipients: chosen }: { type: string; id: string; recipients?: string[] | undefined },
): Promise<{ message: string; emailLogID: string; recipients: string[] }> {
  const known = records.find(
    ({ record, pluginID }) => record.type === type && (pluginID === 'core' || ctx.isEnabled(pluginID)),
  );
  if (!known?.source.email) {
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
  const mail = await known.source.email(ctx, id, chosen);
  if (!mail.to.length) throw mailProblems.no_email_contact();
  const record = { type, id };
  await refuseMailAgain(ctx, { ...mail, record });
  const { id: emailLogID, recipients } = await queueEmail(ctx, { ...mail, record });
  return { message: `${known.record.label} will be mailed to ${recipients.join(', ')}`, emailLogID, recipients };
}
