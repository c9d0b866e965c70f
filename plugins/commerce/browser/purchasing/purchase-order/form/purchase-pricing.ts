import { decimal, invertRatio, multiplyRatio, orderTotals, roundUnitPrice, toWire } from '@millwright/core/contracts';
import { type Item, ratioOfFactor } from '@millwright/inventory/contracts';
import type { PurchaseFormLine } from './purchase-form-values.ts';
import type { PurchaseItem } from './use-purchase-items.ts';

const factorOf = ({ units }: Pick<Item, 'units'>, unitID: string) => {
  const factor = units.find(({ unit }) => unit.id === unitID)?.factor;
  return factor && ratioOfFactor(factor);
};

/** Converts a price per unit to another unit of the item; undefined if the item does not have one of the units. */
export function convertPurchasePrice(item: Item, price: number, fromID: string, toID: string): number | undefined {
  const [from, to] = [factorOf(item, fromID), factorOf(item, toID)];
  if (!from || !to) return undefined;
  const { numerator, denominator } = multiplyRatio(to, invertRatio(from));
  return toWire(roundUnitPrice(decimal(price).times(`${numerator}`).div(`${denominator}`)));
}

/** The unit in which the supplier sells the item, otherwise the item's default unit. */
export const usualUnit = ({ item, terms }: PurchaseItem): string => terms?.unit.id ?? item.defaultUnit.id;

/** The supplier's price per unit: the agreed price, otherwise the last cost. */
export function supplierPrice({ item, terms }: PurchaseItem, unitID: string): number | undefined {
  const price = terms?.unitPrice ?? terms?.lastCost;
  return price ? convertPurchasePrice(item, price.value, price.perUnitID, unitID) : undefined;
}

/** The supplier's minimum quantity in this unit; undefined without one. */
export function leastQuantity({ item, terms }: PurchaseItem, unitID: string): number | undefined {
  const least = terms?.minimumOrderQuantity;
  // The units are swapped, because a quantity converts inversely to a price.
  return least ? convertPurchasePrice(item, least.measure, unitID, least.unitID) : undefined;
}

/** Quantity and price of a line in its present state; undefined for an incomplete line. */
function pricedLine(line: PurchaseFormLine, items: ReadonlyMap<string, PurchaseItem>) {
  const { quantity, unitPrice, unitID, itemID } = line;
  if (typeof quantity !== 'number' || !Number.isFinite(quantity)) return undefined;
  const item = items.get(itemID);
  const price = unitPrice ?? (item && supplierPrice(item, unitID ?? usualUnit(item)));
  return typeof price === 'number' && Number.isFinite(price) ? { quantity, unitPrice: price } : undefined;
}

/** Total of a line, rounded as on the document; null for an incomplete line. */
export function lineSum(line: PurchaseFormLine, items: ReadonlyMap<string, PurchaseItem>): string | null {
  const priced = pricedLine(line, items);
  return priced ? orderTotals([priced]).total.toString() : null;
}

export const orderSum = (lines: readonly PurchaseFormLine[], items: ReadonlyMap<string, PurchaseItem>): string =>
  orderTotals(lines.flatMap((line) => pricedLine(line, items) ?? [])).total.toString();
