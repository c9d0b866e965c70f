import { StatusBadge } from '@millwright/core/browser';
import type { ExpectedReceipt } from '../../../../contracts/index.ts';

/** State of an expected receipt: late, open or closed. */
export function ExpectedReceiptBadge({ receipt }: { receipt: Pick<ExpectedReceipt, 'isLate' | 'isOpen'> }) {
  if (receipt.isLate) return <StatusBadge tone="danger">Late</StatusBadge>;
  return receipt.isOpen ? <StatusBadge tone="info">Open</StatusBadge> : <StatusBadge>Closed</StatusBadge>;
}
