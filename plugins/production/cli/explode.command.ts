import { defineCommand, usageFailure } from '@millwright/core/cli';
import type { ExplodedItem } from '../contracts/index.ts';

const columns = [
  { title: 'Level', value: (row: ExplodedItem) => row.level },
  { title: 'SKU', value: (row: ExplodedItem) => row.item.sku },
  { title: 'Quantity', value: (row: ExplodedItem) => row.measure },
  { title: 'Unit', value: (row: ExplodedItem) => row.unit },
  { title: 'Made by', value: (row: ExplodedItem) => row.step?.name ?? 'bought' },
  { title: 'Description', value: (row: ExplodedItem) => row.item.description },
];

/** `millwright production explode WG-LTH-M 100` */
export const explodeCommand = defineCommand({
  name: 'production explode',
  summary: 'list everything that a quantity of an item takes, through all production steps',
  description: `Each item once, with the deepest level on which it is needed, whatever is in stock. The quantity is in
the item's default unit.

Examples:
  millwright production explode WG-LTH-M 100
  millwright production explode CS-MER-L 12 --json`,
  kind: 'administrator',
  needs: 'production_steps:read',
  arguments: { sku: { summary: 'SKU of the item' }, quantity: { summary: 'how many, in its default unit' } },
  options: {},
  async run(ctx, { sku, quantity }) {
    const [{ explodeItem }, { listItems }] = await Promise.all([
      import('../contracts/index.ts'),
      import('@millwright/inventory/contracts'),
    ]);
    const measure = Number(quantity);
    if (!(measure > 0)) throw usageFailure(`The quantity must be a number above 0, not ${quantity}`);
    const { items } = await ctx.client.call(listItems, { query: { query: sku, isExactMatch: true } });
    const [item] = items;
    if (!item) throw usageFailure(`There is no item ${sku}`);
    const exploded = await ctx.client.call(explodeItem, { params: { itemID: item.id }, body: { quantity: measure } });
    await ctx.result(exploded, () => ctx.table(columns, exploded.items));
  },
});
