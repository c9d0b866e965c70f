import { type AccountContext, touched, touchedRows } from '@millwright/core/server';
import { listInvoices, listJournalEntries, listReceivables, listTransactions } from '../../../contracts/index.ts';

/** Says that this transaction changes what customers owe or have paid, and so invoices, payments and the books. */
export function touchedReceivables(ctx: AccountContext): void {
  touched(ctx, listInvoices, listTransactions);
  touchedRows(ctx, listReceivables, listJournalEntries);
}
