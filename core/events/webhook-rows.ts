import { type EventDefinition, recordTypesOf } from '../contracts/plugins/event.ts';
import { newID } from '../contracts/texts/id.ts';
import type { AccountContext, Actor } from '../kernel/context/context.ts';

/** Largest body of a webhook in bytes. */
export const longestWebhookBody = 65_536;

/** An event as webhooks tell it. */
export interface ToldFact {
  /** Id of the event. */
  id: string;
  type: string;
  occurredAt: Date;
  payload: unknown;
  actor: Pick<Actor, 'type' | 'id' | 'name'>;
  record: { type: string; id: string | null };
}

/** The body of a webhook. `data` is null where the body would be longer than 64 kB. */
export function webhookBody(ctx: AccountContext, { id, type, occurredAt, payload, actor, record }: ToldFact): string {
  const path = record.id === null ? undefined : ctx.webhooks.pathOf(record.type);
  const fact = {
    type,
    timestamp: occurredAt.toISOString(),
    data: payload,
    id,
    account: ctx.account.id,
    record: {
      ...record,
      url: path === undefined ? null : `${ctx.baseURL}${path.replace('{id}', encodeURIComponent(record.id ?? ''))}`,
    },
    actor: { type: actor.type, id: actor.id, name: actor.name },
  };
  const body = JSON.stringify(fact);
  return Buffer.byteLength(body) <= longestWebhookBody ? body : JSON.stringify({ ...fact, data: null });
}

/** The record of an event: its own, or the declared type without an id. */
export const recordOfEvent = (
  event: EventDefinition,
  aggregate: { type: string; id: string } | undefined,
): ToldFact['record'] => aggregate ?? { type: recordTypesOf(event, [])[0] ?? '', id: null };

/** A new row of `core.webhook_delivery`, without its account, due at once. */
export const webhookRow = (
  endpointID: string,
  fact: Pick<ToldFact, 'id' | 'type' | 'record'> & { body: string; createdAt: Date },
) => ({
  id: newID('whd'),
  endpoint_id: endpointID,
  status: 'waiting' as const,
  due_at: fact.createdAt,
  event_id: fact.id,
  type: fact.type,
  record_type: fact.record.type,
  record_id: fact.record.id,
  body: fact.body,
  attempts: 0,
  claimed_until: null,
  tries: [],
  created_at: fact.createdAt,
});
