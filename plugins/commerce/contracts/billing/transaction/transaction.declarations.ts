import { definePermissions, defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over transactions and settlements (spec commerce section 6), with what each role type has out of the box. */
export const transactionPermissions = definePermissions([
  {
    code: 'transactions',
    name: 'Transactions',
    group: 'payments',
    description: 'Payments, credits, adjustments and rebates.',
    defaults: { user: 'crud' },
  },
]);

export const transactionRecordTypes = defineRecords([
  {
    type: 'transaction',
    prefix: 'trx',
    label: 'Transaction',
    permission: 'transactions:read',
    path: '/dashboard/transactions/{id}',
  },
]);

/** Screens of transactions (spec commerce section 2). */
export const transactionScreens = defineScreenList([
  {
    name: 'transactions',
    path: '/dashboard/transactions',
    title: 'Transactions',
    needs: ['transactions:read'],
    nav: { section: 'Money', order: 20, icon: 'card', shortcut: 'g t' },
  },
  {
    name: 'payments-data',
    path: '/dashboard/payments-data',
    title: 'Payments data',
    needs: ['transactions:read'],
    nav: { section: 'Money', order: 50, icon: 'receipt' },
  },
  {
    name: 'transaction-create',
    path: '/dashboard/transactions/create',
    title: 'New transaction',
    needs: ['transactions:create', 'customers:read'],
  },
  {
    name: 'transaction',
    path: '/dashboard/transactions/:transactionID',
    title: 'Transaction',
    needs: ['transactions:read'],
  },
]);

/** What transactions refuse. */
export const transactionProblems = defineProblems({
  /** Allocations are taken back first. */
  transaction_allocated: { status: 409, message: 'Something of it is allocated: only reference and note can change' },
  transaction_void: { status: 409, message: 'The transaction is void' },
  /** `details.allowed` has the amount that is, for each row in `errors`. */
  allocation_exceeds: { status: 409, message: 'More would be allocated than there is' },
  /** Void, of another customer, or not of the kind that takes or gives. */
  allocation_refused: { status: 409, message: 'This cannot be allocated there' },
  /** Taken back already. */
  allocation_undone: { status: 409, message: 'The allocation was taken back before' },
});
