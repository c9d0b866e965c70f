import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/**
 * Events handled by each subscriber, written in the handler's transaction so that a repeated delivery changes nothing.
 * The job role deletes the row after its event, without which no delivery can be repeated.
 */
export const HandledEvent = defineEntity({
  ...tenantTable('core', 'handled_event', {
    tenant: 'cr',
    job: 'd',
    jobColumns: {
      select: ['account_id', 'subscriber', 'event_id', 'handled_at'],
      update: [],
      why: 'one sweep removes the old marks of all accounts',
    },
  }),
  name: 'HandledEvent',
  properties: {
    ...accountColumn(),
    subscriber: column.id().primary(),
    eventID: column.id().primary(),
    handledAt: column.timestamp(),
  },
});
export type HandledEvent = InferEntity<typeof HandledEvent>;
