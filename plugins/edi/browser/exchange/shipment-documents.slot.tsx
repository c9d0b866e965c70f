import type { Shipment } from '@millwright/commerce/contracts';
import { RecordDocuments } from './record-documents.tsx';

/** Below a shipment's facts: its shipping notice. */
export function ShipmentDocumentsSlot({ shipment }: { shipment: Shipment }) {
  return <RecordDocuments recordID={shipment.id} />;
}
