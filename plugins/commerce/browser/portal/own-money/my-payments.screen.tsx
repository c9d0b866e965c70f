import { ListScreen } from '@millwright/core/browser';
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
        { id: 'number', width: 110 },
        {
          id: 'type',
          header: 'What',
          cell: ({ type, method, isVoid }) => [type, method, isVoid && 'void'].filter(Boolean).join(', '),
        },
        'date',
        'reference',
        { id: 'amount', width: undefined },
        { id: 'open', header: 'Left', width: undefined },
      ]}
      defaultSort={{ by: 'date', order: 'desc' }}
      rowLabel={({ number }) => number}
      empty={{ title: 'No payments yet', text: 'What you pay appears here.', icon: 'receipt' }}
    >
      <ListNotices />
    </ListScreen>
  );
}
