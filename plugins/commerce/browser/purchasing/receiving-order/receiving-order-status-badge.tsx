import { StatusBadge } from '@millwright/core/browser';
import { type ReceivingOrderStatus, receivingOrderStates } from '../../../contracts/index.ts';

/** Options of the status filter; 'open' covers several statuses. */
export const receivingOrderStatusOptions = [{ value: 'open', label: 'Open' }, ...receivingOrderStates.options];

export function ReceivingOrderStatusBadge({ status }: { status: ReceivingOrderStatus }) {
  return <StatusBadge tone={receivingOrderStates.tones[status]}>{receivingOrderStates.names[status]}</StatusBadge>;
}
