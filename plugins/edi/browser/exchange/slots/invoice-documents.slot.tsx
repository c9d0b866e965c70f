import type { Invoice } from '@millwright/commerce/contracts';
import { invoiceStates } from '@millwright/commerce/contracts';
import { RecordDocuments, ResubmitInvoice } from './record-documents.tsx';

/** EDI documents of an invoice, below its facts. */
export function InvoiceDocumentsSlot({ invoice }: { invoice: Invoice }) {
  const isOffered = invoice.customer.isEdiEnabled && invoiceStates.is.live(invoice.status.code);
  return (
    <RecordDocuments recordID={invoice.id}>{isOffered && <ResubmitInvoice invoiceID={invoice.id} />}</RecordDocuments>
  );
}
