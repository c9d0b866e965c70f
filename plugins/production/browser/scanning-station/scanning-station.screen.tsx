import { Button, Group, Text } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  LinkText,
  ListScreen,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import {
  batchLabelTypeNames,
  deleteScanningStation,
  getScanningStation,
  listScanningStationBatches,
  type ScanningStation,
  stationTypeNames,
} from '../../contracts/index.ts';
import { batchColumns } from '../batch/batch-columns.tsx';
import { StationDevices } from './station-devices.tsx';

const StationBatches = ({ id }: Pick<ScanningStation, 'id'>) => (
  <ListScreen
    embedded
    name="scanning-station-batches"
    title="Batches"
    endpoint={listScanningStationBatches}
    params={{ scanningStationID: id }}
    searchPlaceholder="Batch number"
    columns={batchColumns}
    rowHref={(batch) => `/dashboard/batch-flow/${batch.id}`}
    rowLabel={(batch) => batch.number}
    empty={{ title: 'Nothing waits here', text: 'Batches at the steps of this station appear here.', icon: 'layers' }}
  />
);

function Steps({ productionSteps }: ScanningStation) {
  const { canOpen } = useSession();
  if (!productionSteps.length) return <Text c="dimmed">No step is done here yet: edit the station.</Text>;
  return productionSteps.map(({ id, name }) =>
    canOpen('/dashboard/production-steps') ? (
      <div key={id}>
        <LinkText to={`/dashboard/production-steps/${id}`}>{name}</LinkText>
      </div>
    ) : (
      <Text key={id}>{name}</Text>
    ),
  );
}

export function ScanningStationScreen() {
  const session = useSession();
  const { id, params, query: station } = useRecord(getScanningStation);
  const remove = useEndpointMutation(deleteScanningStation);
  const askAndDelete = useDelete('scanning station', '/dashboard/scanning-stations');
  return (
    <DetailScreen
      query={station}
      what="scanning station"
      list={{ name: 'scanning-stations', href: '/dashboard/scanning-stations', label: 'scanning stations' }}
      record={{ type: 'scanning_station', id }}
      title={({ name }) => name}
      editHref={({ id }) =>
        session.can('scanning_stations:update') ? `/dashboard/scanning-stations/${id}/edit` : undefined
      }
      menu={({ name }) => [
        session.can('scanning_stations:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
        },
      ]}
      summary={(data) => [
        { label: 'Type', value: stationTypeNames[data.type] },
        { label: 'Department', value: data.department?.name ?? 'None' },
        { label: 'Open batches', value: data.openBatchCount },
        {
          label: 'Last scan',
          value: data.lastScanAt ? <DateTimeText value={data.lastScanAt} relative /> : 'None yet',
        },
      ]}
      tabs={[
        { id: 'batches', label: 'Batches', render: (data) => <StationBatches id={data.id} /> },
        { id: 'steps', label: 'Steps', render: (data) => <Steps {...data} /> },
        { id: 'devices', label: 'Devices', render: (data) => <StationDevices stationID={data.id} /> },
        { id: 'notes', label: 'Notes', render: ({ notes }) => <Text>{notes ?? 'No notes'}</Text> },
      ]}
      facts={(data) => [
        { label: 'Label', value: `${data.batchLabelTagSize} in, ${batchLabelTypeNames[data.batchLabelType]}` },
        { label: 'Missing material', value: data.materialCheckRequired ? 'Refuses the scan' : 'Is booked later' },
        {
          label: 'Station',
          value: (
            <Group>
              <Button component="a" href={`/scanning-station?station=${data.id}`} target="_blank" size="xs">
                Open the station
              </Button>
            </Group>
          ),
        },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
      ]}
    />
  );
}
