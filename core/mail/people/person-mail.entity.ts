import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, globalColumns, globalTable } from '../../database/tenant-entity.ts';

/**
 * A mail to a person without an account: password reset, verification code, security notice. The table is also its
 * outbox.
 */
export const PersonMail = defineEntity({
  ...globalTable('core', 'person_mail', {
    auth: 'crud',
    jobColumns: {
      select: ['id', 'dispatched_at'],
      update: ['dispatched_at'],
      why: 'one dispatcher takes the mails of all people in their order',
    },
  }),
  name: 'PersonMail',
  properties: {
    ...globalColumns(),
    recipient: column.text(),
    template: column.text(),
    /** Props of the template, including one-time secrets; deleted after sending. */
    props: column.json<Record<string, unknown>>().nullable(),
    subject: column.text().nullable(),
    /** Only for captured mails. */
    html: column.text().nullable(),
    hasSent: column.boolean().default(false),
    isCaptured: column.boolean().default(false),
    messageID: column.text().nullable(),
    error: column.text().nullable(),
    sentAt: column.timestamp().nullable(),
    dispatchedAt: column.timestamp().nullable(),
  },
  indexes: [
    { name: 'person_mail_waiting', properties: ['id'], where: 'dispatched_at is null' },
    { properties: ['createdAt'] },
  ],
  checks: [
    { name: 'person_mail_sent', expression: 'has_sent = (sent_at is not null)' },
    { name: 'person_mail_captured', expression: 'has_sent or not is_captured' },
    { name: 'person_mail_body', expression: 'is_captured or html is null' },
  ],
});
export type PersonMail = InferEntity<typeof PersonMail>;
