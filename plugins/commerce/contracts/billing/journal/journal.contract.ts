import { endpoint, filterValue, isoDate, listOf, listQuery } from '@millwright/core/contracts';
import { z } from 'zod';
import { type JournalAccount, journalAccountNames } from '../billing-settings.ts';

/** What a document does to an account on a day: either debit or credit is 0. */
export const journalEntry = z.object({
  id: z.string(),
  /** Calendar date. */
  date: z.string(),
  /** 'Invoice 1042', with 'void' where it is taken back. */
  document: z.string(),
  /** The invoice, transaction, shipment or production run; null for what people did to stock. */
  recordID: z.string().nullable(),
  /** Null where goods come, are counted or are used. */
  customer: z.object({ id: z.string(), name: z.string(), number: z.string() }).nullable(),
  account: z.enum(Object.keys(journalAccountNames) as [JournalAccount]),
  /** Code and name in the chart of accounts, revenue with its product line. */
  accountCode: z.string(),
  accountName: z.string(),
  debit: z.number(),
  credit: z.number(),
});
export type JournalEntry = z.output<typeof journalEntry>;

/**
 * Balanced double entries of invoices, transactions, allocations and stock, by day and document. Its receivables
 * account is the sum of what is open, its inventory what the stock cost; a CSV of it is what bookkeeping programs
 * take.
 */
export const listJournalEntries = endpoint({
  name: 'listJournalEntries',
  method: 'GET',
  path: '/v1/journal-entries',
  permission: 'transactions:read',
  summary: 'Lists the entries of the journal.',
  query: listQuery({
    sortBy: ['date'],
    filters: { startDate: filterValue(isoDate), endDate: filterValue(isoDate) },
  }),
  reply: listOf(journalEntry),
});
