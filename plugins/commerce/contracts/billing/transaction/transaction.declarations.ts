import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { transactions } from './transaction.contract.ts';

/** Permissions, record type and screens of transactions (spec commerce sections 2 and 6). */
export const transactionDeclarations = recordDeclarations(transactions, {
  rights: {
    group: 'payments',
    description: 'Payments, credits, adjustments and rebates.',
    defaults: { user: 'crud' },
  },
  nav: { section: 'Money', order: 20, icon: 'card', shortcut: 'g t' },
  hasEditScreen: false,
  createNeeds: ['customers:read'],
  moreScreens: [
    {
      name: 'payments-data',
      path: '/dashboard/payments-data',
      title: 'Payments data',
      needs: ['transactions:read'],
      nav: { section: 'Money', order: 50, icon: 'receipt' },
    },
  ],
});

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
