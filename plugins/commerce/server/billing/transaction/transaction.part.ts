import { definePart, on } from '@millwright/core/server';
import { SupplyPort } from '@millwright/inventory/contracts';
import { customerRenamed, transactionDeclarations, transactionProblems } from '../../../contracts/index.ts';
import { documentsOfCustomerRenamed } from '../billing-search.ts';
import { openingImporter } from '../opening/opening-importer.ts';
import { openTransactions } from '../opening/opening-kind.ts';
import { receiptEmail, receiptMail } from './receipt.ts';
import { Transaction, TransactionAllocation } from './transaction.entity.ts';
import { findTransactionsByNumber, transactionByID } from './transaction.queries.ts';
import { transactionRoutes } from './transaction.routes.ts';
import { transactionInvariants } from './transaction-invariants.ts';
import { transactionSamples } from './transaction-samples.ts';
import { centsJob } from './write-off-cents.ts';

export const transactionPart = definePart({
  problems: transactionProblems,
  ...transactionDeclarations,
  entities: [Transaction, TransactionAllocation],
  references: [
    {
      to: 'customer',
      what: ['transaction', 'transactions'],
      table: 'commerce.transaction',
      column: 'customer_id',
      label: 'referrer.number',
    },
  ],
  routes: (services) => transactionRoutes(services.get(SupplyPort)),
  subscriptions: () => [
    on(customerRenamed, 'commerce.rename-customer-on-transactions', documentsOfCustomerRenamed('transaction')),
  ],
  recordSources: () => [
    {
      type: 'transaction',
      findByNumber: findTransactionsByNumber,
      async label(ctx, id) {
        const { number, type, customer } = await transactionByID(ctx, id);
        return `${type.name} ${number} ${customer.name}`;
      },
      email: receiptMail,
    },
  ],
  jobs: () => [centsJob],
  numbering: [{ kind: 'transaction', label: 'Transactions', first: 1000 }],
  imports: () => [openingImporter(openTransactions)],
  emails: [receiptEmail],
  invariants: transactionInvariants,
  samples: transactionSamples,
});
