import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImports } from '../source/imports/file-imports.ts';
import { graphOf } from '../source/imports/import-graph.ts';
import type { Change } from './changes.ts';
import { isTurn, planOf, rotations } from './plan.ts';
import { reachOf } from './reach.ts';
import type { Declared } from './surface.ts';

/** A small repository with a plugin, its screens and all their tests. */
const files: Record<string, string> = {
  'core/server.ts': "export { route } from './kernel/route.ts';",
  'core/kernel/route.ts': 'export const route = 1;',
  'core/kernel/route.test.ts': "import { route } from './route.ts';",
  'core/testing/matrices/routes/route.matrix.ts': "chosen('routes', endpoints, nameOf);",
  'core/testing/isolation.matrix.ts': '',
  'core/testing/matrices/routes/api.fuzz.ts': "chosen('routes', endpoints, nameOf);",
  'plugins/sell/contracts/index.ts': [
    "export { listOrders } from './orders/order.contract.ts';",
    "export { listCarriers } from './carriers/carrier.contract.ts';",
  ].join('\n'),
  'plugins/sell/contracts/orders/order.contract.ts': 'export const listOrders = 1;',
  'plugins/sell/contracts/carriers/carrier.contract.ts': 'export const listCarriers = 1;',
  'plugins/sell/server/plugin.ts': [
    "import { orders } from './orders/order.part.ts';",
    "import { carriers } from './carriers/carrier.part.ts';",
    'export default [orders, carriers];',
  ].join('\n'),
  'plugins/sell/server/migrations/Migration1.ts': 'export const sql = 1;',
  'plugins/sell/server/orders/order.part.ts':
    "import { orderRoutes } from './order.routes.ts';\nexport const orders = orderRoutes;",
  'plugins/sell/server/orders/order.routes.ts': [
    "import { listOrders } from '../../contracts/index.ts';",
    "import type { OrderService } from './order.service.ts';",
    'export const orderRoutes = listOrders;',
  ].join('\n'),
  'plugins/sell/server/orders/order.service.ts': 'export class OrderService {}',
  'plugins/sell/server/orders/order.http.test.ts': "import plugin from '../plugin.ts';",
  'plugins/sell/server/carriers/carrier.part.ts':
    "import { listCarriers } from '../../contracts/index.ts';\nexport const carriers = listCarriers;",
  'plugins/sell/server/carriers/carrier.http.test.ts': "import plugin from '../plugin.ts';",
  'plugins/sell/browser/orders/order.screen.tsx': [
    "import { listOrders } from '../../contracts/index.ts';",
    "import './order.module.css';",
    'export const OrderScreen = listOrders;',
  ].join('\n'),
  'plugins/sell/browser/orders/order.module.css': '',
  'plugins/sell/browser/orders/order.journey.e2e.ts': '',
  'plugins/sell/browser/carriers/carrier.screen.tsx':
    "import { listCarriers } from '../../contracts/index.ts';\nexport const CarrierScreen = listCarriers;",
  'shell/e2e/screens.e2e.ts': "chosen('screens', screens, fileOf);",
  'cli/documents.test.ts': "readFileSync('README.md');",
};
const graph = graphOf(
  new Set(Object.keys(files)),
  new Map(
    Object.entries(files).flatMap(([path, text]) => (path.endsWith('.css') ? [] : [[path, readImports(path, text)]])),
  ),
);
const declared: Declared = {
  routes: [
    {
      name: 'listOrders',
      file: 'plugins/sell/contracts/orders/order.contract.ts',
      exported: 'listOrders',
      isAlways: false,
    },
    {
      name: 'listCarriers',
      file: 'plugins/sell/contracts/carriers/carrier.contract.ts',
      exported: 'listCarriers',
      isAlways: false,
    },
    { name: 'login', file: 'core/contracts/sign-in/auth.contract.ts', exported: 'login', isAlways: true },
  ],
  screens: [],
};
const changeOf = (
  path: string,
  after = `${files[path] ?? ''}\nchanged();`,
  before: string | undefined = files[path],
): Change => ({
  path,
  before,
  after,
});
const plan = (
  changes: readonly Change[],
  asked: { changed?: boolean; all?: boolean; also?: ['journey'] } = {},
  position = 0,
) =>
  planOf(
    { changed: true, all: false, also: [], ...asked },
    { graph, declared, history: { position, changes }, textOf: (path) => files[path] ?? '' },
  );
const reached = (change: Change) => [...reachOf(graph, [change]).files].filter((path) => path.includes('.test.'));

describe('what a change reaches', () => {
  it.each([
    [
      'plugins/sell/server/orders/order.service.ts',
      ['plugins/sell/server/orders/order.http.test.ts'],
      ['listOrders'],
      [],
    ],
    ['plugins/sell/browser/orders/order.screen.tsx', [], [], ['plugins/sell/browser/orders/order.screen.tsx']],
    ['plugins/sell/browser/orders/order.module.css', [], [], ['plugins/sell/browser/orders/order.screen.tsx']],
    [
      'plugins/sell/contracts/orders/order.contract.ts',
      ['plugins/sell/server/orders/order.http.test.ts'],
      ['listOrders'],
      ['plugins/sell/browser/orders/order.screen.tsx'],
    ],
    ['core/kernel/route.ts', ['core/kernel/route.test.ts'], [], []],
    ['README.md', ['cli/documents.test.ts'], [], []],
    ['LICENSE', [], [], []],
  ])('%s', (path, tests, routes, screens) => {
    const { files: chosen, ...choice } = plan([changeOf(path)]);
    expect(chosen.unit).toEqual(tests);
    expect(choice).toMatchObject({ routes, screens });
    const isOfContract = path.includes('/contracts/');
    expect(chosen.matrix).toEqual([
      ...(isOfContract ? ['core/testing/isolation.matrix.ts'] : []),
      ...(routes.length ? ['core/testing/matrices/routes/route.matrix.ts'] : []),
    ]);
    expect(chosen.fuzz).toEqual(routes.length ? ['core/testing/matrices/routes/api.fuzz.ts'] : []);
    expect(chosen.browser).toEqual(screens.length ? ['shell/e2e/screens.e2e.ts'] : []);
  });

  it('of a barrel is who imports the name that it has from elsewhere now', () => {
    const path = 'plugins/sell/contracts/index.ts';
    const before = files[path]?.replace("listOrders } from './orders/order", "listOrders } from './old/order");
    const { files: chosen, routes } = plan([changeOf(path, files[path], before)]);
    expect(chosen.unit).toEqual(['plugins/sell/server/orders/order.http.test.ts']);
    expect(routes).toEqual(['listOrders']);
  });

  it('of a table of contents is what it has newly', () => {
    const path = 'plugins/sell/server/plugin.ts';
    const before = files[path]?.split('\n').slice(1).join('\n');
    expect(reached(changeOf(path, files[path], before))).toEqual(['plugins/sell/server/orders/order.http.test.ts']);
  });

  it('of a migration is all that boots its plugin', () => {
    const { files: chosen } = plan([changeOf('plugins/sell/server/migrations/Migration1.ts')]);
    expect(chosen.unit).toEqual([
      'plugins/sell/server/carriers/carrier.http.test.ts',
      'plugins/sell/server/orders/order.http.test.ts',
    ]);
  });

  it('is nothing where only comments, types or the breaks of lines have changed', () => {
    const path = 'plugins/sell/server/orders/order.service.ts';
    const after = '/** Of orders. */\nexport class OrderService {\n}\nexport interface Other {}';
    expect(reached(changeOf(path, after))).toEqual([]);
  });

  it.each([
    'package-lock.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    '.ci/run',
    'cli/bootstrap.mjs',
    'core/testing/postgres/postgres-server.ts',
  ])('is everything where %s has changed', (path) => {
    const { files: chosen, routes, screens } = plan([changeOf(path)]);
    expect(chosen.unit).toHaveLength(4);
    expect([routes.length, screens.length]).toEqual([3, 2]);
  });
});

it('goes through everything where a generated suite itself has changed', () => {
  expect(plan([changeOf('core/testing/matrices/routes/route.matrix.ts')]).routes).toHaveLength(3);
  expect(plan([changeOf('shell/e2e/screens.e2e.ts')])).toMatchObject({ routes: [], screens: { length: 2 } });
});

describe('a run without --changed', () => {
  it('has every hand-written test, what is affected, what is open and the turn of the rest', () => {
    const {
      files: chosen,
      routes,
      line,
    } = plan([changeOf('plugins/sell/server/orders/order.service.ts')], { changed: false });
    expect(chosen.unit).toHaveLength(4);
    expect(routes).toEqual(expect.arrayContaining(['listOrders', 'login']));
    expect(line).toMatch(/^8 files, routes 2 affected( \+ 1)? of 3, screens 0 affected( \+ \d)? of 2$/);
  });

  it('leaves nothing out with --all, or where git does not tell', () => {
    expect(plan([], { changed: false, all: true })).toMatchObject({ routes: 'all', screens: 'all' });
    const tree = { graph, declared, history: undefined, textOf: () => '' };
    const without = planOf({ changed: false, all: false, also: ['journey'] }, tree);
    expect(without).toMatchObject({ routes: 'all', screens: 'all' });
    expect(without.files.journey).toEqual(['plugins/sell/browser/orders/order.journey.e2e.ts']);
    expect(without.line).toContain('nothing is left out');
  });

  it('goes through a journey whose screen is affected', () => {
    const { files: chosen } = plan([changeOf('plugins/sell/browser/orders/order.screen.tsx')], { also: ['journey'] });
    expect(chosen.journey).toEqual(['plugins/sell/browser/orders/order.journey.e2e.ts']);
  });
});

it('is the same for the same tree', () => {
  const twice = [0, 1].map(() => plan([changeOf('core/kernel/route.ts')], { changed: false }, 7));
  expect(twice[0]).toEqual(twice[1]);
});

it.each(Object.entries(rotations))('meets each of the %s once in any trees that follow each other', (_, parts) => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(100_000), (name, first) => {
      const met = Array.from({ length: parts }, (_, step) => isTurn(name, first + step, parts)).filter(Boolean);
      expect(met).toHaveLength(1);
    }),
  );
});

it('spreads what it turns over the trees', () => {
  const names = Array.from({ length: 600 }, (_, at) => `route${at}`);
  for (let position = 0; position < 6; position += 1) {
    const turn = names.filter((name) => isTurn(name, position, 6)).length;
    expect(turn).toBeGreaterThan(60);
    expect(turn).toBeLessThan(140);
  }
});
