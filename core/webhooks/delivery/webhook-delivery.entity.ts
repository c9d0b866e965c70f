import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { WebhookDeliveryStatus, WebhookTry } from '../../contracts/work/webhook.contract.ts';
import { accountColumn, column, tenantTable } from '../../database/tenant-entity.ts';
import { webhookDeliveryIs } from './webhook-delivery-is.ts';

/**
 * An event on its way to an endpoint, written in the transaction of the event. It has no reference to the endpoint: a
 * process that has not yet heard that an endpoint is gone must not fail in its own work.
 */
export const WebhookDelivery = defineEntity({
  ...tenantTable('core', 'webhook_delivery', {
    jobColumns: {
      select: ['account_id', 'id', 'endpoint_id', 'due_at', 'claimed_until', 'created_at'],
      update: ['claimed_until'],
      why: 'one dispatcher finds the due deliveries of all accounts',
    },
  }),
  name: 'WebhookDelivery',
  properties: {
    ...accountColumn(),
    id: column.id().primary(),
    endpointID: column.id(),
    eventID: column.id(),
    /** `commerce.sales-order.issued` */
    type: column.text(),
    recordType: column.text(),
    recordID: column.id().nullable(),
    /** The exact body, the same at every attempt. */
    body: column.text(),
    status: column.id().$type<WebhookDeliveryStatus>(),
    /** Attempts since the event, or since it was last sent again by a person. */
    attempts: column.integer(),
    dueAt: column.timestamp().nullable(),
    /** While it is in the future, a process is sending. After a crash the delivery is due again. */
    claimedUntil: column.timestamp().nullable(),
    tries: column.json<WebhookTry[]>(),
    lastStatus: column.integer().nullable(),
    lastError: column.text().nullable(),
    lastAnswer: column.text().nullable(),
    lastTriedAt: column.timestamp().nullable(),
    createdAt: column.timestamp(),
  },
  uniques: [{ properties: ['accountID', 'endpointID', 'eventID'] }],
  indexes: [
    { properties: ['accountID', 'createdAt'] },
    { name: 'webhook_delivery_due', properties: ['accountID', 'endpointID', 'dueAt'], where: 'due_at is not null' },
    {
      name: 'webhook_delivery_claimed',
      properties: ['accountID', 'endpointID', 'claimedUntil'],
      where: 'claimed_until is not null',
    },
  ],
  checks: [
    { name: 'webhook_delivery_status', expression: webhookDeliveryIs.check() },
    // Only a waiting delivery has a next attempt.
    { name: 'webhook_delivery_waits', expression: `(due_at is not null) = (${webhookDeliveryIs.waiting('status')})` },
  ],
});
export type WebhookDelivery = InferEntity<typeof WebhookDelivery>;
