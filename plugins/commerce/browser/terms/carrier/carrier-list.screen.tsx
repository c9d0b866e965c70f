import { DateText, ListScreen, StatusBadge } from '@millwright/core/browser';
import { listCarriers } from '../../../contracts/index.ts';

export function CarrierListScreen() {
  return (
    <ListScreen
      name="carriers"
      title="Carriers"
      endpoint={listCarriers}
      columns={[
        { id: 'name', header: 'Name', cell: (carrier) => carrier.name, sortable: true, width: 200 },
        { id: 'code', header: 'Code', cell: (carrier) => carrier.code, sortable: true, width: 150 },
        {
          id: 'options',
          csv: false,
          header: 'Options',
          cell: (carrier) => carrier.options.map(({ name }) => name).join(', '),
        },
        {
          id: 'trackingUrlTemplate',
          header: 'Tracking',
          cell: (carrier) => (carrier.trackingUrlTemplate ? <StatusBadge tone="success">Link</StatusBadge> : null),
          width: 110,
        },
        {
          id: 'isBuiltIn',
          header: 'Origin',
          cell: (carrier) => (carrier.isBuiltIn ? <StatusBadge>Built in</StatusBadge> : null),
          width: 110,
        },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (carrier) => <DateText value={carrier.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[{ kind: 'boolean', name: 'isBuiltIn', label: 'Origin', yes: 'Built in', no: 'Own' }]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(carrier) => `/dashboard/carriers/${carrier.id}`}
      rowLabel={(carrier) => carrier.name}
      primaryAction={{ label: 'New carrier', href: '/dashboard/carriers/create', needs: 'carriers:create' }}
      empty={{
        title: 'No carriers yet',
        text: 'Carriers bring parcels and pallets to customers; their options are the services you book.',
        icon: 'truck',
        action: { label: 'New carrier', href: '/dashboard/carriers/create' },
      }}
    />
  );
}
