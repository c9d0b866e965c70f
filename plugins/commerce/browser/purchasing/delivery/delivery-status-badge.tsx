import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import { type DeliveryStatus, deliveryStatuses, deliveryStatusNames } from '../../../contracts/index.ts';

const tones: Record<DeliveryStatus, StatusTone> = {
  received: 'progress',
  accepted: 'success',
  partly_rejected: 'warning',
  rejected: 'danger',
  void: 'neutral',
};

/** Options of the status filter. */
export const deliveryStatusOptions = deliveryStatuses.map((value) => ({ value, label: deliveryStatusNames[value] }));

/** The state of a delivery. */
export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  return <StatusBadge tone={tones[status]}>{deliveryStatusNames[status]}</StatusBadge>;
}
