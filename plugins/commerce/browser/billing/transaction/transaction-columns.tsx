import { hidden, type ListedColumn } from '@millwright/core/browser';
import type { TransactionRow } from '../../../contracts/index.ts';

/** Type of a transaction, or of its adjustment. */
export const transactionKind = ({ type, adjustmentType }: Pick<TransactionRow, 'type' | 'adjustmentType'>): string =>
  adjustmentType ? adjustmentType.name : type.name;

export const transactionColumns: readonly ListedColumn<TransactionRow>[] = [
  { id: 'number', width: 104 },
  { id: 'customer', csv: ['customer.name', 'customer.number=Customer number'] },
  { id: 'type', csv: ['type.name', 'adjustmentType.name=Adjustment'], cell: transactionKind, width: 130 },
  { id: 'transactionMethod', header: 'Method', width: 104 },
  { id: 'reference', width: 130 },
  'date',
  'status',
  'amount',
  { id: 'open', header: 'Left' },
  ...hidden(
    'allocationCount',
    { id: 'orderNumber', header: 'Order', width: 90 },
    { id: 'note', width: 200 },
    { id: 'createdAt', header: 'Entered' },
  ),
];
