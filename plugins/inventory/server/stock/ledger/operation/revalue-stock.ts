import { type Big, decimal, newID, sumOf, toColumn, valueText, zero } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { type DemandSource, type NewWorth, type StockLeft, stockProblems } from '../../../../contracts/index.ts';
import { roundValue, shareOf } from '../plan/stock-book.ts';
import { holdItems, type LayerRow, layersLeftIn, layersLeftOf } from '../plan/stock-facts.queries.ts';
import type { StockPlan } from '../plan/stock-plan.ts';
import { begin, finish } from './stock-ledger.ts';
import type { StockResult } from './stock-operation.ts';

/**
 * Spreads a value over layers in proportion to their remaining quantities; the last layer takes the rounding
 * difference.
 */
function spread(plan: StockPlan, layers: readonly LayerRow[], value: Big, lineID?: string): void {
  let openValue = value;
  let openQuantity = sumOf(layers.map(({ remaining }) => remaining));
  for (const layer of layers) {
    const remaining = decimal(layer.remaining);
    const share = shareOf(openValue, remaining, openQuantity);
    plan.revalue(layer, share, lineID);
    [openValue, openQuantity] = [openValue.minus(share), openQuantity.minus(remaining)];
  }
}

/** Gives the remaining goods of a receipt their share of another value; see `SupplyPort.revalue`. */
export async function revalueStock(
  ctx: AccountContext,
  source: DemandSource,
  lines: readonly NewWorth[],
  reason?: string,
): Promise<StockLeft[]> {
  const lineIDs = lines.map(({ lineID }) => lineID);
  const items = await layersLeftOf(ctx, source, lineIDs);
  const state = await begin(ctx, items, [], { operationID: newID('op'), source });
  // Read again under the locks of the positions.
  const came = new Map((await layersLeftOf(ctx, source, lineIDs)).map((each) => [each.lineID, each]));
  const left = lines.map(({ lineID, value }): StockLeft => {
    const { layers = [], came: whole = '0' } = came.get(lineID) ?? {};
    const quantity = sumOf(layers.map(({ remaining }) => remaining));
    const before = sumOf(layers.map(({ remainingValue }) => remainingValue));
    const all = quantity.eq(zero) ? zero : shareOf(decimal(value), quantity, decimal(whole));
    spread(state.plan, layers, all, lineID);
    return { lineID, quantity: toColumn(quantity, 6), valueBefore: valueText(before), value: valueText(all) };
  });
  await finish(ctx, state, { source, ...(reason ? { reason } : {}) });
  return left;
}

/**
 * Sets the value per default unit of an item's stock, or of one lot; null is stock without lot.
 * @throws Problem 409 `nothing_to_revalue`
 */
export async function revalueOwnStock(
  ctx: AccountContext,
  { itemID, lotID }: { itemID: string; lotID: string | null | undefined },
  unitCost: Big,
  reason: string,
): Promise<StockResult> {
  const items = await holdItems(ctx, [itemID]);
  const state = await begin(ctx, [{ itemID }], [], { operationID: newID('op') });
  const layers = await layersLeftIn(ctx, itemID, lotID);
  const unit = items.get(itemID)?.defaultUnit;
  if (!unit || layers.length === 0) throw stockProblems.nothing_to_revalue();
  const quantity = sumOf(layers.map(({ remaining }) => remaining));
  spread(state.plan, layers, roundValue(unitCost.times(quantity).times(unit.denominator).div(unit.numerator)));
  return finish(ctx, state, { reason });
}
