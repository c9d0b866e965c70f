import { ListScreen, StatusBadge, useSession } from '@millwright/core/browser';
import { listDcLocations } from '../../contracts/index.ts';
import { customerSource } from '../record-sources.ts';

export function DcLocationListScreen() {
  const { can } = useSession();
  const create = { label: 'New DC location', href: '/dashboard/dc-locations/create' };
  return (
    <ListScreen
      name="dc-locations"
      title="DC locations"
      endpoint={listDcLocations}
      importType="dc-locations"
      searchPlaceholder="Code, name or city"
      columns={[
        { id: 'code', width: 120 },
        'name',
        'customer',
        { id: 'city', width: 150 },
        { id: 'state', width: 90 },
        {
          id: 'isActive',
          header: 'Status',
          cell: ({ isActive }) => (isActive ? 'Active' : <StatusBadge tone="warning">Inactive</StatusBadge>),
          width: 110,
        },
      ]}
      filters={[
        { name: 'customerIDs', options: customerSource },
        { name: 'isActive', label: 'Status', yes: 'Active', no: 'Inactive' },
      ]}
      defaultSort={{ by: 'code', order: 'asc' }}
      rowHref={({ id }) => `/dashboard/dc-locations/${id}`}
      rowLabel={({ code }) => code}
      primaryAction={{ ...create, needs: 'dc_locations:create' }}
      empty={{
        title: 'No DC locations yet',
        text: 'Distribution centers and stores, by the codes that customers name them with in EDI orders.',
        icon: 'building',
        ...(can('dc_locations:create') ? { action: create } : {}),
      }}
    />
  );
}
