import {
  decimal,
  invertRatio,
  multiplyRatio,
  type OrderTotals,
  orderTotals,
  type Ratio,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import { type Product, ratioOfFactor } from '@millwright/inventory/contracts';
import {
  areSalesOrderPricesFrozen,
  discountTermsOf,
  type OrderDiscountSnapshot,
  type PriceRules,
  type PriceTrace,
  priceOf,
  type SalesOrder,
  type SalesOrderLine,
  type UnpricedLine,
} from '../../../../../contracts/index.ts';
import type { OrderFormLine } from '../order-form-values.ts';

const factorOf = (product: Product, unitID: string): Ratio | undefined => {
  const factor = product.units.find(({ unit }) => unit.id === unitID)?.factor;
  return factor && ratioOfFactor(factor);
};

/**
 * Converts a price per unit to another unit of the product; undefined if the product does not have one of the units.
 */
export function convertSalesPrice(product: Product, price: number, fromID: string, toID: string): number | undefined {
  const [from, to] = [factorOf(product, fromID), factorOf(product, toID)];
  if (!from || !to) return undefined;
  const { numerator, denominator } = multiplyRatio(to, invertRatio(from));
  return toWire(roundUnitPrice(decimal(price).times(`${numerator}`).div(`${denominator}`)));
}

/**
 * Converts a quantity to another unit of the product, to six decimals; undefined if the product does not have one of
 * the units.
 */
export const convertMeasure = (product: Product, measure: number, fromID: string, toID: string): number | undefined =>
  convertSalesPrice(product, measure, toID, fromID);

/** Price of a form line as it would be saved now. */
export interface FormPrice {
  quantity: number;
  unitPrice: number;
  productType: Product['productType'];
  trace: PriceTrace;
  /** The saved price of the line, if it differs. */
  was: number | null;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function unpriced(line: OrderFormLine, products: ReadonlyMap<string, Product>): UnpricedLine | undefined {
  const product = products.get(line.productID);
  if (!product || !isNumber(line.quantity)) return undefined;
  return {
    product: {
      id: product.id,
      productType: product.productType,
      productLineID: product.productLine?.id ?? null,
      categoryID: product.category?.id ?? null,
      attributeIDs: product.attributes.map(({ id }) => id),
      unitValue: product.unitValue.value,
      defaultUnitID: product.defaultUnit.id,
      baseUnitID: product.baseUnit.id,
      units: product.units.map(({ unit, factor }) => ({ unitID: unit.id, factor: ratioOfFactor(factor) })),
    },
    quantity: line.quantity,
    unitID: line.unitID ?? product.defaultUnit.id,
    typedPrice: isNumber(line.unitPrice) ? line.unitPrice : null,
  };
}

/** The price that an issued order keeps for a line, converted to the line's unit. */
function keptPrice(line: OrderFormLine, saved: SalesOrderLine | undefined, product: Product): number | undefined {
  if (!saved || saved.isPriceTyped || saved.product.id !== line.productID) return undefined;
  return convertSalesPrice(
    product,
    saved.unitPrice,
    saved.quantityOrdered.unitID,
    line.unitID ?? product.defaultUnit.id,
  );
}

/**
 * Prices of all lines by position. They are computed together, because each can depend on all lines. Undefined for
 * lines whose product has not loaded.
 */
export function formPrices(
  lines: readonly OrderFormLine[],
  products: ReadonlyMap<string, Product>,
  pricing: { rules: PriceRules; on: string; order?: SalesOrder | undefined },
): (FormPrice | undefined)[] {
  const { rules, on, order } = pricing;
  const all = lines.map((line) => unpriced(line, products));
  const known = all.flatMap((line) => line ?? []);
  const saved = new Map(order?.lines.map((line) => [line.id, line]));
  return lines.map((line, index): FormPrice | undefined => {
    const unpricedLine = all[index];
    const product = products.get(line.productID);
    if (!unpricedLine || !product) return undefined;
    const before = saved.get(line.id ?? '');
    const { productType } = unpricedLine.product;
    const quantity = line.quantity as number;
    const isFrozen =
      order &&
      areSalesOrderPricesFrozen({ status: order.status.code, offeredAt: order.offeredAt }) &&
      !isNumber(line.unitPrice);
    const kept = isFrozen ? keptPrice(line, before, product) : undefined;
    if (kept !== undefined)
      return { quantity, unitPrice: kept, productType, trace: before?.priceTrace ?? [], was: null };
    const { unitPrice, trace } = priceOf({ line: unpricedLine, lines: known, rules, on });
    const price = toWire(decimal(unitPrice));
    const isSame = !before || before.product.id !== product.id || before.quantityOrdered.unitID !== unpricedLine.unitID;
    return {
      quantity,
      unitPrice: price,
      productType,
      trace,
      was: isSame || before.unitPrice === price ? null : before.unitPrice,
    };
  });
}

export const formTotals = (
  prices: readonly (FormPrice | undefined)[],
  discount: OrderDiscountSnapshot | null | undefined,
): OrderTotals =>
  orderTotals(
    prices.flatMap((price) => price ?? []),
    discountTermsOf(discount),
  );
