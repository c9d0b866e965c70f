import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  listPublishableKeys,
  updateIntegration,
} from '../contracts/work/integration.contract.ts';
import { type Route, route } from '../kernel/route.ts';
import type { IntegrationService } from './integration.service.ts';

/** Routes of integrations. */
export function integrationRoutes(integrations: IntegrationService): Route[] {
  return [
    route(listIntegrations, async (ctx) => {
      const items = await integrations.list(ctx);
      return { items, count: items.length };
    }),
    route(createIntegration, (ctx, { body }) => integrations.create(ctx, body)),
    route(updateIntegration, (ctx, { params, body }) => integrations.update(ctx, params.integrationID, body)),
    route(deleteIntegration, (ctx, { params }) => integrations.remove(ctx, params.integrationID) as Promise<undefined>),
    route(listPublishableKeys, async (ctx) => {
      const found = await integrations.credentialsOf(ctx, 'stripe', ['publishableKey']);
      const items = found.map(({ id, name, credentials }) => ({
        integrationID: id,
        name,
        publishableKey: credentials['publishableKey'] ?? '',
      }));
      return { items, count: items.length };
    }),
  ];
}
