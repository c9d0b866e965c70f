import { productTypes } from '@millwright/core/contracts';
import { fieldImportFields, type ImportFieldDeclaration } from '@millwright/core/server';
import { type ItemType, itemFields } from '../../../../contracts/index.ts';
import { categoryTypeOf } from '../reference/item-kinds.ts';
import { referenceFields } from '../reference/item-references.ts';

/** Columns of every item; names are those of `productImportRow`. */
const fields: readonly ImportFieldDeclaration[] = [
  {
    name: 'sku',
    label: 'SKU',
    isRequired: true,
    longest: 100,
    synonyms: [
      'item',
      'item #',
      'item number',
      'item code',
      'item id',
      'product',
      'product #',
      'product number',
      'product code',
      'product id',
      'part',
      'part #',
      'part number',
      'stock code',
      'stock number',
      'material number',
      'article number',
      'article',
      'material',
      'supply',
    ],
    description: 'Unique; says whether the row is a new item.',
    example: 'GLV-100',
  },
  {
    name: 'description',
    label: 'Description',
    longest: 500,
    synonyms: [
      'item description',
      'product description',
      'part description',
      'name',
      'product name',
      'item name',
      'title',
    ],
    example: 'Work glove, leather, size L',
  },
  {
    name: 'productType',
    label: 'Product type',
    kind: 'choice',
    choices: [...productTypes],
    synonyms: ['type', 'item type'],
    description: 'sale where the row does not say.',
    example: 'sale',
  },
  ...fieldImportFields(referenceFields, {
    productLine: {
      synonyms: ['line', 'product family', 'family'],
      example: 'Gloves',
    },
    productGroup: {
      synonyms: ['product group name', 'variation of', 'variations of', 'parent product'],
      description:
        'Of products that are one thing in several variations: what they differ in are the columns of properties.',
    },
    category: {
      synonyms: ['item category', 'product category', 'material category', 'category name', 'class', 'subcategory'],
    },
  }),
  {
    name: 'unitGroup',
    label: 'Unit group',
    kind: 'reference',
    longest: 100,
    reference: { recordType: 'unit_group', by: ['name'], canCreate: true },
    synonyms: ['uom group', 'unit of measure group'],
    description: 'The group of the product line, else of the category, else Count, where the row does not say.',
    example: 'Pairs',
  },
  {
    name: 'unit',
    label: 'Unit',
    kind: 'reference',
    longest: 40,
    reference: { recordType: 'unit', by: ['name'], canCreate: true },
    synonyms: ['default unit', 'unit of measure', 'base unit', 'selling unit', 'sales unit', 'stock unit', 'sales uom'],
    description: 'Default unit: prices are per this unit. The base unit of the group where the row does not say.',
    example: 'pair',
  },
  {
    name: 'unitValue',
    label: 'Unit value',
    kind: 'decimal',
    synonyms: ['unit price', 'price', 'list price', 'sales price', 'selling price', 'retail price', 'value', 'msrp'],
    description: 'Price of one default unit.',
    example: '12.50',
  },
  {
    name: 'unitCost',
    label: 'Unit cost',
    kind: 'decimal',
    synonyms: ['cost', 'standard cost', 'purchase price', 'cost price', 'average cost'],
    description: 'Cost of one default unit.',
    example: '7.25',
  },
  {
    name: 'orderPoint',
    label: 'Order point',
    kind: 'decimal',
    synonyms: [
      'reorder point',
      'reorder level',
      'order level',
      'minimum stock',
      'min stock',
      'minimum quantity',
      'stock minimum',
    ],
    description: 'In the default unit; when less is there, more is needed.',
    example: '200',
  },
  {
    name: 'leadTime',
    label: 'Lead time',
    kind: 'decimal',
    synonyms: ['lead time days', 'lead days', 'days to manufacture', 'delivery time', 'replenishment time'],
    description: 'Days until more of it is there.',
    example: '14',
  },
  ...fieldImportFields(itemFields.without('productLine', 'productGroup', 'category'), {
    manufacturer: {
      synonyms: ['manufacturer name', 'brand', 'maker', 'make', 'vendor'],
      longest: 200,
      example: 'Northfield',
    },
    manufacturerPartNumber: {
      synonyms: [
        'mpn',
        'mfg part',
        'mfg #',
        'manufacturer number',
        'manufacturer part',
        'manufacturer code',
        'vendor part number',
      ],
      longest: 200,
      example: 'N-100',
    },
    notes: {
      synonyms: ['note', 'comment', 'comments', 'remarks', 'memo'],
    },
    startDate: {
      synonyms: [
        'sell start date',
        'available from',
        'valid from',
        'active from',
        'effective date',
        'introduction date',
      ],
      description: 'First day it is sold.',
    },
    endDate: {
      synonyms: ['sell end date', 'discontinued date', 'valid to', 'valid until', 'active until', 'end of life'],
      description: 'Last day it is sold.',
      example: '',
    },
  }),
  {
    name: 'attributes',
    label: 'Property',
    kind: 'reference',
    longest: 100,
    reference: { recordType: 'property', by: ['name'], canCreate: true },
    description: 'Any number of columns of texts: the heading is the property (Color), the cell its attribute (Black).',
  },
];

/** The field that stands for columns that are properties. */
export const propertyField = 'attributes';

const productsOnly = new Set(['productType', 'productLine', 'productGroup']);

/** Columns of an import of items of a type. */
export const itemImportFields = (type: ItemType): ImportFieldDeclaration[] =>
  fields
    .filter(({ name }) => type === 'product' || !productsOnly.has(name))
    .map((field) =>
      field.name === 'category'
        ? { ...field, example: categoryTypeOf(type) === 'product' ? 'Hand protection' : 'Yarn' }
        : field,
    );
