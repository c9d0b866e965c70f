import { Money, RecordListScreen, StatusBadge } from '@millwright/core/browser';
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
          header: 'Carrier rate',
          cell: (term) => (term.isCarrierRate ? <StatusBadge tone="info">Carrier rate</StatusBadge> : null),
          width: 140,
        },
        {
          id: 'flatRate',
          header: 'Flat rate',
          cell: (term) => <Money value={term.flatRate} />,
          sortable: true,
          align: 'end',
          width: 120,
        },
        {
          id: 'minimumOrderValue',
          header: 'Free from',
          cell: (term) => <Money value={term.minimumOrderValue} />,
          sortable: true,
          align: 'end',
          width: 130,
        },
      ]}
      filters={[
        { kind: 'boolean', name: 'isFreightExempt', label: 'Freight', yes: 'Exempt', no: 'Charged' },
        { kind: 'boolean', name: 'isCarrierRate', label: 'Carrier rate' },
      ]}
      icon="truck"
      emptyText="A shipping term says who pays the freight, and how much."
    />
  );
}
