import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyEndpoint, pathNames } from '../contracts/endpoint.ts';
import type { PermissionCode, RoleType } from '../contracts/permission.ts';
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

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
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

  const withID = endpoints.filter((endpoint) => pathNames(endpoint.path).length && !endpoint.operator);
  it.each(withID.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s finds nothing of another account',
    async (_, endpoint) => {
      const admin = await personOf('admin');
      for (const id of kernel.foreignIDs) {
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
