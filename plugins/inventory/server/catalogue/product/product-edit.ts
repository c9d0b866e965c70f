import type { BulkAnswer, BulkPreview } from '@millwright/core/contracts';
import {
  type AccountContext,
  bulkEdit,
  type Changes,
  type EditedField,
  emit,
  previewBulk,
  runBulk,
  sql,
  touched,
} from '@millwright/core/server';
import { type ProductFilter, productChanged } from '../../../contracts/index.ts';
import { findItemIDs } from '../item/item.queries.ts';
import { listsOf } from '../item/item-kinds.ts';

const fields: readonly EditedField[] = [
  { name: 'unitValue', label: 'Price', column: 'unit_value', type: 'numeric' },
  {
    name: 'productLineID',
    label: 'Product line',
    column: 'product_line_id',
    type: 'text',
    names: { table: 'inventory.product_line', column: 'name' },
  },
  {
    name: 'categoryID',
    label: 'Category',
    column: 'category_id',
    type: 'text',
    names: { table: 'inventory.category', column: 'name', where: sql`type = 'product'` },
  },
  { name: 'endDate', label: 'Last day', column: 'end_date', type: 'date' },
];

const refusal = (changes: Changes) => {
  const endDate = changes['endDate'] ?? null;
  return sql`case when own.start_date > ${endDate}::text::date then 'It starts later' end`;
};

/** Gives products the same values of fields; the price is of one default unit of each. */
export const productEdit = bulkEdit({
  action: 'products.edit',
  recordType: 'product',
  permission: 'products:update',
  table: 'inventory.item',
  label: 'sku',
  fields,
  visible: sql`own.type = 'product'`,
  refusal,
  async written(ctx, ids, names) {
    const { rows } = await sql<{ id: string; sku: string }>`select id, sku from inventory.item
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
    for (const { id: itemID, sku } of rows)
      emit(ctx, productChanged, { itemID, sku, fields: [...names] }, { type: 'product', id: itemID });
    await ctx.em.flush();
    touched(ctx, ...listsOf('product'));
  },
});

interface Selection {
  itemIDs?: string[] | undefined;
  filter?: ProductFilter | undefined;
}

const selected = async (ctx: AccountContext, { itemIDs, filter }: Selection): Promise<string[]> =>
  itemIDs ?? findItemIDs(ctx, 'product', filter ?? {});

/** Gives many products the same values; more than 2,000 as a change set. */
export async function editProducts(ctx: AccountContext, selection: Selection, changes: object): Promise<BulkAnswer> {
  const ids = await selected(ctx, selection);
  return runBulk(ctx, productEdit, { ids, title: (count) => `Change ${count} products`, options: { changes } });
}

/** What that would do. */
export const previewEditProducts = async (
  ctx: AccountContext,
  selection: Selection,
  changes: object,
): Promise<BulkPreview> => previewBulk(ctx, productEdit, { ids: await selected(ctx, selection), options: { changes } });
