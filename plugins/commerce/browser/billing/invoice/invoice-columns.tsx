import { hidden, type ListedColumn, StatusBadge } from '@millwright/core/browser';
import type { InvoiceRow } from '../../../contracts/index.ts';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

export const invoiceColumns: readonly ListedColumn<InvoiceRow>[] = [
  { id: 'number', width: 104 },
  { id: 'customer', csv: ['customer.name', 'customer.number=Customer number'] },
  { id: 'status', cell: (invoice) => <InvoiceStatusBadge invoice={invoice} />, width: 104 },
  'date',
  'dueAt',
  { id: 'orderNumber', header: 'Order', width: 90 },
  { id: 'customerPO', header: 'PO', width: 120 },
  {
    id: 'hasBeenSent',
    header: 'Sent',
    cell: ({ hasBeenSent }) => (hasBeenSent ? 'Sent' : <StatusBadge>Not sent</StatusBadge>),
    width: 94,
  },
  { id: 'totalInvoiced', header: 'Total' },
  'open',
  ...hidden(
    { id: 'paymentTerm', width: 120 },
    { id: 'priority', width: 90 },
    { id: 'salesRep', width: 130 },
    { id: 'lineCount', width: 70 },
    { id: 'discount', width: 100 },
    'createdAt',
  ),
];
