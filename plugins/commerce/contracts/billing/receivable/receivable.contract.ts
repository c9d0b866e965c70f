import {
  binaryReply,
  booleanText,
  bulkAnswer,
  emailAddress,
  emailPreview,
  endpoint,
  filterValue,
  isoDate,
  listQuery,
  mailedFileIDs,
  selectedIDs,
  shownMoney,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { openCredit, openDebt } from '../settlement/settlement.contract.ts';

/** Ages of invoices in days, each bucket up to and including its last day (spec commerce section 9). */
export const agingBuckets = [
  { name: 'current', label: 'Up to 30', to: 30 },
  { name: 'over30', label: 'Days 31 to 60', to: 60 },
  { name: 'over60', label: 'Days 61 to 90', to: 90 },
  { name: 'over90', label: 'Days 91 to 120', to: 120 },
  { name: 'over120', label: 'Over 120', to: null },
] as const;
export type AgingBucket = (typeof agingBuckets)[number]['name'];

const buckets = {
  /** Open, by days since the invoice. */
  current: shownMoney,
  over30: shownMoney,
  over60: shownMoney,
  over90: shownMoney,
  over120: shownMoney,
  /** Sum of the five. */
  total: shownMoney,
  /** Past its due date. */
  overdue: shownMoney,
  /** Left of credits: stands beside, and lowers nothing by itself. */
  credits: shownMoney,
  /** total - credits */
  balance: shownMoney,
};

/** What a customer owes on a day. */
export const receivableRow = z.object({
  /** That of the customer. */
  id: z.string(),
  customer: z.object({ id: z.string(), name: z.string(), number: z.string(), email: z.string().nullable() }),
  ...buckets,
});
export type ReceivableRow = z.output<typeof receivableRow>;

const cutoff = {
  /** The day it is told for; today where it is left out, a day ahead is refused. */ cutoffDate: filterValue(isoDate),
};

/** Customers that owe something or have credits left, on any day; with the sums of all of them. */
export const listReceivables = endpoint({
  name: 'listReceivables',
  method: 'GET',
  path: '/v1/receivables',
  permission: 'invoices:read',
  customers: 'what they owe',
  isReport: true,
  summary: 'Lists what customers owe, by age.',
  query: listQuery({
    sortBy: ['customer', 'current', 'over30', 'over60', 'over90', 'over120', 'total', 'overdue', 'credits', 'balance'],
    filters: {
      ...cutoff,
      /** With something past its due date. */
      isOverdue: booleanText,
      /** With something open for more days than this, counted from its invoice. */
      olderThan: z.enum(['30', '60', '90', '120']).optional(),
      /** With credits left. */
      hasCredits: booleanText,
    },
  }),
  reply: z.object({
    items: z.array(receivableRow),
    count: z.int().nonnegative(),
    cutoffDate: z.string(),
    totals: z.object(buckets),
  }),
});

/** What one customer owes on a day, invoice by invoice. */
export const accountReceivables = z.object({
  cutoffDate: z.string(),
  ...receivableRow.shape,
  /** Invoices and debits that are open on the day, oldest first. */
  receivables: z.array(
    openDebt.extend({ age: z.int(), bucket: z.enum(['current', 'over30', 'over60', 'over90', 'over120']) }),
  ),
  /** Credits that are left on the day. */
  openCredits: z.array(openCredit),
});
export type AccountReceivables = z.output<typeof accountReceivables>;

/** For the account itself what all of its customers owe, naming the 500 oldest documents. */
export const getAccountReceivables = endpoint({
  name: 'getAccountReceivables',
  method: 'GET',
  path: '/v1/receivables/accounts/{accountID}',
  permission: 'invoices:read',
  customers: 'what they owe',
  isReport: true,
  summary: 'Reads what a customer owes.',
  query: z.strictObject(cutoff),
  reply: accountReceivables,
});

/** What a customer owes, or for the account itself what all do, as plain text to be read or pasted. */
export const generateReceivablesReport = endpoint({
  name: 'generateReceivablesReport',
  method: 'GET',
  path: '/v1/receivables/accounts/{accountID}/actions/generate-report',
  permission: 'invoices:read',
  customers: 'what they owe',
  isReport: true,
  summary: 'Writes what a customer owes as text.',
  query: z.strictObject(cutoff),
  reply: binaryReply('text/plain'),
});

/** The statement of a customer as a PDF in the account's brand. */
export const getStatementPDF = endpoint({
  name: 'getStatementPDF',
  method: 'GET',
  path: '/v1/receivables/accounts/{accountID}/statement',
  outside: true,
  isLong: true,
  permission: 'invoices:read',
  customers: 'what they owe',
  summary: 'The statement of a customer as a PDF.',
  query: z.strictObject(cutoff),
  reply: binaryReply('application/pdf'),
});

/** Whom a statement is mailed to, and the day it is told for: today where it is left out, a day ahead is refused. */
export const statementMailInput = z.strictObject({
  recipientEmails: z
    .array(emailAddress)
    .min(1, { error: 'A recipient is required' })
    .max(50, { error: 'At most 50 addresses' }),
  cutoffDate: isoDate.optional(),
  /** Files of the customer that go along. */
  fileIDs: mailedFileIDs,
});

/** Shows the statement's mail before it is sent. */
export const previewReceivablesEmail = endpoint({
  name: 'previewReceivablesEmail',
  method: 'GET',
  path: '/v1/accounts/{accountID}/receivables-email',
  permission: 'invoices:update',
  summary: 'Shows the mail of a statement before it is sent.',
  query: z.object({ cutoffDate: isoDate.optional() }),
  reply: emailPreview,
});

/** Mails the statement of a customer, or, for the account itself, what all customers owe; a job sends it. */
export const emailReceivables = endpoint({
  name: 'emailReceivables',
  method: 'POST',
  path: '/v1/accounts/{accountID}/actions/email-receivables',
  permission: 'invoices:update',
  summary: 'Mails the statement of a customer.',
  body: statementMailInput,
  reply: z.object({ message: z.string(), recipients: z.array(z.string()) }),
});

/** Mails each of these customers its statement, and lists those that have no address. */
export const bulkEmailStatements = endpoint({
  name: 'bulkEmailStatements',
  method: 'PUT',
  path: '/v1/receivables/actions/bulk-email',
  isLong: true,
  permission: 'invoices:update',
  summary: 'Mails statements to many customers.',
  body: z.strictObject({ ids: selectedIDs('customer', 'customers'), cutoffDate: isoDate.optional() }),
  reply: bulkAnswer,
});
