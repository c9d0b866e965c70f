import { Stack, Table, Text } from '@mantine/core';
import {
  DateTimeText,
  LinkText,
  LoadingState,
  late,
  Panel,
  PendingState,
  Quantity,
  RecordScreen,
  useEndpoint,
} from '@millwright/core/browser';
import type { ComponentProps } from 'react';
import {
  type Batch,
  type BatchFlow,
  batchEventNames,
  batches,
  batchStates,
  getBatchFlow,
} from '../../contracts/index.ts';
import { BatchStatusBadge } from './batch-columns.tsx';
import type { BatchTree as Tree } from './batch-tree.tsx';
import { useBatchLabels } from './use-batch-labels.ts';

const BatchTree = late<ComponentProps<typeof Tree>>(async () => (await import('./batch-tree.tsx')).BatchTree, {
  name: 'The tree',
  waiting: <LoadingState />,
});

const pathText = ({ from, to }: BatchFlow['events'][number]): string =>
  from === to || !from ? (to ?? from ?? '') : to ? `${from} to ${to}` : `back from ${from}`;

function History({ flow }: { flow: BatchFlow }) {
  if (!flow.events.length) return <Text c="dimmed">Nothing was scanned yet.</Text>;
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Step</Table.Th>
            <Table.Th ta="end">Counted then</Table.Th>
            <Table.Th>Station</Table.Th>
            <Table.Th>By</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {flow.events.map((event) => (
            <Table.Tr key={event.id} td={event.isUndone ? 'line-through' : undefined}>
              <Table.Td>
                <DateTimeText value={event.at} />
              </Table.Td>
              <Table.Td>
                {batchEventNames[event.kind]}
                {event.note ? `: ${event.note}` : ''}
              </Table.Td>
              <Table.Td>{pathText(event)}</Table.Td>
              <Table.Td ta="end">
                {event.measure} {event.unit}
              </Table.Td>
              <Table.Td>{event.scanningStation}</Table.Td>
              <Table.Td>{event.by}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Passed({ flow }: { flow: BatchFlow }) {
  const byID = new Map(flow.batches.map((batch) => [batch.id, batch]));
  if (!flow.edges.length) return <Text c="dimmed">It was neither split nor merged.</Text>;
  const link = (id: string) => {
    const batch = byID.get(id);
    return batch ? <LinkText to={`/dashboard/batch-flow/${id}`}>{batch.number}</LinkText> : 'deleted';
  };
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>From</Table.Th>
          <Table.Th>To</Table.Th>
          <Table.Th ta="end">Passed</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {flow.edges.map((edge) => (
          <Table.Tr key={`${edge.eventID} ${edge.fromBatchID} ${edge.toBatchID}`}>
            <Table.Td>{link(edge.fromBatchID)}</Table.Td>
            <Table.Td>{link(edge.toBatchID)}</Table.Td>
            <Table.Td ta="end">
              {edge.measure} {edge.unit} {byID.get(edge.fromBatchID)?.item.sku}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Materials({ flow }: { flow: BatchFlow }) {
  if (!flow.materials.length) return <Text c="dimmed">It has taken nothing from stock.</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Material</Table.Th>
          <Table.Th>Batch</Table.Th>
          <Table.Th ta="end">Taken</Table.Th>
          <Table.Th ta="end">Still missing</Table.Th>
          <Table.Th>Lots</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {flow.materials.map((material, index) => (
          <Table.Tr key={index}>
            <Table.Td>{material.sku}</Table.Td>
            <Table.Td>{material.batchNumber}</Table.Td>
            <Table.Td ta="end">
              {material.measure} {material.unit}
            </Table.Td>
            <Table.Td ta="end">{material.short ? `${material.short} ${material.unit}` : ''}</Table.Td>
            <Table.Td>{material.lots.join(', ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Flow({ batch }: { batch: Batch }) {
  const flow = useEndpoint(getBatchFlow, { params: { batchID: batch.id } });
  if (!flow.data) return <PendingState query={flow} what="flow" />;
  return (
    <Stack>
      <BatchTree flow={flow.data} />
      <Panel title="Passed between batches">
        <Passed flow={flow.data} />
      </Panel>
      <Panel title="Scans of this batch">
        <History flow={flow.data} />
      </Panel>
      <Panel title="Materials">
        <Materials flow={flow.data} />
      </Panel>
    </Stack>
  );
}

/** A batch: its source batches, its resulting batches, and its materials. */
export function BatchFlowScreen() {
  const print = useBatchLabels();
  return (
    <RecordScreen
      record={batches}
      deletion={({ number, status }) => ({ name: `batch ${number}`, disabled: batchStates.is.started(status) })}
      times={false}
      title={({ number }) => `Batch ${number}`}
      status={(data) => <BatchStatusBadge status={data.status} />}
      menu={({ id }) => [
        { label: 'Print the label', icon: 'printer', onClick: () => void print([id], 'pdf') },
        { label: 'Label for a label printer (ZPL)', icon: 'download', onClick: () => void print([id], 'zpl') },
      ]}
      summary={(data) => [
        { label: 'Counts', value: <Quantity value={data.quantity} /> },
        { label: 'Item', value: data.item.sku },
        { label: batchStates.is.closed(data.status) ? 'Closed after' : 'At', value: data.productionStep.name },
        { label: 'Station', value: data.scanningStation?.name ?? 'None yet' },
      ]}
      tabs={[{ id: 'flow', label: 'Flow', render: (data) => <Flow batch={data} /> }]}
      facts={(data) => [
        {
          label: 'Run',
          value: <LinkText to={`/dashboard/production-runs/${data.productionRunID}`}>Open the run</LinkText>,
        },
        { label: 'Seconds', value: data.seconds },
        { label: 'Waste', value: data.waste },
        { label: 'Lots of materials', value: data.lots.join(', ') || null },
        { label: 'Machines', value: data.machines.map(({ name }) => name).join(', ') || null },
        { label: 'Department', value: data.departmentName },
        { label: 'Last scan', value: data.scannedAt && <DateTimeText value={data.scannedAt} /> },
        { label: 'Closed', value: data.closedAt && <DateTimeText value={data.closedAt} /> },
      ]}
    />
  );
}
