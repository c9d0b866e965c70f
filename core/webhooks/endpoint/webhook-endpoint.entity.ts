import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { WebhookEndpointStatus } from '../../contracts/work/webhook.contract.ts';
import { column, tenantColumns, tenantTable } from '../../database/tenant-entity.ts';
import { webhookEndpointIs } from '../../tenancy/access/webhook-endpoint-is.ts';

/** A receiver of the account's events. Its secrets are encrypted; see `credential-vault.ts`. */
export const WebhookEndpoint = defineEntity({
  ...tenantTable('core', 'webhook_endpoint', {
    isClosedToCustomers: true,
    jobColumns: {
      select: ['account_id', 'id', 'status', 'failing_since', 'told_at'],
      update: [],
      why: 'one look finds the endpoints of all accounts that have taken nothing for a day',
    },
  }),
  name: 'WebhookEndpoint',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    url: column.text(),
    events: column.textArray(),
    scopes: column.textArray(),
    status: column.id().$type<WebhookEndpointStatus>(),
    /** Encrypted `secret`, and `previous` after a rotation. */
    sealed: column.json<Record<string, string>>(),
    secretHint: column.text(),
    previousExpiresAt: column.timestamp().nullable(),
    failingSince: column.timestamp().nullable(),
    /** Time at which administrators were told of the failures since `failingSince`. */
    toldAt: column.timestamp().nullable(),
    lastDeliveredAt: column.timestamp().nullable(),
    createdByName: column.text(),
  },
  uniques: [{ properties: ['accountID', 'name'] }],
  indexes: [
    { name: 'webhook_endpoint_failing', properties: ['accountID', 'failingSince'], where: 'failing_since is not null' },
  ],
  checks: [
    { name: 'webhook_endpoint_status', expression: webhookEndpointIs.check() },
    { name: 'webhook_endpoint_events', expression: 'cardinality(events) > 0' },
  ],
});
export type WebhookEndpoint = InferEntity<typeof WebhookEndpoint>;
