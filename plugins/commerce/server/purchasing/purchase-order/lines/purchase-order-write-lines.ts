import { type Big, decimal, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, renewVersion, sql } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { type PurchaseOrderLineEntry, purchaseOrderProblems } from '../../../../contracts/index.ts';
import { fieldPath } from '../../../document/lines/line-amounts.ts';
import { lineItemNumbers } from '../../../document/lines/line-item-numbers.ts';
import type { PurchaseOrder } from '../purchase-order.entity.ts';
import { PurchaseOrderLine } from './purchase-order-line.entity.ts';
import { type PricedPurchaseColumns, pricePurchaseLines } from './purchase-order-pricing.ts';
import { sumsOfPurchaseLines } from './purchase-order-sums.ts';

/** A requested line, and its path in the request. */
export interface PurchaseLineEntry extends Omit<PurchaseOrderLineEntry, 'id'> {
  path: string;
  current?: PurchaseOrderLine | undefined;
  /** True for a line that the request does not change. */
  isKept?: boolean;
}

/** The lines of an order, by number. */
export const purchaseLinesOf = (ctx: AccountContext, order: PurchaseOrder): Promise<PurchaseOrderLine[]> =>
  ctx.em.find(
    PurchaseOrderLine,
    { accountID: ctx.account.id, order },
    { orderBy: { lineItemNumber: 'asc' } },
  ) as Promise<PurchaseOrderLine[]>;

const label = (line: PurchaseOrderLine): string => `Line ${line.lineItemNumber} (${line.sku})`;

/** Received quantity that was not sent back, in base units: the minimum of the line. */
const inProgress = ({ quantityReceived, quantityRejected }: PurchaseOrderLine): Big =>
  decimal(quantityReceived).minus(decimal(quantityRejected));

/** Whether item, quantity and price are unchanged, so that the catalogue is not needed. */
function isPriced({
  isKept,
  current,
  itemID,
  quantityOrdered,
  unitPrice,
  supplierPartNumber,
}: PurchaseLineEntry): boolean {
  if (isKept) return true;
  return (
    current?.itemID === itemID &&
    typeof quantityOrdered === 'object' &&
    quantityOrdered.unitID === current.unitID &&
    decimal(quantityOrdered.measure).eq(decimal(current.quantity)) &&
    (supplierPartNumber === undefined || (supplierPartNumber || null) === (current.supplierPartNumber ?? null)) &&
    (unitPrice === undefined || (unitPrice !== null && decimal(unitPrice).eq(decimal(current.unitPrice))))
  );
}

/** Columns of all entries, in order; entries with unchanged item, quantity and price keep theirs. */
async function columnsOf(
  ctx: AccountContext,
  catalogue: CataloguePort,
  supplier: { id: string; name: string },
  entries: readonly PurchaseLineEntry[],
): Promise<PricedPurchaseColumns[]> {
  const open = entries.filter((entry) => !isPriced(entry));
  const priced = await pricePurchaseLines(ctx, catalogue, supplier, open);
  const byEntry = new Map(open.map((entry, index) => [entry, priced[index]]));
  return entries.map((entry) => byEntry.get(entry) ?? (entry.current as PricedPurchaseColumns));
}

/** Progress of a new line: nothing was received. */
export const noPurchaseProgress = {
  quantityReceived: '0',
  quantityRejected: '0',
  quantityStocked: '0',
  quantityHistoric: '0',
};

/** A line of a new order. */
export type NewPurchaseLine = PricedPurchaseColumns &
  Pick<PurchaseOrderLine, 'id' | 'lineItemNumber' | 'scheduledAt' | keyof typeof noPurchaseProgress>;

/** Creates the lines of a new order, priced and numbered. */
export async function createPurchaseLines(
  ctx: AccountContext,
  catalogue: CataloguePort,
  supplier: { id: string; name: string },
  entries: readonly PurchaseLineEntry[],
): Promise<NewPurchaseLine[]> {
  const priced = await pricePurchaseLines(ctx, catalogue, supplier, entries);
  const numbers = lineItemNumbers(entries.map(({ path, lineItemNumber: given }) => ({ path, given })));
  return entries.map((entry, index) => ({
    ...noPurchaseProgress,
    ...(priced[index] as PricedPurchaseColumns),
    id: newID('pol'),
    lineItemNumber: numbers[index] as number,
    scheduledAt: entry.scheduledAt ?? null,
  }));
}

/**
 * Replaces the lines of an order: entries with an existing line change it, others are new, lines without an entry are
 * deleted. The sums of the order follow. The caller has locked the order.
 * @throws Problem 400 with one entry per invalid line, 409 `purchase_line_in_progress`, 409 `item_not_supplied`
 */
export async function replacePurchaseLines(
  ctx: AccountContext,
  catalogue: CataloguePort,
  order: PurchaseOrder,
  present: readonly PurchaseOrderLine[],
  entries: readonly PurchaseLineEntry[],
): Promise<PurchaseOrderLine[]> {
  const supplierID = order.supplier?.id;
  // Only deleted orders have no supplier, and these cannot be locked.
  if (!supplierID) throw problems.not_found();
  const kept = new Set(entries.map(({ current }) => current?.id));
  const gone = present.filter(({ id }) => !kept.has(id));
  await refuseRemoval(ctx, gone);
  const priced = await columnsOf(ctx, catalogue, { id: supplierID, name: order.supplierName }, entries);
  const numbers = lineItemNumbers(
    entries.map(({ path, lineItemNumber: given, current }) => ({ path, given, current: current?.lineItemNumber })),
  );
  const written = entries.map((entry, index) => {
    const columns = priced[index] as PricedPurchaseColumns;
    const lineItemNumber = numbers[index] as number;
    const { current } = entry;
    if (current && entry.isKept) return current;
    if (!current)
      return ctx.em.create(PurchaseOrderLine, {
        ...noPurchaseProgress,
        ...columns,
        id: newID('pol'),
        order,
        lineItemNumber,
        scheduledAt: entry.scheduledAt ?? null,
      });
    refuseShrinking(entry, current, columns);
    ctx.em.assign(current, {
      ...(isPriced(entry) ? {} : columns),
      lineItemNumber,
      ...(entry.scheduledAt === undefined ? {} : { scheduledAt: entry.scheduledAt }),
    });
    return current;
  });
  for (const line of gone) ctx.em.remove(line);
  ctx.em.assign(order, sumsOfPurchaseLines(written));
  renewVersion(ctx, order);
  return written;
}

/**
 * Lines with receipts cannot be deleted, even if these were voided, because deliveries refer to them. Lines of the
 * receiving order are deleted with the others.
 * @throws Problem 409 `purchase_line_in_progress`
 */
async function refuseRemoval(ctx: AccountContext, gone: readonly PurchaseOrderLine[]): Promise<void> {
  if (!gone.length) return;
  const ids = gone.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`select wanted.order_line_id as id
    from commerce.receiving_order_line wanted
    where wanted.account_id = ${ctx.account.id} and wanted.order_line_id = any(${ids}::text[])
      and exists (select from commerce.delivery_line came where came.account_id = wanted.account_id
        and came.receiving_line_id = wanted.id)`.execute(ctx.em.query());
  const came = new Set(rows.map(({ id }) => id));
  for (const line of gone)
    if (came.has(line.id) || decimal(line.quantityReceived).gt('0'))
      throw purchaseOrderProblems.purchase_line_in_progress({
        message: `${label(line)} cannot go: something of it was received`,
      });
  await sql`delete from commerce.receiving_order_line
    where account_id = ${ctx.account.id} and order_line_id = any(${ids}::text[])`.execute(ctx.em.query());
}

/** @throws Problem 409 `purchase_line_in_progress` */
function refuseShrinking(entry: PurchaseLineEntry, current: PurchaseOrderLine, columns: PricedPurchaseColumns): void {
  const isStarted = decimal(current.quantityReceived).gt('0');
  if (!isStarted) return;
  if (columns.itemID === current.itemID && decimal(columns.baseQuantity).gte(inProgress(current))) return;
  throw purchaseOrderProblems.purchase_line_in_progress({
    message: `${label(current)} cannot shrink below what was received, nor become another item`,
    errors: [{ path: fieldPath(entry.path, 'quantityOrdered'), message: 'Less than what was received' }],
  });
}
