import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyEndpoint, pathNames } from '../contracts/endpoint.ts';
import type { PermissionCode, RoleType } from '../contracts/permission.ts';
import { createPublishableKey } from '../contracts/publishable-key.contract.ts';
import { anyWidget } from '../contracts/widget.ts';
import { disablePlugin } from '../tenancy/account-plugins.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import { bootPopulatedKernel, canary, type PopulatedKernel } from './populated-kernel.ts';
import type { TestPerson } from './test-kernel.ts';

// Booted here, not in a hook: the tests are made from its routes.
const kernel: PopulatedKernel = await bootPopulatedKernel();
const endpoints: AnyEndpoint[] = kernel.routes.map(({ route }) => route.endpoint);
const roles = ['admin', 'user', 'sales_rep', 'scanner', 'customer'] as const satisfies readonly RoleType[];
const nobody = 'id_00000000000000000000000000';

afterAll(() => kernel.stop());

/** The path with each parameter replaced, below /api. */
const filled = (endpoint: AnyEndpoint, value: string): string =>
  endpoint.path.replaceAll(/\{\w+\}/g, encodeURIComponent(value));

const send = (
  person: TestPerson,
  endpoint: AnyEndpoint,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  person.fetch(path, {
    method: endpoint.method,
    headers: { ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
  });

async function permissionsOf(role: (typeof roles)[number]): Promise<(code: PermissionCode) => boolean> {
  const person = await personOf(role);
  return runInAccount(
    kernel.tenancy,
    { accountID: kernel.a.id, identity: { type: 'user', userID: person.userID } },
    async (ctx) => {
      const granted = new Set([...kernel.registry.permissionCodes].filter((code) => ctx.can(code)));
      return (code) => granted.has(code);
    },
  );
}

const personOf = (role: (typeof roles)[number]): Promise<TestPerson> =>
  kernel.a.as(role, role === 'customer' ? { customerID: kernel.customerID } : {});

describe('every route', () => {
  it('is covered', () => expect(endpoints.length).toBeGreaterThan(80));

  it.each(endpoints.filter(({ widget }) => !widget).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is closed to strangers unless it says why not',
    async (_, endpoint) => {
      const response = await send(kernel.anonymous(), endpoint, filled(endpoint, nobody));
      const text = await response.text();
      if (endpoint.public) expect([200, 201, 204, 400, 401, 404, 409, 415, 429], text).toContain(response.status);
      else expect(response.status, text).toBe(401);
      expect(text).not.toContain(canary);
    },
  );

  const inAccount = kernel.routes.filter(({ route }) => route.scope === 'account').map(({ route }) => route.endpoint);
  it.each(inAccount.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is closed in an account one is no member of',
    async (_, endpoint) => {
      const admin = await personOf('admin');
      const response = await send(admin, endpoint, filled(endpoint, nobody), { 'account-id': kernel.b.id });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'account_required' });
    },
  );

  const operator = endpoints.filter((endpoint) => endpoint.operator);
  it.each(operator.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is closed to everybody but the operator',
    async (_, endpoint) => {
      expect((await send(await personOf('admin'), endpoint, filled(endpoint, nobody))).status).toBe(403);
    },
  );
});

describe('every route of a widget', () => {
  const site = 'https://shop.example';
  const widgets = endpoints.filter(({ widget }) => widget);
  const names = kernel.registry.plugins.flatMap(({ definition }) => definition.widgets ?? []).map(({ name }) => name);
  const keys = new Map<string, string>();
  const keyOf = async (opened: readonly string[]): Promise<string> => {
    const name = `Opens ${opened.join()}`;
    const known = keys.get(name);
    if (known) return known;
    const admin = await personOf('admin');
    const { id } = await admin.call(createPublishableKey, { body: { name, origins: [site], widgets: [...opened] } });
    keys.set(name, id);
    return id;
  };
  const knock = async (caller: TestPerson, endpoint: AnyEndpoint, key: string, origin?: string) => {
    const path = filled({ ...endpoint, path: endpoint.path.replace('{publishableKey}', key) }, nobody);
    const response = await send(caller, endpoint, path, origin === undefined ? {} : { origin });
    const text = await response.text();
    expect(text).not.toContain(canary);
    return { status: response.status, text, headers: response.headers, code: text && JSON.parse(text).code };
  };

  it.each(widgets.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s opens to a key of the account on its own site alone',
    async (_, endpoint) => {
      const own = await keyOf(names);
      const stranger = kernel.anonymous();
      for (const origin of [undefined, 'null', 'https://shop.example.evil.test', 'http://shop.example'])
        expect(await knock(stranger, endpoint, own, origin)).toMatchObject({ status: 403, code: 'origin_refused' });
      expect(await knock(stranger, endpoint, nobody, site)).toMatchObject({ status: 401 });
      const isAny = endpoint.widget === anyWidget;
      if (!isAny && names.length > 1)
        expect(
          await knock(stranger, endpoint, await keyOf(names.filter((name) => name !== endpoint.widget)), site),
        ).toMatchObject({ status: 403, code: 'widget_refused' });
      // A signed-in person without an origin is nobody here, whatever the cookies say.
      expect(await knock(await personOf('admin'), endpoint, own)).toMatchObject({
        status: 403,
        code: 'origin_refused',
      });
      const inside = await knock(stranger, endpoint, own, site);
      expect([200, 201, 204, 400, 404, 409, 429], inside.text).toContain(inside.status);
      expect(inside.headers.get('access-control-allow-origin')).toBe(site);
      expect(inside.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  it.each(widgets.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers only its own site before a call',
    async (_, endpoint) => {
      const key = await keyOf(names);
      const ask = (origin: string) =>
        kernel
          .anonymous()
          .fetch(filled({ ...endpoint, path: endpoint.path.replace('{publishableKey}', key) }, nobody), {
            method: 'OPTIONS',
            headers: { origin, 'access-control-request-method': endpoint.method },
          });
      const [own, foreign] = [await ask(site), await ask('https://evil.test')];
      expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([204, site]);
      expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    },
  );

  it.each(
    kernel.routes
      .filter(({ route, pluginID }) => route.scope === 'widget' && pluginID !== 'core')
      .map(({ route, pluginID }) => [route.endpoint.name, route.endpoint, pluginID] as const),
  )('%s is not there where its plugin is off', async (_, endpoint, pluginID) => {
    const account = await kernel.createAccount(`off-${pluginID}`);
    const admin = await account.as('admin');
    const body = { name: 'Off', origins: [site], widgets: [endpoint.widget ?? ''] };
    const { id } = await admin.call(createPublishableKey, { body });
    for (const dependent of [...kernel.registry.dependentsOf(pluginID), pluginID])
      await account.run((ctx) => disablePlugin(kernel.tenancy, ctx, dependent));
    expect(await knock(kernel.anonymous(), endpoint, id, site)).toMatchObject({
      status: 404,
      code: 'no_such_endpoint',
    });
  });
});

describe.each(roles)('role %s', (role) => {
  let can: (code: PermissionCode) => boolean;
  let person: TestPerson;
  beforeAll(async () => {
    can = await permissionsOf(role);
    person = await personOf(role);
  });

  const guarded = endpoints.filter((endpoint) => endpoint.permission);
  it.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s follows the rights of the role',
    async (_, endpoint) => {
      const response = await send(person, endpoint, filled(endpoint, nobody));
      const text = await response.text();
      expect(response.status, text).toBeLessThan(500);
      if (can(endpoint.permission as PermissionCode)) {
        expect(response.status, text).not.toBe(401);
        // A handler may need a second right; it then names that one.
        if (response.status === 403)
          expect(JSON.parse(text).details?.permission ?? '', text).not.toBe(endpoint.permission);
      } else {
        expect(response.status, text).toBe(403);
        expect(JSON.parse(text).code).toBe('forbidden');
      }
    },
  );
});

describe('foreign ids', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    expect(kernel.foreignIDs.length).toBeGreaterThan(20);
    before = await kernel.fingerprintOfB();
    expect(Object.values(before).filter((print) => !print.startsWith('0 ')).length).toBeGreaterThan(10);
  });

  const withID = endpoints.filter(
    (endpoint) => pathNames(endpoint.path).length && !endpoint.operator && !endpoint.widget,
  );
  it.each(withID.map((endpoint, index) => [endpoint.name, endpoint, index] as const))(
    '%s finds nothing of another account',
    async (_, endpoint, index) => {
      const admin = await personOf('admin');
      // A record of every table, another one for the next route: all records with all routes would take a minute and show no more.
      for (const ids of kernel.foreignIDsByTable) {
        const id = ids[index % ids.length] ?? nobody;
        const response = await send(admin, endpoint, filled(endpoint, id));
        const text = await response.text();
        expect([400, 403, 404, 409, 415, 429], `${endpoint.method} ${filled(endpoint, id)}: ${text}`).toContain(
          response.status,
        );
        expect(text).not.toContain(canary);
      }
    },
  );

  const lists = endpoints.filter(
    (endpoint) =>
      endpoint.method === 'GET' && !pathNames(endpoint.path).length && !endpoint.public && !endpoint.operator,
  );
  it.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s holds nothing of another account',
    async (_, endpoint) => {
      const admin = await personOf('admin');
      const plain = await (await send(admin, endpoint, endpoint.path)).text();
      expect(plain).not.toContain(canary);
      for (const name of Object.keys(
        (endpoint.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {},
      )) {
        if (!/IDs?$/.test(name)) continue;
        const query = kernel.foreignIDs
          .slice(0, 40)
          .map((id) => `${name}=${encodeURIComponent(id)}`)
          .join('&');
        const response = await send(admin, endpoint, `${endpoint.path}?${query}`);
        const text = await response.text();
        expect(response.status, text).toBeLessThan(500);
        expect(text).not.toContain(canary);
        if (response.ok) expect(JSON.parse(text).items ?? []).toEqual([]);
      }
    },
  );

  it('have changed nothing of the other account', async () => {
    expect(await kernel.fingerprintOfB()).toEqual(before);
  });

  it('have left no trace in the logs and mails of the own account', async () => {
    for (const { name, columns } of kernel.tables) {
      if (!/email_log|audit_event|event_outbox/.test(name) || !columns.length) continue;
      const { rows } = await kernel.admin.query(`select 1 from ${name} t where account_id = $1 and t::text like $2`, [
        kernel.a.id,
        `%${canary}%`,
      ]);
      expect(rows, name).toEqual([]);
    }
  });
});
