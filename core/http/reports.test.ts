import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contracts/endpoint.ts';
import { definePermissions } from '../contracts/permission.ts';
import { definePlugin } from '../kernel/plugin.ts';
import { outsideRoute, route } from '../kernel/route.ts';
import { bootTestKernel, type TestKernel, type TestPerson } from '../testing/test-kernel.ts';
import { createOps, opsSourceOf } from './ops.ts';

const permissions = definePermissions([
  { code: 'figures', name: 'Figures', group: 'reports', description: 'Figures', defaults: {} },
]);
const asking = { reads: true, reply: z.object({ slug: z.string() }) } as const;
const reading = (name: string) => ({ ...asking, name, summary: 'Reads.', permission: 'figures:read' as const });
const path = '/v1/x/figures';
const items = z.object({ items: z.array(z.object({ slug: z.string() })) });
const page = z.object({ take: z.coerce.number().default(1), skip: z.coerce.number().default(0) });

const figures = definePlugin({
  id: 'figures',
  title: 'Figures',
  description: 'What is read from a replica, and what is not.',
  permissions,
  routes: () => [
    route(endpoint({ ...reading('readPlain'), method: 'PUT', path: `${path}/plain` }), async ({ account }) => account),
    route(
      endpoint({ ...reading('readFigures'), method: 'PUT', path: `${path}/report`, isReport: true }),
      async ({ account }) => account,
    ),
    route(
      endpoint({ ...reading('exportFigures'), method: 'PUT', path: `${path}/long`, isLong: true }),
      async ({ account }) => account,
    ),
    outsideRoute(
      endpoint({ ...reading('printFigures'), method: 'PUT', path: `${path}/outside`, isLong: true, outside: true }),
      (ctx) => ctx.inTransaction(async ({ account }) => account, { readOnly: true }),
    ),
    route(
      endpoint({
        ...{ name: 'changeFigures', method: 'PUT', path: `${path}/change`, permission: 'figures:update' },
        ...{ summary: 'Changes.', isLong: true, reply: asking.reply },
      }),
      async ({ account }) => account,
    ),
    route(
      endpoint({
        ...{ name: 'listFigures', method: 'GET', path: `${path}/list`, permission: 'figures:read' },
        ...{ summary: 'Lists.', query: page, reply: items },
      }),
      async ({ account }) => ({ items: [{ slug: account.slug }] }),
    ),
  ],
});

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  // The primary itself is no replica: whatever is asked of it comes back, and is counted.
  kernel = await bootTestKernel({
    why: 'a plugin of its own, and a replica',
    plugins: [figures],
    reading: ({ tenant }) => ({ url: tenant, connections: 2 }),
  });
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

it.each([
  ['PUT', 'plain', 0],
  ['PUT', 'report', 1],
  ['PUT', 'long', 1],
  ['PUT', 'outside', 1],
  ['PUT', 'change', 0],
  ['GET', 'list', 0],
  ['GET', 'list?format=csv', 1],
] as const)('%s %s asks the replica %i times', async (method, name, times) => {
  const before = kernel.database.reportCounts?.behind ?? 0;
  const response = await admin.fetch(`${path}/${name}`, { method });
  expect(await response.text()).toContain(kernel.a.slug);
  expect(kernel.database.reportCounts).toEqual({ served: 0, behind: before + times, stopped: 0, away: 0 });
});

it('tells how many reports were read where', async () => {
  const said = await (await createOps(opsSourceOf(kernel, import.meta.dirname)).request('/metrics')).text();
  expect(said).toMatch(/^millwright_reports_total\{replica="behind"\} 4$/m);
  expect(said).toMatch(/^millwright_database_connections_most\{role="reading"\} 2$/m);
});
