import { StatusBadge } from '@millwright/core/browser';
import { type ReceivingOrderStatus, receivingOrderStates } from '../../../contracts/index.ts';

/** Options of the status filter. */
export const receivingOrderStatusOptions = [{ value: 'open', label: 'Open' }, ...receivingOrderStates.options];

/** The state of a receiving order. */
export function ReceivingOrderStatusBadge({ status }: { status: ReceivingOrderStatus }) {
  return <StatusBadge tone={receivingOrderStates.tones[status]}>{receivingOrderStates.names[status]}</StatusBadge>;
}
