import { permissionVerbs } from '../../contracts/plugins/permission.ts';
import type { PermissionUse } from '../../http/openapi/reference-page.ts';
import type { Kernel } from '../boot.ts';

/** All permission domains with the endpoints and screens that need them, from the contracts. */
export function permissionUses({
  registry,
  routes,
}: Pick<Kernel, 'routes'> & { registry: Pick<Kernel['registry'], 'domains' | 'screens'> }): PermissionUse[] {
  return registry.domains.map(({ code, group, description }) => ({
    code,
    group,
    description,
    endpoints: permissionVerbs
      .map((verb) => ({
        right: `${code}:${verb}`,
        names: routes
          .filter(({ route }) => route.endpoint.permission === `${code}:${verb}`)
          .map(({ route }) => route.endpoint.name),
      }))
      .filter(({ names }) => names.length),
    screens: registry.screens
      .filter(({ needs }) => needs.some((need) => need.startsWith(`${code}:`)))
      .map(({ title, needs, blockedFor = [] }) => ({ title, needs: [...needs], blockedFor: [...blockedFor] })),
  }));
}
