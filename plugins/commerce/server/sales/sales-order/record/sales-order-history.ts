import { type AccountContext, audit, changesOf, emit, touched } from '@millwright/core/server';
import { listSalesOrders, type SalesOrder, salesOrderChanged, salesOrderStates } from '../../../../contracts/index.ts';
import { auditLines } from '../../../document/lines/line-history.ts';
import { ordersWritten } from '../../../document/offer/offers.ts';
import { mayOrder } from '../../may-order.ts';
import { openPicks } from '../../order-picks/open-picks.ts';
import { indexOrder } from '../list/sales-order-search.ts';
import { salesOrderByID } from '../sales-order.queries.ts';
import type { OrderPromises } from '../status/order-promises.ts';
import { refuseNewGaps } from '../status/sales-order-gaps.ts';
import { salesLineFacts, salesLineText, salesOrderFacts } from './sales-order-facts.ts';

/** Key of the order in history, events and search. */
export const salesOrderRecord = (id: string) => ({ type: 'sales_order', id });

interface Promising {
  promises: OrderPromises;
  /** Whether lines, priority or promised date have changed. Reservations of an issued order follow them. */
  isWanted: boolean;
  holdID?: string | null | undefined;
  /** Whether products that are not sold any more were released before. */
  acceptsEnded?: boolean | undefined;
}

/** Products of lines that are new, more or dearer than before. */
const grownItems = (before: SalesOrder, after: SalesOrder): string[] => {
  const known = new Map(before.lines.map((line) => [line.id, line]));
  return after.lines.flatMap(({ id, product, total, quantityOrdered }) => {
    const was = known.get(id);
    const isMore =
      was?.product.id !== product.id ||
      total > was.total ||
      (quantityOrdered.unitID === was.quantityOrdered.unitID && quantityOrdered.measure > was.quantityOrdered.measure);
    return isMore ? [product.id] : [];
  });
};

/**
 * Flushes pending changes with the reservations of the order. Records changes of the order and its lines in history,
 * outbox and search, or nothing if nothing changed. Answers the current order.
 */
export async function salesOrderWritten(
  ctx: AccountContext,
  before: SalesOrder,
  { promises, isWanted, holdID, acceptsEnded }: Promising,
): Promise<SalesOrder> {
  await ctx.em.flush();
  if (isWanted && salesOrderStates.is.open(before.status.code)) {
    await promises.updatePromises(ctx, [before.id], { holdID, acceptsEnded });
    await openPicks(ctx, [before.id]);
  } else await promises.releaseHold(ctx, holdID);
  await ordersWritten(ctx, [before.id]);
  const after = await salesOrderByID(ctx, before.id);
  const itemIDs = before.issuedAt === null ? [] : grownItems(before, after);
  if (before.issuedAt !== null && (itemIDs.length || after.total > before.total))
    await mayOrder(ctx, [{ id: before.id, customerID: before.customer.id, itemIDs }], { acceptsEnded });
  refuseNewGaps(before, after);
  const [from, to] = [salesOrderFacts(before), salesOrderFacts(after)];
  const changes = changesOf(from, to, Object.keys(to) as (keyof typeof to)[]);
  const areLinesChanged = auditLines(ctx, salesOrderRecord(after.id), before.lines, after.lines, {
    facts: salesLineFacts,
    text: salesLineText,
  });
  // A total that only follows from changed lines is not reported on its own.
  const withoutTotal = changes.filter(({ field }) => field !== 'total');
  const told = areLinesChanged || withoutTotal.length ? changes : [];
  if (!told.length && !areLinesChanged) return after;
  if (told.length) audit(ctx, { record: salesOrderRecord(after.id), action: 'updated', changes: told });
  const fields = [...told.map(({ field }) => field), ...(areLinesChanged ? ['lines'] : [])];
  const { id: orderID, number, customer } = after;
  emit(ctx, salesOrderChanged, { orderID, number, customerID: customer.id, fields }, salesOrderRecord(orderID));
  await ctx.em.flush();
  touched(ctx, listSalesOrders);
  await indexOrder(ctx, after);
  return after;
}
