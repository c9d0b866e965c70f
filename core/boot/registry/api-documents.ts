import type { Context } from 'hono';
import { builtOnce } from '../../http/files/built-once.ts';
import { openApiDocument } from '../../http/openapi/openapi.ts';
import { referencePage } from '../../http/openapi/reference-page.ts';
import type { Kernel } from '../boot.ts';
import { permissionUses } from './permission-uses.ts';
import { mayLoadPlugin } from './plugin-audience.ts';

/**
 * The OpenAPI document and its page for a caller. Plugins without an audience are visible to everybody, others only to
 * people of their accounts, like their browser code. Each selection is built once.
 */
export function apiDocuments(kernel: Kernel): (c: Context) => Promise<ReturnType<typeof documentsOf>> {
  const kept = kernel.registry.plugins.filter(({ audience }) => audience).map(({ definition }) => definition.id);
  const built = new Map<string, ReturnType<typeof documentsOf>>();
  return async (c) => {
    const closed: string[] = [];
    for (const id of kept) if (!(await mayLoadPlugin(kernel, c, id))) closed.push(id);
    const key = closed.join();
    const known = built.get(key) ?? documentsOf(kernel, new Set(closed));
    built.set(key, known);
    return known;
  };
}

const documentsOf = (kernel: Kernel, closed: ReadonlySet<string>) =>
  builtOnce<'json' | 'page'>(() => {
    const routes = kernel.routes.filter(({ pluginID }) => !closed.has(pluginID));
    const { plugins, domains, screens } = kernel.registry;
    const shown = plugins.map(({ definition }) => definition).filter(({ id }) => !closed.has(id));
    const document = openApiDocument(
      routes,
      shown.map(({ id, title, description }) => ({ id, title, description })),
    );
    const codes = new Set(shown.flatMap(({ permissions = [] }) => permissions.map(({ code }) => code)));
    const uses = permissionUses({
      routes,
      registry: {
        domains: domains.filter(({ code }) => codes.has(code)),
        screens: screens.filter(({ pluginID }) => !closed.has(pluginID)),
      },
    });
    return { json: JSON.stringify(document), page: referencePage(document, uses) };
  });
