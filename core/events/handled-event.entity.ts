import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { accountColumn, column, tenantTable } from '../database/tenant-entity.ts';

/**
 * What each subscriber has handled; written in the handler's own transaction, so that a repeated delivery changes
 * nothing. The job role removes it after its event, which no delivery can be repeated without.
 */
export const HandledEvent = defineEntity({
  ...tenantTable('core', 'handled_event', {
    tenant: 'cr',
    job: 'd',
    jobColumns: { select: ['account_id', 'subscriber', 'event_id', 'handled_at'], update: [] },
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
