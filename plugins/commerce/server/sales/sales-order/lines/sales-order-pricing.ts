import {
  convert,
  decimal,
  enteredQuantity,
  type FieldError,
  invertRatio,
  lineTotal,
  multiplyRatio,
  Problem,
  problems,
  type QuantityInput,
  roundUnitPrice,
  toColumn,
} from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct, CatalogueUnit } from '@millwright/inventory/contracts';
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

/** Path of a field of the line: `lines.3.productID`, or the field alone where the line is the whole request. */
export const fieldPath = (path: string, field: string): string => (path ? `${path}.${field}` : field);

const fault = (path: string, message: string): Problem => problems.invalid_input({ errors: [{ path, message }] });

/** The unit asked for among those of the product. */
function unitOf(product: CatalogueProduct, unitID: string, path: string): CatalogueUnit {
  const unit = product.units.find((known) => known.unitID === unitID);
  if (!unit)
    throw fault(
      fieldPath(path, 'quantityOrdered'),
      `${product.sku} can be measured in ${product.units.map((known) => known.unit).join(', ')} only`,
    );
  return unit;
}

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
    baseQuantity: inBase(wanted, measure, unit),
    baseUnitID: product.baseUnitID,
    unitPrice,
    unitCost: isSame && current.unitID === unit.unitID ? current.unitCost : toColumn(decimal(unit.unitCost), 6),
    total: totalOf(path, quantity, unitPrice),
  };
}

function inBase({ path }: WantedLine, measure: ReturnType<typeof decimal>, unit: CatalogueUnit): string {
  try {
    return toColumn(convert(measure, unit.factor), 6);
  } catch (error) {
    if (error instanceof Problem) throw fault(fieldPath(path, 'quantityOrdered'), error.message);
    throw error;
  }
}

/** Half up per line; a total that its column cannot hold is an error of the line. */
export function totalOf(path: string, quantity: string, unitPrice: string): string {
  try {
    return toColumn(lineTotal({ quantity, unitPrice }), 2);
  } catch (error) {
    if (error instanceof Problem) throw fault(fieldPath(path, 'quantityOrdered'), 'The total of the line is too large');
    throw error;
  }
}

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
  const errors: FieldError[] = [];
  const columns = wanted.flatMap((line) => {
    try {
      return [pricedLine(line, products.get(line.productID))];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      errors.push(...(error.errors.length ? error.errors : [{ path: line.path, message: error.message }]));
      return [];
    }
  });
  if (ctx.customerID !== undefined)
    for (const { path, productID } of wanted)
      if (products.get(productID)?.isActive === false)
        errors.push({ path: fieldPath(path, 'productID'), message: 'The product is not sold at present' });
  if (errors.length) throw problems.invalid_input({ errors });
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
