import { defineCommand } from '@millwright/core/cli';
import type { PurchaseSuggestion } from '../contracts/index.ts';

const columns = [
  { title: 'SKU', value: ({ item }: PurchaseSuggestion) => item.sku, minimum: 12 },
  { title: 'Need', value: ({ need }: PurchaseSuggestion) => `${need.measure} ${need.unit}` },
  { title: 'By', value: ({ neededOn }: PurchaseSuggestion) => neededOn ?? '' },
  { title: 'Supplier', value: ({ offers: [best] }: PurchaseSuggestion) => best?.supplier.name ?? 'nobody' },
  {
    title: 'Order',
    value: ({ offers: [best] }: PurchaseSuggestion) => (best ? `${best.quantity.measure} ${best.quantity.unit}` : ''),
  },
  {
    title: 'Arrives',
    value: ({ offers: [best] }: PurchaseSuggestion) => (best ? `${best.arrivesOn}${best.isLate ? ' late' : ''}` : ''),
  },
];

/** `millwright purchase suggest`, `millwright purchase suggest --order` */
export const purchaseSuggestCommand = defineCommand({
  name: 'purchase suggest',
  summary: 'list what should be bought, and make drafts of it',
  description: `Lists what documents want and order points ask for, beyond what is there and on its way, with the
supplier that brings it in time at the lowest price. --order makes one draft for each supplier, which
can be undone as one. With --dry-run --order nothing is made.

Examples:
  millwright purchase suggest
  millwright purchase suggest --order`,
  kind: 'administrator',
  needs: 'purchase_orders:create',
  writes: true,
  options: { order: { type: 'flag', summary: 'make drafts, one for each supplier' } },
  async run(ctx, { order }) {
    const { getPurchaseSuggestions, orderSuggestions } = await import('../contracts/index.ts');
    const { items, count } = await ctx.client.call(getPurchaseSuggestions, { query: {} });
    const priced = items.flatMap(({ offers: [best] }) => (best && best.unitPrice !== null ? best.supplier.id : []));
    const made =
      order === true && !ctx.isDryRun && priced.length ? await ctx.client.call(orderSuggestions, { body: {} }) : null;
    await ctx.result({ items, count, ...(made ?? { orders: [], changeSetID: null }) }, () => {
      ctx.table(columns, items);
      ctx.say(count === 1 ? '1 item should be bought' : `${count} items should be bought`);
      const suppliers = new Set(priced).size;
      if (order === true && ctx.isDryRun)
        ctx.say(suppliers === 1 ? '1 draft would be made' : `${suppliers} drafts would be made`);
      for (const { number, supplier, lineCount } of made?.orders ?? [])
        ctx.say(`Draft ${number}: ${lineCount} ${lineCount === 1 ? 'line' : 'lines'} at ${supplier.name}`);
      if (made?.changeSetID) ctx.say(`millwright import undo ${made.changeSetID} takes them back`);
    });
    return 0;
  },
});
