import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  DateTimeText,
  EmptyState,
  ErrorState,
  LinkText,
  LoadingState,
  PageHeader,
  Panel,
  StatusBadge,
  useEndpoint,
  useScreenTitle,
} from '@millwright/core/browser';
import { type Batch, listBatches, listScanningStations, type ScanningStation } from '../../contracts/index.ts';

/** Milliseconds between two reloads. */
const pace = 3_000;
const mostBatches = 500;
/** Hours without a scan after which a batch is highlighted. */
const longAgo = 8;

const isStanding = ({ scannedAt }: Batch): boolean =>
  scannedAt !== null && Date.now() - Date.parse(scannedAt) > longAgo * 3_600_000;

function StationCard({ station, batches }: { station: ScanningStation; batches: readonly Batch[] }) {
  return (
    <Panel title={station.name}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {station.lastScanAt ? (
            <>
              Last scan <DateTimeText value={station.lastScanAt} relative />
            </>
          ) : (
            'Nothing was scanned yet'
          )}
        </Text>
        {batches.map((batch) => (
          <Group key={batch.id} justify="space-between" gap="xs">
            <div>
              <LinkText to={`/dashboard/batch-flow/${batch.id}`}>{batch.number}</LinkText>
              <Text size="sm">
                {batch.quantity.measure} {batch.quantity.unit} {batch.item.sku}
              </Text>
              <Text size="sm" c="dimmed">
                {batch.productionStep.name}
                {batch.machines.length > 0 && `, ${batch.machines.map(({ name }) => name).join(', ')}`}
              </Text>
            </div>
            {isStanding(batch) && <StatusBadge tone="warning">Stands still</StatusBadge>}
          </Group>
        ))}
        {!batches.length && (
          <Text size="sm" c="dimmed">
            No open batch.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Present work by department and station; reloads itself. */
export function LiveBoardScreen() {
  useScreenTitle('Live board');
  const stations = useEndpoint(listScanningStations, { query: { take: 200 } }, { refetchInterval: pace });
  const batches = useEndpoint(
    listBatches,
    { query: { status: ['open'], take: mostBatches, sortBy: 'scannedAt', sortOrder: 'desc' } },
    { refetchInterval: pace },
  );
  const error = stations.error ?? batches.error;
  if (!stations.data || !batches.data)
    return error ? (
      <ErrorState error={error} onRetry={() => void stations.refetch()} what="live board" />
    ) : (
      <LoadingState />
    );
  const open = batches.data.items;
  const departments = Map.groupBy(stations.data.items, ({ department }) => department?.name ?? 'Without department');
  return (
    <>
      <PageHeader title="Live board" />
      {!stations.data.items.length && (
        <EmptyState
          title="No scanning stations yet"
          text="What is scanned at stations appears here."
          icon="factory"
          action={{ label: 'New scanning station', href: '/dashboard/scanning-stations/create' }}
        />
      )}
      <Stack gap="lg" p="md">
        {[...departments]
          .sort(([left], [right]) => left.localeCompare(right))
          .map(([name, own]) => (
            <section key={name} aria-label={name}>
              <Text component="h2" fw={600} size="lg" mb="xs">
                {name}
              </Text>
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
                {own.map((station) => (
                  <StationCard
                    key={station.id}
                    station={station}
                    batches={open.filter(({ scanningStation }) => scanningStation?.id === station.id)}
                  />
                ))}
              </SimpleGrid>
            </section>
          ))}
      </Stack>
    </>
  );
}
