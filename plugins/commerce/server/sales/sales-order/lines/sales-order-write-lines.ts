import { isDeepStrictEqual } from 'node:util';
import { type Big, decimal, newID, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, renewVersion } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  areSalesOrderPricesFrozen,
  type SalesOrderLineEntry,
  salesOrderProblems,
} from '../../../../contracts/index.ts';
import { fieldPath } from '../../../document/lines/line-amounts.ts';
import { lineItemNumbers } from '../../../document/lines/line-item-numbers.ts';
import type { SalesOrder } from '../sales-order.entity.ts';
import { limitedCustomer } from './product-line-limit.ts';
import { SalesOrderLine } from './sales-order-line.entity.ts';
import { type PricedCustomer, type PricedSalesColumns, priceSalesLines } from './sales-order-pricing.ts';
import { sumsOfSalesLines } from './sales-order-sums.ts';

/** A line of a request, with its path there. */
export interface SalesLineEntry extends Omit<SalesOrderLineEntry, 'id'> {
  path: string;
  current?: SalesOrderLine | undefined;
  /** True for a line that the request does not change. */
  isKept?: boolean;
}

/** The lines of an order by ascending number. */
export const salesLinesOf = (ctx: AccountContext, order: SalesOrder): Promise<SalesOrderLine[]> =>
  ctx.em.find(SalesOrderLine, { accountID: ctx.account.id, order }, { orderBy: { lineItemNumber: 'asc' } }) as Promise<
    SalesOrderLine[]
  >;

/** Processed quantity of a line in base units: the line cannot shrink below it. */
export function inProgress(
  line: Pick<SalesOrderLine, 'quantityPicked' | 'quantityPacked' | 'quantityShipped' | 'quantityInvoiced'>,
): Big {
  const done = [line.quantityPicked, line.quantityPacked, line.quantityShipped, line.quantityInvoiced].map(decimal);
  return done.reduce((most, value) => (value.gt(most) ? value : most), decimal('0'));
}

const label = (line: SalesOrderLine): string => `Line ${line.lineItemNumber} (${line.sku})`;

/** An entry for a line that a request does not change. */
export const keptEntry = (current: SalesOrderLine): SalesLineEntry => ({
  path: '',
  productID: current.itemID,
  quantityOrdered: { measure: toWire(decimal(current.quantity)), unitID: current.unitID },
  current,
  isKept: true,
});

/** Whether product, quantity and price are unchanged. Then the line is not checked again. */
function isUntouched({ isKept, current, productID, quantityOrdered: wanted, unitPrice }: SalesLineEntry): boolean {
  if (isKept) return true;
  return (
    current?.itemID === productID &&
    typeof wanted === 'object' &&
    wanted.unitID === current.unitID &&
    decimal(wanted.measure).eq(decimal(current.quantity)) &&
    (unitPrice === undefined ||
      (unitPrice === null ? !current.isPriceTyped : decimal(unitPrice).eq(decimal(current.unitPrice))))
  );
}

/** Columns of every entry, in order. With frozen prices, unchanged lines keep their columns. */
async function columnsOf(
  ctx: AccountContext,
  catalogue: CataloguePort,
  customerID: string,
  entries: readonly SalesLineEntry[],
  areFrozen: boolean,
): Promise<PricedSalesColumns[]> {
  if (areFrozen && entries.every(isUntouched)) return entries.map(({ current }) => current as PricedSalesColumns);
  const hasNew = entries.some(({ current, productID }) => current?.itemID !== productID);
  const customer = hasNew ? await limitedCustomer(ctx, customerID) : { name: '', productLineIDs: null };
  const wanted = entries.map((entry) =>
    isUntouched(entry) ? { ...entry, isKept: true, unitPrice: undefined } : entry,
  );
  return priceSalesLines(ctx, catalogue, wanted, { ...customer, id: customerID }, { areFrozen });
}

/** Columns that differ. The ORM would also report JSON with a different order of keys as changed. */
const differing = (line: SalesOrderLine, columns: PricedSalesColumns): Partial<PricedSalesColumns> =>
  Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => !isDeepStrictEqual(line[name as keyof PricedSalesColumns], value),
    ),
  );

/** @throws Problem 409 `line_in_progress` */
export function refuseIfInProgress(line: SalesOrderLine): void {
  if (inProgress(line).gt('0'))
    throw salesOrderProblems.line_in_progress({
      message: `${label(line)} cannot go: something of it was picked or invoiced`,
    });
}

/** A line of a new order. */
export type NewSalesLine = PricedSalesColumns &
  Pick<
    SalesOrderLine,
    | 'id'
    | 'lineItemNumber'
    | 'ediLineItemID'
    | 'quantityPicked'
    | 'quantityPacked'
    | 'quantityShipped'
    | 'quantityInvoiced'
  >;

/** Creates the lines of a new order, priced and numbered. */
export async function createSalesLines(
  ctx: AccountContext,
  catalogue: CataloguePort,
  entries: readonly SalesLineEntry[],
  customer: PricedCustomer,
): Promise<NewSalesLine[]> {
  const priced = await priceSalesLines(ctx, catalogue, entries, customer, { areFrozen: false });
  const numbers = lineItemNumbers(entries.map(({ path, lineItemNumber: given }) => ({ path, given })));
  return entries.map((entry, index) => ({
    ...noSalesProgress,
    ...(priced[index] as (typeof priced)[number]),
    id: newID('sol'),
    lineItemNumber: numbers[index] as number,
    ediLineItemID: entry.ediLineItemID || null,
  }));
}

/** Progress of a new line: none. */
export const noSalesProgress = {
  quantityPicked: '0',
  quantityPacked: '0',
  quantityShipped: '0',
  quantityInvoiced: '0',
};

/**
 * Replaces the lines of an order: entries with a line change it, other entries are new lines, lines without an entry
 * are deleted. Updates the sums of the order. The caller has locked the order.
 * @throws Problem 400 with one entry per invalid line, 409 `line_in_progress`, 409 `product_line_closed`
 */
export async function replaceSalesLines(
  ctx: AccountContext,
  catalogue: CataloguePort,
  order: SalesOrder,
  present: readonly SalesOrderLine[],
  entries: readonly SalesLineEntry[],
  { areFrozen = areSalesOrderPricesFrozen(order) }: { areFrozen?: boolean } = {},
): Promise<SalesOrderLine[]> {
  const customerID = order.customer?.id;
  // Only a deleted order has no customer, and a deleted order cannot be locked.
  if (!customerID) throw problems.not_found();
  const kept = new Set(entries.map(({ current }) => current?.id));
  const gone = present.filter(({ id }) => !kept.has(id));
  gone.forEach(refuseIfInProgress);
  const priced = await columnsOf(ctx, catalogue, customerID, entries, areFrozen);
  const numbers = lineItemNumbers(
    entries.map(({ path, lineItemNumber: given, current }) => ({ path, given, current: current?.lineItemNumber })),
  );
  // Unchanged lines that only take part in pricing count as changed if their prices change.
  let isChanged = gone.length > 0 || entries.some(({ isKept }) => !isKept);
  const written = entries.map((entry, index) => {
    const columns = priced[index] as PricedSalesColumns;
    const lineItemNumber = numbers[index] as number;
    const { current } = entry;
    if (!current)
      return ctx.em.create(SalesOrderLine, {
        ...noSalesProgress,
        ...columns,
        id: newID('sol'),
        order,
        customerID,
        lineItemNumber,
        ediLineItemID: entry.ediLineItemID || null,
      });
    const done = inProgress(current);
    if (done.gt('0') && (columns.itemID !== current.itemID || decimal(columns.baseQuantity).lt(done)))
      throw salesOrderProblems.line_in_progress({
        message: `${label(current)} cannot shrink below what was picked or invoiced, nor become another product`,
        errors: [{ path: fieldPath(entry.path, 'quantityOrdered'), message: 'Less than what was picked or invoiced' }],
      });
    const changes = differing(current, columns);
    isChanged ||= Object.keys(changes).length > 0;
    ctx.em.assign(current, {
      ...changes,
      lineItemNumber,
      ...(entry.ediLineItemID === undefined ? {} : { ediLineItemID: entry.ediLineItemID || null }),
    });
    return current;
  });
  for (const line of gone) ctx.em.remove(line);
  if (isChanged) recount(ctx, order, written);
  return written;
}

/** Updates the sums of the order from its lines. The order's version rises even if no sum changes. */
export function recount(ctx: AccountContext, order: SalesOrder, lines: readonly SalesOrderLine[]): void {
  ctx.em.assign(order, sumsOfSalesLines(lines, order.orderDiscountTerms));
  renewVersion(ctx, order);
}
