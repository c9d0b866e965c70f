import { ListScreen, useSession } from '@millwright/core/browser';
import { listTransactions } from '../../../contracts/index.ts';
import { transactionColumns } from './transaction-columns.tsx';
import { transactionFilters } from './transaction-filters.ts';

export function TransactionListScreen() {
  const { canAll } = useSession();
  const canCreate = canAll(['transactions:create', 'customers:read']);
  const newTransaction = { label: 'New transaction', href: '/dashboard/transactions/create' };
  return (
    <ListScreen
      name="transactions"
      title="Transactions"
      endpoint={listTransactions}
      searchPlaceholder="Number, reference, customer"
      columns={transactionColumns}
      filters={[
        { name: 'typeCodes', label: 'Type' },
        { name: 'adjustmentTypeCodes', label: 'Adjustment' },
        ...transactionFilters,
      ]}
      views={[
        { id: 'left', name: 'To allocate', query: 'status=unallocated&status=partly_allocated' },
        { id: 'payments', name: 'Payments', query: 'typeCodes=payment' },
        { id: 'credits', name: 'Credits', query: 'typeCodes=credit_memo&typeCodes=rebate' },
      ]}
      defaultSort={{ by: 'date', order: 'desc' }}
      rowHref={({ id }) => `/dashboard/transactions/${id}`}
      rowLabel={({ number }) => number}
      {...(canCreate ? { primaryAction: newTransaction } : {})}
      empty={{
        title: 'No transactions yet',
        text: 'Payments, credit memos, adjustments and rebates of your customers appear here.',
        icon: 'card',
        ...(canCreate ? { action: newTransaction } : {}),
      }}
    />
  );
}
