import { z } from 'zod';
import { crudEndpoints } from '../endpoints/crud.ts';
import { endpoint } from '../endpoints/endpoint.ts';
import { filterValue, listOf, listQuery, repeated } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { defineEvent } from '../plugins/event.ts';
import { declareStates, type StateOf } from '../records/states.ts';
import { isoDateOrDateTime, isoDateTime } from '../texts/date.ts';
import { requiredLine, singleLine } from '../texts/text.ts';

/** Most webhook endpoints of an account. */
export const mostWebhookEndpoints = 20;
/** Most deliveries that one call sends again. */
export const mostReplayed = 10_000;

/** Refusals of webhooks. */
export const webhookProblems = defineProblems({
  webhook_address: { status: 400, message: 'An https address that the internet can reach' },
  too_many_endpoints: { status: 409, message: `An account has at most ${mostWebhookEndpoints} webhook endpoints` },
  endpoint_off: { status: 409, message: 'This endpoint is turned off. Turn it on before you send again' },
});

/** States of an endpoint. Deliveries to a paused endpoint wait until it is resumed. */
export const webhookEndpointStates = declareStates('webhook_endpoint', {
  active: { name: 'Active', tone: 'success', is: ['listening', 'sending', 'healthy', 'pausable'] },
  paused: { name: 'Paused', tone: 'neutral', is: ['listening', 'paused', 'resumable'] },
  failing: {
    name: 'Failing',
    tone: 'warning',
    description: 'The last delivery failed. It is sent again.',
    is: ['listening', 'sending', 'failing', 'pausable'],
  },
  off: {
    name: 'Off',
    tone: 'danger',
    description: 'The receiver answered 410, or took nothing for five days.',
    is: ['off', 'resumable'],
  },
});
export type WebhookEndpointStatus = StateOf<typeof webhookEndpointStates>;

/** States of a delivery. */
export const webhookDeliveryStates = declareStates('webhook_delivery', {
  waiting: { name: 'Waiting', tone: 'info', is: ['waiting', 'open'] },
  held: { name: 'Held', tone: 'neutral', description: 'Its endpoint is paused.', is: ['held', 'open'] },
  delivered: { name: 'Delivered', tone: 'success', is: ['delivered', 'ended', 'repeatable'] },
  dead: { name: 'Given up', tone: 'danger', is: ['dead', 'ended', 'repeatable'] },
});
export type WebhookDeliveryStatus = StateOf<typeof webhookDeliveryStates>;

const eventFilter = z
  .string({ error: 'Must be text' })
  .trim()
  .max(120, { error: 'Must be at most 120 characters' })
  .regex(/^(?:\*|[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*(?:\.\*)?)$/, {
    error: 'Must be an event such as commerce.sales-order.issued, or a group such as commerce.sales-order.*',
  });

/** Whether one of the filters names the event: its type, the beginning of its type with `.*`, or `*` for all. */
export const hearsEvent = (filters: readonly string[], type: string): boolean =>
  filters.some(
    (filter) => filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1))),
  );

const readRight = z
  .string({ error: 'Must be text' })
  .max(120)
  .regex(/^[a-z][a-z0-9_]*:read$/, { error: 'Must be a right to read, such as sales_orders:read' });

const crud = crudEndpoints({
  one: 'WebhookEndpoint',
  many: 'WebhookEndpoints',
  words: ['webhook endpoint', 'webhook endpoints'],
  path: '/v1/webhook-endpoints',
  domain: 'webhooks',
  prefix: 'whe',
  home: '/dashboard/account/webhooks',
  row: {
    name: z.string(),
    url: z.string(),
    /** Filters such as `commerce.sales-order.*`. */
    events: z.array(z.string()),
    /** Rights to read. An event about a record that they do not cover is not sent. */
    scopes: z.array(z.string()),
    status: webhookEndpointStates.code,
    /** The last characters of the secret. */
    secretHint: z.string(),
    /** End of the time in which deliveries are also signed with the secret before the last rotation. */
    previousExpiresAt: z.iso.datetime().nullable(),
    /** Time of the first failure since the last success. */
    failingSince: z.iso.datetime().nullable(),
    /** Time of the last success, to the minute. */
    lastDeliveredAt: z.iso.datetime().nullable(),
    createdBy: z.string(),
  },
  sortBy: ['name', 'url', 'status', 'createdAt', 'lastDeliveredAt'],
  filters: { status: filterValue(webhookEndpointStates.code) },
  body: {
    name: requiredLine(80, 'Name is required'),
    url: requiredLine(2_000, 'Address is required'),
    events: z
      .array(eventFilter)
      .min(1, { error: 'Choose at least one event' })
      .max(100, { error: 'Must have at most 100 entries' }),
    scopes: z
      .array(readRight)
      .min(1, { error: 'Choose at least one right' })
      .max(500, { error: 'Must have at most 500 entries' }),
  },
});
export const webhookEndpoint = crud.row;
export type WebhookEndpointView = z.output<typeof webhookEndpoint>;
export const webhookEndpointInput = crud.createBody;
export type WebhookEndpointInput = z.output<typeof webhookEndpointInput>;
/** An endpoint with its secret, which is shown only once. */
export const webhookEndpointWithSecret = webhookEndpoint.extend({ secret: z.string() });

/**
 * Endpoints, events and deliveries of webhooks. Create and update look the address up, so they wait for another
 * machine: 400 `webhook_address` for one that the internet cannot reach, 400 at an event of which the rights read
 * nothing, 409 `too_many_endpoints`, 403 `cannot_grant` for rights that the caller lacks. The answer of create is the
 * only one with the secret.
 */
export const webhookEndpoints = {
  ...crud,
  create: endpoint({
    name: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    permission: 'webhooks:create',
    summary: 'Creates a webhook endpoint; the answer is the only one with its secret.',
    outside: true,
    waits: true,
    body: crud.createBody,
    reply: webhookEndpointWithSecret,
  }),
  update: endpoint({
    name: 'updateWebhookEndpoint',
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{webhookEndpointID}',
    permission: 'webhooks:update',
    summary: 'Changes a webhook endpoint.',
    outside: true,
    waits: true,
    body: crud.updateBody,
    reply: webhookEndpoint,
  }),
};

/** Stops sending; deliveries wait. */
export const pauseWebhookEndpoint = endpoint({
  name: 'pauseWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhookEndpointID}/actions/pause',
  permission: 'webhooks:update',
  summary: 'Pauses a webhook endpoint; its deliveries wait.',
  touches: ['/v1/webhook-deliveries'],
  reply: webhookEndpoint,
});

/** Sends what has waited, or turns an endpoint on again that is off. */
export const resumeWebhookEndpoint = endpoint({
  name: 'resumeWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhookEndpointID}/actions/resume',
  permission: 'webhooks:update',
  summary: 'Resumes a webhook endpoint, also one that was turned off.',
  touches: ['/v1/webhook-deliveries'],
  reply: webhookEndpoint,
});

/** Confirmation of a rotation that ends the secret before the last one at once. */
export const rotateAgain = 'rotate_again';

/**
 * Gives the endpoint a new secret. For 24 hours deliveries are signed with both. Another rotation within them ends the
 * secret before the last one at once: 409 `confirmation_required`, confirmed by `rotate_again`.
 */
export const rotateWebhookEndpoint = endpoint({
  name: 'rotateWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhookEndpointID}/actions/rotate',
  permission: 'webhooks:update',
  summary: 'Gives a webhook endpoint a new secret; for 24 hours deliveries are signed with both.',
  reply: webhookEndpointWithSecret,
});

/** Type of the event that only a test of an endpoint sends. */
export const webhookTestType = 'webhook.test';

/** Sends `webhook.test` once, also to a paused endpoint, and answers with the receiver's answer. */
export const testWebhookEndpoint = endpoint({
  name: 'testWebhookEndpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhookEndpointID}/actions/test',
  permission: 'webhooks:update',
  summary: 'Sends the event webhook.test to a webhook endpoint and answers what it answered.',
  outside: true,
  waits: true,
  touches: ['/v1/webhook-deliveries'],
  reply: z.object({
    isDelivered: z.boolean(),
    /** Status of the answer; null without one. */
    status: z.int().nullable(),
    error: z.string().nullable(),
    /** The first 2 kB of the answer. */
    answer: z.string().nullable(),
    milliseconds: z.int(),
  }),
});

/**
 * Deliveries to send again: one by id, or all since a moment. They keep the ids of their events. Without `delivered`
 * those that the receiver has taken are left out. Events that happened while the endpoint was off are sent too, tests
 * only by their id.
 */
export const replayWebhooksBody = z
  .strictObject({
    deliveryID: singleLine(100).optional(),
    since: isoDateTime.optional(),
    delivered: z.boolean({ error: 'Must be true or false' }).default(false),
  })
  .refine(({ deliveryID, since }) => (deliveryID === undefined) !== (since === undefined), {
    error: 'Say either which delivery, or since when',
    path: ['since'],
  });

/** Sends deliveries again; 409 `endpoint_off` where the endpoint is off, 400 where they are more than 10,000. */
export const replayWebhookDeliveries = endpoint({
  name: 'replayWebhookDeliveries',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhookEndpointID}/actions/replay',
  permission: 'webhooks:update',
  summary: 'Sends deliveries of a webhook endpoint again, with the same ids.',
  isLong: true,
  touches: ['/v1/webhook-deliveries'],
  body: replayWebhooksBody,
  reply: z.object({ count: z.int() }),
});

/** An attempt of a delivery. */
export const webhookTry = z.object({
  at: z.string(),
  /** Status of the answer; null without one. */
  status: z.int().nullable(),
  /** Reason of a failure without a status. */
  error: z.string().nullable(),
  milliseconds: z.int(),
});
export type WebhookTry = z.output<typeof webhookTry>;

/** A delivery of an event to an endpoint. */
export const webhookDelivery = z.object({
  id: z.string(),
  endpointID: z.string(),
  endpointName: z.string(),
  /** Sent as `webhook-id`: the same at every attempt and at every endpoint. */
  eventID: z.string(),
  type: z.string(),
  record: z.object({ type: z.string(), id: z.string().nullable() }),
  status: webhookDeliveryStates.code,
  attempts: z.int(),
  /** Time of the next attempt; null where none follows. */
  dueAt: z.iso.datetime().nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  lastTriedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type WebhookDeliveryView = z.output<typeof webhookDelivery>;

/** Lists deliveries, newest first. */
export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/v1/webhook-deliveries',
  permission: 'webhooks:read',
  summary: 'Lists deliveries of webhooks.',
  query: listQuery({
    sortBy: ['createdAt', 'lastTriedAt', 'attempts'],
    filters: {
      endpointID: filterValue(singleLine(100)),
      status: repeated(webhookDeliveryStates.code),
      type: filterValue(singleLine(120)),
      startDate: filterValue(isoDateOrDateTime),
      endDate: filterValue(isoDateOrDateTime),
    },
  }),
  reply: listOf(webhookDelivery),
});

/** A delivery with the exact body, its attempts and the last answer, which comes from the receiver. */
export const webhookDeliveryDetail = webhookDelivery.extend({
  body: z.string(),
  tries: z.array(webhookTry),
  /** The first 2 kB of the last answer. */
  lastAnswer: z.string().nullable(),
});
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>;

/** Reads a delivery. */
export const getWebhookDelivery = endpoint({
  name: 'getWebhookDelivery',
  method: 'GET',
  path: '/v1/webhook-deliveries/{webhookDeliveryID}',
  permission: 'webhooks:read',
  summary: 'Reads a delivery of a webhook with its body and its attempts.',
  reply: webhookDeliveryDetail,
});

/** An event that endpoints may hear. */
export const webhookEvent = z.object({
  type: z.string(),
  sentence: z.string(),
  /** True for an event on records of all types; each is told by the right to read its own record. */
  isAboutAny: z.boolean(),
  records: z.array(z.object({ type: z.string(), label: z.string(), permission: z.string() })),
  example: z.record(z.string(), z.unknown()),
});
export type WebhookEventView = z.output<typeof webhookEvent>;

/** Lists the public events of the account's plugins. */
export const listWebhookEvents = endpoint({
  name: 'listWebhookEvents',
  method: 'GET',
  path: '/v1/webhook-events',
  permission: 'webhooks:read',
  summary: 'Lists the events that webhook endpoints may hear.',
  reply: listOf(webhookEvent),
});

const endpointFact = z.object({ webhookEndpointID: z.string(), name: z.string(), failingSince: z.string().nullable() });
const exampleFact = {
  webhookEndpointID: 'whe_01kb7m0c5nf3r6v9y2b8d4g7hk',
  name: 'Data warehouse',
  failingSince: '2026-11-28T09:30:00.000Z',
};

/** A receiver has taken nothing for a day. */
export const webhookFailing = defineEvent({
  type: 'core.webhook.failing',
  isPublic: true,
  sentence: 'A webhook endpoint has taken nothing for a day.',
  record: 'webhook_endpoint',
  example: exampleFact,
  payload: endpointFact,
});

/** An endpoint was turned off because its receiver answered 410 or took nothing for five days. */
export const webhookOff = defineEvent({
  type: 'core.webhook.off',
  isPublic: true,
  sentence: 'A webhook endpoint was turned off because its receiver takes nothing.',
  record: 'webhook_endpoint',
  example: exampleFact,
  payload: endpointFact,
});

/** Events of webhooks. */
export const webhookEvents = [webhookFailing, webhookOff] as const;
