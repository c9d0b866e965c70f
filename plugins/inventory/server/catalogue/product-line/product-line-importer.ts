import { emitAll, type PlainImport, reasonsOf, usesOf } from '@millwright/core/server';
import {
  createProductLineBody,
  listProductLines,
  listProducts,
  productLineChanged,
  productLineCreated,
  productLineDeleted,
} from '../../../contracts/index.ts';
import { nameOf, unitGroupField } from '../shared/plain-fields.ts';

const { shape } = createProductLineBody;
const aggregate = (id: string) => ({ type: 'product_line', id });

/** Product lines from files: created, or changed where the name exists. */
export const productLineImport: PlainImport = {
  name: 'product-lines',
  title: 'Product lines',
  description: 'Creates product lines, or changes those whose name exists. Empty cells leave what is there.',
  recordType: 'product_line',
  prefix: 'pln',
  table: 'inventory.product_line',
  domain: 'product_lines',
  words: ['product line', 'product lines'],
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['product line', 'product line name', 'line', 'line name', 'product family', 'family'],
      description: 'Unique; says whether the row is a new product line.',
      example: 'Gloves',
    },
    {
      name: 'isCommissionExempt',
      label: 'Commission exempt',
      kind: 'boolean',
      column: 'is_commission_exempt',
      blank: true,
      synonyms: ['exempt from commission', 'no commission'],
      description: 'yes where the row does not say: sales of its products earn no commission.',
      example: 'yes',
    },
    {
      name: 'isFreightExempt',
      label: 'Freight exempt',
      kind: 'boolean',
      column: 'is_freight_exempt',
      blank: false,
      synonyms: ['exempt from freight', 'no freight', 'free freight'],
      description: 'no where the row does not say: its products are charged freight.',
      example: 'no',
    },
    unitGroupField('The group that new products of the line are measured in.'),
  ],
  lists: [listProductLines, listProducts],
  document: (values) => ({ title: nameOf(values), text: '' }),
  tell: {
    created: (ctx, facts) =>
      emitAll(
        ctx,
        productLineCreated,
        facts.map(({ id, values }) => ({
          payload: { productLineID: id, name: nameOf(values) },
          aggregate: aggregate(id),
        })),
      ),
    changed: (ctx, facts) =>
      emitAll(
        ctx,
        productLineChanged,
        facts.map(({ id, values, fields }) => ({
          payload: { productLineID: id, name: nameOf(values), fields: [...fields] },
          aggregate: aggregate(id),
        })),
      ),
    deleted: (ctx, facts) =>
      emitAll(
        ctx,
        productLineDeleted,
        facts.map(({ id, values }) => ({
          payload: { productLineID: id, name: nameOf(values) },
          aggregate: aggregate(id),
        })),
      ),
  },
  uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, 'product_line', ids)),
};
