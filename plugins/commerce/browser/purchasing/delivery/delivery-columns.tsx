import { DateTimeText, type ListColumn, StatusBadge } from '@millwright/core/browser';
import type { DeliveryRow } from '../../../contracts/index.ts';
import { DeliveryStatusBadge } from './delivery-status-badge.tsx';

/** Columns for all fields of a delivery. */
export const deliveryColumns: readonly ListColumn<DeliveryRow>[] = [
  { id: 'number', header: 'Number', cell: (delivery) => delivery.number, sortable: true, width: 90 },
  {
    id: 'supplier',
    csv: 'supplier.name',
    header: 'Supplier',
    cell: (delivery) => delivery.supplier.name,
    sortable: true,
  },
  {
    id: 'purchaseOrder',
    csv: 'purchaseOrder.number',
    header: 'Order',
    cell: (delivery) => delivery.purchaseOrder?.number ?? 'None',
    width: 90,
  },
  {
    id: 'status',
    csv: 'status.name',
    header: 'Status',
    cell: (delivery) => (
      <>
        <DeliveryStatusBadge status={delivery.status.code} />{' '}
        {delivery.isToReturn && <StatusBadge tone="warning">To return</StatusBadge>}
      </>
    ),
    width: 210,
  },
  { id: 'lineCount', header: 'Lines', cell: (delivery) => delivery.lineCount, align: 'end', width: 70 },
  {
    id: 'receivedAt',
    header: 'Received',
    cell: (delivery) => <DateTimeText value={delivery.receivedAt} />,
    sortable: true,
    width: 150,
  },
  { id: 'reference', header: 'Delivery note', cell: (delivery) => delivery.reference, width: 130 },
  {
    id: 'receivingOrder',
    csv: 'receivingOrder.number',
    header: 'Receiving order',
    cell: (delivery) => delivery.receivingOrder.number,
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'acceptedAt',
    header: 'Accepted',
    cell: (delivery) => delivery.acceptedAt && <DateTimeText value={delivery.acceptedAt} />,
    width: 150,
    defaultHidden: true,
  },
  {
    id: 'receivedBy',
    header: 'Received by',
    cell: (delivery) => delivery.receivedBy,
    width: 140,
    defaultHidden: true,
  },
];
