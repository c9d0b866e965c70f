import { StatusBadge } from '@millwright/core/browser';
import type { TransactionRow } from '../../../contracts/index.ts';

const tones = { unallocated: 'warning', partly_allocated: 'info', allocated: 'success', void: 'neutral' } as const;

export function TransactionStatusBadge({ status }: Pick<TransactionRow, 'status'>) {
  return <StatusBadge tone={tones[status.code]}>{status.name}</StatusBadge>;
}
