import { Button, Group, Stack, Text } from '@mantine/core';
import {
  DateTimeText,
  LinkText,
  Panel,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import type { ReactNode } from 'react';
import { listEdiDocuments, resubmitInvoice } from '../../../contracts/index.ts';
import { DocumentState, documentName } from '../document-columns.tsx';

/** EDI documents of an order, shipment or invoice; hidden if there are none. */
export function RecordDocuments({ recordID, children }: { recordID: string; children?: ReactNode }) {
  const { can, isPortal } = useSession();
  const isAllowed = can('edi_runs:read') && !isPortal;
  const documents = useEndpoint(
    listEdiDocuments,
    { query: { recordIDs: [recordID], sortBy: 'createdAt' } },
    { enabled: isAllowed },
  );
  if (!isAllowed || (!documents.data?.items.length && !children)) return null;
  return (
    <Panel title="EDI" actions={children}>
      <Stack gap="xs">
        {documents.data?.items.map((document) => (
          <Group key={document.id} gap="sm">
            <LinkText to={`/dashboard/edi/${document.id}`} size="sm">
              {documentName(document.type)}
            </LinkText>
            <DocumentState {...document} />
            <Text size="sm" c="dimmed">
              <DateTimeText value={document.createdAt} relative />
            </Text>
          </Group>
        ))}
        {!documents.data?.items.length && (
          <Text size="sm" c="dimmed">
            Nothing was sent by EDI yet.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Sends the invoice by EDI again. */
export function ResubmitInvoice({ invoiceID }: { invoiceID: string }) {
  const { can } = useSession();
  const resubmit = useEndpointMutation(resubmitInvoice);
  if (!can('edi_runs:update')) return null;
  const send = async () => {
    try {
      await resubmit.mutateAsync({ body: { invoiceID } });
      toast.success('The invoice goes out by EDI');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Button size="compact-sm" variant="default" loading={resubmit.isPending} onClick={() => void send()}>
      Send by EDI
    </Button>
  );
}
