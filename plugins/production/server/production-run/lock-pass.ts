import type { AccountContext } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import type { ProductionRun } from './production-run.entity.ts';
import { billItems, billOf } from './run-bill.ts';

/** What a step may touch of stock beside the bills and promises of its runs. */
interface StockBeside {
  itemIDs?: readonly string[];
  locationIDs?: readonly string[];
}

/**
 * Ends the one lock pass of whoever works on runs: these and their batches are held, and now, before anything is taken
 * or brought, all stock that may follow, each in the order of ids. Nothing later in the step locks a position anew, so
 * stations wait for each other in one order and never in a ring.
 */
export function holdStockOf(
  ctx: AccountContext,
  stock: StockPort,
  runs: readonly Pick<ProductionRun, 'id' | 'bill'>[],
  { itemIDs = [], locationIDs = [] }: StockBeside = {},
): Promise<void> {
  return stock.hold(ctx, {
    itemIDs: [...billItems(runs.map(billOf)), ...itemIDs],
    locationIDs,
    documents: runs.map(({ id }) => ({ type: 'production_run', id })),
  });
}
