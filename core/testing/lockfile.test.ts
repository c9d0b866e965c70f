import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

it('the lockfile says of every package what its content hashes to, and of none where it comes from', () => {
  const file = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(file) as { packages: Record<string, Entry> };
  // Workspaces are this repository: their links lead to folders, not to a registry.
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(foreign.length).toBeGreaterThan(100);
  const wrong = foreign.filter(
    ([, { integrity, resolved }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved !== undefined,
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
