import type { Registry } from '../boot/registry/registry.ts';
import {
  createRole,
  deleteRole,
  getRole,
  listPermissionGroups,
  listRoles,
  updateRole,
} from '../contracts/accounts/role.contract.ts';
import {
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '../contracts/sign-in/api-key.contract.ts';
import {
  createPublishableKey,
  deletePublishableKey,
  getPublishableKey,
  getWidgetAccess,
  listWidgetPublishableKeys,
  listWidgets,
  revokePublishableKey,
  rotatePublishableKey,
  updatePublishableKey,
} from '../contracts/sign-in/publishable-key.contract.ts';
import { type Route, route, widgetRoute } from '../kernel/route.ts';
import { RoleService } from '../team/role.ts';
import type { TeamLeaving } from '../team/team-leaving.ts';
import { ApiKeyService } from './api-key.ts';
import { PublishableKeyService } from './publishable-key.ts';

/** Roles, permission groups, API keys and publishable keys. */
export function permissionRoutes(registry: Registry, leaving: TeamLeaving): Route[] {
  const roles = new RoleService(registry, leaving);
  const keys = new ApiKeyService(registry);
  const publishable = new PublishableKeyService(registry);
  return [
    route(listRoles, (ctx, { query }) => roles.page(ctx, query)),
    route(createRole, (ctx, { body }) => roles.create(ctx, body)),
    route(getRole, (ctx, { params }) => roles.read(ctx, params.roleID)),
    route(updateRole, (ctx, { params, body }) => roles.update(ctx, params.roleID, body)),
    route(deleteRole, (ctx, { params }) => roles.remove(ctx, params.roleID)),
    route(listPermissionGroups, async (ctx) => roles.groups(ctx)),
    route(listApiKeys, (ctx, { query }) => keys.page(ctx, query)),
    route(createApiKey, (ctx, { body }) => keys.create(ctx, body), { repeat: 'refused' }),
    route(getApiKey, (ctx, { params }) => keys.read(ctx, params.apiKeyID)),
    route(updateApiKey, (ctx, { params, body }) => keys.update(ctx, params.apiKeyID, body)),
    route(deleteApiKey, (ctx, { params }) => keys.remove(ctx, params.apiKeyID)),
    route(rotateApiKey, (ctx, { params, body }) => keys.rotate(ctx, params.apiKeyID, body.overlapHours), {
      repeat: 'refused',
    }),
    route(revokeApiKey, (ctx, { params }) => keys.revoke(ctx, params.apiKeyID)),
    route(listWidgets, async (ctx) => publishable.widgets(ctx)),
    route(listWidgetPublishableKeys, (ctx, { query }) => publishable.page(ctx, query)),
    route(createPublishableKey, (ctx, { body }) => publishable.create(ctx, body)),
    route(getPublishableKey, (ctx, { params }) => publishable.read(ctx, params.publishableKeyID)),
    route(updatePublishableKey, (ctx, { params, body }) => publishable.update(ctx, params.publishableKeyID, body)),
    route(deletePublishableKey, (ctx, { params }) => publishable.remove(ctx, params.publishableKeyID)),
    route(rotatePublishableKey, (ctx, { params, body }) =>
      publishable.rotate(ctx, params.publishableKeyID, body.overlapHours),
    ),
    route(revokePublishableKey, (ctx, { params }) => publishable.revoke(ctx, params.publishableKeyID)),
    widgetRoute(getWidgetAccess, (ctx, { params }) => publishable.access(ctx, params.publishableKey)),
  ];
}
