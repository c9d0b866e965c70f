import { DateText, ListScreen, Money } from '@millwright/core/browser';
import { listOwnPayments } from '../../../contracts/index.ts';
import { ListNotices } from '../storefront/portal-frame.tsx';
import { useVisited } from '../storefront/portal-visit.ts';

/** Payments and credits of a portal customer. */
export function MyPaymentsScreen() {
  return (
    <ListScreen
      name="my-payments"
      title="Payments and credits"
      endpoint={listOwnPayments}
      fixedQuery={useVisited()}
      searchPlaceholder="Number, reference"
      columns={[
        { id: 'number', header: 'Number', cell: ({ number }) => number, sortable: true, width: 110 },
        {
          id: 'type',
          header: 'What',
          cell: ({ type, method, isVoid }) => [type, method, isVoid && 'void'].filter(Boolean).join(', '),
        },
        { id: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} />, sortable: true, width: 130 },
        { id: 'reference', header: 'Reference', cell: ({ reference }) => reference },
        {
          id: 'amount',
          header: 'Amount',
          cell: ({ amount }) => <Money value={amount} />,
          sortable: true,
          align: 'end',
        },
        { id: 'open', header: 'Left', cell: ({ open }) => <Money value={open} />, align: 'end' },
      ]}
      defaultSort={{ by: 'date', order: 'desc' }}
      rowLabel={({ number }) => number}
      empty={{ title: 'No payments yet', text: 'What you pay appears here.', icon: 'receipt' }}
    >
      <ListNotices />
    </ListScreen>
  );
}
