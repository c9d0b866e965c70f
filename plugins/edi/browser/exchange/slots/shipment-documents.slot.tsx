import type { Shipment } from '@millwright/commerce/contracts';
import { RecordDocuments } from './record-documents.tsx';

/** The shipping notice of a shipment, below its facts. */
export function ShipmentDocumentsSlot({ shipment }: { shipment: Shipment }) {
  return <RecordDocuments recordID={shipment.id} />;
}
