import { hidden, type ListedColumn, StatusBadge } from '@millwright/core/browser';
import type { DeliveryRow } from '../../../contracts/index.ts';
import { DeliveryStatusBadge } from './delivery-status-badge.tsx';

/** Columns for all fields of a delivery. */
export const deliveryColumns: readonly ListedColumn<DeliveryRow>[] = [
  { id: 'number', width: 90 },
  'supplier',
  { id: 'purchaseOrder', header: 'Order', cell: (delivery) => delivery.purchaseOrder?.number ?? 'None', width: 90 },
  {
    id: 'status',
    cell: (delivery) => (
      <>
        <DeliveryStatusBadge status={delivery.status.code} />{' '}
        {delivery.isToReturn && <StatusBadge tone="warning">To return</StatusBadge>}
      </>
    ),
    width: 210,
  },
  { id: 'lineCount', width: 70 },
  { id: 'receivedAt', instant: 'exact', width: 150 },
  { id: 'reference', header: 'Delivery note', width: 130 },
  ...hidden(
    { id: 'receivingOrder', width: 120 },
    { id: 'acceptedAt', instant: 'exact', width: 150 },
    { id: 'receivedBy', width: 140 },
  ),
];
