import { defineCommand } from '@millwright/core/cli';
import type { PalletLabel } from '../contracts/index.ts';

const columns = [
  { title: 'Order', value: (label: PalletLabel) => label.orderNumber },
  { title: 'Pallet', value: (label: PalletLabel) => `${label.position} of ${label.count}` },
  { title: 'Customer', value: (label: PalletLabel) => label.customerName, minimum: 12 },
  { title: 'Printed', value: (label: PalletLabel) => label.printedAt?.slice(0, 10) ?? 'no' },
];

/** `millwright pallet-labels list` */
export const listPalletLabelsCommand = defineCommand({
  name: 'pallet-labels list',
  summary: 'list pallet labels, newest order first',
  kind: 'administrator',
  needs: 'pallet_labels:read',
  options: {
    unprinted: { type: 'flag', summary: 'only those that nobody has printed' },
    search: { type: 'text', value: 'TEXT', summary: 'part of an order number or of a customer' },
    take: { type: 'number', default: 50, summary: 'most labels to list' },
  },
  async run(ctx, { unprinted, search, take }) {
    const { listPalletLabels } = await import('../contracts/index.ts');
    const query = { take, ...(unprinted ? { isPrinted: false } : {}), ...(search ? { query: search } : {}) };
    const page = await ctx.client.call(listPalletLabels, { query });
    await ctx.result(page, () => {
      ctx.table(columns, page.items);
      if (page.count > page.items.length) ctx.say(`${page.items.length} of ${page.count}`);
    });
  },
});
