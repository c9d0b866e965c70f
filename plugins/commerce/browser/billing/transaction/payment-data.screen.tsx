import { columnsWithout, ListScreen } from '@millwright/core/browser';
import { listTransactions } from '../../../contracts/index.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { transactionFilters } from './transaction-filters.ts';

/** Received payments by customer and method, with export. */
export function PaymentDataScreen() {
  return (
    <ListScreen
      name="payments-data"
      title="Payments data"
      endpoint={listTransactions}
      fixedQuery={{ typeCodes: ['payment'] }}
      searchPlaceholder="Number, reference, customer"
      columns={columnsWithout(transactionColumns, ['type'])}
      filters={transactionFilters}
      views={[
        { id: 'left', name: 'To allocate', query: 'status=unallocated&status=partly_allocated' },
        { id: 'checks', name: 'Checks', query: 'methodCodes=check' },
        { id: 'cards', name: 'Cards', query: 'methodCodes=credit_card' },
      ]}
      defaultSort={{ by: 'date', order: 'desc' }}
      rowHref={({ id }) => `/dashboard/transactions/${id}`}
      rowLabel={({ number }) => number}
      empty={{ title: 'No payments yet', text: 'Payments of your customers appear here.', icon: 'card' }}
    />
  );
}
