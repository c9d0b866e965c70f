import { DateText, type ListColumn, Money } from '@millwright/core/browser';
import type { TransactionRow } from '../../../contracts/index.ts';
import { TransactionStatusBadge } from './transaction-status-badge.tsx';

/** Type of a transaction, or of its adjustment. */
export const transactionKind = ({ type, adjustmentType }: Pick<TransactionRow, 'type' | 'adjustmentType'>): string =>
  adjustmentType ? adjustmentType.name : type.name;

export const transactionColumns: ListColumn<TransactionRow>[] = [
  { id: 'number', header: 'Number', cell: ({ number }) => number, sortable: true, width: 104 },
  {
    id: 'customer',
    csv: ['customer.name', 'customer.number=Customer number'],
    header: 'Customer',
    cell: ({ customer }) => customer.name,
    sortable: true,
  },
  {
    id: 'type',
    csv: ['type.name', 'adjustmentType.name=Adjustment'],
    header: 'Type',
    cell: transactionKind,
    width: 130,
  },
  {
    id: 'transactionMethod',
    csv: 'transactionMethod.name',
    header: 'Method',
    cell: ({ transactionMethod }) => transactionMethod?.name,
    width: 104,
  },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference, width: 130 },
  { id: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} />, sortable: true, width: 116 },
  {
    id: 'status',
    csv: 'status.name',
    header: 'Status',
    cell: ({ status }) => <TransactionStatusBadge status={status} />,
    width: 130,
  },
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amount }) => <Money value={amount} />,
    sortable: true,
    align: 'end',
    width: 112,
  },
  { id: 'open', header: 'Left', cell: ({ open }) => <Money value={open} />, sortable: true, align: 'end', width: 112 },
  {
    id: 'allocationCount',
    header: 'Allocations',
    cell: ({ allocationCount }) => allocationCount,
    align: 'end',
    width: 90,
    defaultHidden: true,
  },
  {
    id: 'orderNumber',
    header: 'Order',
    cell: ({ orderNumber }) => orderNumber,
    width: 90,
    defaultHidden: true,
  },
  { id: 'note', header: 'Note', cell: ({ note }) => note, width: 200, defaultHidden: true },
  {
    id: 'createdAt',
    header: 'Entered',
    cell: ({ createdAt }) => <DateText value={createdAt} />,
    sortable: true,
    width: 112,
    defaultHidden: true,
  },
];
