import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { mappedStack } from './mapped-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-stack-'));
const built = join(folder, '.build/main.js');
mkdirSync(join(folder, '.build'));
const url = pathToFileURL(built).href;
// The mapping: the second line of the file is the fifth line of the source.
const map = { version: 3, sources: ['webpack://millwright/core/thing.ts'], names: [], mappings: ';AAIA' };
writeFileSync(`${built}.map`, JSON.stringify(map));
afterAll(() => rmSync(folder, { recursive: true }));

test('names the places of the sources', () => {
  const stack = `Error: no\n    at make (${url}:2:7)\n    at ${url}:2:1`;
  expect(mappedStack(stack)).toBe('Error: no\n    at make (core/thing.ts:5:1)\n    at core/thing.ts:5:1');
});

test('leaves what it does not know as it is', () => {
  const stack =
    `Error: no\n    at other (${url.replace('main', 'gone')}:2:7)\n` +
    '    at node:internal/x:1:1\n    at /some/file.ts:3:4';
  expect(mappedStack(stack)).toBe(stack);
});
