import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { registryOf } from '../../core/boot/installation.ts';
import type { Screen } from '../../core/contracts/plugins/screen.ts';
import { platformPlugins } from '../../core/testing/kernel/platform-plugins.ts';
import platform from '../../platform.config.ts';

const build = resolve(import.meta.dirname, '../.build');
const kilobyte = 1_000;

interface Shared {
  name: string;
  version: string;
  requiredVersion: string;
}
interface FederationManifest {
  shared: Shared[];
  exposes: { path: string; assets: { js: { sync: string[]; async: string[] } } }[];
}

const manifestPath = join(build, 'manifest.json');
const manifest: {
  shell: { preload: { path: string }[]; entry: string } | null;
  remotes: { id: string; entry: string; integrity: string; screens: Record<string, string[]> }[];
} = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : { shell: null, remotes: [] };
const federation = (folder: string): FederationManifest =>
  JSON.parse(readFileSync(join(build, folder, 'mf-manifest.json'), 'utf8'));

const sizes = new Map<string, number>();
/** Compressed size of a built file in bytes; most chunks belong to several screens. */
function gzipped(path: string): number {
  const size = sizes.get(path) ?? gzipSync(readFileSync(path), { level: 9 }).length;
  sizes.set(path, size);
  return size;
}

const { screens } = registryOf((await platformPlugins()).map((definition) => ({ definition })));
/** The screens that a plugin declares; empty for a plugin without screens. */
const screensOf = (id: string): readonly Screen[] => screens.filter(({ pluginID }) => pluginID === id);

/** The screens and slots of a plugin's browser code, with the modules that `defineScreens` imports for them. */
function importsOf(id: string): Map<string, string> {
  const source = readFileSync(resolve(import.meta.dirname, '../../plugins', id, 'browser/index.tsx'), 'utf8');
  const line = /'?([\w.-]+)'?:\s*\(\)\s*=>\s*import\('([^']+)'\)/g;
  return new Map([...source.matchAll(line)].map(([, name = '', request = '']) => [name, request]));
}

/** Supports `^19.0.0` and `^0.1.0`, the only forms in the build. */
function satisfies(version: string, range: string): boolean {
  const wanted = /^\^(\d+)\.(\d+)\.(\d+)$/.exec(range);
  const given = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (!wanted || !given) return false;
  const [, major = '', minor = ''] = wanted;
  return given[1] === major && (major !== '0' || given[2] === minor);
}

test('a range is judged as it should be', () => {
  expect([
    satisfies('19.3.1', '^19.0.0'),
    satisfies('18.3.1', '^19.0.0'),
    satisfies('0.1.4', '^0.1.0'),
    satisfies('0.2.0', '^0.1.0'),
  ]).toEqual([true, false, true, false]);
});

/** Screens that load the graph library; no other screen loads it. */
const drawing = new Set(['./production-flow/production-flow.screen.tsx', './batch/batch-flow.screen.tsx']);

describe.skipIf(manifest.remotes.length === 0)('the remotes of the last build', () => {
  const provided = manifest.shell ? federation('shell/assets').shared : [];

  test.each(manifest.remotes.map(({ id, entry }) => [id, entry] as const))(
    // The entry lists the chunks of all screens; the largest plugin has eighty screens.
    '%s: the entry has at most 26 kB',
    (id, entry) => {
      expect(gzipped(join(build, 'plugins', id, entry.split('/').at(-1) ?? ''))).toBeLessThanOrEqual(26 * kilobyte);
    },
  );

  test('every plugin with screens was built', () => {
    const withScreens = platform.plugins.map(({ id }) => id).filter((id) => screensOf(id).length > 0);
    expect(manifest.remotes.map(({ id }) => id).sort()).toEqual(withScreens.sort());
  });

  describe.each(manifest.remotes)('$id: entry, expose and all chunks together have at most 60 kB', (remote) => {
    const size = (file: string): number => gzipped(join(build, 'plugins', remote.id, file));
    const imports = importsOf(remote.id);
    const shared = new Set([
      remote.entry.split('/').at(-1) ?? '',
      ...federation(`plugins/${remote.id}`).exposes.flatMap(({ assets }) => assets.js.sync),
    ]);

    test('all screens that it has declared are among them', () => {
      const names = screensOf(remote.id).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !imports.has(name))).toEqual([]);
    });

    test.each([...imports])('%s', (_, request) => {
      const own = remote.screens[request] ?? [];
      expect(own).not.toEqual([]);
      const parts = [...new Set([...shared, ...own])].map((file) => [file, size(file)] as const);
      const total = parts.reduce((sum, [, each]) => sum + each, 0);
      expect(total, JSON.stringify(parts)).toBeLessThanOrEqual((drawing.has(request) ? 120 : 60) * kilobyte);
    });
  });

  test.each(manifest.remotes.map(({ id }) => id))(
    '%s: the shell provides every library that it shares, in the range it asks for',
    (id) => {
      const { shared } = federation(`plugins/${id}`);
      expect(shared.map(({ name }) => name)).toContain('@millwright/core/browser');
      const missing = shared.filter(
        ({ name, requiredVersion }) =>
          !provided.some((library) => library.name === name && satisfies(library.version, requiredVersion)),
      );
      expect(missing).toEqual([]);
    },
  );
});

test.skipIf(!manifest.shell)('the shell brings no library into its first chunks that a plugin alone may need', () => {
  const first = [manifest.shell?.entry ?? '', ...(manifest.shell?.preload ?? []).map(({ path }) => path)].filter(
    (path) => path.endsWith('.js'),
  );
  expect(first.length).toBeGreaterThan(1);
  const text = first.map((path) => readFileSync(join(build, 'shell', path), 'utf8')).join('');
  expect(text).not.toContain('recharts-wrapper');
});
