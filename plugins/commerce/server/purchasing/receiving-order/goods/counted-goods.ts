import {
  type Big,
  decimal,
  type FieldError,
  problems,
  type QuantityInput,
  roundUnitPrice,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import type { ReceiveInput } from '../../../../contracts/index.ts';
import { acceptedOf, lineName, type ReceivingLine } from './locked-receiving.ts';

/** A received line in a request. */
export type Receipt = NonNullable<ReceiveInput['lines']>[number];

/** Received goods of a line; `base*` in base units, `quantity` as counted. */
export interface CountedGoods {
  path: string;
  line: ReceivingLine;
  quantity: Big;
  unitID: string;
  unitName: string;
  base: Big;
  rejected: Big;
  lotNumber: string | undefined;
  expiry: string | undefined;
  reason: string | null;
}

/** Smaller amounts are rounding errors of six decimals. */
const rounding = decimal('0.000001');

/** Quantity of a line that is not accepted yet, in base units; 0 if more came than was ordered. */
export function expectedOf(line: ReceivingLine): Big {
  const open = line.baseQuantity.minus(acceptedOf(line));
  return open.gt(zero) ? open : zero;
}

/** A base quantity as a person would count it: in the line's unit if exact, else in base units. */
export function asCounted(line: ReceivingLine, base: Big): { measure: string; unitID: string } {
  const measure = toColumn(roundUnitPrice(base.times(line.quantity).div(line.baseQuantity)), 6);
  const isExact = decimal(measure).times(line.baseQuantity).minus(base.times(line.quantity)).eq(zero);
  return isExact ? { measure, unitID: line.unitID } : { measure: toColumn(base, 6), unitID: line.baseUnitID };
}

/** The unit of an entry: given with the quantity, given beside it, or the line's. */
const entered = (quantity: QuantityInput, unitID: string | undefined, line: ReceivingLine) =>
  typeof quantity === 'number'
    ? { measure: quantity, unitID: unitID ?? line.unitID }
    : { measure: quantity.measure, unitID: quantity.unitID };

/**
 * Received quantities in base units, in the order of the request; without lines, everything that is still expected.
 * @throws Problem 400 with one entry per invalid line
 */
export async function countGoods(
  ctx: AccountContext,
  catalogue: CataloguePort,
  lines: readonly ReceivingLine[],
  receipts: readonly Receipt[] | undefined,
): Promise<CountedGoods[]> {
  const byID = new Map(lines.map((line) => [line.id, line]));
  const all = lines.flatMap((line): Receipt[] => {
    const open = expectedOf(line);
    if (open.eq(zero)) return [];
    const { measure, unitID } = asCounted(line, open);
    return [{ lineID: line.id, quantity: { measure: Number(measure), unitID } }];
  });
  const wanted = receipts ?? all;
  const errors: FieldError[] = wanted.flatMap(({ lineID }, index) =>
    byID.has(lineID) ? [] : [{ path: `lines.${index}.lineID`, message: 'Receiving order line not found' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  const known = wanted.map((receipt, index) => {
    const line = byID.get(receipt.lineID) as ReceivingLine;
    const { measure, unitID } = entered(receipt.quantity, receipt.unitID, line);
    return { receipt, line, measure: decimal(measure), unitID, path: `lines.${index}` };
  });
  const amounts = await catalogue.convertToBase(
    ctx,
    known.map(({ line, measure, unitID, path }) => ({
      itemID: line.itemID,
      measure: toColumn(measure, 6),
      unitID,
      path: `${path}.quantity`,
    })),
  );
  return known.map(({ receipt, line, measure, path }, index): CountedGoods => {
    const amount = amounts[index] as (typeof amounts)[number];
    const base = decimal(amount.baseMeasure);
    const refused = decimal(receipt.rejectedQuantity ?? 0);
    if (refused.gt(measure)) errors.push({ path: `${path}.rejectedQuantity`, message: 'More than came' });
    // If everything was rejected, the base quantity is used exactly, without rounding.
    const rejected = refused.eq(measure) ? base : roundUnitPrice(refused.times(base).div(measure));
    if (refused.gt(zero) && rejected.lt(rounding))
      errors.push({ path: `${path}.rejectedQuantity`, message: 'Too little to be counted' });
    if (receipt.expiry && !receipt.lotNumber)
      errors.push({ path: `${path}.lotNumber`, message: 'Say which lot is good until then' });
    if (index === known.length - 1 && errors.length) throw problems.invalid_input({ errors });
    return {
      path,
      line,
      quantity: measure,
      unitID: amount.unitID,
      unitName: amount.unit,
      base,
      rejected,
      lotNumber: receipt.lotNumber || undefined,
      expiry: receipt.expiry ?? undefined,
      reason: receipt.reason || null,
    };
  });
}

/** A line with more accepted goods than allowed. */
export interface OverReceipt {
  path: string;
  line: ReceivingLine;
  accepted: Big;
}

/** Lines that receive more than the ordered quantity plus the account's tolerance of `percent`. */
export function overReceipts(goods: readonly CountedGoods[], percent: number): OverReceipt[] {
  return [...Map.groupBy(goods, ({ line }) => line)].flatMap(([line, same]) => {
    const now = same.reduce((sum, { base, rejected }) => sum.plus(base).minus(rejected), zero);
    const accepted = acceptedOf(line).plus(now);
    const most = line.baseQuantity.times(decimal(100).plus(decimal(percent))).div(decimal(100));
    return now.gt(zero) && accepted.gt(most) ? [{ path: same[0]?.path ?? '', line, accepted }] : [];
  });
}

/** 'Line 2 (HIDE): 12 each of 10 ordered' */
export function overReceiptText({ line, accepted }: OverReceipt): string {
  const come = roundUnitPrice(accepted.times(line.quantity).div(line.baseQuantity));
  return `${lineName(line)}: ${come.toString()} ${line.unitName} of ${line.quantity.toString()} ordered`;
}
