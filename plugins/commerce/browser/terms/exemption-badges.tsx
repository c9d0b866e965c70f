import { StatusBadge } from '@millwright/core/browser';

export function CommissionBadge({ isExempt }: { isExempt: boolean }) {
  return isExempt ? <StatusBadge>Exempt</StatusBadge> : <StatusBadge tone="success">Earned</StatusBadge>;
}

export function FreightBadge({ isExempt }: { isExempt: boolean }) {
  return isExempt ? <StatusBadge>Exempt</StatusBadge> : <StatusBadge tone="info">Charged</StatusBadge>;
}
