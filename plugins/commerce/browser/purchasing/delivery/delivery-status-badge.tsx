import { StatusBadge } from '@millwright/core/browser';
import { type DeliveryStatus, supplierDeliveryStates } from '../../../contracts/index.ts';

export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  return <StatusBadge tone={supplierDeliveryStates.tones[status]}>{supplierDeliveryStates.names[status]}</StatusBadge>;
}
