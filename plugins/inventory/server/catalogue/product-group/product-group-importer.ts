import { type PlainImport, reasonsOf, usesOf } from '@millwright/core/server';
import {
  createProductGroupBody,
  listItems,
  listProductGroups,
  listProducts,
  listProperties,
} from '../../../contracts/index.ts';
import { nameOf, notesField, propertiesField } from '../shared/plain-fields.ts';

const { shape } = createProductGroupBody;

/**
 * Product groups from files: created, or changed where the name exists. Their products say themselves which group they
 * are in.
 */
export const productGroupImport: PlainImport = {
  name: 'product-groups',
  title: 'Product groups',
  description:
    'Creates product groups, or changes those whose name exists. Empty cells leave what is there. ' +
    'The products of a group come with the import of products.',
  recordType: 'product_group',
  prefix: 'pgr',
  table: 'inventory.product_group',
  domain: 'product_groups',
  words: ['product group', 'product groups'],
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['product group', 'product group name', 'group', 'group name'],
      description: 'Unique; says whether the row is a new product group.',
      example: 'Work glove',
    },
    propertiesField({
      isNeeded: true,
      schema: shape.propertyIDs,
      links: {
        table: 'inventory.product_group_property',
        owner: 'product_group_id',
        target: 'property_id',
        position: 'position',
      },
      synonyms: ['property', 'properties name', 'differ in', 'differs in', 'varies by'],
      description: 'What its products differ in, in order and apart by semicolons; takes the place of those there are.',
    }),
    notesField,
  ],
  lists: [listProductGroups, listProducts, listItems, listProperties],
  document: (values) => ({ title: nameOf(values), text: '' }),
  uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, 'product_group', ids)),
};
