import { defineSlot, ListScreen, Slot, useSession } from '@millwright/core/browser';
import { useMemo, useState } from 'react';
import { listSalesTargetResults } from '../../../contracts/index.ts';
import { ProgressBar } from '../../document/order-progress.tsx';
import { salesRepSource } from '../../sources/record-sources.ts';
import { SalesTargetDialog } from './sales-target-dialog.tsx';

/** Charts of other plugins beside the targets. */
const panels = defineSlot<Record<string, never>>('commerce.sales-targets.panels');

/** Sales targets with the sales so far. */
export function SalesTargetListScreen() {
  const { account, can } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  const [isAdding, setAdding] = useState(false);
  const today = new Date().toISOString().slice(0, 10);
  const create = {
    label: 'New sales target',
    onClick: () => setAdding(true),
    needs: 'sales_targets:create' as const,
  };
  return (
    <>
      <ListScreen
        name="sales-targets"
        importType="sales-targets"
        title="Sales targets"
        endpoint={listSalesTargetResults}
        searchPlaceholder="Name, note"
        {...(can('team_users:read') ? { primaryAction: create } : {})}
        columns={[
          'salesRep',
          { id: 'startDate', header: 'From' },
          { id: 'endDate', header: 'To' },
          { id: 'amount', header: 'Target', width: 130 },
          { id: 'actual', header: 'Sold', width: 130 },
          {
            id: 'ratio',
            header: 'Reached',
            cell: ({ ratio }) => <ProgressBar label="Reached" ratio={Math.max(ratio, 0)} />,
            width: 150,
          },
          'note',
        ]}
        filters={[
          { name: 'salesRepIDs', options: reps },
          { name: 'startDate', label: 'Period' },
        ]}
        views={[{ id: 'current', name: 'Current', query: `startDate=${today}&endDate=${today}` }]}
        defaultSort={{ by: 'startDate', order: 'desc' }}
        {...(can('team_users:read')
          ? { rowHref: ({ salesRep }: { salesRep: { id: string } }) => `/dashboard/account/users/${salesRep.id}` }
          : {})}
        rowLabel={({ salesRep, startDate }) => `${salesRep.name} from ${startDate}`}
        empty={{
          title: 'No sales targets yet',
          text: 'A target says what somebody is to sell in a period.',
          icon: 'chart',
          ...(can('team_users:read') ? { action: create } : {}),
        }}
      />
      {isAdding && <SalesTargetDialog onClose={() => setAdding(false)} />}
      <Slot name={panels} props={{}} />
    </>
  );
}
