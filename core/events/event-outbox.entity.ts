import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';
import type { Actor } from '../kernel/context/context.ts';

/**
 * Events waiting for, or delivered to, their subscribers. Written in the transaction of the change they describe.
 * Afterwards only `dispatchedAt` changes, which the job role sets. That role cannot read payloads (reliability.md 4.2)
 * and deletes old delivered events.
 */
export const EventOutbox = defineEntity({
  ...tenantTable('core', 'event_outbox', {
    tenant: 'cr',
    auth: 'c',
    job: 'd',
    jobColumns: {
      select: ['account_id', 'id', 'type', 'dispatched_at'],
      update: ['dispatched_at'],
      why: 'one dispatcher takes the facts of all accounts in their order',
    },
    // Nobody can delete an undelivered event.
    jobDeletes: 'dispatched_at is not null',
  }),
  name: 'EventOutbox',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    /** `commerce.sales-order.issued` */
    type: column.text(),
    /** Version of the payload. */
    version: column.integer(),
    aggregateType: column.text().nullable(),
    aggregateID: column.id().nullable(),
    payload: column.json<Record<string, unknown>>(),
    actor: column.json<Pick<Actor, 'type' | 'id' | 'name'>>(),
    requestID: column.text(),
    /** W3C trace context of the request, if any. */
    traceparent: column.text().nullable(),
    occurredAt: column.timestamp(),
    dispatchedAt: column.timestamp().nullable(),
  },
  indexes: [
    { name: 'event_outbox_waiting', properties: ['id'], where: 'dispatched_at is null' },
    { properties: ['accountID', 'aggregateType', 'aggregateID'] },
  ],
  checks: [
    { name: 'event_outbox_version', expression: 'version >= 1' },
    { name: 'event_outbox_aggregate', expression: '(aggregate_type is null) = (aggregate_id is null)' },
  ],
});
export type EventOutbox = InferEntity<typeof EventOutbox>;
