import { RecordListScreen, StatusBadge } from '@millwright/core/browser';
import { shippingTerms } from '../../../contracts/index.ts';
import { FreightBadge } from '../exemption-badges.tsx';

export function ShippingTermListScreen() {
  return (
    <RecordListScreen
      record={shippingTerms}
      columns={[
        {
          id: 'isFreightExempt',
          header: 'Freight',
          cell: (term) => <FreightBadge isExempt={term.isFreightExempt} />,
          width: 130,
        },
        {
          id: 'isCarrierRate',
          cell: (term) => (term.isCarrierRate ? <StatusBadge tone="info">Carrier rate</StatusBadge> : null),
          width: 140,
        },
        'flatRate',
        { id: 'minimumOrderValue', header: 'Free from', width: 130 },
      ]}
      filters={[{ name: 'isFreightExempt', label: 'Freight', yes: 'Exempt', no: 'Charged' }, 'isCarrierRate']}
      icon="truck"
      emptyText="A shipping term says who pays the freight, and how much."
    />
  );
}
