import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

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
  remotes: { id: string; entry: string; integrity: string }[];
} = existsSync(manifestPath) ? JSON.parse(readFileSync(manifestPath, 'utf8')) : { shell: null, remotes: [] };
const federation = (folder: string): FederationManifest =>
  JSON.parse(readFileSync(join(build, folder, 'mf-manifest.json'), 'utf8'));
const gzipped = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length;
const scripts = (folder: string): string[] => readdirSync(join(build, folder)).filter((file) => file.endsWith('.js'));

/** `^19.0.0` and `^0.1.0`, the only forms that the build writes. */
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

describe.skipIf(manifest.remotes.length === 0)('the remotes of the last build', () => {
  const provided = manifest.shell ? federation('shell/assets').shared : [];

  test.each(manifest.remotes.map(({ id, entry }) => [id, entry] as const))(
    '%s: the entry has at most 20 kB',
    (id, entry) => {
      expect(gzipped(join(build, 'plugins', id, entry.split('/').at(-1) ?? ''))).toBeLessThanOrEqual(20 * kilobyte);
    },
  );

  test.each(manifest.remotes.map(({ id }) => id))(
    '%s: no file of its own exceeds the 60 kB of a whole screen',
    (id) => {
      const large = scripts(`plugins/${id}`)
        .map((file) => [file, gzipped(join(build, 'plugins', id, file))] as const)
        .filter(([, size]) => size > 60 * kilobyte);
      expect(large).toEqual([]);
    },
  );

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
