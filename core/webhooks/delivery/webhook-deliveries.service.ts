import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { Registry } from '../../boot/registry/registry.ts';
import type { EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import { idFromUUID, newID, uuidOf } from '../../contracts/texts/id.ts';
import {
  getWebhookDelivery,
  hearsEvent,
  listWebhookDeliveries,
  mostReplayed,
  type replayWebhookDeliveries,
  webhookDelivery,
  webhookDeliveryDetail,
  webhookEndpointStates,
  webhookProblems,
  webhookTestType,
} from '../../contracts/work/webhook.contract.ts';
import { outboxSignal } from '../../events/outbox-signal.ts';
import { recordOfEvent, webhookBody, webhookRow } from '../../events/webhook-rows.ts';
import type { AccountContext, Actor } from '../../kernel/context/context.ts';
import { among, since, upTo } from '../../lists/conditions.ts';
import { touched } from '../../lists/list-page.ts';
import { projection } from '../../lists/projection.ts';
import { requireGrantable } from '../../permissions/grants.ts';
import { WebhookEndpoint } from '../endpoint/webhook-endpoint.entity.ts';
import { webhookDeliveryIs } from './webhook-delivery-is.ts';

const shared = {
  table: 'core.webhook_delivery',
  joins: { endpoint: { table: 'core.webhook_endpoint', id: 'webhook_delivery.endpoint_id' } },
  computed: {
    endpointID: sql.ref('webhook_delivery.endpoint_id'),
    eventID: sql.ref('webhook_delivery.event_id'),
    endpointName: sql`coalesce(endpoint.name, '')`,
    record: sql`json_build_object('type', webhook_delivery.record_type, 'id', webhook_delivery.record_id)`,
  },
} as const;

const deliveryRows = projection(webhookDelivery, {
  ...shared,
  list: listWebhookDeliveries,
  search: ['eventID', 'type', sql`coalesce(webhook_delivery.record_id, '')`],
  order: [['createdAt', 'desc']],
  filters: {
    startDate: since('webhook_delivery.created_at'),
    endDate: upTo('webhook_delivery.created_at'),
    endpointID: (id) => among('webhook_delivery.endpoint_id', [id]),
  },
});

const deliveryDetails = projection(webhookDeliveryDetail, {
  ...shared,
  list: { path: getWebhookDelivery.path },
  search: ['eventID'],
  order: [['createdAt', 'desc']],
});

type Replay = EndpointRequest<typeof replayWebhookDeliveries>['body'];

/** The log of deliveries, and what people send again. */
export class WebhookDeliveries {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  page(ctx: AccountContext, query: EndpointRequest<typeof listWebhookDeliveries>['query']) {
    return deliveryRows.find(ctx, query);
  }

  read(ctx: AccountContext, id: string) {
    return deliveryDetails.byID(ctx, id);
  }

  /**
   * Makes deliveries due again: one, or all since a moment but tests. They keep the ids of their events. Events that
   * happened while the endpoint was off have no delivery yet and get one.
   * @throws Problem 409 `endpoint_off`, 400 for more than 10,000
   */
  async replay(ctx: AccountContext, endpointID: string, replay: Replay): Promise<{ count: number }> {
    const endpoint = await ctx.em.getForUpdate(WebhookEndpoint, endpointID);
    requireGrantable(ctx, endpoint.scopes as PermissionCode[]);
    if (webhookEndpointStates.is.off(endpoint.status)) throw webhookProblems.endpoint_off();
    const ids = await idsOf(ctx, endpointID, replay);
    const missing = replay.since === undefined ? [] : await this.#missing(ctx, endpoint, new Date(replay.since));
    const count = ids.length + missing.length;
    if (count > mostReplayed) {
      const message = 'These are more than 10,000 deliveries: choose a later moment';
      throw problems.invalid_input({ errors: [{ path: 'since', message }] });
    }
    const isPaused = webhookEndpointStates.is.paused(endpoint.status);
    // A delivery that a process is sending now stays claimed, so that it is not called twice.
    await sql`update core.webhook_delivery
      set status = ${webhookDeliveryIs.to(isPaused ? 'held' : 'waiting')}, attempts = 0,
        due_at = ${isPaused ? null : ctx.clock.now()}::timestamptz
      where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
    for (const row of missing) ctx.em.append('core.webhook_delivery', row);
    if (count)
      audit(ctx, {
        record: { type: 'webhook_endpoint', id: endpointID },
        action: 'sent_again',
        note: `${count} ${count === 1 ? 'delivery' : 'deliveries'}`,
      });
    touched(ctx, listWebhookDeliveries);
    ctx.afterCommit(outboxSignal.wake);
    return { count };
  }

  /** Rows for events since a moment that the endpoint hears and has no delivery of. */
  async #missing(ctx: AccountContext, { id, events, scopes }: WebhookEndpoint, from: Date) {
    const heard = this.#registry.events.filter(({ type, isPublic }) => isPublic && hearsEvent(events, type));
    const byType = new Map(heard.map((event) => [event.type, event]));
    const { rows } = await sql<{
      id: string;
      type: string;
      recordType: string | null;
      recordID: string | null;
      payload: unknown;
      actor: Pick<Actor, 'type' | 'id' | 'name'>;
      occurredAt: Date | string;
    }>`select event.id, event.type, event.aggregate_type as "recordType", event.aggregate_id as "recordID",
        event.payload, event.actor, event.occurred_at as "occurredAt"
      from core.event_outbox event
      where event.account_id = ${ctx.account.id} and event.id >= ${firstEventID(ctx, from)}
        and event.occurred_at >= ${from} and event.type = any(${[...byType.keys()]}::text[])
        and not exists (select from core.webhook_delivery known
          where known.account_id = ${ctx.account.id} and known.endpoint_id = ${id} and known.event_id = event.id)
      order by event.id limit ${mostReplayed + 1}`.execute(ctx.em.query());
    return rows.flatMap((row) => {
      const event = byType.get(row.type);
      if (!event) return [];
      const aggregate = row.recordType && row.recordID ? { type: row.recordType, id: row.recordID } : undefined;
      const record = recordOfEvent(event, aggregate);
      if (!scopes.includes(this.#registry.record(record.type)?.permission ?? '')) return [];
      const fact = { id: row.id, type: row.type, record };
      const body = webhookBody(ctx, {
        ...fact,
        occurredAt: new Date(row.occurredAt),
        payload: row.payload,
        actor: row.actor,
      });
      return [webhookRow(id, { ...fact, body, createdAt: new Date(row.occurredAt) })];
    });
  }
}

/** An id below those of all events from a moment on: ids of events begin with the time of this machine. */
function firstEventID(ctx: AccountContext, from: Date): string {
  const now = Number.parseInt(uuidOf(newID('evt')).replaceAll('-', '').slice(0, 12), 16);
  const time = Math.max(0, now - (ctx.clock.now().getTime() - from.getTime()) - 60_000);
  const digits = Math.floor(time).toString(16).padStart(12, '0').slice(-12);
  return idFromUUID('evt', `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`);
}

/** Ids of the deliveries to send again. @throws Problem 404 for one of another endpoint */
async function idsOf(
  ctx: AccountContext,
  endpointID: string,
  { deliveryID, since: from, delivered }: Replay,
): Promise<string[]> {
  const states = delivered ? webhookDeliveryIs.repeatable : webhookDeliveryIs.dead;
  const condition =
    deliveryID === undefined
      ? sql`created_at >= ${new Date(from ?? 0)} and type <> ${webhookTestType}
          and (${states('status')} or ${webhookDeliveryIs.waiting('status')})`
      : sql`id = ${deliveryID}`;
  const { rows } = await sql<{ id: string }>`select id from core.webhook_delivery
    where account_id = ${ctx.account.id} and endpoint_id = ${endpointID} and ${condition}
    order by event_id limit ${mostReplayed + 1}`.execute(ctx.em.query());
  if (deliveryID !== undefined && !rows.length) throw problems.not_found();
  return rows.map(({ id }) => id);
}
