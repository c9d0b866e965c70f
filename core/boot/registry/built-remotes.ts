import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The built browser code of a plugin. */
export interface BuiltRemote {
  /** `/plugins/inventory/.../remoteEntry.1a2b3c4d.js` */
  entry: string;
  /** `sha384-...` */
  integrity: string;
}

let buildDir: string | undefined;
let known: { at: number; remotes: Map<string, BuiltRemote> } | undefined;

/** Sets the folder of the build; without it no plugin has browser code (tests, workers). */
export const useBuild = (folder: string): void => {
  buildDir = folder;
  known = undefined;
};

/** The remotes in the build's `manifest.json`; read again after a newer build. */
export function builtRemotes(): ReadonlyMap<string, BuiltRemote> {
  if (!buildDir) return new Map();
  const path = join(buildDir, 'manifest.json');
  const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (at === undefined) return new Map();
  if (known?.at !== at) {
    const { remotes } = JSON.parse(readFileSync(path, 'utf8')) as { remotes: ({ id: string } & BuiltRemote)[] };
    known = { at, remotes: new Map(remotes.map((remote) => [remote.id, remote])) };
  }
  return known.remotes;
}
