import { StatusBadge } from '@millwright/core/browser';
import { type InvoiceRow, invoiceStates } from '../../../contracts/index.ts';

/** Status of an invoice; overdue ones get a badge of their own. */
export function InvoiceStatusBadge({ invoice }: { invoice: Pick<InvoiceRow, 'status' | 'isOverdue'> }) {
  if (invoice.isOverdue) return <StatusBadge tone="danger">Overdue</StatusBadge>;
  return <StatusBadge tone={invoiceStates.tones[invoice.status.code]}>{invoice.status.name}</StatusBadge>;
}
