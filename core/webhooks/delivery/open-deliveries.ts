import { sql } from 'kysely';
import { outboxSignal } from '../../events/outbox-signal.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { webhookDeliveryIs } from './webhook-delivery-is.ts';

/*
 * The open deliveries of an endpoint follow its state. The caller has locked the endpoint, so that a delivery never
 * keeps the state of an earlier one.
 */

/** Makes the waiting deliveries of an endpoint wait for its resumption. */
export async function holdDeliveries(ctx: AccountContext, endpointID: string): Promise<void> {
  await sql`update core.webhook_delivery
    set status = ${webhookDeliveryIs.to('held')}, due_at = null, claimed_until = null
    where account_id = ${ctx.account.id} and endpoint_id = ${endpointID}
      and ${webhookDeliveryIs.waiting('status')}`.execute(ctx.em.query());
}

/** Makes the held deliveries of an endpoint due at once. */
export async function releaseDeliveries(ctx: AccountContext, endpointID: string): Promise<void> {
  await sql`update core.webhook_delivery set status = ${webhookDeliveryIs.to('waiting')}, due_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and endpoint_id = ${endpointID}
      and ${webhookDeliveryIs.held('status')}`.execute(ctx.em.query());
  ctx.afterCommit(outboxSignal.wake);
}

/** Gives up the open deliveries of an endpoint that is turned off. */
export async function endDeliveries(ctx: AccountContext, endpointID: string): Promise<void> {
  await sql`update core.webhook_delivery
    set status = ${webhookDeliveryIs.to('dead')}, due_at = null, claimed_until = null
    where account_id = ${ctx.account.id} and endpoint_id = ${endpointID}
      and ${webhookDeliveryIs.open('status')}`.execute(ctx.em.query());
}
