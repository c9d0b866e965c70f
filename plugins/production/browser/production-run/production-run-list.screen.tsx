import { Progress } from '@mantine/core';
import { hidden, ListScreen, StatusBadge, useSession } from '@millwright/core/browser';
import { listProductionRuns, type ProductionRun, productionRunStates } from '../../contracts/index.ts';
import { itemSource } from '../record-sources.ts';

export const RunStatus = ({ status }: Pick<ProductionRun, 'status'>) => (
  <StatusBadge tone={productionRunStates.tones[status]}>{productionRunStates.names[status]}</StatusBadge>
);

/** Number of closed batches of the run. */
export function RunProgress({ batchCount, closedBatchCount }: Pick<ProductionRun, 'batchCount' | 'closedBatchCount'>) {
  const share = batchCount ? (100 * closedBatchCount) / batchCount : 0;
  return (
    <div>
      {closedBatchCount} of {batchCount}
      <Progress value={share} size="xs" aria-label={`${closedBatchCount} of ${batchCount} batches closed`} />
    </div>
  );
}

export function ProductionRunListScreen() {
  const { can } = useSession();
  const create = { label: 'New production run', href: '/dashboard/production-runs/create' };
  const isCreator = can('production_runs:create') && can('production_runs:update') && can('items:read');
  return (
    <ListScreen
      name="production-runs"
      title="Production runs"
      endpoint={listProductionRuns}
      searchPlaceholder="Number of run or order"
      columns={[
        { id: 'number', width: 110 },
        'status',
        { id: 'skus', header: 'Makes' },
        { id: 'orders', cell: (run) => run.orders.map(({ number }) => number).join(', ') || 'For stock', width: 160 },
        {
          id: 'closedBatchCount',
          csv: ['closedBatchCount=Closed batches', 'batchCount=Batches'],
          header: 'Batches closed',
          cell: (run) => <RunProgress {...run} />,
          width: 140,
        },
        'dueAt',
        { id: 'responsibleUser', header: 'Responsible', width: 150 },
        ...hidden('createdAt'),
      ]}
      filters={['status', { name: 'itemIDs', label: 'Makes', options: itemSource }]}
      views={[
        { id: 'open', name: 'Open', query: 'status=pending&status=in_progress&sortBy=dueAt&sortOrder=asc' },
        { id: 'done', name: 'Completed', query: 'status=completed' },
      ]}
      defaultSort={{ by: 'createdAt', order: 'desc' }}
      rowHref={(run) => `/dashboard/production-runs/${run.id}`}
      rowLabel={(run) => run.number}
      {...(isCreator ? { primaryAction: create } : {})}
      empty={{
        title: 'No production runs yet',
        text: 'A run is what is made together: batches for stock, or for what orders are short of.',
        icon: 'factory',
        ...(isCreator ? { action: create } : {}),
      }}
    />
  );
}
