import { DateText, defineSlot, type ListFilter, ListScreen, Money, Slot, useSession } from '@millwright/core/browser';
import { useMemo, useState } from 'react';
import { listSalesTargetResults } from '../../../contracts/index.ts';
import { ProgressBar } from '../../document/order-progress.tsx';
import { permittedFilters } from '../../sources/permitted-filters.ts';
import { salesRepSource } from '../../sources/record-sources.ts';
import { SalesTargetDialog } from './sales-target-dialog.tsx';

/** Charts of other plugins beside the targets. */
const panels = defineSlot<Record<string, never>>('commerce.sales-targets.panels');

/** Sales targets with the sales so far. */
export function SalesTargetListScreen() {
  const { account, can } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  const filters: ListFilter[] = permittedFilters(can, [
    ['team_users:read', { kind: 'multi', name: 'salesRepIDs', label: 'Sales rep', options: reps }],
  ]);
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
          {
            id: 'salesRep',
            csv: 'salesRep.name',
            header: 'Sales rep',
            cell: ({ salesRep }) => salesRep.name,
            sortable: true,
          },
          {
            id: 'startDate',
            header: 'From',
            cell: (row) => <DateText value={row.startDate} />,
            sortable: true,
            width: 120,
          },
          { id: 'endDate', header: 'To', cell: (row) => <DateText value={row.endDate} />, sortable: true, width: 120 },
          {
            id: 'amount',
            header: 'Target',
            cell: (row) => <Money value={row.amount} />,
            sortable: true,
            align: 'end',
            width: 130,
          },
          {
            id: 'actual',
            header: 'Sold',
            cell: (row) => <Money value={row.actual} />,
            sortable: true,
            align: 'end',
            width: 130,
          },
          {
            id: 'ratio',
            header: 'Reached',
            cell: ({ ratio }) => <ProgressBar label="Reached" ratio={Math.max(ratio, 0)} />,
            sortable: true,
            width: 150,
          },
          { id: 'note', header: 'Note', cell: ({ note }) => note },
        ]}
        filters={[...filters, { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Period' }]}
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
