import { StatusBadge } from '@millwright/core/browser';
import type { ExpectedReceipt } from '../../../contracts/index.ts';

/** Whether something is still to come, and whether it should be here. */
export function ExpectedReceiptBadge({ receipt }: { receipt: Pick<ExpectedReceipt, 'isLate' | 'isOpen'> }) {
  if (receipt.isLate) return <StatusBadge tone="danger">Late</StatusBadge>;
  return receipt.isOpen ? <StatusBadge tone="info">Open</StatusBadge> : <StatusBadge>Closed</StatusBadge>;
}
