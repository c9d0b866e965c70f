import type { Container } from 'inversify';
import { sql } from 'kysely';
import type { Registry } from '../boot/registry/registry.ts';
import { CredentialVault } from '../integrations/credential-vault.ts';
import { accountsWithOlder } from '../jobs/looks/due-sql.ts';
import type { Clock } from '../kernel/context/clock.ts';
import { guardedFetch } from '../kernel/outgoing/guarded-fetch.ts';
import type { Networks } from '../kernel/outgoing/network.ts';
import type { Invariant, ScheduledJob, SearchableRecord } from '../kernel/plugin/plugin.ts';
import { webhookEndpointIs } from '../tenancy/access/webhook-endpoint-is.ts';
import { keptAnswer, webhookPatience } from './delivery/post-webhook.ts';
import { WebhookDeliveries } from './delivery/webhook-deliveries.service.ts';
import { webhookDeliveryIs } from './delivery/webhook-delivery-is.ts';
import { WebhookSender } from './delivery/webhook-sender.ts';
import { webhookHealthJob } from './endpoint/endpoint-health.ts';
import { checkWebhookAddress } from './endpoint/webhook-address.ts';
import { WebhookEndpoint } from './endpoint/webhook-endpoint.entity.ts';
import { WebhookEndpoints } from './endpoint/webhook-endpoints.service.ts';

export const webhookEndpointSource: SearchableRecord = {
  type: 'webhook_endpoint',
  label: async (ctx, id) => (await ctx.em.get(WebhookEndpoint, id)).name,
};

/** Days for which the log keeps a delivery. */
const keptDays = 30;
/** Rows deleted by one statement. */
const batchSize = 5_000;

/** Scheduled jobs of webhooks. */
export const webhookJobs: readonly ScheduledJob[] = [
  webhookHealthJob,
  {
    name: 'core.prune-webhook-deliveries',
    cron: '19 4 * * *',
    due: {
      sql: accountsWithOlder('core.webhook_delivery', 'created_at', { than: `${keptDays} days` }),
      sample: "update core.webhook_delivery set created_at = '2026-01-01'",
    },
    async handle(ctx) {
      for (let removed = batchSize; removed === batchSize; ) {
        const { numAffectedRows } = await sql`delete from core.webhook_delivery
          where account_id = ${ctx.account.id} and id = any(array(
            select id from core.webhook_delivery where account_id = ${ctx.account.id}
              and created_at < ${ctx.clock.now()}::timestamptz - interval '${sql.raw(`${keptDays}`)} days'
            order by created_at limit ${batchSize}))`.execute(ctx.em.query());
        removed = Number(numAffectedRows ?? 0);
      }
    },
  },
];

/** A process that has not yet heard of the change may write such a delivery; a dispatcher ends it within seconds. */
export const webhookInvariants: readonly Invariant[] = [
  {
    name: 'nothing waits at a webhook endpoint that is off',
    sql: `select delivery.id from core.webhook_delivery delivery
      join core.webhook_endpoint endpoint
        on endpoint.account_id = delivery.account_id and endpoint.id = delivery.endpoint_id
      where delivery.account_id = $1 and ${webhookDeliveryIs.open('delivery.status')}
        and ${webhookEndpointIs.off('endpoint.status')} and delivery.created_at < now() - interval '10 minutes'`,
  },
];

/** Binds the services of webhooks. `named`: internal networks that the operator permits. */
export function bindWebhooks(
  container: Container,
  { registry, named, clock }: { registry: Registry; named: Networks; clock: Clock },
): void {
  const call = guardedFetch(named, { wait: webhookPatience, answer: keptAnswer, cuts: true });
  container.bind(WebhookSender).toResolvedValue((vault) => new WebhookSender(vault, call, clock), [CredentialVault]);
  container
    .bind(WebhookEndpoints)
    .toResolvedValue(
      (vault) => new WebhookEndpoints(registry, vault, (url) => checkWebhookAddress(url, named)),
      [CredentialVault],
    );
  container.bind(WebhookDeliveries).toDynamicValue(() => new WebhookDeliveries(registry));
}
