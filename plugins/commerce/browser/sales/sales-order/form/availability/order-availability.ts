import type { Product } from '@millwright/inventory/contracts';
import type { SalesOrder } from '../../../../../contracts/index.ts';
import type { OrderFormLine } from '../order-form-values.ts';
import { convertMeasure } from '../prices/order-pricing.ts';

/** The stock that a form line needs. */
export interface FormLine {
  /** Identifies the line and everything that its availability depends on. */
  key: string;
  itemID: string;
  quantity: { measure: number; unitID: string };
}

/** Availability of a line. */
export interface LineAvailability {
  isAvailable: boolean;
  firstDate: string | null;
  /** Missing quantity in the item's default unit; null for portal customers, who do not see it. */
  short: number | null;
}

/** Whether a line takes stock and is complete enough for a look-up. */
const isAsked = (line: OrderFormLine, product: Product | undefined): product is Product =>
  product?.productType === 'sale' && typeof line.quantity === 'number' && line.quantity > 0;

/** Identifies a line and everything that its availability depends on; '' for a line that takes no stock. */
export function lineKey(line: OrderFormLine, index: number, products: ReadonlyMap<string, Product>): string {
  const product = products.get(line.productID);
  return isAsked(line, product)
    ? `${index} ${product.id} ${line.quantity} ${line.unitID ?? product.defaultUnit.id}`
    : '';
}

/** Form lines that take stock, as they are being typed. */
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

/** Stock reserved for the order so far, by item, in base units. */
export function ownStock(
  order: SalesOrder | undefined,
  products: ReadonlyMap<string, Product>,
): ReadonlyMap<string, number> {
  const reservedByItem = new Map<string, number>();
  for (const { product: sold, reserved } of order?.lines ?? []) {
    const product = products.get(sold.id);
    const base = product && baseUnitOf(product);
    const measure = product && base && reserved && convertMeasure(product, reserved.measure, reserved.unitID, base);
    if (measure) reservedByItem.set(sold.id, (reservedByItem.get(sold.id) ?? 0) + measure);
  }
  return reservedByItem;
}

const baseUnitOf = (product: Product): string | undefined => product.units.find(({ isBase }) => isBase)?.unit.id;

/** Quantities beyond the order's reserved stock; lines that it covers completely are left out. */
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

/** Availability of all lines together: the number of short lines, and the first day on which all can be promised. */
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
