import {
  type AccountContext,
  type AppliedRow,
  auditAll,
  emitAll,
  releaseNumbers,
  sql,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import { listPurchaseOrders, purchaseOrderDeleted } from '../../../../contracts/index.ts';
import { purchaseOrderIs } from '../../../states/states.ts';
import { forgetReceivingOrders } from '../../receiving-order/opening/forget-receiving-orders.ts';
import { PurchaseOrder } from '../purchase-order.entity.ts';
import { purchaseOrderRecord } from '../record/purchase-order-history.ts';
import type { OrderSupply } from '../status/order-supply.ts';
import type { PurchaseOrderUndo } from './purchase-order-import-record.ts';
import { purchaseOrdersByNumber } from './purchase-order-import-stored.ts';
import { rewritePurchaseOrders } from './purchase-order-import-write.ts';

/** `left`: the version to expect. */
type Taken = { row: number; id: string; undo: PurchaseOrderUndo; left: number };

const takenOf = (rows: readonly AppliedRow[]): Taken[] =>
  rows.flatMap(({ row, recordID, undo, versions }) =>
    recordID && undo
      ? [{ row, id: recordID, undo: undo as PurchaseOrderUndo, left: versions[recordID]?.left ?? 0 }]
      : [],
  );

interface LiveOrder {
  id: string;
  version: number;
  /** A delivery of today came of it, though it may have been voided. */
  hasDeliveries: boolean;
}

async function liveOrders(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, LiveOrder>> {
  await ctx.em.lockRows(PurchaseOrder, ids);
  const { rows } = await sql<LiveOrder>`select bought.id, bought.version,
      exists (select from commerce.receiving_order receiving
        join commerce.delivery delivery on delivery.account_id = receiving.account_id
          and delivery.receiving_order_id = receiving.id and not delivery.is_historic
        where receiving.account_id = bought.account_id and receiving.purchase_order_id = bought.id) as "hasDeliveries"
    from commerce.purchase_order bought
    where bought.account_id = ${ctx.account.id} and bought.id = any(${[...ids]}::text[])
      and bought.deleted_at is null`.execute(ctx.em.query());
  return new Map(rows.map((order) => [order.id, order]));
}

/** Which of these terms, priorities and items are no longer there. */
async function goneReferences(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  const account = ctx.account.id;
  const { rows } = await sql<{ id: string }>`select wanted.id from unnest(${[...new Set(ids)]}::text[]) as wanted(id)
    where not exists (select from commerce.payment_term each where each.account_id = ${account} and each.id = wanted.id)
      and not exists (select from commerce.priority each where each.account_id = ${account} and each.id = wanted.id)
      and not exists (select from inventory.v_items each
        where each.account_id = ${account} and each.id = wanted.id)`.execute(ctx.em.query());
  return new Set(rows.map(({ id }) => id));
}

const referencesOf = ({ before }: PurchaseOrderUndo): string[] =>
  before
    ? [before.paymentTermID, before.priorityID, ...before.lines.map(({ itemID }) => itemID)].filter((id) => id !== null)
    : [];

/** What later changes make impossible: an order that was changed or deleted, or of which something came. */
export async function refusalsOfPurchaseUndo(
  ctx: AccountContext,
  rows: readonly AppliedRow[],
): Promise<{ row: number; label: string; reason: string }[]> {
  const taken = takenOf(rows);
  const live = await liveOrders(
    ctx,
    taken.map(({ id }) => id),
  );
  const gone = await goneReferences(
    ctx,
    taken.flatMap(({ undo }) => referencesOf(undo)),
  );
  return taken.flatMap(({ row, id, undo, left }) => {
    const refuse = (reason: string) => ({ row, label: undo.number, reason });
    const order = live.get(id);
    // An order that the import made and somebody deleted needs nothing to be undone.
    if (!order) return undo.before ? refuse('it was deleted since') : [];
    if (order.hasDeliveries) return refuse('something of it came since');
    if (order.version !== left) return refuse('it was changed since');
    return referencesOf(undo).some((each) => gone.has(each)) ? refuse('a term or item that it had is gone') : [];
  });
}

/**
 * Takes new orders back as if they had never been, with what had come of them. Where the counter has passed a number,
 * its order stays as a hidden row, so that the series shows no gap.
 */
async function removeOrders(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const account = ctx.account.id;
  const { rows: orders } = await sql<{ id: string; number: string; supplierID: string; isOpen: boolean }>`
    select id, number, supplier_id as "supplierID", completed_at is null as "isOpen" from commerce.purchase_order
    where account_id = ${account} and id = any(${[...ids]}::text[]) and deleted_at is null`.execute(ctx.em.query());
  const found = orders.map(({ id }) => id);
  await forgetReceivingOrders(ctx, found);
  await sql`delete from commerce.purchase_order_line
    where account_id = ${account} and order_id = any(${found}::text[])`.execute(ctx.em.query());
  const kept = await releaseNumbers(
    ctx,
    'purchase_order',
    orders.map(({ number }) => number),
  );
  const idsOf = (isKept: boolean) => orders.filter(({ number }) => kept.has(number) === isKept).map(({ id }) => id);
  await sql`delete from commerce.purchase_order
    where account_id = ${account} and id = any(${idsOf(false)}::text[])`.execute(ctx.em.query());
  const now = ctx.clock.now();
  await sql`update commerce.purchase_order set deleted_at = ${now}, updated_at = ${now}, version = version + 1,
      status = case when ${purchaseOrderIs.requested('status')} then status
        else ${purchaseOrderIs.to('estimate')} end, issued_at = null, completed_at = null,
      expected_on = null, supplier_id = null, payment_term_id = null, priority_id = null, line_count = 0, total = 0,
      quantity_ordered = 0, quantity_received = 0, quantity_stocked = 0
    where account_id = ${account} and id = any(${idsOf(true)}::text[])`.execute(ctx.em.query());
  await unindexRecords(ctx, 'purchase_order', found);
  await auditAll(
    ctx,
    orders.map(({ id, number }) => ({ record: purchaseOrderRecord(id), action: 'deleted', note: number })),
  );
  await emitAll(
    ctx,
    purchaseOrderDeleted,
    orders
      .filter(({ isOpen }) => isOpen)
      .map(({ id, number, supplierID }) => ({
        payload: { orderID: id, number, supplierID },
        aggregate: purchaseOrderRecord(id),
      })),
  );
  touched(ctx, listPurchaseOrders);
}

/** Takes orders back: those that were created go, those that were changed are as they were. Answers new versions. */
export async function undoPurchaseOrders(
  ctx: AccountContext,
  supply: OrderSupply,
  rows: readonly AppliedRow[],
): Promise<Map<string, number>> {
  const taken = takenOf(rows);
  const changed = taken.flatMap(({ undo: { before } }) => before ?? []);
  const found = await purchaseOrdersByNumber(
    ctx,
    changed.map(({ number }) => number),
  );
  const versions = await rewritePurchaseOrders(
    ctx,
    supply,
    changed.flatMap((after) => {
      const before = found.get(after.number);
      return before && !before.isDeleted ? { before, after, issuedAt: after.issuedAt } : [];
    }),
  );
  const goneIDs = taken.flatMap(({ id, undo }) => (undo.before ? [] : id));
  await supply.forget(ctx, goneIDs);
  await removeOrders(ctx, goneIDs);
  return versions;
}
