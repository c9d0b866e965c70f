import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStaticFiles } from './static-files.ts';

const script = 'export const answer = 42;';
let buildDir: string;

beforeAll(() => {
  buildDir = mkdtempSync(join(tmpdir(), 'millwright-static-'));
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(join(buildDir, path, '..'), { recursive: true });
    writeFileSync(join(buildDir, path), content);
  };
  write('shell/assets/main.0123456789.js', script);
  write('shell/assets/main.0123456789.js.gz', gzipSync(script));
  write('shell/assets/main.0123456789.js.br', 'brotli');
  write('shell/assets/mf-manifest.json', '{}');
  write('plugins/inventory/remoteEntry.abcdef0123.js', script);
  write('cli/main.0123456789.js', 'secret');
  write('widgets/v1/loader.js', script);
  write('widgets/v1/loader.js.br', 'brotli');
  write('widgets/v1/order-status.0123456789.js', script);
  write(
    'manifest.json',
    JSON.stringify({
      shell: {
        entry: '/assets/main.0123456789.js',
        integrity: 'sha384-abc',
        css: [{ path: '/assets/main.1111111111.css', integrity: 'sha384-css' }],
        preload: [{ path: '/assets/core.2222222222.js', integrity: 'sha384-core' }],
      },
      remotes: [],
    }),
  );
});
afterAll(() => rmSync(buildDir, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  createStaticFiles({ buildDir }).request(path, { headers });

test('a hashed file may be kept for ever and is sent in the best coding that the caller takes', async () => {
  const plain = await get('/assets/main.0123456789.js');
  expect(plain.status).toBe(200);
  expect(await plain.text()).toBe(script);
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(plain.headers.get('vary')).toBe('accept-encoding');

  const best = await get('/assets/main.0123456789.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(best.headers.get('content-encoding')).toBe('br');
  const second = await get('/assets/main.0123456789.js', { 'accept-encoding': 'br;q=0, gzip' });
  expect(second.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(new Uint8Array(await second.arrayBuffer())).toString()).toBe(script);
  expect(new Set([plain, best, second].map(({ headers }) => headers.get('etag'))).size).toBe(3);
});

test('who has the file already is told so', async () => {
  const etag = (await get('/assets/main.0123456789.js')).headers.get('etag') ?? '';
  const again = await get('/assets/main.0123456789.js', { 'if-none-match': `"other", W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get('/assets/main.0123456789.js', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('bundles of plugins are served, unless the caller may not have them', async () => {
  expect((await get('/plugins/inventory/remoteEntry.abcdef0123.js')).status).toBe(200);
  const guarded = createStaticFiles({ buildDir, mayLoad: (c) => c.req.header('cookie') === 'member' && 'private' });
  const path = '/plugins/inventory/remoteEntry.abcdef0123.js';
  expect((await guarded.request(path)).status).toBe(404);
  // A shared cache must not pass on code that only members may load.
  const { headers } = await guarded.request(path, { headers: { cookie: 'member' } });
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(headers.get('vary')).toContain('cookie');
});

test('widgets are for pages of every site: modules for ever, the loader for five minutes', async () => {
  const module = await get('/widgets/v1/order-status.0123456789.js');
  expect([module.status, await module.text()]).toEqual([200, script]);
  expect(module.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const loader = await get('/widgets/v1/loader.js');
  expect([loader.status, await loader.text()]).toEqual([200, script]);
  expect(loader.headers.get('cache-control')).toBe('public, max-age=300');
  for (const { headers } of [module, loader]) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const etag = loader.headers.get('etag') ?? '';
  expect((await get('/widgets/v1/loader.js', { 'if-none-match': etag })).status).toBe(304);
  expect((await get('/widgets/v1/loader.js', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br');
  expect((await get('/assets/main.0123456789.js')).headers.get('access-control-allow-origin')).toBeNull();
});

test.each([
  '/assets/main.9999999999.js',
  '/assets/mf-manifest.json',
  '/assets/',
  '/assets/nested/main.0123456789.js',
  '/assets/..%2f..%2fcli%2fmain.0123456789.js',
  '/plugins/inventory/remoteEntry.ffffffffff.js',
  '/plugins/..%2fcli/main.0123456789.js',
  '/plugins/inventory',
  '/widgets/v1/none.0123456789.js',
  '/widgets/v1/loader.js.br',
  '/widgets/v2/loader.js',
  '/api/v1/nothing',
])('%s is a 404 and never the page', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('There is no such file');
});

test.each(['/', '/dashboard/sales-orders/so_1', '/auth/login?return=%2F', '/nowhere.html'])(
  '%s is the page',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).toContain('src="/assets/main.0123456789.js" integrity="sha384-abc"');
    expect(page).toContain('href="/assets/main.1111111111.css" integrity="sha384-css"');
    expect(page).toContain('rel="preload" as="script" href="/assets/core.2222222222.js"');
  },
);

test('each page has a nonce of its own on every script, and a policy that asks for it', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const response = await get('/');
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? '';
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
      const scripts = (await response.text()).match(/<script[^>]*>/g) ?? [];
      expect(scripts.length).toBe(2);
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
      return nonce;
    }),
  );
  expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('every answer carries the security headers', async () => {
  for (const path of ['/', '/assets/main.0123456789.js', '/assets/none.js']) {
    const { headers } = await get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
  }
});

test('other methods are refused', async () => {
  const response = await createStaticFiles({ buildDir }).request('/dashboard', { method: 'POST' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await createStaticFiles({ buildDir }).request('/', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('before the first build it says what to do, and a later build is found', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'millwright-static-'));
  const site = createStaticFiles({ buildDir: empty });
  const before = await site.request('/');
  expect([before.status, await before.text()]).toEqual([503, expect.stringContaining('npm run build')]);
  writeFileSync(
    join(empty, 'manifest.json'),
    JSON.stringify({ shell: { entry: '/assets/late.js', integrity: 'x', css: [], preload: [] } }),
  );
  expect(await (await site.request('/')).text()).toContain('/assets/late.js');
  rmSync(empty, { recursive: true });
});
