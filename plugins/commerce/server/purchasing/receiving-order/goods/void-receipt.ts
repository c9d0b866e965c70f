import { toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, listed, sql } from '@millwright/core/server';
import { goodsUnreceived, receivingOrderProblems } from '../../../../contracts/index.ts';
import { receivingIs } from '../../../states/states.ts';
import { deliveryRecord } from '../../delivery/delivery-record.ts';
import { settleDeliveries } from '../../delivery/settle-deliveries.ts';
import { receivingRecord } from '../record/receiving-order-record.ts';
import { cameLines, factOf, type LockedReceiving, lockedReceiving, receivingSourceOf } from './locked-receiving.ts';
import type { Receiving } from './receiving-services.ts';
import { recountReceiving, recountReceivingAlone } from './recount-receiving.ts';

/** Receipts to void: of the whole receiving order, or of one delivery or line. */
interface VoidedPart {
  deliveryID?: string | undefined;
  lineID?: string | undefined;
  reason?: string | null | undefined;
  version?: number | undefined;
}

/** Removes the expected supply of goods without a purchase order, if nothing was received. */
async function withdraw(
  ctx: AccountContext,
  { supply }: Receiving,
  order: LockedReceiving,
  reason: string | undefined,
): Promise<void> {
  await supply.expect(ctx, receivingSourceOf(order), []);
  await sql`update commerce.receiving_order set status = ${receivingIs.to('void')}, voided_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and id = ${order.id}`.execute(ctx.em.query());
  await recountReceivingAlone(ctx, [order.id]);
  audit(ctx, { record: receivingRecord(order.id), action: 'voided', ...(reason ? { note: reason } : {}) });
}

/**
 * Voids receipts, put away or not; the goods are expected again.
 * @throws Problem 409 `nothing_received`, `rejected_goods_returned`, `receipt_in_use` with the documents that prevent
 * it
 */
export async function voidReceipt(
  ctx: AccountContext,
  receiving: Receiving,
  id: string,
  { deliveryID, lineID, reason, version }: VoidedPart,
): Promise<void> {
  const order = await lockedReceiving(ctx, id, version);
  const came = await cameLines(ctx, id, { deliveryID, lineIDs: lineID === undefined ? undefined : [lineID] });
  const auditNote = reason || undefined;
  const isAll = deliveryID === undefined && lineID === undefined;
  if (!came.length && isAll && order.purchaseOrderID === null && order.isOpen)
    return withdraw(ctx, receiving, order, auditNote);
  if (!came.length) throw receivingOrderProblems.nothing_received();
  if (came.some(({ isReturned }) => isReturned)) throw receivingOrderProblems.rejected_goods_returned();
  const inStock = came.filter(({ accepted }) => accepted.gt(zero)).map((each) => each.id);
  if (inStock.length) await receiving.supply.unreceive(ctx, receivingSourceOf(order), inStock);
  await sql`update commerce.delivery_line
    set voided_at = ${ctx.clock.now()}, base_stocked = 0, stocked_at = null
    where account_id = ${ctx.account.id} and id = any(${listed(came.map((each) => each.id))})`.execute(ctx.em.query());
  const deliveries = [...new Set(came.map((each) => each.deliveryID))];
  await settleDeliveries(ctx, deliveries);
  const again = await recountReceiving(ctx, [order.id]);
  // The goods are expected on the order's dates again, not on the day of receipt.
  const isIssued = order.purchaseOrderID !== null && (order.isOpen || again.includes(order.purchaseOrderID));
  if (isIssued) await receiving.orderSupply.updateSupply(ctx, [order.purchaseOrderID as string]);
  for (const record of [receivingRecord(order.id), ...deliveries.map(deliveryRecord)])
    audit(ctx, { record, action: 'voided', ...(auditNote ? { note: auditNote } : {}) });
  emit(
    ctx,
    goodsUnreceived,
    {
      ...factOf(order),
      lines: came.map((each) => ({
        lineID: each.lineID,
        itemID: each.itemID,
        quantity: toColumn(each.accepted, 6),
      })),
    },
    receivingRecord(order.id),
  );
  await ctx.em.flush();
}
