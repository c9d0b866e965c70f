import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Bindings by hand. `service`, `implementation` and `created` of a part bind with types and are checked at boot. */
const bindsByHand = (text: string): boolean =>
  /\bcontainer\s*\.bind\(|\bbind\(container\b|\bbind: \(container\b/.test(text);

it('finds bindings by hand', () => {
  expect(bindsByHand('container.bind(Port)')).toBe(true);
  expect(bindsByHand('bind(container) {\n    container\n      .bind(Port)')).toBe(true);
  expect(bindsByHand('handler.bind(this)')).toBe(false);
});

it('plugins and templates bind nothing by hand', () => {
  const files = globSync('{plugins,templates}/**/*.ts', { cwd: root, exclude: (name) => name === 'node_modules' });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => bindsByHand(readFileSync(resolve(root, path), 'utf8')))).toEqual([]);
});
