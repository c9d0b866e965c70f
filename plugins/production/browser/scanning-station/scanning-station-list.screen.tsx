import { DateTimeText, ListScreen, useSession } from '@millwright/core/browser';
import { listScanningStations, stationTypeNames, stationTypes } from '../../contracts/index.ts';
import { departmentSource } from '../record-sources.ts';

export function ScanningStationListScreen() {
  const { can } = useSession();
  const create = { label: 'New scanning station', href: '/dashboard/scanning-stations/create' };
  return (
    <ListScreen
      name="scanning-stations"
      title="Scanning stations"
      endpoint={listScanningStations}
      searchPlaceholder="Name"
      columns={[
        { id: 'name', header: 'Name', cell: (station) => station.name, sortable: true },
        {
          id: 'type',
          header: 'Type',
          cell: (station) => stationTypeNames[station.type],
          sortable: true,
          width: 120,
        },
        {
          id: 'department',
          csv: 'department.name',
          header: 'Department',
          cell: (station) => station.department?.name,
          sortable: true,
          width: 160,
        },
        {
          id: 'productionSteps',
          header: 'Steps',
          csv: false,
          cell: (station) => station.productionSteps.map(({ name }) => name).join(', '),
        },
        {
          id: 'openBatchCount',
          header: 'Open batches',
          cell: (station) => station.openBatchCount,
          align: 'end',
          width: 120,
        },
        {
          id: 'lastScanAt',
          header: 'Last scan',
          cell: (station) => station.lastScanAt && <DateTimeText value={station.lastScanAt} relative />,
          width: 140,
        },
      ]}
      filters={[
        {
          kind: 'multi',
          name: 'type',
          label: 'Type',
          options: stationTypes.map((value) => ({ value, label: stationTypeNames[value] })),
        },
        ...(can('departments:read')
          ? [{ kind: 'multi' as const, name: 'departmentIDs', label: 'Department', options: departmentSource }]
          : []),
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(station) => `/dashboard/scanning-stations/${station.id}`}
      rowLabel={(station) => station.name}
      primaryAction={{ ...create, needs: 'scanning_stations:create' }}
      empty={{
        title: 'No scanning stations yet',
        text: 'A station is where batches are scanned on their way through the steps.',
        icon: 'factory',
        ...(can('scanning_stations:create') ? { action: create } : {}),
      }}
    />
  );
}
