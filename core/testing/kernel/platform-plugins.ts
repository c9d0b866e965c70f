import platform from '../../../platform.config.ts';
import type { AnyPlugin } from '../../kernel/plugin/plugin.ts';

/** The server parts of all plugins of platform.config.ts, which the generated suites cover. */
export const platformPlugins = (): Promise<AnyPlugin[]> =>
  Promise.all((process.env['CORE_ONLY'] ? [] : platform.plugins).map(async ({ server }) => (await server()).default));

/** Slugs of the accounts that a plugin is limited to, by plugin id, from platform.config.ts; for `bootTestKernel`. */
export const platformAudience = (): Record<string, readonly string[]> =>
  Object.fromEntries(platform.plugins.flatMap(({ id, audience }) => (audience ? [[id, audience]] : [])));
