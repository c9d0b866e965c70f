import { definePart } from '@millwright/core/server';
import { CreditLine, ReturnedGoods } from './credit.entity.ts';
import { creditInvariants } from './credit-invariants.ts';

/** Credits of invoices: memos with their lines, and returned goods. */
export const creditPart = definePart({
  entities: [CreditLine, ReturnedGoods],
  invariants: creditInvariants,
  samples: [
    {
      table: 'commerce.credit_line',
      row: (ids) => ({
        transaction_id: ids('commerce.transaction'),
        invoice_line_id: ids('commerce.invoice_line'),
        customer_id: ids('commerce.customer'),
        position: 1,
        quantity: '1.000000',
        amount: '4.50',
        why: 'Canary {label}',
        restock: 'place',
      }),
    },
    {
      table: 'commerce.returned_goods',
      row: (ids) => ({
        credit_line_id: ids('commerce.credit_line'),
        location_id: 'loc_{label}',
        location_name: 'Canary {label}',
        quantity: '1.000000',
        value: '2.000000',
      }),
    },
  ],
});
