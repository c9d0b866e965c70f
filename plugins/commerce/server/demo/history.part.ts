import { definePart } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import { createDemoSignedOrder } from './demo-files.ts';
import { createDemoSales } from './demo-history.ts';
import { createDemoConversations, tellDemoTeam } from './demo-inbox.ts';

/** After all other demo records, so that their random values do not change. */
export const historyPart = definePart({
  demo: async (ctx, random, services) => {
    await createDemoSales(ctx, random, services.get(CataloguePort));
    await tellDemoTeam(ctx);
    await createDemoSignedOrder(ctx);
    await createDemoConversations(ctx);
  },
});
