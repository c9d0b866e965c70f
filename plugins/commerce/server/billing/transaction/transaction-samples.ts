import type { TableSample } from '@millwright/core/server';

/** One valid row per table of transactions and settlements. */
export const transactionSamples: readonly TableSample[] = [
  {
    table: 'commerce.transaction',
    row: (ids) => ({
      number: 'sample-{label}',
      number_key: 'sample-{label}',
      customer_id: ids('commerce.customer'),
      type: 'payment',
      method: 'check',
      amount: '9.00',
      dated_on: '2026-01-15',
      reference: 'Canary {label}',
      note: 'Canary {label}',
      settlement_id: ids('commerce.settlement'),
    }),
  },
  {
    table: 'commerce.transaction_allocation',
    row: (ids) => ({
      customer_id: ids('commerce.customer'),
      transaction_id: ids('commerce.transaction'),
      invoice_id: ids('commerce.invoice'),
      settlement_id: ids('commerce.settlement'),
      amount: '1.00',
      why: 'Canary {label}',
      applied_on: '2026-01-15',
      unapplied_on: '2026-01-16',
    }),
  },
];
