import { type PlainImport, reasonsOf, usesOf } from '@millwright/core/server';
import { categories, listCategories, listProperties } from '../../../contracts/index.ts';
import { nameOf, notesField, propertiesField, unitGroupField } from '../shared/plain-fields.ts';

const { shape } = categories.createBody;

/** Categories from files: created, or changed where the type has one of the name. */
export const categoryImport: PlainImport = {
  name: 'categories',
  title: 'Categories',
  description:
    'Creates categories of products and of materials, or changes those whose name and type exist. ' +
    'Empty cells leave what is there.',
  recordType: 'category',
  prefix: 'cat',
  table: 'inventory.category',
  domain: 'categories',
  words: ['category', 'categories'],
  keys: ['name'],
  within: ['type'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['category', 'category name'],
      description: 'With the type it says whether the row is a new category.',
      example: 'Hand protection',
    },
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      choices: [...shape.type.options],
      column: 'type',
      isNeeded: true,
      schema: shape.type,
      synonyms: ['category type', 'sorts', 'kind'],
      description: 'product for categories of products, material for those of parts, materials and supplies.',
      example: 'product',
    },
    propertiesField({
      schema: shape.propertyIDs,
      links: { table: 'inventory.category_property', owner: 'category_id', target: 'property_id' },
      description:
        'What items of the category are described by, apart by semicolons; takes the place of those there are.',
    }),
    unitGroupField('Suggested to new items of the category.'),
    notesField,
  ],
  lists: [listCategories, listProperties],
  document: (values) => ({
    title: nameOf(values),
    subtitle: values['type'] === 'product' ? 'Product category' : 'Material category',
    text: '',
  }),
  uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, 'category', ids)),
};
