import { Text } from '@mantine/core';
import {
  columnsWithout,
  DateTimeText,
  ErrorState,
  formats,
  ListScreen,
  LoadingState,
  Panel,
  useEndpoint,
} from '@millwright/core/browser';
import { getSupplierReliability, listDeliveries, type Supplier } from '../../../contracts/index.ts';
import { deliveryColumns } from '../../purchasing/delivery/delivery-columns.tsx';

const columns = columnsWithout(deliveryColumns, ['supplier']);
const percent = (value: number | null): string => (value === null ? 'None yet' : formats().percent(value / 100));

/** Reliability of a supplier in the last year: punctual deliveries, rejected goods and delays. */
export function SupplierReliabilityPanel({ supplier }: { supplier: Supplier }) {
  const query = useEndpoint(getSupplierReliability, { params: { supplierID: supplier.id } });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} what="reliability" />;
  const { data } = query;
  if (!data) return <LoadingState lines={3} />;
  const facts = [
    ['On time', percent(data.onTimePercentage)],
    ['Rejected', percent(data.rejectedPercentage)],
    ['Days late on average', data.averageDaysLate ?? 'Never late'],
    ['Deliveries', data.deliveryCount],
    ['Overdue lines', data.overdueCount],
  ] as const;
  return (
    <Panel title="Reliability">
      {facts.map(([label, value]) => (
        <Text key={label} size="sm">
          {label}: <b>{value}</b>
        </Text>
      ))}
      {data.lastReceivedAt && (
        <Text size="sm" c="dimmed">
          Last delivery <DateTimeText value={data.lastReceivedAt} relative />
        </Text>
      )}
    </Panel>
  );
}

/** Deliveries of a supplier, newest first. */
export function SupplierDeliveries({ supplier }: { supplier: Supplier }) {
  return (
    <ListScreen
      embedded
      name="supplier-deliveries"
      title="Deliveries"
      endpoint={listDeliveries}
      fixedQuery={{ supplierIDs: [supplier.id] }}
      columns={columns}
      defaultSort={{ by: 'receivedAt', order: 'desc' }}
      rowHref={(delivery) => `/dashboard/deliveries/${delivery.id}`}
      rowLabel={(delivery) => delivery.number}
      empty={{ title: 'No deliveries yet', text: 'What this supplier delivers appears here.', icon: 'truck' }}
    />
  );
}
