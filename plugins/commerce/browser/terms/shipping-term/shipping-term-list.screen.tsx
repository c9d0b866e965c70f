import { DateText, ListScreen, Money, StatusBadge } from '@millwright/core/browser';
import { listShippingTerms } from '../../../contracts/index.ts';
import { FreightBadge } from '../exemption-badges.tsx';

export function ShippingTermListScreen() {
  return (
    <ListScreen
      name="shipping-terms"
      title="Shipping terms"
      endpoint={listShippingTerms}
      columns={[
        { id: 'name', header: 'Name', cell: (term) => term.name, sortable: true },
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
        {
          id: 'createdAt',
          header: 'Created',
          cell: (term) => <DateText value={term.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        { kind: 'boolean', name: 'isFreightExempt', label: 'Freight', yes: 'Exempt', no: 'Charged' },
        { kind: 'boolean', name: 'isCarrierRate', label: 'Carrier rate' },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(term) => `/dashboard/shipping-terms/${term.id}`}
      rowLabel={(term) => term.name}
      primaryAction={{
        label: 'New shipping term',
        href: '/dashboard/shipping-terms/create',
        needs: 'shipping_terms:create',
      }}
      empty={{
        title: 'No shipping terms yet',
        text: 'A shipping term says who pays the freight, and how much.',
        icon: 'truck',
        action: { label: 'New shipping term', href: '/dashboard/shipping-terms/create' },
      }}
    />
  );
}
