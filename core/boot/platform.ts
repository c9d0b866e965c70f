import type { AnyCommand } from '../cli/define-command.ts';
import type { AnyPlugin } from '../kernel/plugin.ts';

/** One plugin of an installation. Halves are imported lazily: the build and `--help` read ids only. */
export interface PlatformPlugin {
  id: string;
  /** Slugs of the accounts it is for; all if absent. */
  audience?: readonly string[];
  server: () => Promise<{ default: AnyPlugin }>;
  /** Its commands, as `defineCommand` makes them. */
  cli?: () => Promise<{ default: readonly AnyCommand[] }>;
}

export interface Platform {
  plugins: readonly PlatformPlugin[];
}

/** Declares what is installed; the argument of every entry point. */
export function definePlatform(platform: Platform): Platform {
  const ids = platform.plugins.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length) throw new Error(`platform.config.ts lists ${twice.map((id) => `"${id}"`).join(', ')} twice`);
  return platform;
}
