import { type AccountContext, audit, changesOf, emit, touched } from '@millwright/core/server';
import { listSalesOrders, type SalesOrder, salesOrderChanged, salesOrderStates } from '../../../contracts/index.ts';
import { auditLines } from '../../document/line-history.ts';
import { ordersWritten } from '../../document/offer/offers.ts';
import { mayOrder } from '../may-order.ts';
import { openPicks } from '../order-picks/open-picks.ts';
import { salesOrderByID } from './sales-order.queries.ts';
import { salesLineFacts, salesLineText, salesOrderFacts } from './sales-order-facts.ts';
import { refuseNewGaps } from './sales-order-gaps.ts';
import { indexOrder } from './sales-order-search.ts';
import type { OrderPromises } from './status/order-promises.ts';

/** The order as history, events and search name it. */
export const salesOrderRecord = (id: string) => ({ type: 'sales_order', id });

interface Promising {
  promises: OrderPromises;
  /** Whether lines, priority or promised date were written: what is promised to an issued order follows them. */
  isWanted: boolean;
  holdID?: string | null | undefined;
}

/**
 * Writes what is pending with its promises, and what changed of the order and its lines into its history, the outbox
 * and the search; nothing where nothing did. Answers the order as it stands now.
 */
export async function salesOrderWritten(
  ctx: AccountContext,
  before: SalesOrder,
  { promises, isWanted, holdID }: Promising,
): Promise<SalesOrder> {
  await ctx.em.flush();
  if (isWanted && salesOrderStates.is.open(before.status.code)) {
    await promises.follow(ctx, [before.id], { holdID });
    await openPicks(ctx, [before.id]);
  } else await promises.letGo(ctx, holdID);
  await ordersWritten(ctx, [before.id]);
  const after = await salesOrderByID(ctx, before.id);
  if (before.issuedAt !== null && after.total > before.total)
    await mayOrder(ctx, [{ id: before.id, customerID: before.customer.id }]);
  refuseNewGaps(before, after);
  const [from, to] = [salesOrderFacts(before), salesOrderFacts(after)];
  const changes = changesOf(from, to, Object.keys(to) as (keyof typeof to)[]);
  const areLinesChanged = auditLines(ctx, salesOrderRecord(after.id), before.lines, after.lines, {
    facts: salesLineFacts,
    text: salesLineText,
  });
  // A total that only follows from the lines is told with them.
  const own = changes.filter(({ field }) => field !== 'total');
  const told = areLinesChanged || own.length ? changes : [];
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
