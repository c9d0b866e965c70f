// Plain JavaScript without dependencies, because `bootstrap.mjs` uses it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['core', 'plugins', 'cli', 'shell', 'widgets', 'platform.config.ts', 'rspack.config.ts'];
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'tsconfig.server.json'];
const NOT_BUILT = /\.(test|e2e|fuzz|matrix|night|soak|real-data)\.tsx?$|\.md$/;

/** File with the fingerprint of a complete build's sources. */
export const stampOf = (root) => join(root, '.build/stamp');

/** Fingerprint of the build's sources. Made of names, sizes and times only, because it is part of every start. */
export function fingerprint(root) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found) hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!NOT_BUILT.test(entry.name)) visit(path);
    }
  };
  for (const name of SOURCES) {
    if (statSync(join(root, name), { throwIfNoEntry: false })?.isDirectory()) walk(name);
    else visit(name);
  }
  for (const name of SETTINGS) visit(name);
  return hash.digest('hex');
}

/** Whether the build matches the present sources. */
export function isBuilt(root) {
  const stamp = stampOf(root);
  return (
    existsSync(join(root, '.build/cli/main.js')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint(root)
  );
}
