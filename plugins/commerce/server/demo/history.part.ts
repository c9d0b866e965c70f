import { definePart } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import { createDemoSales } from './demo-history.ts';

/** After all other demo records, so that their random values do not change. */
export const historyPart = definePart({
  demo: (ctx, random, services) => createDemoSales(ctx, random, services.get(CataloguePort)),
});
