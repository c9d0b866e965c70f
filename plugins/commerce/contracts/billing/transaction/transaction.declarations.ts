import { definePermissions, defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Permissions for transactions and settlements (spec commerce section 6), with the defaults of each role type. */
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

/** Refusals of transactions. */
export const transactionProblems = defineProblems({
  /** Its allocations have to be taken back first. */
  transaction_allocated: { status: 409, message: 'Something of it is allocated: only reference and note can change' },
  transaction_void: { status: 409, message: 'The transaction is void' },
  /** `details.allowed` has the allowed amount for each row in `errors`. */
  allocation_exceeds: { status: 409, message: 'More would be allocated than there is' },
  /** It is void, belongs to another customer, or cannot give or take allocations. */
  allocation_refused: { status: 409, message: 'This cannot be allocated there' },
  /** The allocation was taken back before. */
  allocation_undone: { status: 409, message: 'The allocation was taken back before' },
});
