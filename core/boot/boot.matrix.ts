import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import platform from '../../platform.config.ts';
import { type AnyEndpoint, endpoint } from '../contracts/endpoints/endpoint.ts';
import { defineProblems } from '../contracts/endpoints/problem.ts';
import { defineEvent } from '../contracts/plugins/event.ts';
import { getHealth, listMyPlugins } from '../contracts/plugins/manifest.contract.ts';
import type { PermissionCode } from '../contracts/plugins/permission.ts';
import { widgetPath } from '../contracts/plugins/widget.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { type AnyPlugin, on, type PluginDefinition } from '../kernel/plugin/plugin.ts';
import { BootError } from '../kernel/problems/boot-error.ts';
import { route, widgetRoute } from '../kernel/route.ts';
import { platformPlugins } from '../testing/kernel/platform-plugins.ts';
import { bootTestKernel } from '../testing/kernel/test-kernel.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres/test-database.ts';
import { bootKernel } from './boot.ts';
import { registryOf } from './installation.ts';

abstract class FirstPort {
  abstract answer(): string;
}
abstract class OwnedPort {
  static readonly providedBy: string = 'gauges';
  abstract answer(): string;
}

class First extends FirstPort {
  override answer(): string {
    return 'first';
  }
}

const plugin = (id: string, parts: Partial<PluginDefinition> = {}): AnyPlugin =>
  definePlugin({ id, title: id, description: `The plugin ${id} of this test.`, ...parts });

const ping = (path: string, name = 'ping', permission?: `${string}:read`) => {
  const parts = { name, method: 'GET' as const, path, summary: 'Pings.', reply: z.object({ ok: z.boolean() }) };
  const declared = permission ? endpoint({ ...parts, permission }) : endpoint({ ...parts, signedIn: 'a test' });
  return route(declared as AnyEndpoint, async () => ({ ok: true }));
};

const shown = { name: 'gauge', title: 'Gauge', description: 'Shows a gauge.' };
const seen = (path: string) =>
  widgetRoute(
    endpoint({
      name: 'see',
      method: 'GET',
      path,
      widget: 'gauge',
      summary: 'Sees.',
      reply: z.object({ ok: z.boolean() }),
    }),
    async () => ({ ok: true }),
  );

const happened = defineEvent({ type: 'gauges.happened', isInternal: 'Only tests emit it', payload: z.object({}) });
const screen = (path: string, needs: readonly `${string}:read`[] = []) => ({
  name: 'gauges',
  path,
  title: 'Gauges',
  needs,
});
const domain = (code: string) => ({ code, name: code, group: 'reports' as const, description: code });
const record = (type: string, prefix: string, permission: `${string}:read` = 'account:read') => ({
  type,
  prefix,
  label: type,
  permission,
  path: `/dashboard/x/gauges/${type}/{id}`,
});
const numbered = { kind: 'gauge', label: 'Gauges', first: 1 };
const template = {
  name: 'gauges.report',
  sample: {},
  render: async () => ({ subject: '', html: '', text: '' }),
};
const listens = (name: string) => () => [on(happened, name, async () => {})];
const due = { sql: 'select account_id from core.account_plugin' };
const works = (name: string) => () => [{ name, cron: '0 0 * * *', due, handle: async () => {} }];
const changes =
  (action: string, permission: PermissionCode = 'account:update') =>
  () => [{ action, recordType: 'gauge', permission, check: async () => [], apply: async () => [] }];

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(registryOf([]).schemaOwners());
});
afterAll(() => db.drop());

/** The faults that boot reports for these plugins; empty if there are none. */
async function faultsOf(plugins: readonly AnyPlugin[]): Promise<readonly string[]> {
  try {
    const kernel = await bootKernel({
      plugins: plugins.map((definition) => ({ definition })),
      urls: db.urls,
      secret: 'a secret that only tests know, 32 characters',
      environment: 'test',
      log: pino({ level: 'silent' }),
      baseURL: 'http://millwright.test',
    });
    await kernel.close();
    return [];
  } catch (error) {
    if (error instanceof BootError) return error.faults;
    throw error;
  }
}

describe('boot with each plugin of platform.config.ts missing', async () => {
  const all = await platformPlugins();
  const ids = all.map(({ id }) => id);

  it('names what the configuration lists', () => {
    expect(ids).toEqual(platform.plugins.map(({ id }) => id));
  });

  it('boots with all of them', async () => {
    await expectToRun(all);
  });

  it.each(ids)('without %s it boots, or names who needs it and the fix', async (missing) => {
    const rest = all.filter(({ id }) => id !== missing);
    const provided = all.find(({ id }) => id === missing)?.provides ?? [];
    const dependents = rest.filter(({ consumes }) => consumes?.required?.some((port) => provided.includes(port)));
    if (!dependents.length) return expectToRun(rest);
    const faults = await faultsOf(rest);
    for (const { id } of dependents)
      expect(faults).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^Plugin "${id}" requires the port \\w+ of "${missing}", .*list "${missing}" in platform.config.ts, ` +
              `or remove "${id}"$`,
          ),
        ),
      );
  });

  it('commerce cannot do without inventory, and says so', async () => {
    const faults = await faultsOf(all.filter(({ id }) => id !== 'inventory'));
    // Plugins with an audience may lack it too.
    expect(faults.filter((fault) => fault.startsWith('Plugin "commerce"'))).toEqual(
      ['CataloguePort', 'StockPort', 'SupplyPort'].map(
        (port) =>
          `Plugin "commerce" requires the port ${port} of "inventory", which no installed plugin provides: ` +
          'list "inventory" in platform.config.ts, or remove "commerce"',
      ),
    );
  });
});

async function expectToRun(plugins: readonly AnyPlugin[]): Promise<void> {
  const kernel = await bootTestKernel({ why: 'each plugin missing in turn', plugins });
  try {
    expect(await kernel.anonymous().call(getHealth, {})).toMatchObject({ status: 'ok' });
    const { items } = await (await kernel.a.as('admin')).call(listMyPlugins, {});
    expect(items.map(({ id }) => id).sort()).toEqual(['core', ...plugins.map(({ id }) => id)].sort());
  } finally {
    await kernel.stop();
  }
}

describe('a clash at boot', () => {
  const cases: Record<string, { plugins: AnyPlugin[]; says: string | RegExp }> = {
    'an id that is not kebab-case': {
      plugins: [plugin('Gauges_1')],
      says: 'Plugin id "Gauges_1" is not kebab-case: rename it',
    },
    'an id listed twice': {
      plugins: [plugin('gauges'), plugin('gauges')],
      says: 'The plugin id "gauges" is claimed by "gauges" and "gauges": rename one of them',
    },
    'a path claimed twice, whatever its parameters are called': {
      plugins: [
        plugin('inventory', { routes: () => [ping('/v1/gauges/{gaugeID}', 'getGauge')] }),
        plugin('analytics', { routes: () => [ping('/v1/gauges/{id}', 'readGauge')] }),
      ],
      says: 'The path "GET /v1/gauges/{}" is claimed by "inventory" and "analytics": rename one of them',
    },
    'a path of the kernel': {
      plugins: [plugin('inventory', { routes: () => [ping('/v1/me/plugins')] })],
      says: 'The path "GET /v1/me/plugins" is claimed by "core" and "inventory": rename one of them',
    },
    'an endpoint name claimed twice': {
      plugins: [plugin('gauges', { routes: () => [ping('/v1/x/gauges/a'), ping('/v1/x/gauges/b')] })],
      says: 'The endpoint name "ping" is claimed by "gauges" and "gauges": rename one of them',
    },
    'a path parameter named twice': {
      plugins: [plugin('gauges', { routes: () => [ping('/v1/x/gauges/{id}/of/{id}')] })],
      says: 'Endpoint "ping" of "gauges" names a path parameter twice: /v1/x/gauges/{id}/of/{id}',
    },
    'a path outside what the plugin owns': {
      plugins: [plugin('gauges', { routes: () => [ping('/v1/gauges')] })],
      says: 'Endpoint "ping" of "gauges" is at /v1/gauges: plugins outside the domains own /v1/x/gauges/... only',
    },
    "a path below another plugin's": {
      plugins: [plugin('gauges', { routes: () => [ping('/v1/x/gauges-two/all')] })],
      says: /"gauges" is at \/v1\/x\/gauges-two\/all: plugins outside the domains own/,
    },
    'a widget declared twice': {
      plugins: [plugin('gauges', { widgets: [shown] }), plugin('dials', { widgets: [shown] })],
      says: 'The widget "gauge" is claimed by "gauges" and "dials": rename one of them',
    },
    'an endpoint of a widget that its plugin does not declare': {
      plugins: [
        plugin('gauges', { routes: () => [seen(`${widgetPath}/x/gauges/all`)] }),
        plugin('dials', { widgets: [shown] }),
      ],
      says: 'Endpoint "see" is for the widget "gauge", which "gauges" does not declare: list it in widgets',
    },
    'an endpoint of a widget elsewhere': {
      plugins: [plugin('inventory', { widgets: [shown], routes: () => [seen('/v1/gauges/{publishableKey}')] })],
      says: /"see" of "inventory" is a widget's at .*: its path has to begin with \/v1\/widgets\/\{publishableKey\}\/$/,
    },
    'an endpoint of no widget behind the door of widgets': {
      plugins: [plugin('inventory', { routes: () => [ping(`${widgetPath}/gauges`)] })],
      says: /"ping" of "inventory" is at .* and no widget's: say which in `widget`$/,
    },
    'an endpoint of a widget that is no route of one': {
      plugins: [
        plugin('gauges', {
          widgets: [shown],
          routes: () => [route(seen(`${widgetPath}/x/gauges/all`).endpoint, async () => ({ ok: true }))],
        }),
      ],
      says: 'Endpoint "see" of "gauges" needs both `widget` and widgetRoute()',
    },
    'a right that nobody declares': {
      plugins: [plugin('gauges', { routes: () => [ping('/v1/x/gauges/all', 'ping', 'gauges:read')] })],
      says:
        'Endpoint "ping" of "gauges" needs "gauges:read", which no installed plugin declares: ' +
        'install its owner or correct the code',
    },
    'a permission domain declared twice': {
      plugins: [plugin('gauges', { permissions: [domain('roles')] })],
      says: 'The permission domain "roles" is claimed by "core" and "gauges": rename one of them',
    },
    'an event of another prefix': {
      plugins: [plugin('dials', { events: [happened] })],
      says: 'Plugin "dials" declares the event "gauges.happened": its type has to begin with "dials."',
    },
    'an event declared twice': {
      plugins: [plugin('gauges', { events: [happened, happened] })],
      says: 'The event type "gauges.happened" is claimed by "gauges" and "gauges": rename one of them',
    },
    'an id prefix of records claimed twice': {
      plugins: [
        plugin('gauges', { records: [record('gauge', 'gau')] }),
        plugin('dials', { records: [record('dial', 'gau')] }),
      ],
      says: 'The id prefix "gau" is claimed by "gauges" and "dials": rename one of them',
    },
    'a record type claimed twice': {
      plugins: [
        plugin('gauges', { records: [record('gauge', 'gau')] }),
        plugin('dials', { records: [record('gauge', 'dia')] }),
      ],
      says: 'The record type "gauge" is claimed by "gauges" and "dials": rename one of them',
    },
    'a record whose right nobody declares': {
      plugins: [plugin('gauges', { records: [record('gauge', 'gau', 'gauges:read')] })],
      says:
        'Record type "gauge" of "gauges" needs "gauges:read", which no installed plugin declares: ' +
        'install its owner or correct the code',
    },
    'a record source without its type': {
      plugins: [plugin('gauges', { recordSources: () => [{ type: 'gauge', label: async () => '' }] })],
      says: 'Plugin "gauges" has a record source for "gauge": declare that type in its records first',
    },
    'a screen whose right nobody declares': {
      plugins: [plugin('gauges', { screens: [screen('/dashboard/x/gauges/all', ['gauges:read'])] })],
      says:
        'Screen "gauges" of "gauges" needs "gauges:read", which no installed plugin declares: ' +
        'install its owner or remove the need',
    },
    'a screen outside what the plugin owns': {
      plugins: [plugin('gauges', { screens: [screen('/dashboard/gauges')] })],
      says:
        'Screen "gauges" of "gauges" is at /dashboard/gauges: ' +
        'plugins outside the domains own /dashboard/x/gauges/... only',
    },
    'a screen path claimed twice': {
      plugins: [
        plugin('inventory', { screens: [screen('/dashboard/g')] }),
        plugin('edi', { screens: [screen('/dashboard/g')] }),
      ],
      says: 'The screen path "/dashboard/g" is claimed by "inventory" and "edi": rename one of them',
    },
    'a problem code declared twice': {
      plugins: [plugin('gauges', { problems: defineProblems({ not_found: { status: 404, message: 'No.' } }) })],
      says: 'The problem code "not_found" is claimed by "core" and "gauges": rename one of them',
    },
    'a number series claimed twice': {
      plugins: [plugin('gauges', { numbering: [numbered] }), plugin('dials', { numbering: [numbered] })],
      says: 'The number series "gauge" is claimed by "gauges" and "dials": rename one of them',
    },
    'an email template claimed twice': {
      plugins: [plugin('gauges', { emails: [template] }), plugin('dials', { emails: [template] })],
      says: 'The email template "gauges.report" is claimed by "gauges" and "dials": rename one of them',
    },
    'a subscription named twice': {
      plugins: [
        plugin('gauges', { events: [happened], subscriptions: listens('gauges.count') }),
        plugin('dials', { subscriptions: listens('gauges.count') }),
      ],
      says: 'The subscription "gauges.count" is claimed by "gauges" and "dials": rename one of them',
    },
    'a scheduled job named twice': {
      plugins: [plugin('gauges', { jobs: works('gauges.read') }), plugin('dials', { jobs: works('gauges.read') })],
      says: 'The scheduled job "gauges.read" is claimed by "gauges" and "dials": rename one of them',
    },
    'a scheduled job that does not say where it has work': {
      plugins: [
        plugin('gauges', {
          jobs: () => [{ name: 'gauges.read', cron: '0 0 * * *', handle: async () => {} } as never],
        }),
      ],
      says:
        'The scheduled job "gauges.read" does not say where it has work: give it `due`, whose SQL selects ' +
        '`account_id` of the accounts that have some',
    },
    'a scheduled job that is due by day and selects none': {
      plugins: [
        plugin('gauges', {
          jobs: () => [
            { name: 'gauges.read', cron: '0 0 * * *', due: { ...due, isByDay: true }, handle: async () => {} },
          ],
        }),
      ],
      says: 'The scheduled job "gauges.read" is due by day: select `from_day` and `until_day`',
    },
    'a scheduled job at an hour that no day has': {
      plugins: [
        plugin('gauges', {
          jobs: () => [{ name: 'gauges.read', cron: '0 0 * * *', hour: 24, due, handle: async () => {} }],
        }),
      ],
      says: 'The hour of the scheduled job "gauges.read" is none of 0 to 23',
    },
    'a kind of change set named twice': {
      plugins: [
        plugin('gauges', { records: [record('gauge', 'gge')], changeSets: changes('gauges.reset') }),
        plugin('dials', { changeSets: changes('gauges.reset') }),
      ],
      says: 'The kind of change set "gauges.reset" is claimed by "gauges" and "dials": rename one of them',
    },
    'a kind of change set over records that nobody has': {
      plugins: [plugin('gauges', { changeSets: changes('gauges.reset') })],
      says: '"gauges.reset" of "gauges" changes "gauge", which is no record type: declare it in the records',
    },
    'a kind of change set with a right that nobody declares': {
      plugins: [
        plugin('gauges', { records: [record('gauge', 'gge')], changeSets: changes('gauges.reset', 'wheels:update') }),
      ],
      says:
        '"gauges.reset" of "gauges" needs "wheels:update", which no installed plugin declares: ' +
        'install its owner or correct the code',
    },
    'a port provided twice': {
      plugins: [
        plugin('gauges', { provides: [FirstPort], bind: (c) => void c.bind(FirstPort).toConstantValue(new First()) }),
        plugin('dials', { provides: [FirstPort] }),
      ],
      says: 'The port FirstPort is provided by "gauges" and "dials": remove one of them',
    },
    'a required port that nobody provides': {
      plugins: [plugin('dials', { consumes: { required: [FirstPort] } })],
      says:
        'Plugin "dials" requires the port FirstPort, which no installed plugin provides: ' +
        'list the plugin that provides it in platform.config.ts, or remove "dials"',
    },
    'a required port whose owner is known': {
      plugins: [plugin('dials', { consumes: { required: [OwnedPort] } })],
      says:
        'Plugin "dials" requires the port OwnedPort of "gauges", which no installed plugin provides: ' +
        'list "gauges" in platform.config.ts, or remove "dials"',
    },
    'a port provided but not bound': {
      plugins: [plugin('gauges', { provides: [FirstPort] })],
      says: 'Plugin "gauges" says that it provides FirstPort but does not bind it: bind it in bind()',
    },
    'plugins that need each other': {
      plugins: [
        plugin('gauges', { provides: [FirstPort], consumes: { required: [OwnedPort] } }),
        plugin('dials', { provides: [OwnedPort], consumes: { required: [FirstPort] } }),
      ],
      says: /needs itself through its ports: make one of the ports on the way optional/,
    },
    'a setting that is missing': {
      plugins: [plugin('gauges', { config: z.object({ GAUGES_URL: z.string('has to be set') }) })],
      says: 'Plugin "gauges": the setting GAUGES_URL has to be set',
    },
  };

  it.each(Object.entries(cases))('%s', async (_, { plugins, says }) => {
    const faults = await faultsOf(plugins);
    if (typeof says === 'string') expect(faults).toContain(says);
    else expect(faults).toContainEqual(expect.stringMatching(says));
  });

  it('is told with all the others, one line each', async () => {
    const faults = await faultsOf([
      plugin('gauges', {
        events: [defineEvent({ type: 'dials.moved', isInternal: 'Only tests emit it', payload: z.object({}) })],
        permissions: [domain('roles')],
      }),
      plugin('dials', { consumes: { required: [OwnedPort] } }),
    ]);
    expect(faults).toHaveLength(3);
    expect(new BootError(faults).message.split('\n')).toHaveLength(4);
  });

  it('is not seen where there is none', async () => {
    const clean = [
      plugin('gauges', {
        provides: [FirstPort],
        bind: (container) => void container.bind(FirstPort).toConstantValue(new First()),
        permissions: [domain('gauges')],
        events: [happened],
        records: [record('gauge', 'gau', 'gauges:read')],
        screens: [screen('/dashboard/x/gauges/all', ['gauges:read', 'account:read'])],
        numbering: [numbered],
        emails: [template],
        routes: () => [ping('/v1/x/gauges/all', 'ping', 'gauges:read')],
      }),
      plugin('dials', {
        consumes: { required: [FirstPort] },
        subscriptions: listens('dials.count'),
        // The kernel declares the series of the spec; the plugin that owns one may declare it again.
        numbering: [{ kind: 'settlement', label: 'Settlements', first: 1 }],
      }),
    ];
    expect(await faultsOf(clean)).toEqual([]);
    expect(await faultsOf([...clean].reverse())).toEqual([]);
  });
});
