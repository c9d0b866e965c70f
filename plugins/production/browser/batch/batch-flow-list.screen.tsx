import { ListScreen, useSession } from '@millwright/core/browser';
import { listBatches } from '../../contracts/index.ts';
import { departmentSource, itemSource, machineSource, stationSource, stepSource } from '../record-sources.ts';
import { batchColumns, batchStatusFilter } from './batch-columns.tsx';

/** All batches; a row opens the batch's flow. */
export function BatchFlowListScreen() {
  const { can } = useSession();
  return (
    <ListScreen
      name="batch-flow"
      title="Batch flow"
      endpoint={listBatches}
      searchPlaceholder="Batch number"
      columns={batchColumns}
      filters={[
        batchStatusFilter,
        ...(can('production_steps:read')
          ? [{ kind: 'multi' as const, name: 'productionStepIDs', label: 'At step', options: stepSource }]
          : []),
        ...(can('items:read') ? [{ kind: 'multi' as const, name: 'itemIDs', label: 'Item', options: itemSource }] : []),
        ...(can('scanning_stations:read')
          ? [{ kind: 'multi' as const, name: 'scanningStationIDs', label: 'Station', options: stationSource }]
          : []),
        ...(can('departments:read')
          ? [{ kind: 'multi' as const, name: 'departmentIDs', label: 'Department', options: departmentSource }]
          : []),
        ...(can('machines:read')
          ? [{ kind: 'multi' as const, name: 'machineIDs', label: 'Machine', options: machineSource }]
          : []),
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(batch) => `/dashboard/batch-flow/${batch.id}`}
      rowLabel={(batch) => batch.number}
      empty={{ title: 'No batches yet', text: 'Runs plan them; scans move them.', icon: 'layers' }}
    />
  );
}
