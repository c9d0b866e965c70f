import { Stack, Text } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  LinkText,
  ListScreen,
  noteTab,
  RecordScreen,
  toast,
  useClient,
  useSession,
} from '@millwright/core/browser';
import {
  listProductionRunBatches,
  type ProductionRun,
  productionRunStates,
  productionRuns,
} from '../../contracts/index.ts';
import { batchColumns } from '../batch/batch-columns.tsx';
import { useBatchLabels } from '../batch/use-batch-labels.ts';
import { RunProgress, RunStatus } from './production-run-list.screen.tsx';

function BatchPanel({ run }: { run: ProductionRun }) {
  const session = useSession();
  return (
    <ListScreen
      embedded
      name="production-run-batches"
      title="Batches"
      endpoint={listProductionRunBatches}
      params={{ productionRunID: run.id }}
      searchPlaceholder="Number"
      columns={batchColumns}
      filters={['status']}
      rowHref={session.canOpen('/dashboard/batch-flow') ? (batch) => `/dashboard/batch-flow/${batch.id}` : undefined}
      rowLabel={(batch) => batch.number}
      empty={{ title: 'Nothing planned yet', text: 'Edit the run to say what shall be made.', icon: 'layers' }}
    />
  );
}

function Orders({ orders }: Pick<ProductionRun, 'orders'>) {
  const { canOpen } = useSession();
  if (!orders.length) return <Text c="dimmed">It is made for stock.</Text>;
  return (
    <Stack gap={4}>
      {orders.map(({ id, number }) =>
        canOpen('/dashboard/sales-orders') ? (
          <LinkText key={id} to={`/dashboard/sales-orders/${id}`}>
            {number}
          </LinkText>
        ) : (
          <Text key={id}>{number}</Text>
        ),
      )}
    </Stack>
  );
}

export function ProductionRunScreen() {
  const session = useSession();
  const client = useClient();
  const print = useBatchLabels();
  const printAll = async (productionRunID: string) => {
    const { items } = await client.call(listProductionRunBatches, {
      params: { productionRunID },
      query: { status: ['planned', 'open'], take: 300 },
    });
    if (items.length)
      await print(
        items.map((batch) => batch.id),
        'pdf',
      );
    else toast.error('All batches of this run are closed');
  };
  return (
    <RecordScreen
      record={productionRuns}
      deletion={({ number, status }) => ({ name: `run ${number}`, disabled: productionRunStates.is.started(status) })}
      title={({ number }) => `Run ${number}`}
      status={(data) => <RunStatus {...data} />}
      menu={({ id, batchCount }) => [
        session.can('batches:read') && {
          label: 'Print traveller labels',
          icon: 'printer',
          disabled: batchCount === 0,
          onClick: () => void printAll(id),
        },
      ]}
      summary={(data) => [
        { label: 'Batches closed', value: <RunProgress {...data} /> },
        { label: 'Due', value: data.dueAt ? <DateText value={data.dueAt} /> : 'Not said' },
        { label: 'Makes', value: data.skus.join(', ') || 'Nothing yet' },
        { label: 'Responsible', value: data.responsibleUser?.name ?? 'Nobody' },
      ]}
      tabs={[
        { id: 'batches', label: 'Batches', render: (data) => <BatchPanel run={data} /> },
        { id: 'orders', label: 'Orders', render: (data) => <Orders {...data} /> },
        noteTab('notes', 'Notes'),
      ]}
      facts={(data) => [
        { label: 'Started', value: data.startedAt && <DateTimeText value={data.startedAt} /> },
        { label: 'Completed', value: data.completedAt && <DateTimeText value={data.completedAt} /> },
      ]}
    />
  );
}
