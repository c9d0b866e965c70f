import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import {
  type ReceivingOrderStatus,
  receivingOrderStatuses,
  receivingOrderStatusNames,
} from '../../../contracts/index.ts';

const tones: Record<ReceivingOrderStatus, StatusTone> = {
  expected: 'info',
  at_dock: 'progress',
  completed: 'success',
  void: 'neutral',
};

/** Options of the status filter. */
export const receivingOrderStatusOptions = [
  { value: 'open', label: 'Open' },
  ...receivingOrderStatuses.map((value) => ({ value, label: receivingOrderStatusNames[value] })),
];

/** The state of a receiving order. */
export function ReceivingOrderStatusBadge({ status }: { status: ReceivingOrderStatus }) {
  return <StatusBadge tone={tones[status]}>{receivingOrderStatusNames[status]}</StatusBadge>;
}
