import { type AccountContext, listed, sql } from '@millwright/core/server';
import { deliveryIs } from '../../states/states.ts';
import { touchedReceiving } from '../receiving-order/record/receiving-order-record.ts';

/**
 * Updates the state of deliveries from their lines: accepted if all accepted goods are put away, or a person accepted
 * it; void if all lines are void. Called in the transaction that writes the lines.
 */
export async function settleDeliveries(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const now = ctx.clock.now();
  await sql`update commerce.delivery delivery
    set status = case when counted.lines = 0 then ${deliveryIs.to('void')} when counted.rejected = 0
      and counted.accepted_at is null
        then ${deliveryIs.to('received')} when counted.rejected = 0 then ${deliveryIs.to('accepted')}
          when counted.rejected = counted.quantity then ${deliveryIs.to('rejected')}
        else ${deliveryIs.to('partly_rejected')} end,
      accepted_at = counted.accepted_at,
      rejected_at = case when counted.rejected > 0 then coalesce(delivery.rejected_at, ${now}) end,
      returned_at = case when counted.rejected > 0 then delivery.returned_at end,
      voided_at = case when counted.lines = 0 then coalesce(delivery.voided_at, ${now}) end,
      updated_at = ${now}, version = delivery.version + 1
    from (select each.id, count(came.id) as lines, coalesce(sum(came.base_quantity), 0) as quantity,
        coalesce(sum(came.base_rejected), 0) as rejected,
        case when count(came.id) = 0 then null
          when bool_and(came.base_stocked = came.base_quantity - came.base_rejected) and sum(came.base_stocked) > 0
          then coalesce(each.accepted_at, ${now}) else each.accepted_at end as accepted_at
      from commerce.delivery each
      left join commerce.delivery_line came on came.account_id = each.account_id and came.delivery_id = each.id
        and came.voided_at is null
      where each.account_id = ${ctx.account.id} and each.id = any(${listed([...ids])})
      group by each.id, each.accepted_at) counted
    where delivery.account_id = ${ctx.account.id} and delivery.id = counted.id`.execute(ctx.em.query());
  touchedReceiving(ctx);
}
