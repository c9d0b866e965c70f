import { StatusBadge } from '@millwright/core/browser';
import type { InvoiceRow } from '../../../contracts/index.ts';

/** What an invoice is: open ones say when they are overdue. */
export function InvoiceStatusBadge({ invoice }: { invoice: Pick<InvoiceRow, 'status' | 'isOverdue'> }) {
  if (invoice.isOverdue) return <StatusBadge tone="danger">Overdue</StatusBadge>;
  const tone = { open: 'info', paid: 'success', void: 'neutral' } as const;
  return <StatusBadge tone={tone[invoice.status.code]}>{invoice.status.name}</StatusBadge>;
}
