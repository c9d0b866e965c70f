import { type ReferencedTables, sql } from '@millwright/core/server';
import { type ItemType, itemFields } from '../../../../contracts/index.ts';
import { Category } from '../../category/category.entity.ts';
import { ProductGroup } from '../../product-group/product-group.entity.ts';
import { ProductLine } from '../../product-line/product-line.entity.ts';
import { categoryTypeOf } from './item-kinds.ts';

/** References of items. */
export const referenceFields = itemFields.only('productLine', 'productGroup', 'category');

/** Entities of the references. */
export const itemReferences = {
  product_line: { entity: ProductLine, table: 'inventory.product_line' },
  product_group: { entity: ProductGroup, table: 'inventory.product_group' },
  category: { entity: Category, table: 'inventory.category' },
} satisfies ReferencedTables;

/** The same, restricted to the records that items of this type may refer to. */
export const itemReferencesOf = (type: ItemType) => ({
  ...itemReferences,
  category: { ...itemReferences.category, among: sql`type = ${categoryTypeOf(type)}` },
});
