import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, pathNames } from '../../../contracts/endpoints/endpoint.ts';
import { type PermissionCode, roleTypes } from '../../../contracts/plugins/permission.ts';
import { anyWidget, widgetsOf } from '../../../contracts/plugins/widget.ts';
import { createApiKey } from '../../../contracts/sign-in/api-key.contract.ts';
import { requestPasswordReset } from '../../../contracts/sign-in/auth.contract.ts';
import { createPublishableKey } from '../../../contracts/sign-in/publishable-key.contract.ts';
import type { AccountIdentity } from '../../../tenancy/access/access.ts';
import { disablePlugin } from '../../../tenancy/access/account-plugins.ts';
import { runInAccount } from '../../../tenancy/accounts/account-transaction.ts';
import { validInput, withoutField } from '../../calls/arbitrary-input.ts';
import { idAt, idFieldsOf, idPrefixOf, tableNamed, withID } from '../../calls/id-fields.ts';
import { until } from '../../calls/until.ts';
import { bootPopulatedKernel, canary, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { type TestPerson, testPassword } from '../../kernel/test-kernel.ts';
import { chosen } from '../../plan/choice.ts';
import { recordStatements } from '../../postgres/statements/account-filters.ts';
import { noteGrowingTexts } from '../../postgres/statements/growing-texts.ts';

// Booted here instead of in a hook, because the tests are generated from its routes.
const kernel: PopulatedKernel = await bootPopulatedKernel();
const sent = recordStatements();
const grown = noteGrowingTexts();
const endpoints: AnyEndpoint[] = kernel.routes.map(({ route }) => route.endpoint);
const planned = new Set(chosen('routes', endpoints, ({ name }) => name));
/** Whether all routes run; only then the number of reached routes is checked. */
const isWhole = planned.size === endpoints.length;
/** The endpoints of this run, each with its index among all. */
const casesOf = (some: readonly AnyEndpoint[]) =>
  some.map((endpoint, index) => [endpoint.name, endpoint, index] as const).filter(([, each]) => planned.has(each));
type Role = (typeof roleTypes)[number];
/** Tables with the account's history. */
const logs = ['core.email_log', 'core.audit_event', 'core.event_outbox'];
const nobody = 'id_00000000000000000000000000';

afterAll(() => kernel.stop());

/** The path below /api, with each parameter replaced. */
const filled = (endpoint: AnyEndpoint, value: string): string =>
  endpoint.path.replaceAll(/\{\w+\}/g, encodeURIComponent(value));

const send = (
  person: TestPerson,
  endpoint: AnyEndpoint,
  path: string,
  headers: Record<string, string> = {},
  body: unknown = {},
): Promise<Response> =>
  person.fetch(path, {
    method: endpoint.method,
    headers: { ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });

/** A program with a key that can read everything and change nothing, so that it meets both kinds of replies. */
const makeProgram = async (): Promise<{ caller: TestPerson; keyID: string }> => {
  const scopes = [...kernel.registry.permissionCodes].filter((code) => code.endsWith(':read'));
  const { id, secret } = await (await kernel.a.as('admin')).call(createApiKey, { body: { name: 'Reader', scopes } });
  const caller = kernel.anonymous();
  const fetch: TestPerson['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', id);
    headers.set('x-auth-secret', secret);
    return kernel.anonymous().fetch(path, { ...init, headers });
  };
  return { caller: { ...caller, fetch }, keyID: id };
};
let madeProgram: ReturnType<typeof makeProgram> | undefined;
const program = (): ReturnType<typeof makeProgram> => {
  madeProgram ??= makeProgram();
  return madeProgram;
};

const identityOf = async (role: Role): Promise<AccountIdentity> =>
  role === 'api_key'
    ? { type: 'api_key', keyID: (await program()).keyID }
    : { type: 'user', userID: (await personOf(role)).userID };

const permissionsOf = async (role: Role): Promise<(code: PermissionCode) => boolean> =>
  runInAccount(kernel.tenancy, { accountID: kernel.a.id, identity: await identityOf(role) }, async (ctx) => {
    const granted = new Set([...kernel.registry.permissionCodes].filter((code) => ctx.can(code)));
    return (code) => granted.has(code);
  });

const personOf = async (role: Role): Promise<TestPerson> =>
  role === 'api_key'
    ? (await program()).caller
    : kernel.a.as(role, role === 'customer' ? { customerID: kernel.customerID as string } : {});

/** Some calls end sessions; the next one must reach its handler again. */
async function signInAgain(person: TestPerson): Promise<void> {
  if (!person.email || (await person.fetch('/v1/me')).ok) return;
  await person.fetch('/auth/actions/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: person.email, password: testPassword }),
  });
}

describe('every route', () => {
  it('is covered', () => expect(endpoints.length).toBeGreaterThan(80));

  it.each(casesOf(endpoints.filter(({ widget }) => !widget)))(
    '%s is closed to strangers unless it says why not',
    async (_, endpoint) => {
      const response = await send(kernel.anonymous(), endpoint, filled(endpoint, nobody));
      const text = await response.text();
      if (endpoint.public) expect([200, 201, 204, 400, 401, 404, 409, 415, 429], text).toContain(response.status);
      else expect(response.status, text).toBe(401);
      expect(text).not.toContain(canary);
    },
  );

  const inAccount = kernel.routes
    .filter(({ route }) => ['account', 'outside'].includes(route.scope))
    .map(({ route }) => route.endpoint);
  it.each(casesOf(inAccount))('%s is closed in an account one is no member of', async (_, endpoint) => {
    const admin = await personOf('admin');
    const response = await send(admin, endpoint, filled(endpoint, nobody), { 'account-id': kernel.b.id });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'account_required' });
  });

  const operator = endpoints.filter((endpoint) => endpoint.operator);
  it.each(casesOf(operator))('%s is closed to everybody but the operator', async (_, endpoint) => {
    expect((await send(await personOf('admin'), endpoint, filled(endpoint, nobody))).status).toBe(403);
  });
});

describe.runIf(casesOf(endpoints).some(([, { widget }]) => widget))('every route of a widget', () => {
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

  it.each(casesOf(widgets))('%s opens to a key of the account on its own site alone', async (_, endpoint) => {
    const ownKey = await keyOf(names);
    const stranger = kernel.anonymous();
    for (const origin of [undefined, 'null', 'https://shop.example.evil.test', 'http://shop.example'])
      expect(await knock(stranger, endpoint, ownKey, origin)).toMatchObject({ status: 403, code: 'origin_refused' });
    expect(await knock(stranger, endpoint, nobody, site)).toMatchObject({ status: 401 });
    const own = widgetsOf(endpoint);
    const others = names.filter((name) => !own.includes(name));
    if (!own.includes(anyWidget) && others.length)
      expect(await knock(stranger, endpoint, await keyOf(others), site)).toMatchObject({
        status: 403,
        code: 'widget_refused',
      });
    // Without an origin even a signed-in person is refused, regardless of cookies.
    expect(await knock(await personOf('admin'), endpoint, ownKey)).toMatchObject({
      status: 403,
      code: 'origin_refused',
    });
    const inside = await knock(stranger, endpoint, ownKey, site);
    expect(endpoint.customers ? [401] : [200, 201, 204, 400, 404, 409, 429], inside.text).toContain(inside.status);
    expect(inside.headers.get('access-control-allow-origin')).toBe(endpoint.customers ? '*' : site);
    expect(inside.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(casesOf(widgets))('%s answers only its own site before a call', async (_, endpoint) => {
    const key = await keyOf(names);
    const ask = (origin: string) =>
      kernel.anonymous().fetch(filled({ ...endpoint, path: endpoint.path.replace('{publishableKey}', key) }, nobody), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': endpoint.method },
      });
    const [own, foreign] = [await ask(site), await ask('https://evil.test')];
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([204, site]);
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it.each(
    kernel.routes
      .filter(({ route, pluginID }) => route.scope === 'widget' && pluginID !== 'core' && planned.has(route.endpoint))
      .map(({ route, pluginID }) => [route.endpoint.name, route.endpoint, pluginID] as const),
  )('%s is not there where its plugin is off', async (name, endpoint, pluginID) => {
    const account = await kernel.createAccount(`off-${name.toLowerCase()}`);
    const admin = await account.as('admin');
    const body = { name: 'Off', origins: [site], widgets: [...widgetsOf(endpoint)] };
    const { id } = await admin.call(createPublishableKey, { body });
    for (const dependent of [...kernel.registry.dependentsOf(pluginID), pluginID])
      await account.run((ctx) => disablePlugin(kernel.tenancy, ctx, dependent));
    expect(await knock(kernel.anonymous(), endpoint, id, site)).toMatchObject({
      status: 404,
      code: 'no_such_endpoint',
    });
  });
});

describe.runIf(casesOf(endpoints).some(([, { widget }]) => !widget)).each(roleTypes)('role %s', (role) => {
  let can: (code: PermissionCode) => boolean;
  let person: TestPerson;
  beforeAll(async () => {
    can = await permissionsOf(role);
    person = await personOf(role);
  });

  const guarded = endpoints.filter((endpoint) => endpoint.permission);
  it.each(casesOf(guarded))('%s follows the rights of the role', async (_, endpoint) => {
    const response = await send(person, endpoint, filled(endpoint, nobody));
    const text = await response.text();
    expect(response.status, text).toBeLessThan(500);
    if (can(endpoint.permission as PermissionCode)) {
      expect(response.status, text).not.toBe(401);
      // A handler can require a second right; then the refusal names that one.
      if (response.status === 403)
        expect(JSON.parse(text).details?.permission ?? '', text).not.toBe(endpoint.permission);
    } else {
      expect(response.status, text).toBe(403);
      expect(JSON.parse(text).code).toBe('forbidden');
    }
  });

  const own = endpoints.filter((endpoint) => !endpoint.permission && !endpoint.widget);
  it.each(casesOf(own))('%s answers the role as it says', async (_, endpoint) => {
    const response = await send(person, endpoint, filled(endpoint, nobody));
    const text = await response.text();
    expect(response.status, text).toBeLessThan(500);
    expect(text).not.toContain(canary);
    if (endpoint.operator) expect(response.status, text).toBe(403);
    // A program is not a person, so endpoints about the caller's own sign-in are closed to it.
    else if (endpoint.signedIn && role !== 'api_key') expect(response.status, text).not.toBe(401);
    if (response.ok || endpoint.path.startsWith('/auth/')) await signInAgain(person);
  });
});

/** Fields with names of other systems and devices, which are texts and not ids of our records. */
const outside = new Set(['scanID', 'placeID', 'cardProviderCustomerID', 'ediLineItemID']);
const isOutside = (field: readonly (string | number)[]): boolean =>
  // Browsers choose the ids of passkeys.
  outside.has(String(field.at(-1))) || ['answer.id', 'answer.rawId'].includes(field.join('.'));
/**
 * Calls that only answer a question. The id of a hold or document excludes its own promises, and unknown products are
 * left out of the reply.
 */
const asking = new Set(['promiseItems', 'findProducts']);

const bodies = new Map<string, unknown>();
/** A body that the contract accepts, with ids of records of A; empty if the endpoint has none. */
function bodyOf(endpoint: AnyEndpoint): unknown {
  if (!(endpoint.body instanceof z.ZodType)) return {};
  if (bodies.has(endpoint.name)) return bodies.get(endpoint.name);
  let body = validInput(endpoint.body, [...kernel.ownIDs.values()].flat()) ?? {};
  const changed = (candidate: unknown): void => {
    if ((endpoint.body as z.ZodType).safeParse(candidate).success) body = candidate as object;
  };
  for (const field of idFieldsOf(body)) {
    const table = tableNamed(String(field.at(-1)), kernel.ownIDs.keys());
    const id = table && kernel.ownIDs.get(table)?.[0];
    if (id && !idPrefixOf(idAt(body, field))) changed(withID(body, field, id));
  }
  // A made-up version would end the call before any look-up.
  const { version: _, ...rest } = body as { version?: unknown };
  changed(rest);
  bodies.set(endpoint.name, body);
  return body;
}

/** Ids of B in place of an id of A: of the same record type, or of three types if the contract accepts any text. */
function foreignFor(own: unknown, index: number): readonly string[] {
  const prefix = idPrefixOf(own);
  if (prefix) return kernel.foreignIDs.filter((id) => idPrefixOf(id) === prefix).slice(0, 1);
  return [0, 1, 2].flatMap((step) => kernel.foreignIDs[(index * 3 + step) % kernel.foreignIDs.length] ?? []);
}

/** Filters of a list that take ids, with the record type if the contract names one. */
function idFiltersOf({ query }: AnyEndpoint): [name: string, prefix: string | undefined][] {
  if (!(query instanceof z.ZodType)) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const output = z.toJSONSchema(query, { io: 'output', unrepresentable: 'any', reused: 'inline' }).properties ?? {};
  return Object.keys(properties)
    .filter((name) => /IDs?$/.test(name))
    .map((name) => [name, /\^([a-z_]+)_\[0-7\]/.exec(JSON.stringify([properties[name], output[name]]))?.[1]]);
}

const pathsOfA = new Map<string, Promise<string>>();
/**
 * The path with records of A: the first of the list before a parameter, otherwise one of the table that its name means.
 */
function ownPath(path: string): Promise<string> {
  const known = pathsOfA.get(path) ?? findOwnPath(path);
  pathsOfA.set(path, known);
  return known;
}
async function findOwnPath(path: string): Promise<string> {
  const at = path.lastIndexOf('/{');
  if (at < 0) return path;
  const [collection, name, rest] = [
    path.slice(0, at),
    path.slice(at + 2, path.indexOf('}', at)),
    path.slice(path.indexOf('}', at) + 1),
  ];
  const before = await ownPath(collection);
  const list = endpoints.find((endpoint) => endpoint.method === 'GET' && endpoint.path === collection);
  const response = list && (await send(await personOf('admin'), list, before));
  const listed = response?.ok ? ((await response.json()) as { items?: { id?: unknown }[] }).items?.[0]?.id : undefined;
  const table = tableNamed(name, kernel.ownIDs.keys());
  const id = typeof listed === 'string' ? listed : ((table && kernel.ownIDs.get(table)?.[0]) ?? nobody);
  return `${before}/${encodeURIComponent(id)}${rest}`;
}

let texts = 0;
/** The body with texts that no record has yet, as far as the contract accepts them. */
function fresh(endpoint: AnyEndpoint, body: unknown): unknown {
  texts += 1;
  const changed = JSON.parse(JSON.stringify(body).replaceAll('"Sample"', `"Sample ${texts}"`));
  return (endpoint.body as z.ZodType).safeParse(changed).success ? changed : body;
}

/**
 * Sends the body repeatedly, each time without a field that the service reports as wrong, and ends with the accepted
 * body.
 */
async function accepted(endpoint: AnyEndpoint, path: string): Promise<{ body: unknown; isAccepted: boolean }> {
  let body = bodyOf(endpoint);
  for (let tries = 0; tries < 12; tries += 1) {
    const response = await send(await personOf('admin'), endpoint, path, {}, fresh(endpoint, body));
    if (response.ok) return { body, isAccepted: true };
    const { errors = [] } = (await response.json()) as { errors?: { path: string }[] };
    const lean = errors.reduce((rest: unknown, error) => {
      const names = error.path.split('.');
      const less = [names, names.slice(0, -1)]
        .filter((some) => some.length)
        .map((some) => withoutField(rest, some))
        .find((some) => (endpoint.body as z.ZodType).safeParse(some).success);
      return less ?? rest;
    }, body);
    if (JSON.stringify(lean) === JSON.stringify(body)) break;
    body = lean;
  }
  return { body, isAccepted: false };
}

describe('foreign ids', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    expect(kernel.foreignIDs.length).toBeGreaterThan(20);
    before = await kernel.fingerprintOfB();
    expect(Object.values(before).filter((print) => !print.startsWith('0 ')).length).toBeGreaterThan(10);
  });

  const addressed = endpoints.filter(
    (endpoint) => pathNames(endpoint.path).length && !endpoint.operator && !endpoint.widget,
  );
  it.each(casesOf(addressed))('%s finds nothing of another account', async (_, endpoint, index) => {
    const admin = await personOf('admin');
    const body = bodyOf(endpoint);
    // Records of the table that the path means, and of every sixth other table, starting at another one for each route.
    // All records with all routes would take minutes and show no more.
    const meant = kernel.foreignIDsOf.get(
      tableNamed(pathNames(endpoint.path).at(-1) ?? '', kernel.foreignIDsOf.keys()) ?? '',
    );
    const others = kernel.foreignIDsByTable.filter((ids, at) => ids === meant || !meant || (at + index) % 6 === 0);
    for (const id of new Set([...(meant ?? []), ...others.map((ids) => ids[index % ids.length] ?? nobody)])) {
      const response = await send(admin, endpoint, filled(endpoint, id), {}, body);
      const text = await response.text();
      expect([400, 403, 404, 409, 415, 429], `${endpoint.method} ${filled(endpoint, id)}: ${text}`).toContain(
        response.status,
      );
      expect(text).not.toContain(canary);
    }
  });

  const lists = endpoints.filter(
    (endpoint) => endpoint.method === 'GET' && !endpoint.public && !endpoint.operator && !endpoint.widget,
  );
  it.each(casesOf(lists))('%s holds nothing of another account', async (_, endpoint) => {
    const admin = await personOf('admin');
    const path = await ownPath(endpoint.path);
    const plain = await (await send(admin, endpoint, path)).text();
    expect(plain).not.toContain(canary);
    for (const [name, prefix] of idFiltersOf(endpoint)) {
      // An id of another record type would have the whole list refused.
      const meant = kernel.foreignIDs.filter((id) => prefix === undefined || idPrefixOf(id) === prefix).slice(0, 40);
      if (!meant.length) continue;
      const query = meant.map((id) => `${name}=${encodeURIComponent(id)}`).join('&');
      const response = await send(admin, endpoint, `${path}?${query}`);
      const text = await response.text();
      expect([200, 400, 403, 404, 409], text).toContain(response.status);
      expect(text).not.toContain(canary);
      if (response.ok) expect(JSON.parse(text).items ?? [], `${path}?${query}`).toEqual([]);
    }
  });

  const bodied = endpoints.filter(
    (endpoint) => !endpoint.operator && !endpoint.widget && idFieldsOf(bodyOf(endpoint)).length,
  );
  let reached = 0;
  it.each(casesOf(bodied))('%s takes none of another account in its body', async (_, endpoint, index) => {
    const admin = await personOf('admin');
    const path = await ownPath(endpoint.path);
    await kernel.admin.query('delete from core.rate_limit');
    // First with records of A only, so that the foreign id is the only reason for a refusal. The complete body then
    // covers the fields that were left out.
    const lean = await accepted(endpoint, path);
    if (lean.isAccepted) reached += 1;
    const tried = new Set<string>();
    for (const body of [lean.body, bodyOf(endpoint)])
      for (const field of idFieldsOf(body)) {
        if (tried.has(field.join('.')) || isOutside(field)) continue;
        tried.add(field.join('.'));
        for (const id of foreignFor(idAt(body, field), index)) {
          const response = await send(admin, endpoint, path, {}, withID(fresh(endpoint, body), field, id));
          const text = await response.text();
          const shown = `${endpoint.method} ${path} ${field.join('.')}=${id}: ${response.status} ${text}`;
          expect(text, shown).not.toContain(canary);
          // A preview reports that nothing would be done.
          const isNothing = ({ done, allowed }: { done?: number; allowed?: number }) => done === 0 || allowed === 0;
          const isNothingDone = response.ok && (asking.has(endpoint.name) || isNothing(JSON.parse(text)));
          if (!isNothingDone) expect([400, 403, 404, 409], shown).toContain(response.status);
        }
      }
    await signInAgain(admin);
  });

  // Only if all routes run: otherwise the calls above could all have ended before a look-up.
  it.runIf(isWhole)('have been refused where records of the own account are taken', () => {
    expect(reached).toBeGreaterThan(bodied.length / 2);
  });

  it('have changed nothing of the other account', async () => {
    expect(await kernel.fingerprintOfB()).toEqual(before);
  });

  it('have put no id of the other account into a record of the own', async () => {
    for (const { name } of kernel.tables) {
      const { rows } = await kernel.admin.query(
        `select distinct found[1] as id, t::text as row
         from ${name} t, regexp_matches(t::text, '[a-z_]+_[0-7][0-9a-hjkmnp-tv-z]{25}', 'g') found
         where account_id = $1 and found[1] = any($2) limit 3`,
        [kernel.a.id, kernel.foreignIDs],
      );
      expect(rows, name).toEqual([]);
    }
  });

  it('have left no trace of its texts in the logs and mails of the own account', async () => {
    const last = await personOf('admin');
    await kernel.admin.query('delete from core.rate_limit');
    await last.call(requestPasswordReset, { body: { identifier: last.email } });
    await last.fetch('/v1/me', { headers: { 'x-request-id': 'the-last-request' } });
    const logged = "select from core.request_log where request_id = 'the-last-request'";
    await until('The log of the last request', async () => (await kernel.admin.query(logged)).rowCount);
    // Nobody of B has sent a request or received a mail, so all rows belong to A or to nobody.
    for (const name of ['core.request_log', 'core.person_mail', ...logs]) {
      const where = logs.includes(name) ? 'account_id = $2' : "$2 <> ''";
      const sql = `select count(*)::int as rows, (array_agg(t::text) filter (where t::text like $1))[1] as trace
        from ${name} t where ${where}`;
      const { rows } = await kernel.admin.query(sql, [`%${canary}%`, kernel.a.id]);
      expect(rows[0].trace, name).toBeNull();
      // Rows of the two requests above; the other tables are filled by previous suites.
      if (!logs.includes(name)) expect(rows[0].rows, name).toBeGreaterThan(0);
    }
    await kernel.a.run(async (ctx) => ctx.log.info('the last line'));
    expect(kernel.logged()).toContain('the last line');
    expect(kernel.logged()).not.toContain(canary);
  });
  it('have read outside of accounts only what sign-in has to', () => expect(sent.outside()).toEqual([]));
  it('have sent statements such as Citus takes', () =>
    expect(sent.refused(kernel.tables, isWhole ? 1000 : 0)).toEqual([]));

  it('have sent nothing new that works on one node alone', () =>
    expect(sent.habits('routes', kernel.tables)).toEqual([]));

  it('have sent none that grows with the number of its values', () => expect(grown()).toEqual([]));
});
