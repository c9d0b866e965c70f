import { StatusBadge } from '@millwright/core/browser';

/** Whether sales earn commission. */
export function CommissionBadge({ isExempt }: { isExempt: boolean }) {
  return isExempt ? <StatusBadge>Exempt</StatusBadge> : <StatusBadge tone="success">Earned</StatusBadge>;
}

/** Whether freight is charged. */
export function FreightBadge({ isExempt }: { isExempt: boolean }) {
  return isExempt ? <StatusBadge>Exempt</StatusBadge> : <StatusBadge tone="info">Charged</StatusBadge>;
}
