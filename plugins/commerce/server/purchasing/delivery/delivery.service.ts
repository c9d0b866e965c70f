import { problems } from '@millwright/core/contracts';
import { type AccountContext, audit, sql } from '@millwright/core/server';
import { type Delivery as DeliveryReply, deliveryProblems, supplierDeliveryStates } from '../../../contracts/index.ts';
import { touchedReceiving } from '../receiving-order/record/receiving-order-record.ts';
import { Delivery } from './delivery.entity.ts';
import { deliveryByID } from './delivery.queries.ts';
import { deliveryRecord } from './delivery-record.ts';
import { settleDeliveries } from './settle-deliveries.ts';

interface Said {
  note?: string | null | undefined;
  version?: number | undefined;
}

async function locked(ctx: AccountContext, id: string, version: number | undefined): Promise<DeliveryReply> {
  if (!(await ctx.em.lockRows(Delivery, [id])).length) throw problems.not_found();
  const delivery = await deliveryByID(ctx, id);
  ctx.em.expectVersion(delivery, version);
  return delivery;
}

/**
 * Accepts a delivery after inspection.
 * @throws Problem 409 `delivery_not_open` if it was accepted before, or is void
 */
export async function acceptDeliveredGoods(
  ctx: AccountContext,
  id: string,
  { note, version }: Said,
): Promise<DeliveryReply> {
  const { number, status, acceptedAt } = await locked(ctx, id, version);
  if (acceptedAt !== null || !supplierDeliveryStates.is.acceptable(status.code))
    throw deliveryProblems.delivery_not_open({
      message: `Delivery ${number} cannot be accepted: it is ${status.name.toLowerCase()}`,
    });
  await sql`update commerce.delivery set accepted_at = ${ctx.clock.now()}, note = coalesce(${note || null}, note)
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  await settleDeliveries(ctx, [id]);
  audit(ctx, { record: deliveryRecord(id), action: 'accepted', ...(note ? { note } : {}) });
  await ctx.em.flush();
  return deliveryByID(ctx, id);
}

/**
 * Notes that the rejected goods have left.
 * @throws Problem 409 `nothing_to_return`
 */
export async function returnDeliveredGoods(
  ctx: AccountContext,
  id: string,
  { note, version }: Said,
): Promise<DeliveryReply> {
  const { number, isToReturn } = await locked(ctx, id, version);
  if (!isToReturn)
    throw deliveryProblems.nothing_to_return({ message: `Nothing of delivery ${number} waits to be returned` });
  await sql`update commerce.delivery set returned_at = ${ctx.clock.now()}, note = coalesce(${note || null}, note),
      updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  audit(ctx, { record: deliveryRecord(id), action: 'returned', ...(note ? { note } : {}) });
  await ctx.em.flush();
  touchedReceiving(ctx);
  return deliveryByID(ctx, id);
}
