import type { z } from 'zod';
import type { EventDefinition } from '../contracts/plugins/event.ts';
import { newID } from '../contracts/texts/id.ts';
import type { AccountContext, CallContext, PersonContext } from '../kernel/context/context.ts';
import { EventOutbox } from './event-outbox.entity.ts';
import { outboxSignal } from './outbox-signal.ts';
import { recordOfEvent, webhookBody, webhookRow } from './webhook-rows.ts';

/** The record of an event. */
export interface Aggregate {
  /** Type in the plugin's records: `sales_order`. */
  type: string;
  id: string;
}

/** Columns that all events of one call have in common. */
const sharedOf = (ctx: CallContext, event: EventDefinition) => ({
  type: event.type,
  version: event.version,
  actor: { type: ctx.actor.type, id: ctx.actor.id, name: ctx.actor.name },
  requestID: ctx.requestID,
  traceparent: ctx.traceparent ?? null,
  occurredAt: ctx.clock.now(),
});

const rowOf = (
  event: EventDefinition,
  shared: ReturnType<typeof sharedOf>,
  payload: unknown,
  aggregate: Aggregate | undefined,
) => {
  // Subscribers read it later, so an invalid payload must not be written.
  event.payload.parse(payload);
  return {
    ...shared,
    id: newID('evt'),
    aggregateType: aggregate?.type ?? null,
    aggregateID: aggregate?.id ?? null,
    payload: payload as Record<string, unknown>,
    dispatchedAt: null,
  };
};

function append(ctx: AccountContext, row: ReturnType<typeof rowOf>, isHeard: boolean): void {
  ctx.em.append('core.event_outbox', {
    id: row.id,
    type: row.type,
    version: row.version,
    aggregate_type: row.aggregateType,
    aggregate_id: row.aggregateID,
    payload: row.payload,
    actor: row.actor,
    request_id: row.requestID,
    traceparent: row.traceparent,
    occurred_at: row.occurredAt,
    // An event without subscribers is stored too, but marked as dispatched, because nobody receives it.
    dispatched_at: isHeard ? null : row.occurredAt,
  });
}

/**
 * Emits an event: an outbox row in this transaction, written by the next flush. Subscribers receive it after the
 * commit, at least once, in no particular order, each in its own transaction. The payload must be JSON that matches its
 * schema.
 */
export function emit<Payload extends z.ZodType>(
  ctx: AccountContext,
  event: EventDefinition<Payload>,
  payload: z.input<Payload>,
  aggregate?: Aggregate,
): void {
  tell(ctx, event, [{ payload, aggregate }]);
}

/** Emits many events of one type; the next flush writes them in one statement. */
export async function emitAll<Payload extends z.ZodType>(
  ctx: AccountContext,
  event: EventDefinition<Payload>,
  facts: readonly { payload: z.input<Payload>; aggregate: Aggregate }[],
): Promise<void> {
  if (facts.length) tell(ctx, event, facts);
}

function tell(
  ctx: AccountContext,
  event: EventDefinition,
  facts: readonly { payload: unknown; aggregate?: Aggregate | undefined }[],
): void {
  const shared = sharedOf(ctx, event);
  const isHeard = ctx.isHeard(event.type);
  let isTold = false;
  for (const { payload, aggregate } of facts) {
    const row = rowOf(event, shared, payload, aggregate);
    append(ctx, row, isHeard);
    isTold = tellWebhooks(ctx, event, row, aggregate) || isTold;
  }
  if (isHeard || isTold) ctx.afterCommit(outboxSignal.wake);
}

/** Appends the deliveries of an event to the account's webhook endpoints; false if none hears it. */
function tellWebhooks(
  ctx: AccountContext,
  event: EventDefinition,
  { id, type, occurredAt, payload, actor }: ReturnType<typeof rowOf>,
  aggregate: Aggregate | undefined,
): boolean {
  const record = recordOfEvent(event, aggregate);
  const endpoints = ctx.webhooks.endpointsFor(event, record.type);
  if (!endpoints.length) return false;
  const body = webhookBody(ctx, { id, type, occurredAt, payload, actor, record });
  for (const endpoint of endpoints)
    ctx.em.append('core.webhook_delivery', webhookRow(endpoint.id, { id, type, record, body, createdAt: occurredAt }));
  return true;
}

/**
 * Emits an event from routes about people, for the account set in their transaction; row-level security refuses any
 * other account.
 */
export function emitFor<Payload extends z.ZodType>(
  ctx: PersonContext,
  accountID: string,
  event: EventDefinition<Payload>,
  payload: z.input<Payload>,
  aggregate?: Aggregate,
): void {
  ctx.em.persist(ctx.em.create(EventOutbox, { accountID, ...rowOf(event, sharedOf(ctx, event), payload, aggregate) }));
  ctx.afterCommit(outboxSignal.wake);
}
