import { DateText, formats, StatusBadge, type StatusTone } from '@millwright/core/browser';
import { type PurchaseOrderStatus, purchaseOrderStatuses, purchaseOrderStatusNames } from '../../../contracts/index.ts';

const tones: Record<PurchaseOrderStatus, StatusTone> = {
  bid_request: 'warning',
  estimate: 'neutral',
  issued: 'info',
  fulfilled: 'success',
  closed_short: 'danger',
};

/** The statuses to choose from. */
export const purchaseOrderStatusOptions = purchaseOrderStatuses.map((value) => ({
  value,
  label: purchaseOrderStatusNames[value],
}));

/** Status of an order as text in its colour. */
export function PurchaseOrderStatusBadge({ status }: { status: { code: PurchaseOrderStatus; name: string } }) {
  return <StatusBadge tone={tones[status.code]}>{status.name}</StatusBadge>;
}

/** A day on which something is expected; marked once it has passed. */
export function ExpectedDay({ day }: { day: string | null }) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: formats().settings.timeZone }).format(new Date());
  const text = <DateText value={day} />;
  return day !== null && day < today ? <StatusBadge tone="danger">{text}</StatusBadge> : text;
}
