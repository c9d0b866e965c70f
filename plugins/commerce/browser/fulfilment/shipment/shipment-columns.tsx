import { Anchor } from '@mantine/core';
import { DateText, DateTimeText, formats, type ListColumn, Money } from '@millwright/core/browser';
import type { ShipmentRow } from '../../../contracts/index.ts';
import { ShipmentStatusBadge } from './shipment-status-badge.tsx';

const pounds = (weight: number): string => (weight > 0 ? `${formats().number(weight)} lb` : '');

/** Columns for all fields of a shipment. */
export const shipmentColumns: readonly ListColumn<ShipmentRow>[] = [
  { id: 'number', header: 'Number', cell: (shipment) => shipment.number, sortable: true, width: 90 },
  {
    id: 'customer',
    csv: 'customer.name',
    header: 'Customer',
    cell: (shipment) => shipment.customer.name,
    sortable: true,
  },
  { id: 'order', csv: 'order.number', header: 'Order', cell: (shipment) => shipment.order.number, width: 90 },
  {
    id: 'status',
    csv: 'status.name',
    header: 'Status',
    cell: (shipment) => <ShipmentStatusBadge status={shipment.status.code} />,
    width: 100,
  },
  { id: 'caseCount', header: 'Cases', cell: (shipment) => shipment.caseCount, align: 'end', width: 70 },
  {
    id: 'freightWeight',
    header: 'Weight',
    cell: (shipment) => pounds(shipment.freightWeight),
    align: 'end',
    width: 90,
  },
  {
    id: 'carrier',
    csv: 'carrier.name',
    header: 'Carrier',
    cell: ({ carrier, carrierOption, carrierName }) =>
      [carrierName ?? carrier?.name, carrierOption?.name].filter(Boolean).join(', '),
    width: 150,
  },
  {
    id: 'createdAt',
    header: 'Packed',
    cell: (shipment) => <DateText value={shipment.createdAt} />,
    sortable: true,
    width: 112,
  },
  {
    id: 'shippedAt',
    header: 'Shipped',
    cell: (shipment) => shipment.shippedAt && <DateTimeText value={shipment.shippedAt} />,
    sortable: true,
    width: 150,
  },
  {
    id: 'masterTrackingNumber',
    header: 'Tracking',
    cell: ({ masterTrackingNumber, trackingURL }) =>
      trackingURL ? (
        <Anchor href={trackingURL} target="_blank" rel="noreferrer" size="sm">
          {masterTrackingNumber}
        </Anchor>
      ) : (
        masterTrackingNumber
      ),
    width: 150,
    defaultHidden: true,
  },
  {
    id: 'customerPO',
    csv: 'order.customerPO',
    header: 'Customer PO',
    cell: (shipment) => shipment.order.customerPO,
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'estimatedWeight',
    header: 'Estimated weight',
    cell: (shipment) => pounds(shipment.estimatedWeight),
    align: 'end',
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'freightAmount',
    header: 'Freight',
    cell: (shipment) => shipment.freightAmount !== null && <Money value={shipment.freightAmount} />,
    align: 'end',
    width: 90,
    defaultHidden: true,
  },
  {
    id: 'salesRep',
    csv: 'salesRep.name',
    header: 'Sales rep',
    cell: (shipment) => shipment.salesRep?.name,
    width: 130,
    defaultHidden: true,
  },
  {
    id: 'billOfLading',
    header: 'Bill of lading',
    cell: (shipment) => shipment.billOfLading,
    width: 130,
    defaultHidden: true,
  },
];
