import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import { type CustomerStatus, customerStatusNames } from '../../../contracts/index.ts';

const tones: Record<CustomerStatus, StatusTone> = {
  hold_all: 'danger',
  hold_shipment: 'warning',
  normal: 'neutral',
  preferred: 'success',
};

/** The hold status of a customer. */
export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  return <StatusBadge tone={tones[status]}>{customerStatusNames[status]}</StatusBadge>;
}
