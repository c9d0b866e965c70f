import type { AnyCommand } from '../../cli/define-command.ts';
import type { AnyPlugin } from '../../kernel/plugin/plugin.ts';

/** A plugin of an installation. Its parts are imported lazily, because the build and `--help` only read ids. */
export interface PlatformPlugin {
  id: string;
  /** Slugs of the accounts that may use it; defaults to all. */
  audience?: readonly string[];
  server: () => Promise<{ default: AnyPlugin }>;
  /** Its commands, declared by `defineCommand`. */
  cli?: () => Promise<{ default: readonly AnyCommand[] }>;
}

export interface Platform {
  plugins: readonly PlatformPlugin[];
}

/** Declares the installed plugins; the argument of every entry point. */
export function definePlatform(platform: Platform): Platform {
  const ids = platform.plugins.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length) throw new Error(`platform.config.ts lists ${twice.map((id) => `"${id}"`).join(', ')} twice`);
  return platform;
}
