import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { expectNoAxeViolations, screenshot, withPage, withWarmPage } from './browser.ts';

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Page</title></head><body><main>${body}</main></body></html>`;

test('draws text with a real font and keeps a picture', async () => {
  await withPage({}, async (tab) => {
    await tab.setContent(page('<h1><span id="wide">WWWWW</span><br><span id="narrow">iiiii</span></h1>'));
    const width = async (id: string) => (await tab.locator(id).boundingBox())?.width ?? 0;
    expect(await width('#wide')).toBeGreaterThan(2 * (await width('#narrow')));
    expect(
      readFileSync(await screenshot(tab, 'browser test'))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });
});

test('axe accepts a sound page and names what is wrong with another', async () => {
  await withPage({}, async (tab) => {
    await tab.setContent(page('<h1>Orders</h1><button>Save</button>'));
    await expectNoAxeViolations(tab);
    await tab.setContent(page('<h1>Orders</h1><button></button>'));
    await expect(expectNoAxeViolations(tab)).rejects.toThrow(/light: button-name/);
  });
});

test('axe looks at the colours of both schemes', async () => {
  await withPage({}, async (tab) => {
    const dim = '<style>@media (prefers-color-scheme: dark) { body { background: #222 } h1 { color: #333 } }</style>';
    await tab.setContent(page(`${dim}<h1>Orders</h1>`));
    const faults = await expectNoAxeViolations(tab).catch((error: Error) => error.message);
    expect(faults).toMatch(/found 1 violations[\s\S]*dark: color-contrast/);
  });
});

test('reports uncaught errors and what the console calls an error', async () => {
  await withPage({}, async (tab, { trouble }) => {
    await tab.setContent(page('<script>console.error("from the console"); throw new Error("from the page");</script>'));
    expect(trouble).toEqual({ errors: ['from the page'], console: ['from the console'] });
  });
});

test('a failure says what a person read on the page', async () => {
  const failing = withPage({}, async (tab) => {
    await tab.setContent(page('<h1>Move stock</h1><p role="status">Nothing here has the code X</p>'));
    throw new Error('From X is not there');
  });
  await expect(failing).rejects.toThrow(/From X[\s\S]*about:blank said:\n {2}- Move stock\n {2}- Nothing here has the/);
});

test('a warm page has the cache of the one before it, and nothing else of it', async () => {
  const requestedPaths: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    requestedPaths.push(url);
    answer.setHeader('cache-control', url === '/code.js' ? 'max-age=3600, immutable' : 'no-store');
    answer.setHeader('content-type', url === '/code.js' ? 'text/javascript' : 'text/html');
    answer.end(url === '/code.js' ? 'globalThis.isLoaded = true' : page('<script src="/code.js"></script>'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const look = () =>
    withWarmPage(site, async (tab) => {
      await tab.goto('/');
      return tab.evaluate(() => {
        const found = [localStorage.length, sessionStorage.length, document.cookie];
        localStorage.setItem('kept', 'by the first');
        sessionStorage.setItem('kept', 'by the first');
        // biome-ignore lint/suspicious/noDocumentCookie: what a page may do to its site.
        document.cookie = 'kept=by the first';
        return found;
      });
    });
  expect([await look(), await look()]).toEqual([
    [0, 0, ''],
    [0, 0, ''],
  ]);
  expect(requestedPaths.filter((url) => url === '/code.js')).toHaveLength(1);
  server.close();
  server.closeAllConnections();
});

test('every file that opens a browser says first what it needs one for', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const files = globSync('{core,plugins,cli,shell,widgets}/**/*.e2e.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !readFileSync(join(root, file), 'utf8').startsWith('// Needs '))).toEqual([]);
});
