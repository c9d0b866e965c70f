import type { RecordType } from '@millwright/core/contracts';
import type { ItemType } from '../../../contracts/index.ts';

/** What the types of items are called in paths, rights, lists and records. */
interface ItemKind {
  type: ItemType;
  /** Path, permission domain, list and import: `materials`. */
  plural: 'products' | 'parts' | 'materials' | 'supplies';
  recordType: RecordType['type'];
}

export const itemKinds: Readonly<Record<ItemType, ItemKind>> = {
  product: { type: 'product', plural: 'products', recordType: 'product' },
  part: { type: 'part', plural: 'parts', recordType: 'part' },
  material: { type: 'material', plural: 'materials', recordType: 'material' },
  supply: { type: 'supply', plural: 'supplies', recordType: 'supply' },
};

/** Lists whose counts or rows a change of an item of this type touches. */
export const listsOf = (type: ItemType): string[] => [
  itemKinds[type].plural,
  'items',
  'categories',
  'properties',
  'unit-groups',
  ...(type === 'product' ? ['product-lines', 'product-groups'] : []),
];

/** Product categories are for products, material categories for everything else. */
export const categoryTypeOf = (type: ItemType): 'product' | 'material' => (type === 'product' ? 'product' : 'material');
