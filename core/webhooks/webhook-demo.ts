import { newID } from '../contracts/texts/id.ts';
import { type WebhookDeliveryStatus, type WebhookTry, webhookTestType } from '../contracts/work/webhook.contract.ts';
import { webhookBody, webhookRow } from '../events/webhook-rows.ts';
import { CredentialVault } from '../integrations/credential-vault.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { DemoRandom } from '../kernel/plugin/plugin.ts';
import type { Services } from '../kernel/plugin/services.ts';
import { newWebhookSecret, webhookSecretHint } from './delivery/sign-webhook.ts';
import { WebhookEndpoint } from './endpoint/webhook-endpoint.entity.ts';

const hour = 3_600_000;
const answers: readonly {
  status: WebhookDeliveryStatus;
  answer: number | null;
  hoursAgo: number;
  isTried?: boolean;
}[] = [
  { status: 'delivered', answer: 204, hoursAgo: 30 },
  { status: 'delivered', answer: 200, hoursAgo: 29 },
  { status: 'dead', answer: 500, hoursAgo: 27 },
  { status: 'dead', answer: null, hoursAgo: 26 },
  { status: 'held', answer: null, hoursAgo: 3, isTried: false },
];

/** A paused endpoint with a log. Its address belongs to nobody, so the demo calls no other machine. */
export async function webhookDemo(ctx: AccountContext, _: DemoRandom, services: Services): Promise<void> {
  const id = newID('whe');
  const secret = newWebhookSecret();
  const now = ctx.clock.now().getTime();
  ctx.em.create(WebhookEndpoint, {
    id,
    name: 'Operations alarm',
    url: 'https://hooks.example.com/millwright',
    events: ['core.webhook.*'],
    scopes: ['webhooks:read'],
    status: 'paused',
    sealed: await services.get(CredentialVault).sealFields(ctx, id, { secret }),
    secretHint: webhookSecretHint(secret),
    lastDeliveredAt: new Date(now - 29 * hour),
    createdByName: ctx.actor.name,
  });
  await ctx.em.flush();
  const { actor } = ctx;
  const record = { type: 'webhook_endpoint', id };
  const rows = answers.map(({ status, answer, hoursAgo, isTried = true }) => {
    const at = new Date(now - hoursAgo * hour);
    const fact = { id: newID('evt'), type: webhookTestType, occurredAt: at, record };
    const body = webhookBody(ctx, { ...fact, payload: { webhookEndpointID: id, name: 'Operations alarm' }, actor });
    const error = answer === null ? 'No answer within 10 seconds' : null;
    const tries: WebhookTry[] = [{ at: at.toISOString(), status: answer, error, milliseconds: answer ? 84 : 10_000 }];
    return {
      ...webhookRow(id, { ...fact, body, createdAt: at }),
      status,
      due_at: null,
      attempts: isTried ? 1 : 0,
      tries: isTried ? tries : [],
      last_status: isTried ? answer : null,
      last_error: isTried ? error : null,
      last_tried_at: isTried ? at : null,
    };
  });
  for (const row of rows) ctx.em.append('core.webhook_delivery', row);
}
