import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * A mail of an account, sent or to be sent (spec commerce section 3, "Email log"). Rendered and sent by a job after the
 * commit.
 */
export const EmailLog = defineEntity({
  ...tenantTable('core', 'email_log', { tenant: 'cru', auth: 'cr' }),
  name: 'EmailLog',
  properties: {
    ...tenantColumns(),
    hasSent: column.boolean().default(false),
    /** Kept here instead of sent: no mail server is configured. Counts as sent. */
    isCaptured: column.boolean().default(false),
    recipients: column.textArray(),
    /** Null until the mail is rendered, where the caller gave none. */
    subject: column.text().nullable(),
    /** Name of the attached file, where there is one. */
    filename: column.text().nullable(),
    /** Message-ID that the mail server confirmed. */
    messageID: column.text().nullable(),
    /** Name of the template: `core.invitation`. */
    template: column.text(),
    /** What the template gets; dropped once a confidential mail is out. */
    props: column.json<Record<string, unknown>>().nullable(),
    html: column.text().nullable(),
    text: column.text().nullable(),
    /** Holds a link or code that stands for its recipient: nobody else may read it once it is out. */
    isConfidential: column.boolean().default(false),
    /** Why the last try failed; null if none did. */
    error: column.text().nullable(),
    sentAt: column.timestamp().nullable(),
    /** Who caused it; null for the system. */
    sentByID: column.id().nullable(),
    sentByName: column.text(),
    /** The record it is about, as in the plugin's records. */
    recordType: column.text().nullable(),
    recordID: column.id().nullable(),
  },
  indexes: [{ properties: ['accountID', 'createdAt', 'id'] }, { properties: ['accountID', 'recordType', 'recordID'] }],
  checks: [
    { name: 'email_log_recipients', expression: 'cardinality(recipients) between 1 and 50' },
    { name: 'email_log_record', expression: '(record_type is null) = (record_id is null)' },
    { name: 'email_log_sent', expression: 'has_sent = (sent_at is not null)' },
    { name: 'email_log_captured', expression: 'has_sent or not is_captured' },
  ],
});
export type EmailLog = InferEntity<typeof EmailLog>;
