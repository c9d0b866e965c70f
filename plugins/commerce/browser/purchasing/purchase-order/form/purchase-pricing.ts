import { decimal, invertRatio, multiplyRatio, orderTotals, roundUnitPrice, toWire } from '@millwright/core/contracts';
import { type Item, ratioOfFactor } from '@millwright/inventory/contracts';
import type { PurchaseFormLine } from './purchase-form-values.ts';
import type { PurchaseItem } from './use-purchase-items.ts';

const factorOf = ({ units }: Pick<Item, 'units'>, unitID: string) => {
  const factor = units.find(({ unit }) => unit.id === unitID)?.factor;
  return factor && ratioOfFactor(factor);
};

/** A price per one unit as a price per another of the item's; undefined where one of them is not its own. */
export function convertPurchasePrice(item: Item, price: number, fromID: string, toID: string): number | undefined {
  const [from, to] = [factorOf(item, fromID), factorOf(item, toID)];
  if (!from || !to) return undefined;
  const { numerator, denominator } = multiplyRatio(to, invertRatio(from));
  return toWire(roundUnitPrice(decimal(price).times(`${numerator}`).div(`${denominator}`)));
}

/** The unit in which the item is bought. */
export const usualUnit = ({ item, terms }: PurchaseItem): string => terms?.unit.id ?? item.defaultUnit.id;

/** The supplier's price of one of the unit: the agreed one, else what it cost the last time. */
export function supplierPrice({ item, terms }: PurchaseItem, unitID: string): number | undefined {
  const price = terms?.unitPrice ?? terms?.lastCost;
  return price ? convertPurchasePrice(item, price.value, price.perUnitID, unitID) : undefined;
}

/** The least that the supplier sells, in the unit; undefined where it does not say. */
export function leastQuantity({ item, terms }: PurchaseItem, unitID: string): number | undefined {
  const least = terms?.minimumOrderQuantity;
  // A quantity converts the other way round than a price.
  return least ? convertPurchasePrice(item, least.measure, unitID, least.unitID) : undefined;
}

/** Quantity and price of a line as they count now; undefined while there is nothing to count. */
function pricedLine(line: PurchaseFormLine, items: ReadonlyMap<string, PurchaseItem>) {
  const { quantity, unitPrice, unitID, itemID } = line;
  if (typeof quantity !== 'number' || !Number.isFinite(quantity)) return undefined;
  const item = items.get(itemID);
  const price = unitPrice ?? (item && supplierPrice(item, unitID ?? usualUnit(item)));
  return typeof price === 'number' && Number.isFinite(price) ? { quantity, unitPrice: price } : undefined;
}

/** Total of a line, rounded as the document rounds it; null while there is nothing to count. */
export function lineSum(line: PurchaseFormLine, items: ReadonlyMap<string, PurchaseItem>): string | null {
  const priced = pricedLine(line, items);
  return priced ? orderTotals([priced]).total.toString() : null;
}

/** Total of the order as it would be saved now. */
export const orderSum = (lines: readonly PurchaseFormLine[], items: ReadonlyMap<string, PurchaseItem>): string =>
  orderTotals(lines.flatMap((line) => pricedLine(line, items) ?? [])).total.toString();
