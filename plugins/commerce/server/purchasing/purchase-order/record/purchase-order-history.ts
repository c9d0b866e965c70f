import { type AccountContext, audit, changesOf, emit, touched } from '@millwright/core/server';
import {
  listPurchaseOrders,
  type PurchaseOrder,
  purchaseOrderChanged,
  purchaseOrderStates,
} from '../../../../contracts/index.ts';
import { auditLines } from '../../../document/lines/line-history.ts';
import { purchaseOrderByID } from '../purchase-order.queries.ts';
import { purchaseLineFacts, purchaseLineText, purchaseOrderFacts } from './purchase-order-facts.ts';

/** An order in history, events and search. */
export const purchaseOrderRecord = (id: string) => ({ type: 'purchase_order', id });

/** Updates the expected supply of orders after they were written. */
interface SupplyOfOrders {
  updateSupply(ctx: AccountContext, orderIDs: readonly string[]): Promise<void>;
}

/**
 * Flushes, updates the expected supply of an issued order if its lines or dates were written (`isExpected`), and writes
 * the changes into history and outbox. Answers the present order.
 */
export async function purchaseOrderWritten(
  ctx: AccountContext,
  before: PurchaseOrder,
  { supply, isExpected }: { supply: SupplyOfOrders; isExpected: boolean },
): Promise<PurchaseOrder> {
  await ctx.em.flush();
  if (isExpected && purchaseOrderStates.is.open(before.status.code)) await supply.updateSupply(ctx, [before.id]);
  const after = await purchaseOrderByID(ctx, before.id);
  const [from, to] = [purchaseOrderFacts(before), purchaseOrderFacts(after)];
  const changes = changesOf(from, to, Object.keys(to) as (keyof typeof to)[]);
  const record = purchaseOrderRecord(after.id);
  const areLinesChanged = auditLines(ctx, record, before.lines, after.lines, {
    facts: purchaseLineFacts,
    text: purchaseLineText,
  });
  // A change of the total alone follows from the lines, so it is only reported together with them.
  const told = areLinesChanged || changes.some(({ field }) => field !== 'total') ? changes : [];
  if (!told.length && !areLinesChanged) return after;
  if (told.length) audit(ctx, { record, action: 'updated', changes: told });
  const fields = [...told.map(({ field }) => field), ...(areLinesChanged ? ['lines'] : [])];
  const { id: orderID, number, supplier } = after;
  emit(ctx, purchaseOrderChanged, { orderID, number, supplierID: supplier.id, fields }, record);
  await ctx.em.flush();
  touched(ctx, listPurchaseOrders);
  return after;
}
