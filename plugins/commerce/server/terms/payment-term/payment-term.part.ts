import { among, definePart, projection, referenceAggregate } from '@millwright/core/server';
import {
  listCustomers,
  listPaymentTerms,
  paymentTermCode,
  paymentTermDays,
  paymentTermDeclarations,
  paymentTerms,
} from '../../../contracts/index.ts';
import { PaymentTerm } from './payment-term.entity.ts';
import { seedPaymentTerms } from './seed-payment-terms.ts';

const view = projection(paymentTerms.row, {
  list: listPaymentTerms,
  table: 'commerce.payment_term',
  derived: { days: ({ code }) => paymentTermDays[code] },
  search: ['name', 'code'],
  filters: { codes: (codes) => among('payment_term.code', codes) },
  order: ['name'],
});

/** Routes, import and commands of payment terms. */
export const paymentTermRecord = referenceAggregate({
  entity: PaymentTerm,
  table: 'commerce.payment_term',
  endpoints: paymentTerms,
  view,
  lists: [listPaymentTerms, listCustomers],
  import: {
    named: {
      synonyms: ['payment term', 'payment terms', 'term', 'terms', 'payment term name', 'description'],
      description: 'Unique; says whether the row is a new term.',
      example: 'Net 30 days',
    },
    more: [
      {
        name: 'code',
        label: 'Code',
        kind: 'choice',
        choices: [...paymentTermCode.options],
        column: 'code',
        isNeeded: true,
        schema: paymentTerms.createBody.shape.code,
        synonyms: ['payment term code', 'term code', 'type', 'kind'],
        description: 'When an invoice is due.',
        example: 'net_30',
      },
    ],
  },
});

export const paymentTermPart = definePart({
  ...paymentTermRecord,
  ...paymentTermDeclarations,
  onEnable: seedPaymentTerms,
  samples: [{ table: 'commerce.payment_term', row: { code: 'net_30', name: 'Net 30 {label}' } }],
});
