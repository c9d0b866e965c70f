import { definePart } from '@millwright/core/server';
import { settlementPermissions, transactionPermissions } from '../../../contracts/index.ts';
import { Settlement } from '../settlement/settlement.entity.ts';
import { Transaction, TransactionAllocation } from './transaction.entity.ts';
import { transactionInvariants } from './transaction-invariants.ts';
import { transactionSamples } from './transaction-samples.ts';

export const transactionPart = definePart({
  permissions: [...transactionPermissions, ...settlementPermissions],
  entities: [Settlement, Transaction, TransactionAllocation],
  references: [
    {
      to: 'customer',
      what: ['transaction', 'transactions'],
      table: 'commerce.transaction',
      column: 'customer_id',
      label: 'referrer.number',
    },
  ],
  numbering: [
    { kind: 'transaction', label: 'Transactions', first: 1000 },
    { kind: 'settlement', label: 'Settlements', first: 1000 },
  ],
  invariants: transactionInvariants,
  samples: transactionSamples,
});
