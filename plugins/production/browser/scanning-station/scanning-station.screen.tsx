import { Button, Group, Text } from '@mantine/core';
import { DateTimeText, LinkText, ListScreen, noteTab, RecordScreen, useSession } from '@millwright/core/browser';
import {
  batchLabelTypeNames,
  listScanningStationBatches,
  type ScanningStation,
  scanningStations,
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
  return (
    <RecordScreen
      record={scanningStations}
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
        noteTab('notes', 'Notes'),
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
      ]}
    />
  );
}
