import { hidden, type ListedColumn, StatusBadge } from '@millwright/core/browser';
import type { PurchaseOrderRow } from '../../../contracts/index.ts';
import { addressText } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { ExpectedDay } from './purchase-order-status.tsx';

/** Columns for all fields of a purchase order. */
export const purchaseOrderColumns: readonly ListedColumn<PurchaseOrderRow>[] = [
  { id: 'number', width: 90 },
  'supplier',
  { id: 'status', width: 150 },
  { id: 'expectedOn', cell: (order) => <ExpectedDay day={order.expectedOn} />, width: 122 },
  {
    id: 'deliveryProgress',
    header: 'Stocked',
    // Drafts and requests have no expected deliveries.
    cell: (order) =>
      order.issuedAt !== null && <ProgressBar label={`Stocked of ${order.number}`} ratio={order.deliveryProgress} />,
    width: 116,
  },
  'issuedAt',
  { id: 'lineCount', width: 70 },
  'total',
  {
    id: 'emailSent',
    header: 'Mailed',
    cell: (order) => (order.emailSent ? <StatusBadge tone="success">Sent</StatusBadge> : 'No'),
    width: 84,
    defaultHidden: true,
  },
  ...hidden(
    { id: 'acceptsEmails', header: 'Has an address', width: 120 },
    { id: 'promisedAt', header: 'Wanted by' },
    { id: 'supplierNumber', csv: 'supplier.number', width: 130 },
    { id: 'priority', width: 90 },
  ),
  { id: 'shipTo', cell: (order) => order.shipTo && addressText(order.shipTo), width: 220, defaultHidden: true },
  ...hidden('completedAt', 'createdAt', 'updatedAt'),
];
