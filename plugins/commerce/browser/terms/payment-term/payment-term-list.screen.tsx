import { DateText, ListScreen } from '@millwright/core/browser';
import { listPaymentTerms, paymentTermCodes, paymentTermNames } from '../../../contracts/index.ts';

export function PaymentTermListScreen() {
  return (
    <ListScreen
      name="payment-terms"
      title="Payment terms"
      endpoint={listPaymentTerms}
      columns={[
        { id: 'name', header: 'Name', cell: (term) => term.name, sortable: true },
        { id: 'code', header: 'Code', cell: (term) => paymentTermNames[term.code], sortable: true, width: 200 },
        { id: 'days', header: 'Days', cell: (term) => term.days || 'At once', align: 'end', width: 110 },
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
        {
          kind: 'multi',
          name: 'codes',
          label: 'Code',
          options: paymentTermCodes.map((value) => ({ value, label: paymentTermNames[value] })),
        },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(term) => `/dashboard/payment-terms/${term.id}`}
      rowLabel={(term) => term.name}
      primaryAction={{
        label: 'New payment term',
        href: '/dashboard/payment-terms/create',
        needs: 'payment_terms:create',
      }}
      empty={{
        title: 'No payment terms yet',
        text: 'A payment term says when invoices are due.',
        icon: 'calendar',
        action: { label: 'New payment term', href: '/dashboard/payment-terms/create' },
      }}
    />
  );
}
