import { ListScreen } from '@millwright/core/browser';
import { listBatches } from '../../contracts/index.ts';
import { departmentSource, itemSource, machineSource, stationSource, stepSource } from '../record-sources.ts';
import { batchColumns } from './batch-columns.tsx';

/** All batches; a row opens the batch's flow. */
export function BatchFlowListScreen() {
  return (
    <ListScreen
      name="batch-flow"
      title="Batch flow"
      endpoint={listBatches}
      searchPlaceholder="Batch number"
      columns={batchColumns}
      filters={[
        'status',
        { name: 'productionStepIDs', label: 'At step', options: stepSource },
        { name: 'itemIDs', options: itemSource },
        { name: 'scanningStationIDs', label: 'Station', options: stationSource },
        { name: 'departmentIDs', options: departmentSource },
        { name: 'machineIDs', options: machineSource },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(batch) => `/dashboard/batch-flow/${batch.id}`}
      rowLabel={(batch) => batch.number}
      empty={{ title: 'No batches yet', text: 'Runs plan them; scans move them.', icon: 'layers' }}
    />
  );
}
