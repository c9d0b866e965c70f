import type { AccountContext } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import type { ProductionRun } from './production-run.entity.ts';
import { billItems, billOf } from './run-bill.ts';

/** Stock that a transaction may touch besides the bills and promises of its runs. */
interface StockBeside {
  itemIDs?: readonly string[];
  locationIDs?: readonly string[];
}

/**
 * Last part of locking: after runs and their batches, all stock that the transaction may touch is locked at once, each
 * kind in the order of ids. Nothing is locked later, so transactions of stations wait for each other in one order and
 * cannot deadlock.
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
