import {
  decimal,
  invertRatio,
  multiplyRatio,
  orderTotals,
  type Ratio,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import { type Product, ratioOfFactor } from '@millwright/inventory/contracts';
import type { OrderFormLine } from './order-form-values.ts';

const factorOf = (product: Product, unitID: string): Ratio | undefined => {
  const factor = product.units.find(({ unit }) => unit.id === unitID)?.factor;
  return factor && ratioOfFactor(factor);
};

/** A price per one unit as a price per another of the product's; undefined where one of them is not its own. */
export function convertPrice(product: Product, price: number, fromID: string, toID: string): number | undefined {
  const [from, to] = [factorOf(product, fromID), factorOf(product, toID)];
  if (!from || !to) return undefined;
  const { numerator, denominator } = multiplyRatio(to, invertRatio(from));
  return toWire(roundUnitPrice(decimal(price).times(`${numerator}`).div(`${denominator}`)));
}

/**
 * A measure in one unit as one in another of the product's, to six decimals; undefined where one of them is not its
 * own.
 */
export const convertMeasure = (product: Product, measure: number, fromID: string, toID: string): number | undefined =>
  convertPrice(product, measure, toID, fromID);

/** The catalogue's price of one of the unit. */
export const listPrice = (product: Product, unitID: string): number | undefined =>
  convertPrice(product, product.unitValue.value, product.defaultUnit.id, unitID);

/** Quantity and price of a line as they count now; undefined while there is nothing to count. */
export function pricedLine(
  line: OrderFormLine,
  products: ReadonlyMap<string, Product>,
): { quantity: number; unitPrice: number } | undefined {
  const { quantity, unitPrice, unitID, productID } = line;
  if (typeof quantity !== 'number' || !Number.isFinite(quantity)) return undefined;
  const product = products.get(productID);
  const price = unitPrice ?? (product && listPrice(product, unitID ?? product.defaultUnit.id));
  return typeof price === 'number' && Number.isFinite(price) ? { quantity, unitPrice: price } : undefined;
}

/** Total of a line, rounded as the document rounds it; null while there is nothing to count. */
export function lineSum(line: OrderFormLine, products: ReadonlyMap<string, Product>): string | null {
  const priced = pricedLine(line, products);
  return priced ? orderTotals([priced]).total.toString() : null;
}

/** Total of the order as it would be saved now. */
export const orderSum = (lines: readonly OrderFormLine[], products: ReadonlyMap<string, Product>): string =>
  orderTotals(lines.flatMap((line) => pricedLine(line, products) ?? [])).total.toString();
