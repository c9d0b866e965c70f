import { DateText, formats, StatusBadge } from '@millwright/core/browser';
import { type PurchaseOrderStatus, purchaseOrderStates } from '../../../contracts/index.ts';

export const purchaseOrderStatusOptions = purchaseOrderStates.options;

export function PurchaseOrderStatusBadge({ status }: { status: { code: PurchaseOrderStatus; name: string } }) {
  return <StatusBadge tone={purchaseOrderStates.tones[status.code]}>{status.name}</StatusBadge>;
}

/** An expected day, highlighted when it is past. */
export function ExpectedDay({ day }: { day: string | null }) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: formats().settings.timeZone }).format(new Date());
  const text = <DateText value={day} />;
  return day !== null && day < today ? <StatusBadge tone="danger">{text}</StatusBadge> : text;
}
