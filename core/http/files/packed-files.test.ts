import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packBuild, unpackFile } from './packed-files.ts';

const script = 'export const answer = 42;\n'.repeat(100);
let build: string;
const on = new AbortController().signal;

const write = (path: string, content: string): void => {
  mkdirSync(join(build, path, '..'), { recursive: true });
  writeFileSync(join(build, path), content);
};
const filesIn = (folder: string): string[] => readdirSync(join(build, folder)).sort();

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'millwright-packed-'));
  write('shell/assets/main.0123456789.js', script);
  write('shell/assets/small.0123456789.js', 'export {};');
  write('shell/assets/mf-manifest.json', JSON.stringify({ script }));
  write('plugins/inventory/remoteEntry.0123456789.js', script);
  write('widgets/v1/loader.js', '(()=>{})()');
  write('cli/main.js', script);
});
afterEach(() => {
  rmSync(build, { recursive: true });
});

test('puts packed copies beside everything that people fetch and that gains by it', async () => {
  await packBuild(build, on);
  expect(filesIn('shell/assets')).toEqual([
    'main.0123456789.js',
    'main.0123456789.js.br',
    'main.0123456789.js.gz',
    'mf-manifest.json',
    'small.0123456789.js',
  ]);
  const main = join(build, 'shell/assets/main.0123456789.js');
  expect(brotliDecompressSync(readFileSync(`${main}.br`)).toString()).toBe(script);
  expect(gunzipSync(readFileSync(`${main}.gz`)).toString()).toBe(script);
  expect(filesIn('plugins/inventory')).toContain('remoteEntry.0123456789.js.br');
  expect(filesIn('widgets/v1')).toEqual(['loader.js', 'loader.js.br', 'loader.js.gz']);
  expect(filesIn('cli')).toEqual(['main.js']);
});

test('leaves what is packed, and packs anew what was forgotten', async () => {
  const loader = join(build, 'widgets/v1/loader.js');
  await packBuild(build, on);
  write('widgets/v1/loader.js', '(()=>{ /* of the next build */ })()');
  await packBuild(build, on);
  expect(brotliDecompressSync(readFileSync(`${loader}.br`)).toString()).toBe('(()=>{})()');
  await unpackFile(loader);
  await packBuild(build, on);
  expect(brotliDecompressSync(readFileSync(`${loader}.br`)).toString()).toContain('next build');
});

test('ends when it is told to, and has nothing to do without a build', async () => {
  const told = new AbortController();
  told.abort();
  await packBuild(build, told.signal);
  expect(filesIn('shell/assets')).not.toContain('main.0123456789.js.br');
  await packBuild(join(build, 'nowhere'), on);
});
