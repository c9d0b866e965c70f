import { ListScreen, useSession } from '@millwright/core/browser';
import { listScanningStations } from '../../contracts/index.ts';
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
        'name',
        'type',
        { id: 'department', width: 160 },
        { id: 'productionSteps', header: 'Steps', csv: false },
        { id: 'openBatchCount', width: 120 },
        'lastScanAt',
      ]}
      filters={['type', { name: 'departmentIDs', options: departmentSource }]}
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
