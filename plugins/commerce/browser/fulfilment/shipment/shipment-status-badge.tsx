import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import { type ShipmentStatus, shipmentStatuses, shipmentStatusNames } from '../../../contracts/index.ts';

const tones: Record<ShipmentStatus, StatusTone> = { packed: 'progress', shipped: 'success', void: 'neutral' };

/** Options of the status filter; void ones are shown where they are asked for. */
export const shipmentStatusOptions = [
  ...shipmentStatuses.map((value) => ({ value, label: shipmentStatusNames[value] })),
  { value: 'all', label: 'All' },
];

/** The status of a shipment. */
export function ShipmentStatusBadge({ status }: { status: ShipmentStatus }) {
  return <StatusBadge tone={tones[status]}>{shipmentStatusNames[status]}</StatusBadge>;
}
