import { decimal, newID, sumOf, toColumn, valueText, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { DemandSource, NewWorth, StockLeft } from '../../../contracts/index.ts';
import { shareOf } from '../../stock/ledger/stock-book.ts';
import { layersLeftOf } from '../../stock/ledger/stock-facts.queries.ts';
import { begin, finish } from '../../stock/ledger/stock-ledger.ts';

/** Gives what is left of goods its share of another value; see `SupplyPort.revalue`. */
export async function revalueStock(
  ctx: AccountContext,
  source: DemandSource,
  lines: readonly NewWorth[],
  reason?: string,
): Promise<StockLeft[]> {
  const lineIDs = lines.map(({ lineID }) => lineID);
  const items = await layersLeftOf(ctx, source, lineIDs);
  const state = await begin(ctx, items, [], { operationID: newID('op'), source });
  // Read once more under the locks of the positions.
  const came = new Map((await layersLeftOf(ctx, source, lineIDs)).map((each) => [each.lineID, each]));
  const left = lines.map(({ lineID, value }): StockLeft => {
    const { layers = [], came: whole = '0' } = came.get(lineID) ?? {};
    const quantity = sumOf(layers.map(({ remaining }) => remaining));
    const before = sumOf(layers.map(({ remainingValue }) => remainingValue));
    const all = quantity.eq(zero) ? zero : shareOf(decimal(value), quantity, decimal(whole));
    // The last layer takes what the shares of the others leave.
    let [openValue, openQuantity] = [all, quantity];
    for (const layer of layers) {
      const remaining = decimal(layer.remaining);
      const share = shareOf(openValue, remaining, openQuantity);
      state.plan.revalue(layer, share, lineID);
      [openValue, openQuantity] = [openValue.minus(share), openQuantity.minus(remaining)];
    }
    return { lineID, quantity: toColumn(quantity, 6), valueBefore: valueText(before), value: valueText(all) };
  });
  await finish(ctx, state, { source, ...(reason ? { reason } : {}) });
  return left;
}
