import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { booleanText, filterValue, listOf, listQuery } from '../endpoints/list-query.ts';
import { isoDateOrDateTime } from '../texts/date.ts';
import { mailAddresses, singleLine } from '../texts/text.ts';

/** A mail of the account in a list (spec commerce section 3, "Email log"). */
export const emailLogRow = z.object({
  id: z.string(),
  /** True once the mail server has accepted the mail, or the mail was captured. */
  hasSent: z.boolean(),
  /** True where no mail server is configured: the mail is only kept for reading here. */
  isCaptured: z.boolean(),
  recipients: z.array(z.string()),
  /** Empty until the mail is rendered in the background. */
  subject: z.string(),
  /** Name of the attached file. */
  filename: z.string().nullable(),
  /** Files of the record that went along. */
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Identifier from the mail service (named so in spec operations section 3). */
  sesMessageID: z.string().nullable(),
  /** The sender; the id is null for the system. */
  sentBy: z.object({ id: z.string().nullable(), name: z.string() }),
  /** The record that the mail is about. */
  record: z.object({ type: z.string(), id: z.string() }).nullable(),
  template: z.string(),
  /**
   * Reason of the last failed try; null if none failed. A mail that has neither an error nor been sent is on its way.
   */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
});
export type EmailLogRow = z.output<typeof emailLogRow>;

/** A mail with its body; null where the mail is not rendered yet or contains a secret of its recipient. */
export const emailLogDetail = emailLogRow.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** True if the body contains a secret of its recipient, so that nobody else may read it. */
  isConfidential: z.boolean(),
});
export type EmailLogDetail = z.output<typeof emailLogDetail>;

/**
 * Mails of the account, newest first. `query` searches subject and recipients; the dates are inclusive and in the
 * account's time zone.
 */
export const listEmailLogs = endpoint({
  name: 'listEmailLogs',
  method: 'GET',
  path: '/v1/email-logs',
  permission: 'email_logs:read',
  summary: 'Lists the mails of the account.',
  query: listQuery({
    sortBy: ['createdAt', 'sentAt', 'subject', 'hasSent'],
    filters: {
      hasSent: booleanText,
      recordType: filterValue(singleLine(80)),
      recordID: filterValue(singleLine(80)),
      startDate: filterValue(isoDateOrDateTime),
      endDate: filterValue(isoDateOrDateTime),
    },
  }),
  reply: listOf(emailLogRow),
});

/** One mail with its body. */
export const getEmailLog = endpoint({
  name: 'getEmailLog',
  method: 'GET',
  path: '/v1/email-logs/{emailLogID}',
  permission: 'email_logs:read',
  summary: 'Shows one mail of the account with its body.',
  reply: emailLogDetail,
});

/** The record of a mail that a person sends. */
const mailedRecord = {
  id: z.string({ error: 'Record is required' }).min(1, 'Record is required').max(80),
  /** Record type as its plugin declares it: `sales_order`. */
  type: z.string({ error: 'Record type is required' }).min(1, 'Record type is required').max(80),
};

/** Files of the record that go along with a mail, at most 15 MB together. */
export const mailedFileIDs = z.array(z.string().max(100)).max(20, 'At most 20 files').optional();

/** A mail as it would leave now. */
export const emailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  /** Name of the PDF document that goes along; null without one. */
  filename: z.string().nullable(),
});

/**
 * Shows the mail that `emailRecord` would send, without sending it. Links that are made for their recipient lead
 * nowhere yet.
 */
export const previewRecordEmail = endpoint({
  name: 'previewRecordEmail',
  method: 'POST',
  path: '/v1/actions/preview-record-email',
  reads: true,
  signedIn: 'The record type names the right that is needed; it is checked for the record',
  summary: 'Shows the mail of a record before it is sent.',
  body: z.strictObject({
    ...mailedRecord,
    /** Code of a status: the mail as it would leave once the record has it. */
    status: z.string().max(40).optional(),
  }),
  reply: emailPreview,
});

/**
 * Mails a record to the chosen addresses, or to those that the record has for it. 400 for a type that cannot be mailed,
 * 404 for a record that is not visible. The same mail within ten minutes is 409 `confirmation_required`, confirmed by
 * `mail_again`.
 */
export const emailRecord = endpoint({
  name: 'emailRecord',
  method: 'POST',
  path: '/v1/actions/email-record',
  signedIn: 'The record type names the right that is needed; it is checked for the record',
  summary: 'Mails a record to its contacts.',
  body: z.strictObject({
    ...mailedRecord,
    /** In place of the default recipients: chosen on the record, else contacts that get it. */
    recipients: mailAddresses.min(1, 'Say who gets the email').optional(),
    fileIDs: mailedFileIDs,
  }),
  reply: z.object({ message: z.string(), emailLogID: z.string(), recipients: z.array(z.string()) }),
});
