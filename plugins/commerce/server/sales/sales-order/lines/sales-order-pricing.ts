import {
  decimal,
  enteredQuantity,
  invertRatio,
  multiplyRatio,
  problems,
  type QuantityInput,
  roundUnitPrice,
  toColumn,
} from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct, CatalogueUnit } from '@millwright/inventory/contracts';
import { eachOrAllFaults, fault, fieldPath, inBase, totalOf, unitOf } from '../../../document/line-amounts.ts';
import { type LimitedCustomer, refuseClosedLines } from '../../../portal/product-line-access/product-line-limit.ts';
import type { SalesOrderLine } from './sales-order-line.entity.ts';

/** A line as it is wanted; `path` is where it stands in the request. */
export interface WantedLine {
  path: string;
  productID: string;
  quantityOrdered: QuantityInput;
  unitPrice?: number | null | undefined;
  /** What the line is now; absent for a new one. */
  current?:
    | Pick<SalesOrderLine, 'itemID' | 'sku' | 'description' | 'productType' | 'unitID' | 'unitPrice' | 'unitCost'>
    | undefined;
}

/** Columns of a line that follow from product, quantity and price. */
export type PricedColumns = Pick<
  SalesOrderLine,
  | 'itemID'
  | 'sku'
  | 'description'
  | 'productType'
  | 'quantity'
  | 'unitID'
  | 'unitName'
  | 'baseQuantity'
  | 'baseUnitID'
  | 'unitPrice'
  | 'unitCost'
  | 'total'
>;

/**
 * Price of one of the unit: as sent, else as agreed and converted where only the unit changes, else the catalogue's.
 */
function priceOf(wanted: WantedLine, product: CatalogueProduct, unit: CatalogueUnit): string {
  const { current, unitPrice, path } = wanted;
  if (unitPrice !== undefined && unitPrice !== null) return toColumn(decimal(unitPrice), 6);
  if (unitPrice === undefined && current?.itemID === product.id) {
    if (current.unitID === unit.unitID) return current.unitPrice;
    const before = product.units.find((known) => known.unitID === current.unitID);
    if (before) {
      const { numerator, denominator } = multiplyRatio(unit.factor, invertRatio(before.factor));
      return toColumn(roundUnitPrice(decimal(current.unitPrice).times(`${numerator}`).div(`${denominator}`)), 6);
    }
  }
  const price = decimal(unit.unitValue);
  if (price.e >= 12) throw fault(fieldPath(path, 'unitPrice'), `The price of one ${unit.unit} is too large; enter one`);
  return toColumn(price, 6);
}

/** Columns of a line of the product: what it is called and costs is taken over, unless the line has it already. */
export function pricedLine(wanted: WantedLine, product: CatalogueProduct | undefined): PricedColumns {
  const { current, path } = wanted;
  if (!product) throw fault(fieldPath(path, 'productID'), 'There is no such product');
  const isSame = current?.itemID === product.id;
  const { measure, unitID } = enteredQuantity(wanted.quantityOrdered, product.defaultUnitID);
  const unit = unitOf(product, unitID, path);
  const quantity = toColumn(measure, 6);
  const unitPrice = priceOf(wanted, product, unit);
  const named = isSame ? current : product;
  return {
    itemID: product.id,
    sku: named.sku,
    description: named.description,
    productType: named.productType,
    quantity,
    unitID: unit.unitID,
    unitName: unit.unit,
    baseQuantity: inBase(path, measure, unit),
    baseUnitID: product.baseUnitID,
    unitPrice,
    unitCost: isSame && current.unitID === unit.unitID ? current.unitCost : toColumn(decimal(unit.unitCost), 6),
    total: totalOf(path, quantity, unitPrice),
  };
}

const isUnsold = (product: CatalogueProduct | undefined): boolean => product?.isActive === false;

/**
 * Prices and converts lines; products cannot be deleted before the transaction ends. Answers in the order asked.
 * @throws Problem 400 with one entry per line that does not fit, 409 `product_line_closed` for what the customer may
 * not order.
 */
export async function priceLines(
  ctx: AccountContext,
  catalogue: CataloguePort,
  wanted: readonly WantedLine[],
  customer: LimitedCustomer,
): Promise<PricedColumns[]> {
  if (!wanted.length) return [];
  const products = await catalogue.findProducts(ctx, [...new Set(wanted.map(({ productID }) => productID))], {
    hold: true,
  });
  const columns = eachOrAllFaults(wanted, (line) => pricedLine(line, products.get(line.productID)));
  const unsold =
    ctx.customerID === undefined ? [] : wanted.filter(({ productID }) => isUnsold(products.get(productID)));
  if (unsold.length)
    throw problems.invalid_input({
      errors: unsold.map(({ path }) => ({
        path: fieldPath(path, 'productID'),
        message: 'The product is not sold at present',
      })),
    });
  await catalogue.refuseLarge(
    ctx,
    columns.map(({ baseQuantity }, index) => ({
      path: fieldPath(wanted[index]?.path ?? '', 'quantityOrdered'),
      baseMeasure: baseQuantity,
    })),
  );
  // A line that keeps its product was let in when it was written.
  const added = wanted.filter(({ current, productID }) => current?.itemID !== productID);
  refuseClosedLines(
    customer,
    added.map(({ path, productID }) => ({ path, product: products.get(productID) })),
  );
  return columns;
}
