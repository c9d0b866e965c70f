import { definePart, type PlainField, projection, referenceAggregate } from '@millwright/core/server';
import { listCustomers, listShippingTerms, shippingTermDeclarations, shippingTerms } from '../../../contracts/index.ts';
import { seedShippingTerms } from './seed-shipping-terms.ts';
import { ShippingTerm } from './shipping-term.entity.ts';

const { shape } = shippingTerms.createBody;

const view = projection(shippingTerms.row, {
  list: listShippingTerms,
  table: 'commerce.shipping_term',
  search: ['name', 'code'],
  order: ['name'],
});

type Words = Pick<PlainField, 'name' | 'label' | 'column' | 'synonyms' | 'description'>;
const flag = (words: Words): PlainField => ({ ...words, kind: 'boolean', blank: false, example: 'no' });
const amount = (words: Words, schema: PlainField['schema']): PlainField => ({
  ...words,
  schema,
  kind: 'decimal',
  decimals: 2,
});

/** Routes, import and commands of shipping terms. */
export const shippingTermRecord = referenceAggregate({
  entity: ShippingTerm,
  table: 'commerce.shipping_term',
  endpoints: shippingTerms,
  view,
  lists: [listShippingTerms, listCustomers],
  import: {
    named: {
      synonyms: ['shipping term', 'shipping terms', 'freight term', 'freight terms', 'delivery terms', 'incoterm'],
      description: 'Unique; says whether the row is a new term.',
      example: 'Prepaid above 500',
    },
    more: [
      flag({
        name: 'isFreightExempt',
        label: 'Freight exempt',
        column: 'is_freight_exempt',
        synonyms: ['free shipping', 'freight free', 'no freight'],
        description: 'Whether the customer pays no freight.',
      }),
      amount(
        {
          name: 'flatRate',
          label: 'Flat rate',
          column: 'flat_rate',
          synonyms: ['flat freight', 'freight', 'rate'],
          description: 'Freight of an order whatever it weighs.',
        },
        shape.flatRate,
      ),
      amount(
        {
          name: 'minimumOrderValue',
          label: 'Minimum order value',
          column: 'minimum_order_value',
          synonyms: ['free freight from', 'minimum order', 'minimum value'],
          description: 'Order value from which no freight is charged.',
        },
        shape.minimumOrderValue,
      ),
      flag({
        name: 'isCarrierRate',
        label: 'Carrier rate',
        column: 'is_carrier_rate',
        synonyms: ['actual freight', 'carrier charges'],
        description: 'Whether freight is what the carrier charges.',
      }),
    ],
  },
});

export const shippingTermPart = definePart({
  ...shippingTermRecord,
  ...shippingTermDeclarations,
  onEnable: seedShippingTerms,
  samples: [
    {
      table: 'commerce.shipping_term',
      row: {
        code: null,
        name: 'Term {label}',
        is_freight_exempt: false,
        flat_rate: '9.50',
        minimum_order_value: null,
        is_carrier_rate: false,
      },
    },
  ],
});
