import { DateText, type ListColumn, Money, StatusBadge } from '@millwright/core/browser';
import type { PurchaseOrderRow } from '../../../contracts/index.ts';
import { addressText } from '../../document/order-address.tsx';
import { ProgressBar } from '../../document/order-progress.tsx';
import { ExpectedDay, PurchaseOrderStatusBadge } from './purchase-order-status.tsx';

/** Columns for all fields of a purchase order. */
export const purchaseOrderColumns: readonly ListColumn<PurchaseOrderRow>[] = [
  { id: 'number', header: 'Number', cell: (order) => order.number, sortable: true, width: 90 },
  { id: 'supplier', csv: 'supplier.name', header: 'Supplier', cell: (order) => order.supplier.name, sortable: true },
  {
    id: 'status',
    csv: 'status.name',
    header: 'Status',
    cell: (order) => <PurchaseOrderStatusBadge status={order.status} />,
    width: 150,
  },
  {
    id: 'expectedOn',
    header: 'Expected',
    cell: (order) => <ExpectedDay day={order.expectedOn} />,
    sortable: true,
    width: 122,
  },
  {
    id: 'deliveryProgress',
    header: 'Stocked',
    // Drafts and requests have no expected deliveries.
    cell: (order) =>
      order.issuedAt !== null && <ProgressBar label={`Stocked of ${order.number}`} ratio={order.deliveryProgress} />,
    width: 116,
  },
  {
    id: 'issuedAt',
    header: 'Issued',
    cell: (order) => <DateText value={order.issuedAt} />,
    sortable: true,
    width: 112,
  },
  { id: 'lineCount', header: 'Lines', cell: (order) => order.lineCount, align: 'end', width: 70 },
  {
    id: 'total',
    header: 'Total',
    cell: (order) => <Money value={order.total} />,
    sortable: true,
    align: 'end',
    width: 112,
  },
  {
    id: 'emailSent',
    header: 'Mailed',
    cell: (order) => (order.emailSent ? <StatusBadge tone="success">Sent</StatusBadge> : 'No'),
    width: 84,
    defaultHidden: true,
  },
  {
    id: 'acceptsEmails',
    header: 'Has an address',
    cell: (order) => (order.acceptsEmails ? 'Yes' : 'No'),
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'promisedAt',
    header: 'Wanted by',
    cell: (order) => <DateText value={order.promisedAt} />,
    sortable: true,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'supplierNumber',
    csv: 'supplier.number',
    header: 'Supplier number',
    cell: (order) => order.supplier.number,
    width: 130,
    defaultHidden: true,
  },
  {
    id: 'priority',
    csv: 'priority.name',
    header: 'Priority',
    cell: (order) => order.priority?.name,
    width: 90,
    defaultHidden: true,
  },
  {
    id: 'shipTo',
    csv: 'shipTo.name',
    header: 'Ship to',
    cell: (order) => order.shipTo && addressText(order.shipTo),
    width: 220,
    defaultHidden: true,
  },
  {
    id: 'completedAt',
    header: 'Completed',
    cell: (order) => <DateText value={order.completedAt} />,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (order) => <DateText value={order.createdAt} />,
    sortable: true,
    width: 112,
    defaultHidden: true,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    cell: (order) => <DateText value={order.updatedAt} />,
    width: 112,
    defaultHidden: true,
  },
];
