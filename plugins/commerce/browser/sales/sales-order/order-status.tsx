import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import { type SalesOrderStatus, salesOrderStatuses, salesOrderStatusNames } from '../../../contracts/index.ts';

const tones: Record<SalesOrderStatus, StatusTone> = {
  bid_request: 'warning',
  estimate: 'neutral',
  issued: 'info',
  fulfilled: 'success',
  closed_short: 'danger',
};

/** The statuses to choose from. */
export const orderStatusOptions = salesOrderStatuses.map((value) => ({ value, label: salesOrderStatusNames[value] }));

/** Status of an order as text in its colour. */
export function OrderStatusBadge({ status }: { status: { code: SalesOrderStatus; name: string } }) {
  return <StatusBadge tone={tones[status.code]}>{status.name}</StatusBadge>;
}
