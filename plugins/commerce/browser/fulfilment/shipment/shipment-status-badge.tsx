import { StatusBadge } from '@millwright/core/browser';
import { type ShipmentStatus, shipmentStates } from '../../../contracts/index.ts';

/** Options of the status filter; void ones are shown where they are asked for. */
export const shipmentStatusOptions = [...shipmentStates.options, { value: 'all', label: 'All' }];

/** The status of a shipment. */
export function ShipmentStatusBadge({ status }: { status: ShipmentStatus }) {
  return <StatusBadge tone={shipmentStates.tones[status]}>{shipmentStates.names[status]}</StatusBadge>;
}
