import { formats, hidden, type ListedColumn } from '@millwright/core/browser';
import type { ReceivingOrderRow } from '../../../contracts/index.ts';
import { ExpectedDay } from '../purchase-order/purchase-order-status.tsx';

/** Columns for all fields of a receiving order. */
export const receivingOrderColumns: readonly ListedColumn<ReceivingOrderRow>[] = [
  { id: 'number', width: 90 },
  'supplier',
  { id: 'purchaseOrder', header: 'Order', cell: (order) => order.purchaseOrder?.number ?? 'None', width: 90 },
  'status',
  { id: 'expectedOn', cell: (order) => order.expectedOn && <ExpectedDay day={order.expectedOn} />, width: 150 },
  { id: 'lineCount', width: 70 },
  {
    id: 'completionPercentage',
    header: 'Put away',
    cell: (order) => formats().percent(order.completionPercentage / 100),
    align: 'end',
    width: 90,
  },
  { id: 'createdAt', header: 'Opened' },
  ...hidden({ id: 'completedAt', instant: 'exact', width: 150 }, { id: 'note', width: 180 }),
];
