import {
  type Big,
  decimal,
  newID,
  positiveMeasure,
  toColumn,
  unitPrice as unitPriceSchema,
} from '@millwright/core/contracts';
import type { ParsedRow } from '@millwright/core/server';
import { mostPurchaseOrderLines } from '../../../../contracts/index.ts';
import { textOf } from '../../../document/import/import-row.ts';
import {
  matched,
  numberOf,
  rowUnitOf,
  type Tell,
  tellLineNumbers,
  told as toldBy,
} from '../../../document/import/order-rows.ts';
import { inBase } from '../../../document/lines/line-amounts.ts';
import { lineItemNumbers } from '../../../document/lines/line-item-numbers.ts';
import type { PurchaseOrderLine } from '../lines/purchase-order-line.entity.ts';
import { pricedLine } from '../lines/purchase-order-pricing.ts';
import { sumsOfPurchaseLines } from '../lines/purchase-order-sums.ts';
import { noPurchaseProgress } from '../lines/purchase-order-write-lines.ts';
import type { PurchasedItem } from '../lines/purchased-items.ts';
import type { PurchaseImportNames } from './purchase-order-import-names.ts';
import type { ImportedLine } from './purchase-order-import-record.ts';

/** Names that a line's request has for columns of the file. */
const columnOf: Readonly<Record<string, string>> = {
  itemID: 'sku',
  quantityOrdered: 'quantity',
  unitPrice: 'unitPrice',
  lineItemNumber: 'lineItemNumber',
  received: 'received',
  rejected: 'rejected',
};
const told = <Result>(fault: Tell, work: () => Result) => toldBy(fault, columnOf, work);

const isSameText = (wanted: string | undefined, known: string | null | undefined): boolean =>
  wanted === undefined || wanted === (known ?? '');
const isSameNumber = (wanted: string | undefined, known: string): boolean =>
  wanted === undefined || decimal(wanted).eq(decimal(known));

/** Whether the line is of the row's item and says what its cells say; what came of it apart. */
const isAsWritten = (row: ParsedRow, line: ImportedLine): boolean =>
  textOf(row, 'sku') === line.sku &&
  isSameNumber(textOf(row, 'quantity'), line.quantity) &&
  (textOf(row, 'unit') ?? line.unitName).toLowerCase() === line.unitName.toLowerCase() &&
  isSameNumber(textOf(row, 'unitPrice'), line.unitPrice) &&
  isSameText(textOf(row, 'supplierPartNumber'), line.supplierPartNumber) &&
  isSameText(textOf(row, 'lineDate'), line.scheduledAt);

interface Receipt {
  received: Big;
  rejected: Big;
}

/** What the row says that came, in its unit; what the line has where it says nothing. */
function receiptOf(row: ParsedRow, current: ImportedLine | undefined, fault: Tell): Receipt | undefined {
  const amount = (field: string): Big | undefined => {
    const text = textOf(row, field);
    if (text === undefined) return undefined;
    const value = decimal(text);
    if (value.gte('0')) return value;
    fault(row.row, field, 'Must be at least 0');
    return undefined;
  };
  const [given, refused, stocked] = [amount('received'), amount('rejected'), amount('stocked')];
  if (!given && !refused && !stocked)
    return { received: decimal(current?.received ?? '0'), rejected: decimal(current?.rejected ?? '0') };
  const rejected = refused ?? decimal('0');
  const received = given ?? (stocked ?? decimal('0')).plus(rejected);
  if (rejected.gt(received)) {
    fault(row.row, 'rejected', `More than the ${received.toFixed()} that were received`);
    return undefined;
  }
  const accepted = received.minus(rejected);
  if (stocked && !stocked.eq(accepted) && !current) {
    fault(
      row.row,
      'stocked',
      `Received less rejected is ${accepted.toFixed()}: goods that wait to be put away are received at the dock`,
    );
    return undefined;
  }
  return { received, rejected };
}

interface Row {
  row: ParsedRow;
  item: PurchasedItem | undefined;
  current: ImportedLine | undefined;
}

/** What a row wants of its line; undefined where it has a fault. */
function rowLine(
  { row, item, current }: Row,
  names: PurchaseImportNames,
  supplierName: string,
  fault: Tell,
): Omit<ImportedLine, 'lineItemNumber'> | undefined {
  const sku = textOf(row, 'sku');
  if (sku !== undefined && !item) fault(row.row, 'sku', `There is no item ${sku}`);
  const receipt = receiptOf(row, current, fault);
  const measure = numberOf(positiveMeasure, row, 'quantity', fault);
  const entered = numberOf(unitPriceSchema, row, 'unitPrice', fault);
  if (!item || measure === undefined || (entered === undefined && textOf(row, 'unitPrice') !== undefined))
    return undefined;
  const isSame = current?.itemID === item.id;
  const unit = rowUnitOf(
    item.units,
    textOf(row, 'unit'),
    isSame ? current.unitID : (item.terms?.unitID ?? item.defaultUnitID),
  );
  if (!unit) {
    fault(row.row, 'unit', `${sku} can be measured in ${item.units.map((each) => each.unit).join(', ')} only`);
    return undefined;
  }
  if (entered === undefined && !isSame && !item.terms?.unitPrice) {
    const way = item.terms ? `has no price for ${sku}` : `does not supply ${sku}`;
    fault(row.row, 'unitPrice', `${supplierName} ${way}: give a unit price, or import what they supply first`);
    return undefined;
  }
  const path = `${row.row}`;
  const priced = told(fault, () =>
    current && isAsWritten(row, current)
      ? current
      : pricedLine(
          {
            path,
            itemID: item.id,
            quantityOrdered: { measure, unitID: unit.unitID },
            unitPrice: entered,
            supplierPartNumber: textOf(row, 'supplierPartNumber'),
            // The rows of files have all that prices and names are taken over from.
            current: current as PurchaseOrderLine | undefined,
          },
          item,
        ),
  );
  if (!priced || !receipt) return undefined;
  const large = priced === current ? undefined : names.largeFault(priced.baseQuantity);
  if (large) fault(row.row, 'quantity', large);
  const lineColumns = { ...priced, scheduledAt: textOf(row, 'lineDate') ?? current?.scheduledAt ?? null };
  const [received, rejected] = [toColumn(receipt.received, 6), toColumn(receipt.rejected, 6)];
  if (current) return { ...current, ...lineColumns, received, rejected };
  const base = told(fault, () => ({
    received: inBase(`${path}.received`, receipt.received, unit),
    rejected: inBase(`${path}.rejected`, receipt.rejected, unit),
  }));
  if (!base) return undefined;
  const stocked = toColumn(decimal(base.received).minus(decimal(base.rejected)), 6);
  return {
    ...noPurchaseProgress,
    ...lineColumns,
    id: newID('pol'),
    received,
    rejected,
    quantityReceived: base.received,
    quantityRejected: base.rejected,
    quantityStocked: stocked,
    quantityHistoric: stocked,
  };
}

/** The lines of an order as its rows want them, by their numbers; rows are the whole list. Undefined with a fault. */
export function wantedPurchaseLines(
  rows: readonly ParsedRow[],
  names: PurchaseImportNames,
  { present, supplier }: { present: readonly ImportedLine[]; supplier: { id: string; name: string } },
  fault: Tell,
): ImportedLine[] | undefined {
  if (rows.length > mostPurchaseOrderLines) {
    fault(0, '', `An order has at most ${mostPurchaseOrderLines} lines; this one has ${rows.length}`);
    return undefined;
  }
  const current = matched(rows, present, isAsWritten);
  const wanted = rows.map((row, index) =>
    rowLine(
      { row, item: names.itemOf(supplier.id, textOf(row, 'sku') ?? ''), current: current[index] },
      names,
      supplier.name,
      fault,
    ),
  );
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
  const read = wanted.flatMap((line) => line ?? []);
  if (!numbers || read.length !== rows.length) return undefined;
  const written = read.map((line, index) => ({ ...line, lineItemNumber: numbers[index] as number }));
  if (!told(fault, () => sumsOfPurchaseLines(written))) return undefined;
  return written.sort((left, right) => left.lineItemNumber - right.lineItemNumber);
}
