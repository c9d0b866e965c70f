import { StatusBadge } from '@millwright/core/browser';
import { type ShipmentStatus, shipmentStates } from '../../../contracts/index.ts';

/** Options of the status filter; 'All' includes void shipments, which are hidden by default. */
export const shipmentStatusOptions = [...shipmentStates.options, { value: 'all', label: 'All' }];

export function ShipmentStatusBadge({ status }: { status: ShipmentStatus }) {
  return <StatusBadge tone={shipmentStates.tones[status]}>{shipmentStates.names[status]}</StatusBadge>;
}
