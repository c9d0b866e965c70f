import type { RecordType } from '@millwright/core/contracts';
import { type AccountContext, type ListEndpoint, touchedRows } from '@millwright/core/server';
import {
  type ItemType,
  listCategories,
  listItems,
  listProductGroups,
  listProductLines,
  listProducts,
  listProductVariations,
  listProperties,
  listUnitGroups,
  materialEndpoints,
  partEndpoints,
  supplyEndpoints,
} from '../../../../contracts/index.ts';

/** Names of an item type in paths, permissions, lists and records. */
interface ItemKind {
  type: ItemType;
  list: ListEndpoint;
  /** Path, permission domain and import: `materials`. */
  plural: 'products' | 'parts' | 'materials' | 'supplies';
  recordType: RecordType['type'];
}

export const itemKinds: Readonly<Record<ItemType, ItemKind>> = {
  product: { type: 'product', list: listProducts, plural: 'products', recordType: 'product' },
  part: { type: 'part', list: partEndpoints.list, plural: 'parts', recordType: 'part' },
  material: { type: 'material', list: materialEndpoints.list, plural: 'materials', recordType: 'material' },
  supply: { type: 'supply', list: supplyEndpoints.list, plural: 'supplies', recordType: 'supply' },
};

/** All list endpoints with rows of items. */
export const itemLists = [listItems, listProductVariations, ...Object.values(itemKinds).map(({ list }) => list)];

/**
 * Marks everything that shows items as changed by this transaction, for example after a change of a name that items
 * show.
 */
export const touchedItems = (ctx: AccountContext): void => touchedRows(ctx, ...itemLists);

/** List endpoints whose counts or rows depend on items of this type. */
export const listsOf = (type: ItemType): ListEndpoint[] => [
  itemKinds[type].list,
  listItems,
  listCategories,
  listProperties,
  listUnitGroups,
  ...(type === 'product' ? [listProductLines, listProductGroups, listProductVariations] : []),
];

/** Product categories are for products, material categories for all other types. */
export const categoryTypeOf = (type: ItemType): 'product' | 'material' => (type === 'product' ? 'product' : 'material');
