import {
  decimal,
  enteredQuantity,
  type FieldError,
  invertRatio,
  multiplyRatio,
  Problem,
  problems,
  type QuantityInput,
  type Ratio,
  roundUnitPrice,
  toColumn,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, todayOf } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct, CatalogueUnit } from '@millwright/inventory/contracts';
import {
  type LinePrice,
  noPriceRules,
  type PriceRules,
  type PriceTrace,
  priceOf,
  type UnpricedLine,
} from '../../../../contracts/index.ts';
import { eachOrAllFaults, fault, fieldPath, inBase, totalOf, unitOf } from '../../../document/lines/line-amounts.ts';
import { priceRulesOf } from '../../../pricing/price/price-rules.queries.ts';
import { isOrderedByCustomers, type LimitedCustomer, refuseClosedLines } from './product-line-limit.ts';
import type { SalesOrderLine } from './sales-order-line.entity.ts';

/** Current values of a line that its price depends on. */
type PricedLine = Pick<
  SalesOrderLine,
  'itemID' | 'sku' | 'description' | 'productType' | 'unitID' | 'unitPrice' | 'unitCost' | 'isPriceTyped' | 'priceTrace'
>;

/** A line of a request. `path` is its path in the request. */
export interface WantedSalesLine {
  path: string;
  productID: string;
  quantityOrdered: QuantityInput;
  /**
   * A number is a typed price and stays. Null prices the line by the rules. Undefined keeps the current kind of price.
   */
  unitPrice?: number | null | undefined;
  /** True for a line that the request does not change. */
  isKept?: boolean | undefined;
  /** Current values of the line, absent for a new one. */
  current?: PricedLine | undefined;
}

/** Columns of a line that follow from product, quantity and price. */
export type PricedSalesColumns = Pick<
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
  | 'isPriceTyped'
  | 'priceTrace'
>;

/** A line with its product and quantities, before it is priced. */
export interface MeasuredLine {
  wanted: WantedSalesLine;
  product: CatalogueProduct;
  unit: CatalogueUnit;
  quantity: string;
  columns: Omit<PricedSalesColumns, 'unitPrice' | 'total' | 'isPriceTyped' | 'priceTrace'>;
}

/** The line with its name and cost, copied from the product unless the line already has them. */
export function measuredLine(wanted: WantedSalesLine, product: CatalogueProduct | undefined): MeasuredLine {
  const { current, path } = wanted;
  if (!product) throw fault(fieldPath(path, 'productID'), 'There is no such product');
  const isSame = current?.itemID === product.id;
  const { measure, unitID } = enteredQuantity(wanted.quantityOrdered, product.defaultUnitID);
  const unit = unitOf(product, unitID, path);
  const quantity = toColumn(measure, 6);
  const named = isSame ? current : product;
  return {
    wanted,
    product,
    unit,
    quantity,
    columns: {
      itemID: product.id,
      sku: named.sku,
      description: named.description,
      productType: named.productType,
      quantity,
      unitID: unit.unitID,
      unitName: unit.unit,
      baseQuantity: inBase(path, measure, unit),
      baseUnitID: product.baseUnitID,
      unitCost: isSame && current.unitID === unit.unitID ? current.unitCost : toColumn(decimal(unit.unitCost), 6),
    },
  };
}

/** Factor from the line's former unit to its new unit. Undefined for a line without a price to keep. */
function factorSince({ wanted: { current }, product, unit }: MeasuredLine): Ratio | undefined {
  if (current?.itemID !== product.id) return undefined;
  const before = product.units.find((known) => known.unitID === current.unitID);
  return before && multiplyRatio(unit.factor, invertRatio(before.factor));
}

const inUnit = (price: string | number, { numerator, denominator }: Ratio) =>
  roundUnitPrice(decimal(price).times(`${numerator}`).div(`${denominator}`));

/** The current price of a line, per unit of the request. */
function keptPrice(line: MeasuredLine): { unitPrice: string; trace: PriceTrace } | undefined {
  const { current } = line.wanted;
  const factor = factorSince(line);
  if (!current || !factor) return undefined;
  if (current.unitID === line.unit.unitID) return { unitPrice: current.unitPrice, trace: current.priceTrace };
  return {
    unitPrice: toColumn(inUnit(current.unitPrice, factor), 6),
    trace: current.priceTrace.map((step) => ({
      ...step,
      in: step.in === null ? null : toWire(inUnit(step.in, factor)),
      out: toWire(inUnit(step.out, factor)),
    })),
  };
}

/** The typed price of the line: from this request, or an earlier one that was not removed. */
function typedPrice(line: MeasuredLine): string | undefined {
  const { unitPrice, current } = line.wanted;
  if (unitPrice !== undefined && unitPrice !== null) return toColumn(decimal(unitPrice), 6);
  return unitPrice === undefined && current?.isPriceTyped ? keptPrice(line)?.unitPrice : undefined;
}

/**
 * Whether a line of an issued order keeps its price. Only new lines and lines whose typed price is removed are priced.
 */
const isFrozen = ({ wanted: { unitPrice, current } }: MeasuredLine): boolean =>
  unitPrice === undefined || (unitPrice === null && current?.isPriceTyped === false);

const unpriced = (line: MeasuredLine): UnpricedLine => ({
  product: { ...line.product, productType: line.columns.productType },
  quantity: line.quantity,
  unitID: line.unit.unitID,
  typedPrice: typedPrice(line),
});

/** Inputs of pricing besides the lines. */
export interface Pricing {
  rules: PriceRules;
  /** Calendar date in the account's time zone. */
  on: string;
  /** Whether the order is issued, which freezes its prices. */
  areFrozen: boolean;
}

/** Prices the lines of an order together, because the price of a line depends on the quantities of all lines. */
export function pricedLines(lines: readonly MeasuredLine[], { rules, on, areFrozen }: Pricing): PricedSalesColumns[] {
  const all = lines.map(unpriced);
  return eachOrAllFaults(
    lines.map((line, index) => ({ path: line.wanted.path, line, own: all[index] as UnpricedLine })),
    ({ path, line, own }): PricedSalesColumns => {
      const kept = areFrozen && isFrozen(line) ? keptPrice(line) : undefined;
      const { unitPrice, trace }: LinePrice = kept ?? priceOf({ line: own, lines: all, rules, on });
      const isPriceTyped = typeof own.typedPrice === 'string';
      if (decimal(unitPrice).e >= 12)
        throw fault(fieldPath(path, 'unitPrice'), `The price of one ${line.unit.unit} is too large; enter one`);
      const total = totalOf(path, line.quantity, unitPrice);
      return { ...line.columns, unitPrice, total, isPriceTyped, priceTrace: trace };
    },
  );
}

/** Field errors that `work` throws. */
function faultsOf(work: () => unknown): FieldError[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [...error.errors];
  }
}

/** All lines with their products. The field errors of all invalid lines are reported together. */
function measuredLines(
  wanted: readonly WantedSalesLine[],
  products: ReadonlyMap<string, CatalogueProduct>,
  pricing: Pricing,
): MeasuredLine[] {
  const measured: MeasuredLine[] = [];
  const errors = wanted.flatMap((line) =>
    faultsOf(() => measured.push(measuredLine(line, products.get(line.productID)))),
  );
  if (!errors.length) return measured;
  throw problems.invalid_input({ errors: [...errors, ...faultsOf(() => pricedLines(measured, pricing))] });
}

/** Whether customers cannot order the product themselves. */
const isUnsold = (product: CatalogueProduct | undefined): boolean =>
  product !== undefined && !(product.isActive && isOrderedByCustomers(product.productType));

/** The ordering customer. */
export type PricedCustomer = LimitedCustomer & { id: string };

/**
 * Prices and converts all lines of an order, and answers them in the given order. The products cannot be deleted before
 * the transaction ends.
 * @throws Problem 400 with one entry per invalid line, 409 `product_line_closed` for a product that the customer may
 * not order
 */
export async function priceSalesLines(
  ctx: AccountContext,
  catalogue: CataloguePort,
  wanted: readonly WantedSalesLine[],
  customer: PricedCustomer,
  { areFrozen }: Pick<Pricing, 'areFrozen'>,
): Promise<PricedSalesColumns[]> {
  if (!wanted.length) return [];
  const productIDs = [...new Set(wanted.map(({ productID }) => productID))];
  const products = await catalogue.findProducts(ctx, productIDs, { hold: true });
  const on = todayOf(ctx);
  const measured = measuredLines(wanted, products, { rules: noPriceRules, on, areFrozen });
  const open = measured.filter(({ wanted: { isKept } }) => !isKept);
  const unsold = ctx.customerID === undefined ? [] : open.filter(({ product }) => isUnsold(product));
  if (unsold.length)
    throw problems.invalid_input({
      errors: unsold.map(({ wanted: { path } }) => ({
        path: fieldPath(path, 'productID'),
        message: 'The product is not sold at present',
      })),
    });
  await catalogue.refuseLarge(
    ctx,
    open.map(({ wanted: { path }, columns }) => ({
      path: fieldPath(path, 'quantityOrdered'),
      baseMeasure: columns.baseQuantity,
    })),
  );
  // A line with an unchanged product was checked when it was written.
  const added = open.filter(({ wanted: { current, productID } }) => current?.itemID !== productID);
  refuseClosedLines(
    customer,
    added.map(({ wanted: { path }, product }) => ({ path, product })),
    { isAskedByCustomer: ctx.customerID !== undefined },
  );
  const rules = await priceRulesOf(ctx, [customer.id], productIDs, on);
  return pricedLines(measured, { rules: rules.get(customer.id) ?? noPriceRules, on, areFrozen });
}
