import { type PlainImport, reasonsOf, usesOf } from '@millwright/core/server';
import { createPaymentTermBody, listPaymentTerms, paymentTermCodes } from '../../../contracts/index.ts';

const { shape } = createPaymentTermBody;

/** Payment terms from files: created, or changed where the name exists. */
export const paymentTermImport: PlainImport = {
  name: 'payment-terms',
  title: 'Payment terms',
  description: 'Creates payment terms, or changes those whose name exists. Empty cells leave what is there.',
  recordType: 'payment_term',
  prefix: 'pyt',
  table: 'commerce.payment_term',
  domain: 'payment_terms',
  words: ['payment term', 'payment terms'],
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['payment term', 'payment terms', 'term', 'terms', 'payment term name', 'description'],
      description: 'Unique; says whether the row is a new term.',
      example: 'Net 30 days',
    },
    {
      name: 'code',
      label: 'Code',
      kind: 'choice',
      choices: [...paymentTermCodes],
      column: 'code',
      isNeeded: true,
      schema: shape.code,
      synonyms: ['payment term code', 'term code', 'type', 'kind'],
      description: 'When an invoice is due.',
      example: 'net_30',
    },
  ],
  lists: [listPaymentTerms],
  document: ({ name }) => ({ title: String(name), text: '' }),
  uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, 'payment_term', ids)),
};
