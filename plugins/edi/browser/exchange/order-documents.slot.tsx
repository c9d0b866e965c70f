import type { SalesOrder } from '@millwright/commerce/contracts';
import { RecordDocuments } from './record-documents.tsx';

/** Below an order's facts: the purchase order as the partner sent it, and what we answered. */
export function OrderDocumentsSlot({ order }: { order: SalesOrder }) {
  return <RecordDocuments recordID={order.id} />;
}
