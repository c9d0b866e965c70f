import {
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEvents,
  pauseWebhookEndpoint,
  replayWebhookDeliveries,
  resumeWebhookEndpoint,
  rotateWebhookEndpoint,
  testWebhookEndpoint,
  webhookEndpoints,
} from '../contracts/work/webhook.contract.ts';
import type { Services } from '../kernel/plugin/services.ts';
import { outsideRoute, type Route, route } from '../kernel/route.ts';
import { WebhookDeliveries } from './delivery/webhook-deliveries.service.ts';
import { WebhookSender } from './delivery/webhook-sender.ts';
import { WebhookEndpoints } from './endpoint/webhook-endpoints.service.ts';

/** Webhook endpoints, their deliveries, and the events that they may hear. */
export function webhookRoutes(services: Services): Route[] {
  const endpoints = services.get(WebhookEndpoints);
  const deliveries = services.get(WebhookDeliveries);
  const sender = services.get(WebhookSender);
  return [
    route(webhookEndpoints.list, (ctx, { query }) => endpoints.page(ctx, query)),
    // A repeated call cannot get the secret a second time.
    outsideRoute(webhookEndpoints.create, (ctx, { body }) => endpoints.create(ctx, body), { repeat: 'refused' }),
    route(webhookEndpoints.get, (ctx, { params }) => endpoints.read(ctx, params.webhookEndpointID)),
    outsideRoute(webhookEndpoints.update, (ctx, { params, body }) =>
      endpoints.update(ctx, params.webhookEndpointID, body),
    ),
    route(webhookEndpoints.remove, (ctx, { params }) => endpoints.remove(ctx, params.webhookEndpointID)),
    route(pauseWebhookEndpoint, (ctx, { params }) => endpoints.pause(ctx, params.webhookEndpointID)),
    route(resumeWebhookEndpoint, (ctx, { params }) => endpoints.resume(ctx, params.webhookEndpointID)),
    route(rotateWebhookEndpoint, (ctx, { params }) => endpoints.rotate(ctx, params.webhookEndpointID), {
      repeat: 'refused',
    }),
    outsideRoute(testWebhookEndpoint, (ctx, { params }) => sender.test(ctx, params.webhookEndpointID)),
    route(replayWebhookDeliveries, (ctx, { params, body }) => deliveries.replay(ctx, params.webhookEndpointID, body)),
    route(listWebhookDeliveries, (ctx, { query }) => deliveries.page(ctx, query)),
    route(getWebhookDelivery, (ctx, { params }) => deliveries.read(ctx, params.webhookDeliveryID)),
    route(listWebhookEvents, async (ctx) => {
      const items = endpoints.events(ctx);
      return { items, count: items.length };
    }),
  ];
}
