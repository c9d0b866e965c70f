import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  integrity?: string;
  resolved?: string;
  link?: boolean;
  optional?: boolean;
}

/**
 * Builds of our tools for machines other than those we have, whose hash nobody has looked up yet: of each it is what
 * `npm view NAME@VERSION dist.integrity` says. The list only gets shorter.
 */
const unseen: Record<string, string> = {
  '@biomejs/cli-': 'android-arm64 android-x64 darwin-x64 linux-arm64-musl linux-x64-musl win32-arm64 win32-x64',
  '@rspack/binding-':
    'darwin-arm64 darwin-x64 linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu wasm32-wasi ' +
    'win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
  '@swc/core-':
    'darwin-x64 linux-arm-gnueabihf linux-ppc64-gnu linux-s390x-gnu ' +
    'win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
};

it('the lockfile says of every package what its content hashes to, and of none where it comes from', () => {
  const file = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
  const { packages } = JSON.parse(file) as { packages: Record<string, Entry> };
  // Workspaces are this repository: their links lead to folders, not to a registry.
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(foreign.length).toBeGreaterThan(100);
  const addressed = foreign.filter(([, { resolved }]) => resolved !== undefined);
  expect(addressed.map(([path]) => path)).toEqual([]);
  const open = foreign.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  const allowed = Object.entries(unseen).flatMap(([stem, builds]) =>
    builds.split(' ').map((build) => `node_modules/${stem}${build}`),
  );
  expect(open.map(([path]) => path).filter((path) => !allowed.includes(path))).toEqual([]);
  // None of them is needed where the others are.
  expect(open.filter(([, { optional }]) => !optional)).toEqual([]);
});
