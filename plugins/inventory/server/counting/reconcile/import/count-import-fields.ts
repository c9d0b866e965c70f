import type { ImportFieldDeclaration } from '@millwright/core/server';

/** SKU, as people head its column. */
export const skuField: ImportFieldDeclaration = {
  name: 'sku',
  label: 'SKU',
  isRequired: true,
  longest: 100,
  synonyms: [
    'item',
    'item #',
    'item number',
    'item code',
    'product',
    'product #',
    'product number',
    'product code',
    'part',
    'part #',
    'part number',
    'stock code',
    'stock number',
    'material',
    'material number',
    'article',
    'article number',
  ],
  example: 'GLV-100',
};

/** What stands for the default unit of each item in a file of counts. */
export const defaultUnit = 'default';

/** Unit of the quantity. */
export const unitField: ImportFieldDeclaration = {
  name: 'unit',
  label: 'Unit',
  longest: 100,
  synonyms: ['unit of measure', 'uom', 'count unit', 'stock unit'],
  description: "The item's default unit where the row does not say.",
  example: 'each',
};

/** Path of the place. */
export const placeField = (description: string): ImportFieldDeclaration => ({
  name: 'storageLocation',
  label: 'Storage location',
  kind: 'reference',
  longest: 1000,
  reference: { recordType: 'storage_location', by: ['path'], canCreate: true },
  synonyms: ['location', 'location path', 'place', 'bin', 'warehouse', 'bin location'],
  description,
  example: 'Tool Crib / A / 1',
});

/** Number of the lot. */
export const lotField = (description: string): ImportFieldDeclaration => ({
  name: 'lotNumber',
  label: 'Lot number',
  longest: 60,
  synonyms: ['lot', 'lot #', 'batch', 'batch number'],
  description,
  example: '000042',
});

/** Number of the customer who owns the stock. */
export const ownerField: ImportFieldDeclaration = {
  name: 'customer',
  label: 'Owner',
  longest: 100,
  synonyms: ['customer', 'customer number', 'owner number', 'owner account', 'consignor'],
  description: "Number of the customer whose stock it is; the account's own where the row does not say.",
  example: '1042',
};

/** Fields of counts. */
export const countFields: readonly ImportFieldDeclaration[] = [
  skuField,
  {
    name: 'quantity',
    label: 'Quantity',
    kind: 'decimal',
    isStrict: true,
    synonyms: ['qty', 'count', 'counted', 'counted quantity', 'on hand', 'on hand quantity', 'stock'],
    description: 'Nothing counts as 0.',
    example: '12',
  },
  {
    ...unitField,
    isRequired: true,
    description: `${defaultUnit} is the default unit of each item. Without a unit nobody knows what was counted.`,
  },
  placeField('Absent: the item in all places.'),
  lotField('Absent: any lot, or stock without lot where another row of the same item and place names one.'),
  ownerField,
  {
    name: 'reconcileType',
    label: 'Reconcile type',
    kind: 'choice',
    choices: ['force', 'addition'],
    synonyms: ['count type'],
    description:
      'force (the default) makes the stock what was counted, addition adds to it. One for all rows of an item.',
    example: 'force',
  },
];
