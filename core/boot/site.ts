import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { problems } from '../contracts/problem.ts';
import { requestIDOf } from '../http/http.ts';
import { problemResponse } from '../http/http-answer.ts';
import { referenceStyleHash } from '../http/reference-page.ts';
import { createStaticFiles } from '../http/static-files.ts';
import { isKnownHost } from '../kernel/caller.ts';
import { capturedMailApp } from '../mail/captured-mail.ts';
import { emailPreviewApp } from '../mail/email-preview.ts';
import { apiDocuments } from './api-documents.ts';
import type { Kernel } from './boot.ts';
import { useBuild } from './built-remotes.ts';
import { mayLoadPlugin } from './plugin-audience.ts';
import { widgetDemo } from './widget-demo.ts';

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Everything that people reach on the one port: API and its reference, mail previews, plugins' bundles, the shell's
 * page.
 */
export function createSite(
  kernel: Kernel,
  options: {
    buildDir: string;
    production: boolean;
    /** Names of hosts that people may ask for, beside the base URL's and this machine's own. */
    hosts?: readonly string[];
  },
): Hono {
  useBuild(options.buildDir);
  const site = new Hono({ strict: false });
  // Before everything: a page that has its own name point here reads nothing, and no cache keeps an answer under
  // another's name.
  site.use(async (c, next) => {
    if (!isKnownHost(c, kernel.tenancy.baseURL, options.hosts ?? []))
      return problemResponse(
        problems.unknown_host({ details: { settings: ['MILLWRIGHT_BASE_URL', 'MILLWRIGHT_HOSTS'] } }),
        requestIDOf(c),
      );
    await next();
    // The next call of the same client goes to a process that stays.
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
