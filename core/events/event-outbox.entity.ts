import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, groupRoles, tenantTable } from '../database/tenant-entity.ts';
import type { Actor } from '../kernel/context.ts';

const table = tenantTable('core', 'event_outbox', {
  tenant: 'cr',
  auth: 'c',
  job: 'd',
  jobColumns: { select: ['account_id', 'id', 'type', 'dispatched_at'], update: ['dispatched_at'] },
});

/**
 * Facts waiting for, or handed over to, their subscribers. Written in the transaction of the change they tell of and
 * never changed but for `dispatchedAt`, which the job role sets; that role reads no payload (reliability.md 4.2), and
 * removes what is long handed over.
 */
export const EventOutbox = defineEntity({
  ...table,
  // What waits cannot be removed by anybody.
  policies: [
    ...table.policies,
    {
      name: 'event_outbox_job_delete',
      type: 'restrictive',
      command: 'delete',
      roles: [groupRoles.job],
      using: 'dispatched_at is not null',
    },
  ],
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
    /** W3C trace context of the request, where there is one. */
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
