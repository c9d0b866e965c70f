import { RecordListScreen, StatusBadge } from '@millwright/core/browser';
import { carriers } from '../../../contracts/index.ts';

export function CarrierListScreen() {
  return (
    <RecordListScreen
      record={carriers}
      hasImport={false}
      columns={[
        { id: 'code', width: 150 },
        { id: 'options', csv: false },
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
      ]}
      filters={[{ name: 'isBuiltIn', label: 'Origin', yes: 'Built in', no: 'Own' }]}
      icon="truck"
      emptyText="Carriers bring parcels and pallets to customers; their options are the services you book."
    />
  );
}
