import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { problems } from '../contracts/endpoints/problem.ts';
import { unsubscribe } from '../contracts/work/inbox.contract.ts';
import { createStaticFiles } from '../http/files/static-files.ts';
import { requestIDOf } from '../http/http.ts';
import { problemResponse } from '../http/http-answer.ts';
import { referenceStyleHash } from '../http/openapi/reference-page.ts';
import { isKnownHost } from '../kernel/calls/caller.ts';
import { capturedMailApp } from '../mail/log/captured-mail.ts';
import { emailPreviewApp } from '../mail/log/email-preview.ts';
import { addressOfMoved } from '../tenancy/accounts/moved-accounts.ts';
import type { Kernel } from './boot.ts';
import { widgetDemo } from './demo/widget-demo.ts';
import { apiDocuments } from './registry/api-documents.ts';
import { useBuild } from './registry/built-remotes.ts';
import { mayLoadPlugin } from './registry/plugin-audience.ts';

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The one click of a mail program (RFC 8058): a form without cookies, sent to the address of the page for people. */
const confirmUnsubscribe = (kernel: Kernel, c: Context) => {
  const headers = new Headers(c.req.raw.headers);
  for (const name of ['content-length', 'cookie', 'origin', 'x-api-key']) headers.delete(name);
  headers.set('content-type', 'application/json');
  const body = JSON.stringify({ token: c.req.query('token') ?? '' });
  const address = new URL(unsubscribe.path, c.req.url);
  return kernel.api.fetch(new Request(address, { method: 'POST', headers, body }), c.env);
};

const isPage = (path: string): boolean => !/^\/(api|assets|plugins|widgets|captured-mail)(\/|$)/.test(path);

/**
 * Everything on the installation's port: API and reference, mail previews, bundles of plugins, and the shell's page.
 */
export function createSite(
  kernel: Kernel,
  options: {
    buildDir: string;
    production: boolean;
    /** Permitted host names, besides the base URL's and this machine's own. */
    hosts?: readonly string[];
  },
): Hono {
  useBuild(options.buildDir);
  const site = new Hono({ strict: false });
  // Checked first, against DNS rebinding: a foreign host name that points here must not read any page, and no cache may
  // store a reply under another name.
  site.use(async (c, next) => {
    if (!isKnownHost(c, kernel.tenancy.baseURL, options.hosts ?? []))
      return problemResponse(
        problems.unknown_host({ details: { settings: ['MILLWRIGHT_BASE_URL', 'MILLWRIGHT_HOSTS'] } }),
        requestIDOf(c),
      );
    await next();
    // The client's next call should go to a process that stays.
    if (kernel.load.isDraining) c.res.headers.set('connection', 'close');
    if (kernel.tenancy.baseURL.startsWith('https:'))
      c.res.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
  site.use(
    '/api/*',
    secureHeaders({
      strictTransportSecurity: false,
      crossOriginResourcePolicy: 'same-origin',
      referrerPolicy: 'strict-origin-when-cross-origin',
    }),
  );
  // Links in mails, bookmarks and pages of people all name the account.
  site.get('*', async (c, next) => {
    const { pathname, search, searchParams } = new URL(c.req.url);
    const slug = searchParams.get('account');
    const address = slug && isPage(pathname) ? await addressOfMoved(kernel.tenancy, slug) : undefined;
    if (address === undefined) return next();
    c.header('cache-control', 'no-store');
    // The browser keeps what stands behind the hash.
    return c.redirect(`${address}${pathname}${search}`, 307);
  });
  const documentsFor = apiDocuments(kernel);
  site.get('/api/openapi.json', async (c) =>
    (await documentsFor(c)).send(c, 'json', { 'content-type': 'application/json' }),
  );
  site.get('/api/docs', async (c) =>
    (await documentsFor(c)).send(c, 'page', {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${nothing}; style-src '${referenceStyleHash}'`,
    }),
  );
  site.route('/api', kernel.api);
  site.all('/api/*', (c) => kernel.api.fetch(c.req.raw));
  site.post('/unsubscribe', (c) => confirmUnsubscribe(kernel, c));
  site.route(
    '/',
    emailPreviewApp(kernel.core.emails, { accountName: 'Northfield Glove & Sock', baseURL: kernel.tenancy.baseURL }),
  );
  if (!options.production) {
    site.route('/captured-mail', capturedMailApp(kernel.database));
    site.route('/widgets/demo', widgetDemo(kernel));
  }
  site.route(
    '/',
    createStaticFiles({
      buildDir: options.buildDir,
      mayLoad: (c, pluginID) => mayLoadPlugin(kernel, c, pluginID),
    }),
  );
  return site;
}
