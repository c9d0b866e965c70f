import { definePart } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import { createDemoSales } from './demo-history.ts';

/** After all other demo records: what they draw stays as it is. */
export const historyPart = definePart({
  demo: (ctx, random, services) => createDemoSales(ctx, random, services.get(CataloguePort)),
});
