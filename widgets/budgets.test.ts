import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rspack } from '@rspack/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widgetNames, widgetsConfig } from '../rspack.config.ts';

const kilobyte = 1_000;
const names = widgetNames(import.meta.dirname);
let build: string;
let folder: string;

// Built here in less than a second, so that the present sources are measured.
beforeAll(async () => {
  build = mkdtempSync(join(tmpdir(), 'millwright-widget-budgets-'));
  folder = join(build, 'widgets/v1');
  await new Promise<void>((done, failed) => {
    const compiler = rspack(widgetsConfig(build, { cache: false }));
    compiler.run((error, stats) => {
      const fault = error ?? (stats?.hasErrors() ? new Error(stats.toString({ preset: 'errors-only' })) : undefined);
      compiler.close((closing) => ((fault ?? closing) ? failed(fault ?? closing) : done()));
    });
  });
});
afterAll(() => rmSync(build, { recursive: true }));

const scripts = (): string[] => readdirSync(folder).filter((file) => file.endsWith('.js'));
const read = (file: string): Buffer => readFileSync(join(folder, file));
const gzipped = (file: string): number => gzipSync(read(file), { level: 9 }).length;
const moduleOf = (name: string): string =>
  scripts().find((file) => new RegExp(`^${name}\\.[0-9a-f]{10}\\.js$`).test(file)) ?? '';

describe('the loader', () => {
  it('has at most 1 kB', () => expect(gzipped('loader.js')).toBeLessThanOrEqual(kilobyte));

  it('names the file of every widget, and leaves nothing behind in the page', () => {
    const text = read('loader.js').toString();
    for (const name of names) expect(text).toContain(`"millwright-${name}":"${moduleOf(name)}"`);
    expect(text).toMatch(/^\(\(/);
    expect(text).not.toMatch(/webpack|rspack/i);
  });

  it('lies there packed as it is', () => expect(readdirSync(folder)).toContain('loader.js.br'));
});

describe.each(names)('the widget %s', (name) => {
  it('is one module of at most 25 kB', () => {
    expect(gzipped(moduleOf(name))).toBeLessThanOrEqual(25 * kilobyte);
    expect(read(moduleOf(name)).toString()).not.toMatch(/(^|[;}])import[{"'*]/);
  });

  it('has no schema, decimal or React code in it', () => {
    const text = read(moduleOf(name)).toString();
    expect(text).not.toMatch(/ZodError|invalid_type|\[big\.js\]|react\.element|useSyncExternalStore/);
  });
});

it('a build leaves no module of an earlier one', () => expect(scripts()).toHaveLength(names.length + 1));
