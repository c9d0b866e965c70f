import { DateText, DateTimeText, formats, type ListColumn } from '@millwright/core/browser';
import type { ReceivingOrderRow } from '../../../contracts/index.ts';
import { ExpectedDay } from '../purchase-order/purchase-order-status.tsx';
import { ReceivingOrderStatusBadge } from './receiving-order-status-badge.tsx';

/** Columns for all fields of a receiving order. */
export const receivingOrderColumns: readonly ListColumn<ReceivingOrderRow>[] = [
  { id: 'number', header: 'Number', cell: (order) => order.number, sortable: true, width: 90 },
  { id: 'supplier', csv: 'supplier.name', header: 'Supplier', cell: (order) => order.supplier.name, sortable: true },
  {
    id: 'purchaseOrder',
    csv: 'purchaseOrder.number',
    header: 'Order',
    cell: (order) => order.purchaseOrder?.number ?? 'None',
    width: 90,
  },
  {
    id: 'status',
    csv: 'status.name',
    header: 'Status',
    cell: (order) => <ReceivingOrderStatusBadge status={order.status.code} />,
    width: 120,
  },
  {
    id: 'expectedOn',
    header: 'Expected',
    cell: (order) => order.expectedOn && <ExpectedDay day={order.expectedOn} />,
    sortable: true,
    width: 150,
  },
  { id: 'lineCount', header: 'Lines', cell: (order) => order.lineCount, align: 'end', width: 70 },
  {
    id: 'completionPercentage',
    header: 'Put away',
    cell: (order) => formats().percent(order.completionPercentage / 100),
    align: 'end',
    width: 90,
  },
  {
    id: 'createdAt',
    header: 'Opened',
    cell: (order) => <DateText value={order.createdAt} />,
    sortable: true,
    width: 112,
  },
  {
    id: 'completedAt',
    header: 'Completed',
    cell: (order) => order.completedAt && <DateTimeText value={order.completedAt} />,
    sortable: true,
    width: 150,
    defaultHidden: true,
  },
  { id: 'note', header: 'Note', cell: (order) => order.note, width: 180, defaultHidden: true },
];
