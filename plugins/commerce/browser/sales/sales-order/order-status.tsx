import { StatusBadge } from '@millwright/core/browser';
import { type SalesOrderStatus, salesOrderStates } from '../../../contracts/index.ts';

export const orderStatusOptions = salesOrderStates.options;

export function OrderStatusBadge({ status }: { status: { code: SalesOrderStatus; name: string } }) {
  return <StatusBadge tone={salesOrderStates.tones[status.code]}>{status.name}</StatusBadge>;
}
