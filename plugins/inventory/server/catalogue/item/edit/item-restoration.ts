import { type AccountContext, indexRecords, type Restoration, sql, touched } from '@millwright/core/server';
import type { ItemType } from '../../../../contracts/index.ts';
import { listsOf } from '../reference/item-kinds.ts';
import { searchedItem, tellAllCreated } from './item-history.ts';
import { likeSKUs } from './item-sku.ts';

type Searched = Parameters<typeof searchedItem>[0];

/** Search entries of items. */
export const foundItems = async (ctx: AccountContext, ids: readonly string[]): Promise<Searched[]> => {
  const { rows } = await sql<Searched>`select id, type, sku, description, manufacturer,
      manufacturer_part_number as "manufacturerPartNumber" from inventory.item
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) order by sku, id`.execute(ctx.em.query());
  return rows;
};

/** Restoring deleted items of a type, with the rows that belonged only to them. */
export const itemRestoration = (type: ItemType): Restoration => ({
  own: 'inventory.item',
  tables: [
    { table: 'inventory.item', column: 'id' },
    { table: 'inventory.item_attribute', column: 'item_id' },
    { table: 'inventory.item_position', column: 'item_id' },
  ],
  async refusals(ctx, records) {
    const taken = await likeSKUs(
      ctx,
      records.map(({ label }) => label),
    );
    return new Map(
      records.flatMap(({ id, label }): [string, string][] => {
        const other = taken.get(label);
        return other === undefined ? [] : [[id, `the SKU ${other} was given since`]];
      }),
    );
  },
  async restored(ctx, records) {
    const items = await foundItems(
      ctx,
      records.map(({ id }) => id),
    );
    await indexRecords(ctx, items.map(searchedItem));
    await tellAllCreated(ctx, items);
    touched(ctx, ...listsOf(type));
  },
});
