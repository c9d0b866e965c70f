import platform from '../../platform.config.ts';
import type { AnyPlugin } from '../kernel/plugin.ts';

/** The server halves of everything in platform.config.ts: what the generated suites run over. */
export const platformPlugins = (): Promise<AnyPlugin[]> =>
  Promise.all((process.env['CORE_ONLY'] ? [] : platform.plugins).map(async ({ server }) => (await server()).default));

/** Slugs of the accounts that a plugin is for, by plugin id, as platform.config.ts says; for `bootTestKernel`. */
export const platformAudience = (): Record<string, readonly string[]> =>
  Object.fromEntries(platform.plugins.flatMap(({ id, audience }) => (audience ? [[id, audience]] : [])));
