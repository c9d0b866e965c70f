import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { stationWorker } from '../load/station-worker.ts';
import { matchesEtag } from './etag.ts';
import { acceptedEncodings } from './packed-answer.ts';
import { type BuiltScripts, shellPage } from './static-files-page.ts';

type LoadRight = 'public' | 'private' | false;

export interface StaticFilesOptions {
  /** Folder of the build with its `manifest.json`. */
  buildDir: string;
  /**
   * Whether the caller may load the browser code of a plugin, and whether shared caches may keep it; defaults to
   * `public`. A refused caller gets the same 404 as for a missing file.
   */
  mayLoad?(c: Context, pluginID: string): LoadRight | Promise<LoadRight>;
}

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

// Names of served files contain a hash of their content. Files without one (source maps, lists of modules) are not
// served.
const hashedName = /^[\w@-][\w.@-]*\.([0-9a-f]{10})\.([a-z0-9]+)$/;
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /auth/\nDisallow: /dashboard\n';

/**
 * Serves the build: `/assets` (shell), `/plugins/<id>` (remotes), `/widgets/v1` (custom elements), and the shell's page
 * for every other path. Under `/api`, `/assets`, `/plugins` and `/widgets` a missing file is a 404 instead of the page.
 */
export function createStaticFiles(options: StaticFilesOptions): Hono {
  const { buildDir, mayLoad = () => 'public' as const } = options;
  const site = new Hono();

  // Runs around the other handlers to change their headers: pages of other sites include these files, which contain no
  // account data.
  site.use('/widgets/v1/*', async (c, next) => {
    await next();
    c.res.headers.set('access-control-allow-origin', '*');
    c.res.headers.set('cross-origin-resource-policy', 'cross-origin');
  });
  site.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) c.res.headers.set(name, value);
  });

  site.get('/assets/:file', (c) => sendFile(c, join(buildDir, 'shell/assets'), c.req.param('file')));
  site.get('/plugins/:plugin/:file', async (c) => {
    const { plugin, file } = c.req.param();
    const right = /^[a-z][a-z0-9-]*$/.test(plugin) && (await mayLoad(c, plugin));
    return right ? sendFile(c, join(buildDir, 'plugins', plugin), file, right) : missing(c);
  });
  site.get('/widgets/v1/loader.js', (c) => sendLoader(c, join(buildDir, 'widgets/v1')));
  site.get('/widgets/v1/:file', (c) => sendFile(c, join(buildDir, 'widgets/v1'), c.req.param('file')));
  for (const folder of ['api', 'assets', 'plugins', 'widgets']) {
    site.all(`/${folder}`, missing);
    site.all(`/${folder}/*`, missing);
  }
  site.get('/scanning-station-worker.js', (c) =>
    c.body(stationWorker, 200, { 'content-type': contentTypes['js'] as string, 'cache-control': 'no-cache' }),
  );
  site.get('/robots.txt', (c) => c.text(robots));
  site.get('/favicon.ico', missing);
  site.get('*', (c) => sendPage(c, buildDir));
  site.all('*', (c) => c.text('This address does not accept that method', 405, { allow: 'GET, HEAD' }));
  return site;
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // The scanning station uses the camera to read barcodes; no other feature is used.
  'permissions-policy':
    'accelerometer=(), autoplay=(self), camera=(self), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
};

/**
 * Scripts run only with the page's nonce, or when such a script has loaded them. Mantine writes variables into a style
 * element with the nonce; a chart library sets style attributes. Logos and photos may be on other hosts. Texts become
 * scripts or markup only through the page's policy for Trusted Types.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

const missing = (c: Context): Response => c.text('There is no such file', 404, { 'cache-control': 'no-store' });

async function sendFile(
  c: Context,
  folder: string,
  file: string,
  right: 'public' | 'private' = 'public',
): Promise<Response> {
  const match = hashedName.exec(file);
  const contentType = contentTypes[match?.[2] ?? ''];
  if (!match || !contentType) return missing(c);
  const accepted = acceptedEncodings(c.req.header('accept-encoding') ?? '');
  const path = join(folder, file);
  const encoding = encodings.find(([name, ending]) => accepted.has(name) && existsSync(path + ending));
  const etag = `"${match[1]}${encoding ? `-${encoding[0]}` : ''}"`;
  const headers: Record<string, string> = {
    'content-type': contentType,
    'cache-control': `${right}, max-age=31536000, immutable`,
    vary: right === 'public' ? 'accept-encoding' : 'accept-encoding, cookie',
    etag,
  };
  if (matchesEtag(etag, c.req.header('if-none-match')) && existsSync(path)) return c.body(null, 304, headers);
  try {
    const content = await readFile(path + (encoding?.[1] ?? ''));
    return c.body(content, 200, { ...headers, ...(encoding ? { 'content-encoding': encoding[0] } : {}) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing(c);
    throw error;
  }
}

/**
 * Sends the widgets' loader, the only script without a hash in its name, because pages of other sites include it by
 * name. It is cached for five minutes and then revalidated by ETag.
 */
async function sendLoader(c: Context, folder: string): Promise<Response> {
  try {
    const plain = await readFile(join(folder, 'loader.js'));
    const accepted = acceptedEncodings(c.req.header('accept-encoding') ?? '');
    const encoding = encodings.find(
      ([name, ending]) => accepted.has(name) && existsSync(join(folder, `loader.js${ending}`)),
    );
    const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
    const etag = `"${digest}${encoding ? `-${encoding[0]}` : ''}"`;
    const headers: Record<string, string> = {
      'content-type': contentTypes['js'] as string,
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
      etag,
    };
    if (matchesEtag(etag, c.req.header('if-none-match'))) return c.body(null, 304, headers);
    if (!encoding) return c.body(plain, 200, headers);
    const packed = await readFile(join(folder, `loader.js${encoding[1]}`));
    return c.body(packed, 200, { ...headers, 'content-encoding': encoding[0] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing(c);
    throw error;
  }
}

function sendPage(c: Context, buildDir: string): Response {
  const scripts = builtShell(buildDir);
  if (!scripts) {
    const text = 'The screens of Millwright have not been built: run `npm run build`, or start with `npm start`.';
    return c.text(text, 503, { 'cache-control': 'no-store' });
  }
  const nonce = randomBytes(16).toString('base64');
  c.header('content-security-policy', contentSecurityPolicy(nonce));
  // Each reply has its own nonce, so it must not be cached.
  c.header('cache-control', 'no-store');
  return c.html(shellPage(scripts, nonce));
}

const known = new Map<string, { at: number; scripts: BuiltScripts | null }>();

/** The scripts in `manifest.json`; read again after a newer build. */
function builtShell(buildDir: string): BuiltScripts | null {
  const path = join(buildDir, 'manifest.json');
  const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (at === undefined) return null;
  let found = known.get(path);
  if (found?.at !== at) {
    const { shell } = JSON.parse(readFileSync(path, 'utf8')) as { shell: BuiltScripts | null };
    found = { at, scripts: shell };
    known.set(path, found);
  }
  return found.scripts;
}
