import { StatusBadge } from '@millwright/core/browser';
import { type SalesOrderStatus, salesOrderStates } from '../../../contracts/index.ts';

/** The statuses to choose from. */
export const orderStatusOptions = salesOrderStates.options;

/** Status of an order as text in its colour. */
export function OrderStatusBadge({ status }: { status: { code: SalesOrderStatus; name: string } }) {
  return <StatusBadge tone={salesOrderStates.tones[status.code]}>{status.name}</StatusBadge>;
}
