import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

it('the lockfile says of every package what its content hashes to, and of none where it comes from', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(file) as { packages: Record<string, Entry> };
  // Workspaces are links to folders of this repository and have no registry.
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(foreign.length).toBeGreaterThan(100);
  const addressed = foreign.filter(([, { resolved }]) => resolved !== undefined);
  expect(addressed.map(([path]) => path)).toEqual([]);
  const open = foreign.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(open.map(([path]) => path)).toEqual([]);
});
