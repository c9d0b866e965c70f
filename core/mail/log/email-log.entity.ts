import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../../database/tenant-entity.ts';

/**
 * A mail of an account, sent or waiting (spec commerce section 3, "Email log"). A job renders and sends it after the
 * commit.
 */
export const EmailLog = defineEntity({
  ...tenantTable('core', 'email_log', { tenant: 'cru', auth: 'cr' }),
  name: 'EmailLog',
  properties: {
    ...tenantColumns(),
    hasSent: column.boolean().default(false),
    /** Kept here instead of sent, because no mail server is configured. Counts as sent. */
    isCaptured: column.boolean().default(false),
    recipients: column.textArray(),
    /** Null until the mail is rendered, unless the caller gave one. */
    subject: column.text().nullable(),
    /** Name of the attached file, if any. */
    filename: column.text().nullable(),
    /** Files of the record that go along; the names are those of the moment in which the mail was queued. */
    files: column.json<{ id: string; name: string }[]>().default('[]'),
    /** Message-ID that the mail server confirmed. */
    messageID: column.text().nullable(),
    /** Name of the template: `core.invitation`. */
    template: column.text(),
    /** Props of the template; deleted after a confidential mail is sent. */
    props: column.json<Record<string, unknown>>().nullable(),
    html: column.text().nullable(),
    text: column.text().nullable(),
    /**
     * True if it contains a link or code that authenticates its recipient, so that nobody else may read it after it is
     * sent.
     */
    isConfidential: column.boolean().default(false),
    /** Reason of the last failed try; null if none failed. */
    error: column.text().nullable(),
    sentAt: column.timestamp().nullable(),
    /** The sender; null for the system. */
    sentByID: column.id().nullable(),
    sentByName: column.text(),
    /** The record that the mail is about. */
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
