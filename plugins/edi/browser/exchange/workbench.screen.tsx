import { Button, FileButton, Group, Paper, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { LinkButton, ListScreen, toast, useEndpoint, useEndpointMutation, useSession } from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  documentTypeNames,
  type EdiRun,
  getEdiInbox,
  holdReasonNames,
  listEdiDocuments,
  pullOrders,
  reprocessEdiDocuments,
  sendEdiDocuments,
  uploadEdiFile,
} from '../../contracts/index.ts';
import { partnerSource } from '../record-sources.ts';
import { documentColumns, documentName } from './document-columns.tsx';

const told = ({
  fileCount,
  duplicateCount,
  importedCount,
  heldCount,
  sentCount,
  messages,
  hasSucceeded,
}: EdiRun): void => {
  const parts = [
    fileCount && `${fileCount} ${fileCount === 1 ? 'file' : 'files'}`,
    duplicateCount && `${duplicateCount} came before`,
    importedCount && `${importedCount} taken over`,
    heldCount && `${heldCount} held`,
    sentCount && `${sentCount} sent`,
  ].filter(Boolean);
  if (hasSucceeded) toast.success(parts.length ? parts.join(', ') : 'Nothing waits');
  else toast.error(messages[0] ?? 'It did not succeed');
};

/**
 * Held documents by reason. A click filters the list; a cause that several documents share can be reprocessed for all.
 */
function Inbox() {
  const inbox = useEndpoint(getEdiInbox, {}, { refetchInterval: 30_000 });
  const [search, setSearch] = useSearchParams();
  const { can } = useSession();
  const again = useEndpointMutation(reprocessEdiDocuments);
  const { data } = inbox;
  if (!data) return null;
  const chosen = search.get('reasons');
  const choose = (name: string, value: string | null) => {
    const next = new URLSearchParams(search);
    for (const other of ['reasons', 'isOverdue', 'delivery', 'isWaiting', 'page']) next.delete(other);
    if (value !== null && search.get(name) !== value) next.set(name, value);
    setSearch(next);
  };
  const shared = data.reasons
    .filter(({ reason }) => reason === chosen)
    .flatMap(({ causes }) => causes.filter(({ count }) => count > 1));
  const reprocess = async (cause: string) => {
    try {
      const { imported, held } = await again.mutateAsync({ body: { cause } });
      toast.success(`${imported} taken over, ${held} still wait`);
    } catch (error) {
      toast.error(error);
    }
  };
  const tile = (key: string, label: string, count: number, isChosen: boolean, onClick: () => void) => (
    <UnstyledButton key={key} onClick={onClick} aria-pressed={isChosen}>
      <Paper withBorder p="sm" bg={isChosen ? 'var(--mantine-primary-color-light)' : undefined}>
        <Text fw={700} size="lg">
          {count}
        </Text>
        <Text size="sm">{label}</Text>
      </Paper>
    </UnstyledButton>
  );
  const isEmpty = !data.reasons.length && !data.overdue && !data.unsent;
  return (
    <>
      {isEmpty ? (
        <Text c="dimmed" size="sm" mb="md" mx={20}>
          Nothing waits for you.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} mb="md" mx={20} role="group" aria-label="What waits, by reason">
          {data.reasons.map(({ reason, count }) =>
            tile(reason, holdReasonNames[reason], count, chosen === reason, () => choose('reasons', reason)),
          )}
          {data.overdue > 0 &&
            tile('overdue', 'Past their deadline', data.overdue, search.get('isOverdue') === 'true', () =>
              choose('isOverdue', 'true'),
            )}
          {data.unsent > 0 &&
            tile('unsent', 'To be sent', data.unsent, search.get('delivery') === 'pending', () =>
              choose('delivery', 'pending'),
            )}
        </SimpleGrid>
      )}
      {can('edi_runs:update') &&
        shared.map(({ cause, message, count }) => (
          <Group key={cause} mb="xs" mx={20} gap="sm">
            <Text size="sm">{message}</Text>
            <Button size="compact-sm" variant="default" loading={again.isPending} onClick={() => void reprocess(cause)}>
              Process all {count} again
            </Button>
          </Group>
        ))}
    </>
  );
}

export function WorkbenchScreen() {
  const { can } = useSession();
  const pull = useEndpointMutation(pullOrders);
  const send = useEndpointMutation(sendEdiDocuments);
  const upload = useEndpointMutation(uploadEdiFile);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<EdiRun>) => {
    setBusy(true);
    try {
      told(await work());
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ListScreen
      name="edi-workbench"
      title="EDI workbench"
      endpoint={listEdiDocuments}
      searchPlaceholder="Purchase order, shipment, invoice, file"
      columns={documentColumns}
      filters={[
        { name: 'reasons', label: 'Reason' },
        { name: 'type', label: 'Document', options: codeOptions(documentTypeNames) },
        { name: 'direction', label: 'Way' },
        { name: 'partnerIDs', options: partnerSource },
        'processing',
        'delivery',
        'acknowledgment',
        { name: 'isWaiting', yes: 'Waits for a person', no: 'Does not wait' },
        { name: 'isOverdue', label: 'Deadline', yes: 'Overdue', no: 'In time' },
      ]}
      views={[
        { id: 'waiting', name: 'Waiting', query: 'isWaiting=true' },
        { id: 'orders', name: 'Orders', query: 'type=850' },
        { id: 'overdue', name: 'Overdue', query: 'isOverdue=true' },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={({ id }) => `/dashboard/edi/${id}`}
      rowLabel={({ type, businessKey }) => `${documentName(type)} ${businessKey ?? ''}`}
      actions={
        <Group gap="xs">
          <LinkButton to="/dashboard/edi-runs" variant="default">
            Runs
          </LinkButton>
          {can('edi_runs:create') && (
            <FileButton
              onChange={(file) =>
                file && void attempt(() => upload.mutateAsync({ query: { name: file.name }, body: file }))
              }
            >
              {(props) => (
                <Button {...props} variant="default" disabled={isBusy}>
                  Upload
                </Button>
              )}
            </FileButton>
          )}
          {can('edi_runs:update') && (
            <>
              <Button variant="default" disabled={isBusy} onClick={() => void attempt(() => send.mutateAsync({}))}>
                Send
              </Button>
              <Button loading={isBusy} onClick={() => void attempt(() => pull.mutateAsync({ body: {} }))}>
                Fetch orders
              </Button>
            </>
          )}
        </Group>
      }
      empty={{
        title: 'Nothing was exchanged yet',
        text: 'Set up a partner with a connection; orders that it sends appear here, with what keeps them.',
        icon: 'inbox',
      }}
    >
      <Inbox />
    </ListScreen>
  );
}
