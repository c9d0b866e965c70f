import { type PlainField, type PlainImport, reasonsOf, usesOf } from '@millwright/core/server';
import { createShippingTermBody, listShippingTerms } from '../../../contracts/index.ts';

const { shape } = createShippingTermBody;

const amount = (parts: Pick<PlainField, 'name' | 'label' | 'column' | 'schema' | 'synonyms' | 'description'>) =>
  ({ ...parts, kind: 'decimal', decimals: 2 }) satisfies PlainField;

/** Shipping terms from files: created, or changed where the name exists. */
export const shippingTermImport: PlainImport = {
  name: 'shipping-terms',
  title: 'Shipping terms',
  description: 'Creates shipping terms, or changes those whose name exists. Empty cells leave what is there.',
  recordType: 'shipping_term',
  prefix: 'sht',
  table: 'commerce.shipping_term',
  domain: 'shipping_terms',
  words: ['shipping term', 'shipping terms'],
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['shipping term', 'shipping terms', 'freight term', 'freight terms', 'delivery terms', 'incoterm'],
      description: 'Unique; says whether the row is a new term.',
      example: 'Prepaid above 500',
    },
    {
      name: 'isFreightExempt',
      label: 'Freight exempt',
      kind: 'boolean',
      column: 'is_freight_exempt',
      blank: false,
      synonyms: ['free shipping', 'freight free', 'no freight'],
      description: 'Whether the customer pays no freight.',
      example: 'no',
    },
    amount({
      name: 'flatRate',
      label: 'Flat rate',
      column: 'flat_rate',
      schema: shape.flatRate,
      synonyms: ['flat freight', 'freight', 'rate'],
      description: 'Freight of an order whatever it weighs.',
    }),
    amount({
      name: 'minimumOrderValue',
      label: 'Minimum order value',
      column: 'minimum_order_value',
      schema: shape.minimumOrderValue,
      synonyms: ['free freight from', 'minimum order', 'minimum value'],
      description: 'Order value from which no freight is charged.',
    }),
    {
      name: 'isCarrierRate',
      label: 'Carrier rate',
      kind: 'boolean',
      column: 'is_carrier_rate',
      blank: false,
      synonyms: ['actual freight', 'carrier charges'],
      description: 'Whether freight is what the carrier charges.',
      example: 'no',
    },
  ],
  lists: [listShippingTerms],
  document: ({ name }) => ({ title: String(name), text: '' }),
  uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, 'shipping_term', ids)),
};
