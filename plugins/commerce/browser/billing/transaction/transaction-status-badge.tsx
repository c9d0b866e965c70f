import { StatusBadge } from '@millwright/core/browser';
import { type TransactionRow, transactionStates } from '../../../contracts/index.ts';

export function TransactionStatusBadge({ status }: Pick<TransactionRow, 'status'>) {
  return <StatusBadge tone={transactionStates.tones[status.code]}>{status.name}</StatusBadge>;
}
