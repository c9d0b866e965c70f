import { type ReferencedTables, sql } from '@millwright/core/server';
import { type ItemType, itemFields } from '../../../contracts/index.ts';
import { Category } from '../category/category.entity.ts';
import { ProductGroup } from '../product-group/product-group.entity.ts';
import { ProductLine } from '../product-line/product-line.entity.ts';
import { categoryTypeOf } from './item-kinds.ts';

/** What items refer to. */
export const referenceFields = itemFields.only('productLine', 'productGroup', 'category');

/** Where that stands. */
export const itemReferences = {
  product_line: { entity: ProductLine, table: 'inventory.product_line' },
  product_group: { entity: ProductGroup, table: 'inventory.product_group' },
  category: { entity: Category, table: 'inventory.category' },
} satisfies ReferencedTables;

/** The same, of which items of this type may choose. */
export const itemReferencesOf = (type: ItemType) => ({
  ...itemReferences,
  category: { ...itemReferences.category, among: sql`type = ${categoryTypeOf(type)}` },
});
