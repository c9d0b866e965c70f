import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeWhole } from './built-files.ts';
import { filesBehind, usedExports, usedMembers } from './used-exports.ts';

const root = resolve(import.meta.dirname, '../..');

interface SharedLibrary {
  version: string;
  range: string;
}

/** The version in the `package.json` of a folder. */
export const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string }).version ?? '';

function library(name: string, folder = join(root, 'node_modules', name)): [string, SharedLibrary] {
  const version = versionOf(folder);
  const [major, minor] = version.split('.');
  return [name, { version, range: major === '0' ? `^0.${minor}.0` : `^${major}.0.0` }];
}

/** Libraries that the shell provides and plugins must not bundle; `shell/remotes/provide.ts` has to import each. */
const sharedLibraries: [string, SharedLibrary][] = [
  ...[
    'react',
    'react-dom',
    'react-router',
    'react-hook-form',
    'nuqs',
    'dayjs',
    'zod',
    '@tanstack/react-query',
    '@mantine/core',
    '@mantine/hooks',
    '@mantine/dates',
    '@mantine/modals',
    '@mantine/notifications',
    '@mantine/spotlight',
    '@mantine/charts',
  ].map((name) => library(name)),
  ...['@millwright/core/browser', '@millwright/core/contracts'].map((name): [string, SharedLibrary] => [
    name,
    library('@millwright/core', join(root, 'core'))[1],
  ]),
];

/** Sources that may import from the libraries below by name: our screens, and libraries that the shell provides. */
const importers = [
  'shell/**/*.{ts,tsx}',
  'core/browser/**/*.{ts,tsx}',
  'plugins/*/browser/**/*.{ts,tsx}',
  '{core,plugins/*}/contracts/**/*.ts',
  'node_modules/@mantine/!(core)/esm/**/*.mjs',
  // `react-router/dom`, which is not a shared library itself.
  'node_modules/react-router/dist/production/lib/dom-export/dom-router-provider.js',
  'node_modules/nuqs/dist/adapters/react-router/v8.js',
  'node_modules/nuqs/dist/*.js',
];

/** The used component files of Mantine's core library; only these count as importers of hooks. */
function mantineCore(): string[] {
  const used = usedExports(root, importers, '@mantine/core');
  const files = used && filesBehind(fileURLToPath(import.meta.resolve('@mantine/core')), used);
  return files?.map((file) => relative(root, file)) ?? ['node_modules/@mantine/core/esm/**/*.mjs'];
}

/** Libraries that are imported as one object: only its used members are bundled. */
const objects: Record<string, string> = { zod: 'z' };

/**
 * Federation normally shares a library completely, used or not. For large libraries the shell provides a generated list
 * of re-exports with only the names that this installation imports, so that the rest is removed by tree shaking. All
 * bundles are built together.
 */
function provideUsed(build: string, name: string): { import: string } | undefined {
  const patterns = name === '@mantine/hooks' ? [...importers, ...mantineCore()] : importers;
  const names = usedExports(root, patterns, name);
  if (names === null) return undefined;
  const from = JSON.stringify(fileURLToPath(import.meta.resolve(name)));
  const object = objects[name];
  const members = object && names.includes(object) ? usedMembers(root, patterns, name, object) : undefined;
  if (members === null) return undefined;
  const path = join(build, 'provided', `${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}.js`);
  const text = members
    ? `import * as library from ${from};
export { ${names.filter((each) => each !== object).join(', ')} } from ${from};
export const ${object} = { ${members.map((member) => `${member}: library.${member}`).join(', ')} };\n`
    : `export { ${names.join(', ')} } from ${from};\n`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeWhole(path, text);
  return { import: path };
}

const large = ['react-router', 'zod', 'nuqs', '@mantine/core', '@mantine/hooks', '@millwright/core/contracts'];

/**
 * The libraries that the shell provides, for the federation plugin. In development all exports are included, so that an
 * edit can use new ones.
 */
export const provided = (build: string, { isDevelopment = false } = {}) =>
  Object.fromEntries(
    sharedLibraries.map(([name, { version, range }]) => [
      name,
      {
        singleton: true,
        version,
        requiredVersion: range,
        ...(large.includes(name) && !isDevelopment ? provideUsed(build, name) : {}),
      },
    ]),
  );

/** The libraries that a plugin takes from the shell. `ranges` overrides the required versions. */
export const consumed = (ranges: Record<string, string>) =>
  Object.fromEntries(
    sharedLibraries.map(([name, { range }]) => [
      name,
      { singleton: true, import: false as const, strictVersion: true, requiredVersion: ranges[name] ?? range },
    ]),
  );
