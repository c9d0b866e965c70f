import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Configuration, rspack } from '@rspack/core';
import { Hono } from 'hono';
import type { z } from 'zod';
import type { ManifestPlugin } from '../../core/contracts/plugins/manifest.contract.ts';
import type { person } from '../../core/contracts/sign-in/auth.contract.ts';
import { createStaticFiles } from '../../core/http/files/static-files.ts';
import { remoteConfig, shellConfig } from '../../rspack.config.ts';

/** A freshly built shell with fixture remotes, and a server whose API answers the calls of host tests. */
export interface ThrowawaySite {
  url: string;
  /** Requested paths below /api. */
  calls: string[];
  /** State of the session; `refresh` means that the access cookie has expired but the refresh works. */
  session: 'signed-in' | 'refresh' | 'signed-out';
  /** The plugins of the manifest, set by tests. */
  plugins: ManifestPlugin[];
  permissions: string[];
  remote(id: string): { entry: string; integrity: string };
  /** How the files of a plugin are served; by default as built. */
  faults: Map<string, 'absent' | 'silent' | 'tampered'>;
  /** Resets the changes of tests. */
  reset(): void;
  close(): Promise<void>;
}

const fixtures = [
  'sample',
  'render-error',
  'load-error',
  'wrong-export',
  'incompatible',
  'absent',
  'silent',
  'tampered',
];

const build = (configurations: Configuration[]): Promise<void> =>
  new Promise((done, failed) => {
    const compiler = rspack(configurations);
    if (!compiler) return failed(new Error('rspack made no compiler'));
    compiler.run((error, stats) => {
      const fault = error ?? (stats?.hasErrors() ? new Error(stats.toString({ preset: 'errors-only' })) : undefined);
      compiler.close((closing) => ((fault ?? closing) ? failed(fault ?? closing) : done()));
    });
  });

const user: z.input<typeof person> = {
  id: 'usr_1',
  email: 'ada@demo.test',
  name: 'Ada Miller',
  username: null,
  emailVerified: true,
  image: null,
  colorScheme: 'auto',
  preferences: {},
  isOperator: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};
const accounts = [
  { id: 'acc_1', name: 'Northfield Glove' },
  { id: 'acc_2', name: 'Harbor Supply' },
];

/** Builds and serves; takes about five seconds. */
export async function openThrowawaySite(): Promise<ThrowawaySite> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-host-'));
  const source = (id: string): string => join(import.meta.dirname, 'fixtures', fixturesOf[id] ?? id);
  await build([
    shellConfig(folder, { cache: false }),
    ...fixtures.map((id) =>
      remoteConfig(folder, {
        id,
        folder: source(id),
        version: '1.0.0',
        cache: false,
        ...(id === 'incompatible' ? { ranges: { react: '^99.0.0' } } : {}),
      }),
    ),
  ]);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    remotes: { id: string; entry: string; integrity: string }[];
  };

  let me = user;
  const site: Omit<ThrowawaySite, 'url' | 'close'> = {
    calls: [],
    session: 'signed-in',
    plugins: [],
    permissions: ['customers:read'],
    remote: (id) => {
      const found = manifest.remotes.find((remote) => remote.id === id);
      if (!found) throw new Error(`No remote ${id}`);
      return found;
    },
    faults: new Map(),
    reset() {
      me = user;
      site.session = 'signed-in';
      site.faults.clear();
      site.calls.length = 0;
    },
  };

  const app = new Hono();
  app.use('/api/*', async (c, next) => {
    site.calls.push(`${c.req.method} ${c.req.path.slice(4)}`);
    const isOpen = c.req.path.startsWith('/api/auth/');
    if (site.session !== 'signed-in' && !isOpen) {
      return c.json(
        { message: 'Sign in to continue', code: 'unauthenticated', status: 401, requestID: 'req_1', errors: [] },
        401,
      );
    }
    await next();
    c.header('cache-control', 'no-store');
  });
  app.post('/api/auth/access-tokens', (c) => {
    if (site.session === 'signed-out') {
      return c.json(
        {
          message: 'Your session has ended; sign in again',
          code: 'session_ended',
          status: 401,
          requestID: 'req_1',
          errors: [],
        },
        401,
      );
    }
    site.session = 'signed-in';
    return c.json({ status: 'refreshed' });
  });
  app.post('/api/auth/actions/login', async (c) => {
    const { password } = await c.req.json<{ password: string }>();
    if (password !== 'millwright-demo') {
      return c.json(
        {
          message: 'The sign-in name or the password is wrong',
          code: 'wrong_credentials',
          status: 401,
          requestID: 'req_2',
          errors: [],
        },
        401,
      );
    }
    site.session = 'signed-in';
    return c.json({ user: me, expiresAt: '2027-01-01T00:00:00.000Z' });
  });
  app.delete('/api/auth/refresh-tokens', (c) => {
    site.session = 'signed-out';
    return c.json({ success: true });
  });
  app.get('/api/auth/registration', (c) => c.json({ mode: 'open' }));
  app.get('/api/v1/me', (c) => c.json(me));
  app.get('/api/v1/me/second-factor', (c) =>
    c.json({
      appSince: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      hasPassword: true,
      required: null,
      provider: null,
      isConfirmed: false,
    }),
  );
  app.patch('/api/v1/users/:userID', async (c) => {
    me = { ...me, ...(await c.req.json<object>()) };
    return c.json(me);
  });
  const tenancy = (accountID: string | undefined) => ({
    currentAccount: {
      ...(accounts.find(({ id }) => id === accountID) ?? accounts[0]),
      role: 'Administrator',
      roleType: 'admin',
      type: 'manufacturer',
      onboardingStatus: 'complete',
      plan: 'pro',
      slug: 'northfield',
      currency: 'USD',
      timeZone: 'America/Chicago',
      locale: 'en-US',
      logoURL: null,
      logoUrl: null,
    },
    availableAccounts: accounts,
  });
  app.on(['GET', 'PUT'], '/api/v1/me/tenancy', (c) => c.json(tenancy(c.req.header('account-id'))));
  app.get('/api/v1/me/plugins', (c) =>
    c.json({ items: site.plugins, count: site.plugins.length, permissions: site.permissions }),
  );
  // Other calls of the dashboard and the palette: no activity, no imports, no other sessions.
  for (const path of [
    '/api/v1/recent-activity',
    '/api/v1/import-types',
    '/api/v1/me/sessions',
    '/api/v1/me/invitations',
  ])
    app.get(path, (c) => c.json({ items: [], count: 0 }));
  app.get('/api/v1/me/inbox/count', (c) => c.json({ unread: 0, tasksDue: 0 }));
  app.get('/api/v1/search', (c) =>
    c.json({
      items: c.req.query('query')?.startsWith('10')
        ? [
            {
              type: 'sales_order',
              label: 'Sales order',
              id: 'so_1',
              title: '1042',
              subtitle: 'Ace Safety',
              path: '/dashboard/x/sample',
              isExact: true,
            },
          ]
        : [],
    }),
  );
  app.use('/plugins/:id/:file', async (c, next) => {
    const fault = site.faults.get(c.req.param('id'));
    if (fault === 'absent') return c.text('There is no such file', 404);
    if (fault === 'silent') return new Promise<Response>(() => undefined);
    await next();
    if (fault === 'tampered')
      c.res = new Response(`${await c.res.text()};globalThis.tampered = true;`, {
        headers: { 'content-type': 'text/javascript' },
      });
    return undefined;
  });
  app.route('/', createStaticFiles({ buildDir: folder }));

  const server: Server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(site, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true });
    },
  });
}

// Correct code that is served in a wrong way.
const fixturesOf: Record<string, string> = {
  incompatible: 'sample',
  absent: 'sample',
  silent: 'sample',
  tampered: 'sample',
};
