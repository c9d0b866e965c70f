import { defineCommand, refusal } from '@millwright/core/cli';

/** `millwright pallet-labels prepare 1042 --sheet labels.html` */
export const preparePalletLabelsCommand = defineCommand({
  name: 'pallet-labels prepare',
  summary: 'make the pallet labels that an order needs',
  kind: 'administrator',
  needs: 'pallet_labels:update',
  writes: true,
  arguments: { order: { summary: 'number of the order' } },
  options: { sheet: { type: 'text', value: 'FILE', summary: 'write the labels to this file, as a page to print' } },
  async run(ctx, { order, sheet }) {
    const [{ listSalesOrders }, { getPalletLabelSheet, getPalletPlan, preparePalletLabels }] = await Promise.all([
      import('@millwright/commerce/contracts'),
      import('../contracts/index.ts'),
    ]);
    const { items } = await ctx.client.call(listSalesOrders, { query: { query: order, take: 50 } });
    const found = items.find(({ number }) => number === order);
    if (!found) throw refusal('not_found', `There is no sales order ${order}`);
    const params = { orderID: found.id };
    const plan = await ctx.client.call(ctx.isDryRun ? getPalletPlan : preparePalletLabels, { params });
    if (sheet && !ctx.isDryRun) {
      const { writeFile } = await import('node:fs/promises');
      const page = await ctx.client.call(getPalletLabelSheet, { params });
      await writeFile(ctx.pathOf(sheet), await page.text());
    }
    await ctx.result(plan, () => {
      ctx.say(`Order ${plan.number} needs ${plan.pallets === 1 ? '1 pallet' : `${plan.pallets} pallets`}.`);
      if (ctx.isDryRun) ctx.say('Nothing was written.');
      else if (sheet) ctx.say(`The labels are in ${sheet}.`);
    });
  },
});
