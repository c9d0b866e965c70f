import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { dayLength } from '../../contracts/texts/date.ts';
import {
  listWebhookDeliveries,
  webhookEndpoints,
  webhookFailing,
  webhookOff,
} from '../../contracts/work/webhook.contract.ts';
import { emit } from '../../events/emit.ts';
import { notify } from '../../inbox/notify.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { ScheduledJob } from '../../kernel/plugin/plugin.ts';
import { touched } from '../../lists/list-page.ts';
import { forgetAccess } from '../../tenancy/access/access.ts';
import { webhookEndpointIs } from '../../tenancy/access/webhook-endpoint-is.ts';
import { endDeliveries } from '../delivery/open-deliveries.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

/** Time without a success after which administrators are told, and after which an endpoint is turned off. */
const [untilTold, untilOff] = [dayLength, 5 * dayLength];

const factOf = ({ id, name, failingSince }: WebhookEndpoint) => ({
  webhookEndpointID: id,
  name,
  failingSince: failingSince?.toISOString() ?? null,
});
const recordOf = ({ id }: WebhookEndpoint) => ({ type: 'webhook_endpoint', id });

/** Kinds of notices about webhooks. */
export const webhookNotifications = [
  {
    code: 'webhook_failing',
    name: 'Webhook failing',
    description: 'A webhook endpoint has taken nothing for a day, or was turned off',
  },
] as const;

const tellAdministrators = (ctx: AccountContext, endpoint: WebhookEndpoint, title: string, text: string) =>
  notify(ctx, {
    kind: 'webhook_failing',
    to: { roles: ['admin'] },
    record: recordOf(endpoint),
    path: `${webhookEndpoints.home}/${endpoint.id}`,
    title,
    text,
    key: `webhook ${endpoint.id}`,
  });

/** Turns an endpoint off and gives up its open deliveries. The caller has locked it. */
export async function turnOff(ctx: AccountContext, endpoint: WebhookEndpoint, note: string): Promise<void> {
  ctx.em.assign(endpoint, { status: 'off' });
  audit(ctx, { record: recordOf(endpoint), action: 'turned_off', note });
  emit(ctx, webhookOff, factOf(endpoint), recordOf(endpoint));
  await tellAdministrators(
    ctx,
    endpoint,
    `Webhook ${endpoint.name} was turned off`,
    `${note}. Turn it on when its receiver is well, then send again what it has missed.`,
  );
  await ctx.em.flush();
  await endDeliveries(ctx, endpoint.id);
  touched(ctx, webhookEndpoints.list, listWebhookDeliveries);
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
}

/** Notes a success: a failing endpoint is active again. At most one write a minute while all is well. */
export async function noteSuccess(ctx: AccountContext, endpointID: string): Promise<void> {
  const now = ctx.clock.now();
  await sql`update core.webhook_endpoint
    set last_delivered_at = ${now}, failing_since = null, told_at = null,
      status = case when ${webhookEndpointIs.failing('status')} then ${webhookEndpointIs.to('active')} else status end
    where account_id = ${ctx.account.id} and id = ${endpointID}
      and (failing_since is not null or last_delivered_at is null
        or last_delivered_at < ${now}::timestamptz - interval '1 minute')`.execute(ctx.em.query());
}

/** Notes a failure: a healthy endpoint fails from now on. */
export async function noteFailure(ctx: AccountContext, endpointID: string): Promise<void> {
  await sql`update core.webhook_endpoint
    set failing_since = ${ctx.clock.now()}, status = ${webhookEndpointIs.to('failing')}
    where account_id = ${ctx.account.id} and id = ${endpointID} and ${webhookEndpointIs.healthy('status')}`.execute(
    ctx.em.query(),
  );
}

/** Tells of endpoints that have taken nothing for a day, and turns off those that have taken nothing for five. */
export const webhookHealthJob: ScheduledJob = {
  name: 'core.webhook-health',
  cron: '*/10 * * * *',
  due: {
    sql: `select account_id from core.webhook_endpoint
      where failing_since is not null and ${webhookEndpointIs.failing('status')}
        and (failing_since < $1::timestamptz - interval '5 days'
          or (told_at is null and failing_since < $1::timestamptz - interval '1 day'))`,
    sample: `update core.webhook_endpoint set failing_since = '2026-01-01', told_at = null,
      status = ${webhookEndpointIs.to('failing')}`,
  },
  async handle(ctx) {
    const now = ctx.clock.now().getTime();
    const { rows } = await sql<{ id: string }>`select id from core.webhook_endpoint
      where account_id = ${ctx.account.id} and ${webhookEndpointIs.failing('status')}
        and failing_since < ${new Date(now - untilTold)} order by id`.execute(ctx.em.query());
    for (const { id } of rows) {
      const endpoint = await ctx.em.getForUpdate(WebhookEndpoint, id);
      if (!endpoint.failingSince || !webhookEndpointIs.states.is.failing(endpoint.status)) continue;
      const since = endpoint.failingSince.getTime();
      if (since < now - untilOff) await turnOff(ctx, endpoint, 'No delivery was taken for five days');
      else if (!endpoint.toldAt && since < now - untilTold) {
        ctx.em.assign(endpoint, { toldAt: ctx.clock.now() });
        emit(ctx, webhookFailing, factOf(endpoint), recordOf(endpoint));
        await tellAdministrators(
          ctx,
          endpoint,
          `Webhook ${endpoint.name} is failing`,
          'Its receiver has taken nothing for a day. After five days it is turned off.',
        );
      }
    }
    await ctx.em.flush();
  },
};
