import type { Product } from '@millwright/inventory/contracts';
import type { SalesOrder } from '../../../../contracts/index.ts';
import type { OrderFormLine } from './order-form-values.ts';
import { convertMeasure } from './order-pricing.ts';

/** What a line of the form wants of the stock. */
export interface FormLine {
  /** Names the line and all that its answer depends on. */
  key: string;
  itemID: string;
  quantity: { measure: number; unitID: string };
}

/**
 * What is known of a line: whether it is there, how much is not (portal customers are not told), and when it will be.
 */
export interface LineAvailability {
  isAvailable: boolean;
  firstDate: string | null;
  /** What is missing, in the item's default unit. */
  short: number | null;
}

/** Whether a line takes stock at all, and is complete enough to ask for. */
const isAsked = (line: OrderFormLine, product: Product | undefined): product is Product =>
  product?.productType === 'sale' && typeof line.quantity === 'number' && line.quantity > 0;

/** Names a line with what its answer depends on; '' for a line that takes no stock. */
export function lineKey(line: OrderFormLine, index: number, products: ReadonlyMap<string, Product>): string {
  const product = products.get(line.productID);
  return isAsked(line, product)
    ? `${index} ${product.id} ${line.quantity} ${line.unitID ?? product.defaultUnit.id}`
    : '';
}

/** Lines that take stock, as they are typed. */
export const formLines = (
  lines: readonly OrderFormLine[],
  products: ReadonlyMap<string, Product>,
): readonly FormLine[] =>
  lines.flatMap((line, index): FormLine[] => {
    const product = products.get(line.productID);
    if (!isAsked(line, product)) return [];
    const quantity = { measure: line.quantity ?? 0, unitID: line.unitID ?? product.defaultUnit.id };
    return [{ key: lineKey(line, index, products), itemID: product.id, quantity }];
  });

/** Stock that the order has already, by item, in base units. */
export function ownStock(
  order: SalesOrder | undefined,
  products: ReadonlyMap<string, Product>,
): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  for (const { product: sold, reserved } of order?.lines ?? []) {
    const product = products.get(sold.id);
    const base = product && baseUnitOf(product);
    const measure = product && base && reserved && convertMeasure(product, reserved.measure, reserved.unitID, base);
    if (measure) own.set(sold.id, (own.get(sold.id) ?? 0) + measure);
  }
  return own;
}

const baseUnitOf = (product: Product): string | undefined => product.units.find(({ isBase }) => isBase)?.unit.id;

/** What is still wanted once the lines have taken what the order has; lines that are covered by it are missing. */
export function wantedBeyond(
  wanted: readonly FormLine[],
  own: ReadonlyMap<string, number>,
  products: ReadonlyMap<string, Product>,
): readonly FormLine[] {
  const left = new Map(own);
  return wanted.flatMap((line): FormLine[] => {
    const has = left.get(line.itemID) ?? 0;
    const product = products.get(line.itemID);
    const base = product && baseUnitOf(product);
    if (has === 0 || !product || !base) return [line];
    const wants = convertMeasure(product, line.quantity.measure, line.quantity.unitID, base) ?? 0;
    left.set(line.itemID, Math.max(has - wants, 0));
    return wants > has ? [{ ...line, quantity: { measure: Number((wants - has).toFixed(6)), unitID: base } }] : [];
  });
}

/** What the lines together look like: how many are short, and the first day on which all of them can be promised. */
export function orderAvailability(known: readonly LineAvailability[]): {
  short: number;
  undated: number;
  firstDate: string | null;
} {
  const undated = known.filter(({ firstDate }) => firstDate === null).length;
  const dates = known.flatMap(({ firstDate }) => firstDate ?? []).sort();
  return {
    short: known.filter(({ isAvailable }) => !isAvailable).length,
    undated,
    firstDate: undated === 0 ? (dates.at(-1) ?? null) : null,
  };
}
