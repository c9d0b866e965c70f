import { getHealth, listMyPlugins, type ManifestPlugin } from '../../contracts/plugins/manifest.contract.ts';
import { permissionVerbs } from '../../contracts/plugins/permission.ts';
import type { ImportRegistry } from '../../imports/import-registry.ts';
import { personRoute, type Route, route } from '../../kernel/route.ts';
import { teamRights } from '../../permissions/core-permissions.ts';
import { grantableDomains } from '../../permissions/grants.ts';
import { builtRemotes } from './built-remotes.ts';
import { type Registry, schemaOf } from './registry.ts';

const pluginMenu = (isCustomer: boolean, isPortal: boolean, isCore: boolean): boolean =>
  isCustomer ? isPortal || isCore : !isPortal;

/** The health check and the manifest, from which the shell builds its menu and finds its remotes. */
export const manifestRoutes = ({
  registry,
  imports,
  environment,
}: {
  registry: Registry;
  imports: ImportRegistry;
  environment: string;
}): Route[] => [
  personRoute(getHealth, async () => ({ status: 'ok' as const, env: environment }), { acts: 'open' }),
  route(listMyPlugins, async (ctx) => {
    const remotes = builtRemotes();
    const isCustomer = ctx.roleType === 'customer';
    const items = registry.plugins
      .filter(({ definition }) => ctx.isEnabled(definition.id))
      .map(({ definition }): ManifestPlugin => {
        const remote = remotes.get(definition.id);
        return {
          id: definition.id,
          name: schemaOf(definition.id),
          title: definition.title,
          entry: remote?.entry ?? null,
          integrity: remote?.integrity ?? null,
          screens: registry.screens
            .filter(({ pluginID, operator }) => pluginID === definition.id && !operator)
            .map(({ name, path, alsoAt, title, needs, nav, navUnless, portal, customers, blockedFor }) => ({
              name,
              path,
              ...(alsoAt ? { alsoAt: [...alsoAt] } : {}),
              title,
              needs: [...needs],
              // Customers and the team see different menus. The team can still open the portal's addresses, as its
              // rights permit.
              nav:
                pluginMenu(isCustomer, portal === true, definition.id === 'core') &&
                !(navUnless && ctx.isEnabled(navUnless))
                  ? nav
                  : undefined,
              isAllowed:
                needs.every((code) => ctx.can(code)) &&
                (!isCustomer || portal === true || customers === true) &&
                !blockedFor?.includes(ctx.roleType),
              ...(blockedFor?.includes(ctx.roleType) ? { isClosedToRole: true } : {}),
            })),
          slots: [...(definition.slots ?? [])],
          fills: [...(definition.fills ?? [])],
        };
      });
    const domains = grantableDomains(ctx, registry);
    const permissions = [
      ...domains.flatMap(({ code }) => permissionVerbs.map((verb) => `${code}:${verb}` as const)),
      ...teamRights,
    ].filter((code) => ctx.can(code));
    const kinds = imports.permittedTypes(ctx).map(({ name: kind, title }) => ({ name: kind, title }));
    const { id, slug, name } = ctx.account;
    return { items, count: items.length, account: { id, slug, name }, permissions, imports: kinds };
  }),
];
