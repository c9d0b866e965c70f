import { type AdministratorContext, defineCommand, refusal, usageFailure } from '@millwright/core/cli';
import type {
  WebhookDeliveryStatus,
  WebhookDeliveryView,
  WebhookEndpointView,
  WebhookEventView,
} from '../../../core/contracts/work/webhook.contract.ts';
import { momentOf } from '../../operations/moment-of.ts';

/** Listed here, because contracts are not loaded for `--help`. A test compares both. */
const deliveryStates = ['waiting', 'held', 'delivered', 'dead'] as const satisfies readonly WebhookDeliveryStatus[];

const webhook = { summary: 'name or id of the endpoint' } as const;

const contract = () => import('../../../core/contracts/work/webhook.contract.ts');

/** The endpoint with this id or name. @throws CommandFailure `not_found` */
async function endpointOf(ctx: AdministratorContext, named: string): Promise<WebhookEndpointView> {
  const { mostWebhookEndpoints, webhookEndpoints } = await contract();
  const { items } = await ctx.client.call(webhookEndpoints.list, { query: { take: mostWebhookEndpoints } });
  const found = items.find(({ id }) => id === named) ?? items.find(({ name }) => name === named);
  if (!found)
    throw refusal('not_found', `There is no webhook endpoint "${named}"`, {
      hint: 'See them with: millwright webhook list',
    });
  return found;
}

const paramsOf = ({ id }: WebhookEndpointView) => ({ params: { webhookEndpointID: id } });

/** Rights of an event; one about records of any type needs the right to the record. */
const rightsOf = ({ isAboutAny, records }: WebhookEventView): string =>
  isAboutAny ? 'that of the record' : records.map(({ permission }) => permission).join(', ');

/** Lists the endpoints of the account. */
export const webhookList = defineCommand({
  name: 'webhook list',
  summary: 'list the webhook endpoints of the account, or the events that they may hear',
  kind: 'administrator',
  needs: 'webhooks:read',
  options: { events: { type: 'flag', summary: 'list the events with the right that each needs' } },
  async run(ctx, { events }) {
    const { listWebhookEvents, mostWebhookEndpoints, webhookEndpointStates, webhookEndpoints } = await contract();
    if (events) {
      const page = await ctx.client.call(listWebhookEvents, {});
      await ctx.result(page, () =>
        ctx.table(
          [
            { title: 'Event', value: ({ type }) => type, minimum: 30 },
            { title: 'Right', value: rightsOf },
            { title: 'Tells', value: ({ sentence }) => sentence },
          ],
          page.items,
        ),
      );
      return;
    }
    const page = await ctx.client.call(webhookEndpoints.list, { query: { take: mostWebhookEndpoints } });
    await ctx.result(page, () => {
      if (!page.count) return ctx.say('There are no webhook endpoints. Create one with: millwright webhook create');
      ctx.table(
        [
          { title: 'Name', value: ({ name }) => name, minimum: 12 },
          { title: 'Status', value: ({ status }) => webhookEndpointStates.names[status] },
          { title: 'Address', value: ({ url }) => url },
          { title: 'Events', value: (row) => row.events.join(', ') },
          { title: 'Last delivery', value: ({ lastDeliveredAt }) => lastDeliveredAt ?? 'none yet' },
          { title: 'Id', value: ({ id }) => id, minimum: 30 },
        ],
        page.items,
      );
    });
  },
});

/** Creates an endpoint and prints its secret, which nobody can read later. */
export const webhookCreate = defineCommand({
  name: 'webhook create',
  summary: 'create a webhook endpoint; its secret is printed once',
  description: `Events are types or groups of them; webhook list --events names them all.
An event about a record that the rights do not cover is not sent.

Examples:
  millwright webhook create Shop https://shop.example.com/ -e 'commerce.sales-order.*' -r sales_orders:read
  millwright webhook create Stock https://stock.example.com/ -e inventory.stock.short -r inventory:read --json`,
  kind: 'administrator',
  needs: 'webhooks:create',
  writes: true,
  arguments: {
    name: { summary: 'name of the endpoint' },
    url: { summary: 'https address that the internet can reach' },
  },
  options: {
    event: { type: 'list', value: 'EVENT', short: 'e', summary: 'event or group of events to hear' },
    right: { type: 'list', value: 'RIGHT', short: 'r', summary: 'right to read, such as sales_orders:read' },
  },
  async run(ctx, { name, url, event: events, right: scopes }) {
    if (!events.length)
      throw usageFailure('Say at least one --event', 'See them with: millwright webhook list --events');
    if (!scopes.length)
      throw usageFailure('Say at least one --right', 'See them with: millwright webhook list --events');
    const input = { name, url, events, scopes };
    if (ctx.isDryRun) {
      await ctx.result({ ...input, dryRun: true }, () =>
        ctx.say(`Would create the webhook endpoint "${name}" for ${url}.`),
      );
      return;
    }
    const { webhookEndpoints } = await contract();
    const made = await ctx.client.call(webhookEndpoints.create, { body: input });
    await ctx.result(made, () => {
      ctx.say(`Created the webhook endpoint "${made.name}" (${made.id}).`);
      ctx.say(`Its secret, shown this once: ${made.secret}`);
    });
  },
});

/** Stops sending to an endpoint. */
export const webhookPause = defineCommand({
  name: 'webhook pause',
  summary: 'stop sending to a webhook endpoint; its deliveries wait',
  kind: 'administrator',
  needs: 'webhooks:update',
  writes: true,
  arguments: { webhook },
  run: (ctx, { webhook: named }) => setSending(ctx, named, false),
});

/** Goes on sending to an endpoint. */
export const webhookResume = defineCommand({
  name: 'webhook resume',
  summary: 'send to a paused webhook endpoint again, or turn one on that was turned off',
  kind: 'administrator',
  needs: 'webhooks:update',
  writes: true,
  arguments: { webhook },
  run: (ctx, { webhook: named }) => setSending(ctx, named, true),
});

async function setSending(ctx: AdministratorContext, named: string, isSending: boolean): Promise<void> {
  const { pauseWebhookEndpoint, resumeWebhookEndpoint, webhookEndpointStates } = await contract();
  const endpoint = await endpointOf(ctx, named);
  if (ctx.isDryRun) {
    await ctx.result({ ...endpoint, dryRun: true }, () =>
      ctx.say(`Would ${isSending ? 'resume' : 'pause'} "${endpoint.name}".`),
    );
    return;
  }
  const action = isSending ? resumeWebhookEndpoint : pauseWebhookEndpoint;
  const changed = await ctx.client.call(action, paramsOf(endpoint));
  await ctx.result(changed, () =>
    ctx.say(`"${changed.name}" is ${webhookEndpointStates.names[changed.status].toLowerCase()}.`),
  );
}

/** Gives an endpoint a new secret. */
export const webhookRotate = defineCommand({
  name: 'webhook rotate',
  summary: 'give a webhook endpoint a new secret, which is printed once',
  description: `For 24 hours deliveries are signed with both secrets, so the receiver can change in the meantime.
Another rotation within them ends the secret before the last one at once, and asks before it does.`,
  kind: 'administrator',
  needs: 'webhooks:update',
  writes: true,
  arguments: { webhook },
  async run(ctx, { webhook: named }) {
    const endpoint = await endpointOf(ctx, named);
    if (ctx.isDryRun) {
      await ctx.result({ ...endpoint, dryRun: true }, () => ctx.say(`Would give "${endpoint.name}" a new secret.`));
      return;
    }
    await ctx.confirm(`Give "${endpoint.name}" a new secret? The present one is valid for 24 hours more.`);
    const { rotateWebhookEndpoint } = await contract();
    const rotated = await ctx.client.call(rotateWebhookEndpoint, paramsOf(endpoint));
    await ctx.result(rotated, () => {
      ctx.say(`The new secret of "${rotated.name}", shown this once: ${rotated.secret}`);
      ctx.say(`The former one signs too until ${rotated.previousExpiresAt}.`);
    });
  },
});

/** Sends `webhook.test` once. */
export const webhookTest = defineCommand({
  name: 'webhook test',
  summary: 'send webhook.test to a webhook endpoint and say what it answered',
  kind: 'administrator',
  needs: 'webhooks:update',
  writes: true,
  arguments: { webhook },
  async run(ctx, { webhook: named }) {
    const endpoint = await endpointOf(ctx, named);
    if (ctx.isDryRun) {
      await ctx.result({ ...endpoint, dryRun: true }, () => ctx.say(`Would send webhook.test to ${endpoint.url}.`));
      return;
    }
    const { testWebhookEndpoint } = await contract();
    const answer = await ctx.client.call(testWebhookEndpoint, paramsOf(endpoint));
    await ctx.result(answer, () => {
      ctx.say(`${answer.status ?? answer.error} after ${answer.milliseconds} ms`);
      if (answer.answer) ctx.say(answer.answer);
    });
    if (!answer.isDelivered) throw refusal('webhook_not_taken', `${endpoint.url} did not take it`);
  },
});

/** Sends deliveries again. */
export const webhookReplay = defineCommand({
  name: 'webhook replay',
  summary: 'send deliveries of a webhook endpoint again, with the same ids',
  description: `Since a moment: what the receiver has not taken, and what happened while the endpoint was off;
with --delivered also what it has taken. At most 10,000 in one call.

Examples:
  millwright webhook replay Shop --since 2026-11-23
  millwright webhook replay Shop --delivery whd_...`,
  kind: 'administrator',
  needs: 'webhooks:update',
  writes: true,
  arguments: { webhook },
  options: {
    since: { type: 'text', value: 'MOMENT', summary: 'date (its midnight in UTC), or date and time with its zone' },
    delivery: { type: 'text', value: 'ID', summary: 'one delivery' },
    delivered: { type: 'flag', summary: 'also what the receiver has taken' },
  },
  async run(ctx, { webhook: named, since, delivery, delivered }) {
    if ((since === undefined) === (delivery === undefined)) throw usageFailure('Say either --since or --delivery');
    const moment = since === undefined ? undefined : momentOf(since);
    const endpoint = await endpointOf(ctx, named);
    const what = delivery ?? `everything since ${moment?.toISOString()}`;
    if (ctx.isDryRun) {
      await ctx.result({ ...endpoint, dryRun: true }, () => ctx.say(`Would send ${what} to "${endpoint.name}" again.`));
      return;
    }
    if (moment) await ctx.confirm(`Send ${what} to "${endpoint.name}" again?`);
    const { replayWebhookDeliveries } = await contract();
    const body = moment ? { since: moment.toISOString(), delivered } : { deliveryID: delivery };
    const { count } = await ctx.client.call(replayWebhookDeliveries, { ...paramsOf(endpoint), body });
    await ctx.result({ count }, () =>
      ctx.say(
        count ? `${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again.` : 'Nothing to send again.',
      ),
    );
  },
});

const answerOf = ({ lastStatus, lastError }: WebhookDeliveryView): string => `${lastStatus ?? lastError ?? ''}`;

/** Lists deliveries, or shows one with its exact body. */
export const webhookDeliveries = defineCommand({
  name: 'webhook deliveries',
  summary: 'list what was sent to webhook endpoints, newest first, or show one delivery with its body',
  description: `Examples:
  millwright webhook deliveries Shop --status dead
  millwright webhook deliveries Shop --delivered --since 2026-11-23
  millwright webhook deliveries --delivery whd_...`,
  kind: 'administrator',
  needs: 'webhooks:read',
  arguments: { webhook: { ...webhook, optional: true } },
  options: {
    status: { type: 'text', value: 'STATUS', choices: deliveryStates, summary: 'deliveries in this state' },
    delivered: { type: 'flag', summary: 'what the receiver has taken, as --status delivered' },
    since: { type: 'text', value: 'MOMENT', summary: 'deliveries of events since then: a date, or with its time' },
    take: { type: 'number', default: 50, summary: 'most deliveries to list' },
    delivery: { type: 'text', value: 'ID', summary: 'one delivery, with its body and its attempts' },
  },
  async run(ctx, { webhook: named, status, delivered, since, take, delivery }) {
    if (delivered && status !== undefined) throw usageFailure('Say either --status or --delivered');
    const wanted = delivered ? 'delivered' : status;
    const startDate = since === undefined ? undefined : momentOf(since).toISOString();
    const { getWebhookDelivery, listWebhookDeliveries, webhookDeliveryStates } = await contract();
    if (delivery !== undefined) {
      const found = await ctx.client.call(getWebhookDelivery, { params: { webhookDeliveryID: delivery } });
      await ctx.result(found, () => {
        ctx.say(`${found.type} to "${found.endpointName}": ${webhookDeliveryStates.names[found.status]}`);
        ctx.say(`webhook-id ${found.eventID}`);
        for (const each of found.tries) ctx.say(`${each.at}  ${each.status ?? each.error}  ${each.milliseconds} ms`);
        ctx.say(found.body);
        if (found.lastAnswer) ctx.say(`It answered: ${found.lastAnswer}`);
      });
      return;
    }
    const endpoint = named === undefined ? undefined : await endpointOf(ctx, named);
    const page = await ctx.client.call(listWebhookDeliveries, {
      query: {
        take,
        ...(endpoint ? { endpointID: endpoint.id } : {}),
        ...(wanted ? { status: [wanted] } : {}),
        ...(startDate ? { startDate } : {}),
      },
    });
    await ctx.result(page, () => {
      if (!page.count) return ctx.say('There are no such deliveries.');
      ctx.table(
        [
          { title: 'When', value: ({ createdAt }) => createdAt },
          { title: 'Event', value: ({ type }) => type, minimum: 20 },
          { title: 'Endpoint', value: ({ endpointName }) => endpointName },
          { title: 'Status', value: (row) => webhookDeliveryStates.names[row.status] },
          { title: 'Attempts', value: ({ attempts }) => attempts },
          { title: 'Answer', value: answerOf },
          { title: 'Id', value: ({ id }) => id, minimum: 30 },
        ],
        page.items,
      );
      if (page.count > page.items.length) ctx.say(`The newest ${page.items.length} of ${page.count}.`);
    });
  },
});
