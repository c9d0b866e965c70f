import { Button, Modal } from '@mantine/core';
import type { SalesOrder } from '@millwright/commerce/contracts';
import { LoadingState, useEndpoint, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { getEdiDocument, listEdiDocuments } from '../../../contracts/index.ts';
import { PurchaseOrderAsSent } from './purchase-order-as-sent.tsx';
import { RecordDocuments } from './record-documents.tsx';

/** The purchase order of an order, loaded when it is opened. */
function AsSent({ documentID }: { documentID: string }) {
  const document = useEndpoint(getEdiDocument, { params: { ediDocumentID: documentID } });
  return document.data ? <PurchaseOrderAsSent segments={document.data.segments} /> : <LoadingState />;
}

/** Below an order's facts: the purchase order as the partner sent it, and our answers. */
export function OrderDocumentsSlot({ order }: { order: SalesOrder }) {
  const { can, isPortal } = useSession();
  const [isOpen, setOpen] = useState(false);
  // The newest document, because a later one may have replaced the first.
  const query = {
    recordIDs: [order.id],
    type: ['850'],
    sortBy: 'createdAt' as const,
    sortOrder: 'desc' as const,
    take: 1,
  };
  const came = useEndpoint(listEdiDocuments, { query }, { enabled: can('edi_runs:read') && !isPortal });
  const [document] = came.data?.items ?? [];
  return (
    <>
      <RecordDocuments recordID={order.id}>
        {document && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            As sent
          </Button>
        )}
      </RecordDocuments>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="As the partner sent it" size="lg">
        {document && <AsSent documentID={document.id} />}
      </Modal>
    </>
  );
}
