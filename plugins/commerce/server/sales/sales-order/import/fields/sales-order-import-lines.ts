import { decimal, newID, positiveMeasure, unitPrice as unitPriceSchema } from '@millwright/core/contracts';
import type { ParsedRow } from '@millwright/core/server';
import type { CatalogueProduct, CatalogueUnit } from '@millwright/inventory/contracts';
import { countedPrice, mostSalesOrderLines, noPriceRules } from '../../../../../contracts/index.ts';
import { textOf } from '../../../../document/import/import-row.ts';
import {
  matched,
  numberOf,
  rowUnitOf,
  type Tell,
  tellLineNumbers,
  told as toldBy,
} from '../../../../document/import/order-rows.ts';
import { lineItemNumbers } from '../../../../document/lines/line-item-numbers.ts';
import { refuseClosedLines } from '../../lines/product-line-limit.ts';
import {
  type MeasuredLine,
  measuredLine,
  type PricedCustomer,
  type Pricing,
  pricedLines,
} from '../../lines/sales-order-pricing.ts';
import { sumsOfSalesLines } from '../../lines/sales-order-sums.ts';
import { inProgress, type NewSalesLine, noSalesProgress } from '../../lines/sales-order-write-lines.ts';
import { discounted, discountOf } from './sales-order-import-discount.ts';
import type { OrderImportNames } from './sales-order-import-names.ts';

/** Names that a line's request has for columns of the file. */
const columnOf: Readonly<Record<string, string>> = {
  productID: 'sku',
  quantityOrdered: 'quantity',
  unitPrice: 'unitPrice',
  lineItemNumber: 'lineItemNumber',
};
const told = <Result>(fault: Tell, work: () => Result) => toldBy(fault, columnOf, work);

/** The price of one that a row asks for, its discount taken off; undefined where it says neither. */
function priceOf(
  row: ParsedRow,
  product: CatalogueProduct | undefined,
  unit: CatalogueUnit | undefined,
  fault: Tell,
): string | undefined {
  const price = writtenPrice(row, unit, fault);
  return price === undefined || !product ? price : countedPrice(product.productType, price);
}

function writtenPrice(row: ParsedRow, unit: CatalogueUnit | undefined, fault: Tell): string | undefined {
  const [price, quantity] = [textOf(row, 'unitPrice') ?? unit?.unitValue, textOf(row, 'quantity')];
  const discount = discountOf(row, fault);
  if (!discount) return textOf(row, 'unitPrice');
  if (price === undefined || quantity === undefined || !decimal(quantity).gt('0')) return undefined;
  return discounted(discount, { price, quantity }, (field, message) => fault(row.row, field, message)).toFixed();
}

/** Whether the line is of the row's product and says what its cells say. */
function isAsWritten(row: ParsedRow, line: NewSalesLine, names: OrderImportNames): boolean {
  const [quantity, unit] = ['quantity', 'unit'].map((field) => textOf(row, field));
  const product = names.products.get(textOf(row, 'sku') ?? '');
  const price = priceOf(row, product, product && rowUnitOf(product.units, unit, line.unitID), () => undefined);
  return (
    line.sku === textOf(row, 'sku') &&
    quantity !== undefined &&
    decimal(quantity).eq(decimal(line.quantity)) &&
    (unit === undefined || unit.toLowerCase() === line.unitName.toLowerCase()) &&
    (price === undefined || decimal(price).eq(decimal(line.unitPrice)))
  );
}

/** A line as a row wants it, before it has its price and number. */
interface RowLine {
  measured: MeasuredLine;
  current: NewSalesLine | undefined;
  ediLineItemID: string | null;
}

/** What a row wants of its line; undefined where it has a fault. */
function rowLine(
  row: ParsedRow,
  names: OrderImportNames,
  current: NewSalesLine | undefined,
  fault: Tell,
): RowLine | undefined {
  const sku = textOf(row, 'sku');
  const product = sku === undefined ? undefined : names.products.get(sku);
  if (sku !== undefined && !product) fault(row.row, 'sku', `There is no product ${sku}`);
  const measure = numberOf(positiveMeasure, row, 'quantity', fault);
  const entered = numberOf(unitPriceSchema, row, 'unitPrice', fault);
  if (!product) return undefined;
  const isSame = current?.itemID === product.id;
  const unitName = textOf(row, 'unit');
  const unit = rowUnitOf(product.units, unitName, isSame ? current.unitID : product.defaultUnitID);
  if (!unit) {
    const known = product.units.map((each) => each.unit).join(', ');
    fault(row.row, 'unit', `${sku} can be measured in ${known} only`);
  }
  const ediLineItemID = textOf(row, 'ediLineItemID') ?? current?.ediLineItemID ?? null;
  if (!unit || measure === undefined || (entered === undefined && textOf(row, 'unitPrice') !== undefined))
    return undefined;
  const net = priceOf(row, product, unit, fault);
  const price = net === undefined ? undefined : Number(net);
  const isKept =
    isSame &&
    unit.unitID === current.unitID &&
    decimal(measure).eq(decimal(current.quantity)) &&
    (price === undefined || decimal(price).eq(decimal(current.unitPrice)));
  const wanted = {
    path: `${row.row}`,
    productID: product.id,
    quantityOrdered: { measure, unitID: unit.unitID },
    unitPrice: isKept ? undefined : price,
    isKept,
    current,
  };
  const measured = told(fault, () => measuredLine(wanted, product));
  if (!measured) return undefined;
  const { baseQuantity } = measured.columns;
  const large = isKept ? undefined : names.largeFault(baseQuantity);
  if (large) fault(row.row, 'quantity', large);
  const done = current ? inProgress(current) : undefined;
  if (done?.gt('0') && (!isSame || decimal(baseQuantity).lt(done)))
    fault(row.row, isSame ? 'quantity' : 'sku', 'Something of this line was picked or invoiced: it cannot become less');
  return { measured, current, ediLineItemID };
}

/** The lines with their prices. Where no line is new, gone or other than it was all of them keep theirs. */
function withPrices(
  rows: readonly RowLine[],
  pricing: Pricing & { isAnyGone: boolean },
  fault: Tell,
): Omit<NewSalesLine, 'lineItemNumber'>[] | undefined {
  const isAsItWas = !pricing.isAnyGone && rows.every(({ measured }) => measured.wanted.isKept);
  const columns = isAsItWas
    ? rows.map(({ current }) => current as NewSalesLine)
    : told(fault, () =>
        pricedLines(
          rows.map(({ measured }) => measured),
          pricing,
        ),
      );
  return columns?.map((own, index) => {
    const { current, ediLineItemID } = rows[index] as RowLine;
    return { ...noSalesProgress, ...current, ...own, id: current?.id ?? newID('sol'), ediLineItemID };
  });
}

/**
 * The lines of an order as its rows want them, by their numbers; rows are the whole list. Undefined where a row has a
 * fault.
 */
export function wantedSalesLines(
  rows: readonly ParsedRow[],
  names: OrderImportNames,
  parts: { present: readonly NewSalesLine[]; customer: PricedCustomer; areFrozen: boolean },
  fault: Tell,
): NewSalesLine[] | undefined {
  const { present, customer, areFrozen } = parts;
  if (rows.length > mostSalesOrderLines) {
    fault(0, '', `An order has at most ${mostSalesOrderLines} lines; this one has ${rows.length}`);
    return undefined;
  }
  const current = matched(rows, present, (row, line) => isAsWritten(row, line, names));
  const wanted = rows.map((row, index) => rowLine(row, names, current[index], fault));
  const numbers = told(fault, () =>
    lineItemNumbers(
      rows.map((row, index) => {
        const given = textOf(row, 'lineItemNumber');
        return {
          path: `${row.row}`,
          given: given === undefined ? undefined : Number(given),
          current: current[index]?.lineItemNumber,
        };
      }),
    ),
  );
  tellLineNumbers(rows, fault);
  told(fault, () =>
    refuseClosedLines(
      customer,
      rows.flatMap((row, index) => {
        const product = names.products.get(textOf(row, 'sku') ?? '');
        return product && product.id !== current[index]?.itemID ? [{ path: `${row.row}`, product }] : [];
      }),
    ),
  );
  const kept = new Set(current);
  for (const line of present)
    if (!kept.has(line) && inProgress(line).gt('0'))
      fault(0, '', `Line ${line.lineItemNumber} (${line.sku}) cannot go: something of it was picked or invoiced`);
  const read = wanted.flatMap((line) => line ?? []);
  if (!numbers || read.length !== rows.length) return undefined;
  const rules = names.priceRules.get(customer.id) ?? noPriceRules;
  const isAnyGone = present.some((line) => !kept.has(line));
  const lines = withPrices(read, { rules, on: names.today, areFrozen, isAnyGone }, fault);
  if (!lines) return undefined;
  const written = lines.map((line, index) => ({ ...line, lineItemNumber: numbers[index] as number }));
  if (!told(fault, () => sumsOfSalesLines(written))) return undefined;
  return written.sort((left, right) => left.lineItemNumber - right.lineItemNumber);
}
