import { endpoint, filterValue, isoDate, listOf, listQuery } from '@millwright/core/contracts';
import { z } from 'zod';
import { type JournalAccount, journalAccountNames } from '../billing-settings.ts';

/** The effect of a document on an account on one day: either debit or credit is 0. */
export const journalEntry = z.object({
  id: z.string(),
  /** Calendar date. */
  date: z.iso.date(),
  /** 'Invoice 1042', followed by 'void' for a voiding entry. */
  document: z.string(),
  /** The invoice, transaction, shipment or production run; null for stock changes by people. */
  recordID: z.string().nullable(),
  /** Null for receipts, counts and consumption. */
  customer: z.object({ id: z.string(), name: z.string(), number: z.string() }).nullable(),
  account: z.enum(Object.keys(journalAccountNames) as [JournalAccount]),
  /** Code and name in the chart of accounts; revenue also by product line. */
  accountCode: z.string(),
  accountName: z.string(),
  debit: z.number(),
  credit: z.number(),
});
export type JournalEntry = z.output<typeof journalEntry>;

/**
 * Balanced double entries of invoices, transactions, allocations and stock, by day and document. The receivables
 * account equals the sum of open amounts, the inventory account the stock at cost. Bookkeeping programs can import its
 * CSV export.
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
