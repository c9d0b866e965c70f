import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');
const workspace = mkdtempSync(join(tmpdir(), 'millwright-boundaries-'));
afterAll(() => rmSync(workspace, { recursive: true }));

const laterAreas: [string, string][] = [
  ['terms', 'parties'],
  ['parties', 'pricing'],
  ['pricing', 'sales'],
  ['purchasing', 'sales'],
  ['sales', 'purchasing'],
  ['fulfilment', 'billing'],
  ['billing', 'portal'],
];

/** One file per rule that breaks it, to prove that the rule reports it. */
const breaches: Record<string, [string, string]> = {
  ...Object.fromEntries(
    laterAreas.map(([area, later]) => [
      `commerce-${area}-knows-no-later-area`,
      [`plugins/commerce/server/${area}/early.ts`, `import '../${later}/thing.ts';`],
    ]),
  ),
  'contracts-are-pure': ['plugins/a/contracts/pure.ts', "import '../../../core/kernel/thing.ts';"],
  'contracts-know-no-other-plugin': ['plugins/a/contracts/other.ts', "import '../../b/contracts/thing.ts';"],
  'core-looks-inward': ['core/kernel/outward.ts', "import '../../plugins/a/contracts/thing.ts';"],
  'core-server-knows-no-browser': ['core/kernel/screen.ts', "import '../browser/thing.ts';"],
  'core-browser-knows-no-server': ['core/browser/kernel.ts', "import '../kernel/thing.ts';"],
  'plugin-server-stays-on-the-server': ['plugins/a/server/screen.ts', "import '../browser/thing.ts';"],
  'plugin-server-sees-contracts-only': ['plugins/a/server/other.ts', "import '../../b/server/thing.ts';"],
  'plugin-browser-knows-no-server': [
    'plugins/a/browser/server.ts',
    "import type { T } from '../server/thing.ts'; export type U = T;",
  ],
  'plugin-browser-sees-contracts-only': ['plugins/a/browser/other.ts', "import '../../b/browser/thing.ts';"],
  'plugin-cli-knows-no-screens': ['plugins/a/cli/screen.ts', "import '../browser/thing.ts';"],
  'plugin-cli-sees-contracts-only': ['plugins/a/cli/other.ts', "import '../../b/server/thing.ts';"],
  'core-cli-knows-server-types-only': ['core/cli/server.ts', "import '../kernel/thing.ts';"],
  'commands-load-late': ['plugins/a/cli/list.command.ts', "import '../contracts/thing.ts';"],
  'shell-knows-the-manifest-only': ['shell/plugin.ts', "import '../plugins/a/contracts/thing.ts';"],
  'widgets-import-contracts-only': ['widgets/server.ts', "import '../core/kernel/thing.ts';"],
  'one-composition-root': ['cli/plugin.ts', "import '../plugins/a/server/thing.ts';"],
  'context-is-set-by-tenancy': ['plugins/a/server/database.ts', "import '../../../core/database/database.ts';"],
  'kernel-is-for-entry-points': ['plugins/a/server/entry.ts', "import '../../../core/boot/boot.ts';"],
  'no-circles': ['core/kernel/circle.ts', "import type { B } from './circle-back.ts'; export type A = B[];"],
  'no-unresolved': ['core/kernel/nowhere.ts', "import './not-there.ts';"],
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), `${text}\n`);
};

function reported(): Set<string> {
  for (const folder of [
    'core/kernel',
    'core/browser',
    'plugins/a/contracts',
    'plugins/a/server',
    'plugins/a/browser',
    'plugins/b/contracts',
    'plugins/b/server',
    'plugins/b/browser',
    ...laterAreas.map(([, later]) => `plugins/commerce/server/${later}`),
  ])
    write(`${folder}/thing.ts`, 'export type T = 1; export const thing = 1;');
  write('core/boot/boot.ts', 'export const thing = 1;');
  write('core/database/database.ts', 'export const thing = 1;');
  write('core/kernel/circle-back.ts', "import type { A } from './circle.ts'; export type B = A | 1;");
  for (const [path, text] of Object.values(breaches)) write(path, text);
  cpSync(join(root, '.dependency-cruiser.mjs'), join(workspace, '.dependency-cruiser.mjs'));
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  // The exit code is the number of violations.
  const { stdout } = spawnSync(
    process.execPath,
    [
      cruise,
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'core',
      'plugins',
      'shell',
      'cli',
      'widgets',
    ],
    {
      cwd: workspace,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return new Set(summary.violations.map(({ rule }) => rule.name));
}

describe('boundaries', () => {
  const rules = reported();
  it.each(Object.keys(breaches))('%s reports its breach', (name) => {
    expect([...rules]).toContain(name);
  });

  it('has a breach for every rule', async () => {
    const { default: config } = (await import(join(root, '.dependency-cruiser.mjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    expect(config.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(breaches).sort());
  });
});

/**
 * Number of lines of a file, and the numbers of lines that are too long. This includes comments and SQL, which the
 * formatter does not wrap.
 */
function sizeOf(text: string): { lines: number; long: number[] } {
  const lines = text.trimEnd().split('\n');
  return { lines: lines.length, long: lines.flatMap((line, index) => (line.length > 120 ? [index + 1] : [])) };
}

describe('sources', () => {
  const paths = globSync(['{core,plugins,cli,shell,widgets,templates}/**/*.{ts,tsx,mjs,css}', '*.{ts,mjs}'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/migrations/Migration*'],
  });
  const sizes = paths.map((path) => ({ path, ...sizeOf(readFileSync(join(root, path), 'utf8')) }));

  it('have at most 500 lines a file; migrations are frozen', () => {
    expect(sizes.length).toBeGreaterThan(1000);
    expect(sizes.filter(({ lines }) => lines > 500)).toEqual([]);
  });

  it('have no line over 120 characters', () => {
    expect(sizes.flatMap(({ path, long }) => long.map((line) => `${path}:${line}`))).toEqual([]);
  });

  it('are measured by lines and their characters', () => {
    expect(sizeOf(`${'a'.repeat(120)}\n${'b'.repeat(121)}\n\n`)).toEqual({ lines: 2, long: [2] });
  });
});
