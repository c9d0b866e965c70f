import { ListScreen, useSession } from '@millwright/core/browser';
import { useMemo } from 'react';
import { listTerritories } from '../../../contracts/index.ts';
import { salesRepSource } from '../../sources/record-sources.ts';

const create = { label: 'New territory', href: '/dashboard/territories/create' };

export function TerritoryListScreen() {
  const { account } = useSession();
  const reps = useMemo(() => salesRepSource(account?.id ?? ''), [account?.id]);
  return (
    <ListScreen
      name="territories"
      title="Territories"
      endpoint={listTerritories}
      importType="territories"
      searchPlaceholder="Sales rep, state, product line"
      columns={[
        'salesRep',
        { id: 'state', width: 120 },
        {
          id: 'startZipcode',
          header: 'First ZIP',
          cell: ({ startZipcode }) => startZipcode !== null && String(startZipcode).padStart(5, '0'),
          width: 120,
        },
        {
          id: 'endZipcode',
          header: 'Last ZIP',
          cell: ({ endZipcode }) => endZipcode !== null && String(endZipcode).padStart(5, '0'),
          width: 120,
        },
        { id: 'productLine', cell: (territory) => territory.productLine?.name ?? 'All' },
      ]}
      filters={[{ name: 'salesRepIDs', options: reps }]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(territory) => `/dashboard/territories/${territory.id}`}
      rowLabel={(territory) => territory.name}
      primaryAction={{ ...create, needs: 'territories:create' }}
      empty={{
        title: 'No territories yet',
        text: 'A territory gives orders of its area to a sales rep, where neither order nor customer has one.',
        icon: 'pin',
        action: create,
      }}
    />
  );
}
