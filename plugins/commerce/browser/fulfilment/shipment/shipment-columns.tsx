import { Anchor } from '@mantine/core';
import { formats, hidden, type ListedColumn } from '@millwright/core/browser';
import type { ShipmentRow } from '../../../contracts/index.ts';

const pounds = (weight: number): string => (weight > 0 ? `${formats().number(weight)} lb` : '');

/** Columns for all fields of a shipment. */
export const shipmentColumns: readonly ListedColumn<ShipmentRow>[] = [
  { id: 'number', width: 90 },
  'customer',
  { id: 'order', width: 90 },
  { id: 'status', width: 100 },
  { id: 'caseCount', width: 70 },
  {
    id: 'freightWeight',
    header: 'Weight',
    cell: (shipment) => pounds(shipment.freightWeight),
    align: 'end',
    width: 90,
  },
  {
    id: 'carrier',
    cell: ({ carrier, carrierOption, carrierName }) =>
      [carrierName ?? carrier?.name, carrierOption?.name].filter(Boolean).join(', '),
    width: 150,
  },
  { id: 'createdAt', header: 'Packed' },
  { id: 'shippedAt', instant: 'exact', width: 150 },
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
  ...hidden({ id: 'customerPO', csv: 'order.customerPO', width: 120 }),
  {
    id: 'estimatedWeight',
    cell: (shipment) => pounds(shipment.estimatedWeight),
    align: 'end',
    width: 120,
    defaultHidden: true,
  },
  ...hidden(
    { id: 'freightAmount', header: 'Freight', width: 90 },
    { id: 'salesRep', width: 130 },
    { id: 'billOfLading', width: 130 },
  ),
];
