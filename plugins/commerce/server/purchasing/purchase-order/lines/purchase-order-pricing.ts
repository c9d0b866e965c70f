import {
  decimal,
  enteredQuantity,
  invertRatio,
  multiplyRatio,
  type QuantityInput,
  roundUnitPrice,
  toColumn,
} from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CataloguePort, CatalogueUnit } from '@millwright/inventory/contracts';
import { purchaseOrderProblems } from '../../../../contracts/index.ts';
import { eachOrAllFaults, fault, fieldPath, inBase, totalOf, unitOf } from '../../../document/lines/line-amounts.ts';
import type { PurchaseOrderLine } from './purchase-order-line.entity.ts';
import { isGoods, type PurchasedItem, purchasedItems } from './purchased-items.ts';

/** A requested line; `path` is its path in the request. */
export interface WantedPurchaseLine {
  path: string;
  itemID: string;
  quantityOrdered: QuantityInput;
  unitPrice?: number | null | undefined;
  supplierPartNumber?: string | null | undefined;
  /** The stored line; absent for a new one. */
  current?: PurchaseOrderLine | undefined;
}

/** Columns of a line that follow from item, quantity and price. */
export type PricedPurchaseColumns = Pick<
  PurchaseOrderLine,
  | 'itemID'
  | 'sku'
  | 'description'
  | 'itemType'
  | 'supplierPartNumber'
  | 'supplierDescription'
  | 'quantity'
  | 'unitID'
  | 'unitName'
  | 'baseQuantity'
  | 'baseUnitID'
  | 'leastBaseQuantity'
  | 'unitPrice'
  | 'total'
>;

/** Converts a price per `from` to a price per `to`, to six decimals. */
function priceInUnit(price: string, from: CatalogueUnit, to: CatalogueUnit): string {
  const { numerator, denominator } = multiplyRatio(to.factor, invertRatio(from.factor));
  return toColumn(roundUnitPrice(decimal(price).times(`${numerator}`).div(`${denominator}`)), 6);
}

/** The given price, else the present one converted to a new unit, else the supplier's; undefined without any. */
function priceOf(wanted: WantedPurchaseLine, item: PurchasedItem, unit: CatalogueUnit | undefined): string | undefined {
  const { current, unitPrice } = wanted;
  if (unitPrice !== undefined && unitPrice !== null) return toColumn(decimal(unitPrice), 6);
  const agreed = unitPrice === undefined && current?.itemID === item.id ? current : item.terms;
  if (!agreed?.unitPrice || !unit) return undefined;
  if (agreed.unitID === unit.unitID) return agreed.unitPrice;
  const from = item.units.find(({ unitID }) => unitID === agreed.unitID);
  return from && priceInUnit(agreed.unitPrice, from, unit);
}

/** The supplier's minimum quantity, in base units. */
function leastOf({ terms, units }: PurchasedItem): string | null {
  const unit = units.find(({ unitID }) => unitID === terms?.unitID);
  if (!terms?.minimumOrderQuantity || !unit) return null;
  const { numerator, denominator } = unit.factor;
  return toColumn(roundUnitPrice(decimal(terms.minimumOrderQuantity).times(`${numerator}`).div(`${denominator}`)), 6);
}

const usualUnitOf = (item: PurchasedItem): string => item.terms?.unitID ?? item.defaultUnitID;

/** Columns of a line of the item. The item's names are copied, unless the line has the same item already. */
export function pricedLine(wanted: WantedPurchaseLine, item: PurchasedItem | undefined): PricedPurchaseColumns {
  const { current, path } = wanted;
  if (!item) throw fault(fieldPath(path, 'itemID'), 'There is no such item');
  if (!isGoods(item)) throw fault(fieldPath(path, 'itemID'), `${item.sku} is a charge, and no goods that could arrive`);
  const named = current?.itemID === item.id ? current : item;
  const { measure, unitID } = enteredQuantity(wanted.quantityOrdered, usualUnitOf(item));
  const unit = unitOf(item, unitID, path);
  const quantity = toColumn(measure, 6);
  const unitPrice = priceOf(wanted, item, unit) ?? '0';
  if (decimal(unitPrice).e >= 12)
    throw fault(fieldPath(path, 'unitPrice'), `The price of one ${unit.unit} is too large; enter one`);
  const called = current?.itemID === item.id ? current : item.terms;
  return {
    itemID: item.id,
    sku: named.sku,
    description: named.description,
    itemType: item.type,
    supplierPartNumber:
      wanted.supplierPartNumber === undefined
        ? (called?.supplierPartNumber ?? null)
        : wanted.supplierPartNumber || null,
    supplierDescription: called?.supplierDescription ?? null,
    quantity,
    unitID: unit.unitID,
    unitName: unit.unit,
    baseQuantity: inBase(path, measure, unit),
    baseUnitID: item.baseUnitID,
    leastBaseQuantity: leastOf(item),
    unitPrice,
    total: totalOf(path, quantity, unitPrice),
  };
}

/**
 * Prices and converts lines, in the given order; items are locked against deletion until the transaction ends.
 * @throws Problem 400 with one entry per invalid line, 409 `item_not_supplied` with the lines without a price
 */
export async function pricePurchaseLines(
  ctx: AccountContext,
  catalogue: CataloguePort,
  supplier: { id: string; name: string },
  wanted: readonly WantedPurchaseLine[],
): Promise<PricedPurchaseColumns[]> {
  if (!wanted.length) return [];
  const items = await purchasedItems(
    ctx,
    catalogue,
    supplier.id,
    wanted.map(({ itemID }) => itemID),
  );
  const columns = eachOrAllFaults(wanted, (line) => pricedLine(line, items.get(line.itemID)));
  const unpriced = wanted.flatMap((line, index) => {
    const item = items.get(line.itemID);
    const unit = item?.units.find(({ unitID }) => unitID === columns[index]?.unitID);
    return item && priceOf(line, item, unit) === undefined ? { path: line.path, item } : [];
  });
  if (unpriced.length)
    throw purchaseOrderProblems.item_not_supplied({
      errors: unpriced.map(({ path, item }) => ({
        path: fieldPath(path, 'unitPrice'),
        message: item.terms
          ? `${supplier.name} has no price for ${item.sku}: enter one`
          : `${supplier.name} does not supply ${item.sku}: enter a price, or add it to what they supply`,
      })),
    });
  await catalogue.refuseLarge(
    ctx,
    columns.map(({ baseQuantity }, index) => ({
      path: fieldPath(wanted[index]?.path ?? '', 'quantityOrdered'),
      baseMeasure: baseQuantity,
    })),
  );
  return columns;
}
