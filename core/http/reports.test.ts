import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contracts/endpoints/endpoint.ts';
import { definePermissions } from '../contracts/plugins/permission.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { outsideRoute, route } from '../kernel/route.ts';
import { bootTestKernel, type TestKernel, type TestPerson } from '../testing/kernel/test-kernel.ts';
import { createOps, opsSourceOf } from './ops.ts';

const permissions = definePermissions([
  { code: 'figures', name: 'Figures', group: 'reports', description: 'Figures', defaults: {} },
]);
const asking = { reads: true, reply: z.object({ slug: z.string() }) } as const;
const reading = (name: string) => ({ ...asking, name, summary: 'Reads.', permission: 'figures:read' as const });
const path = '/v1/x/figures';
const items = z.object({ items: z.array(z.object({ slug: z.string() })) });
const page = z.object({ take: z.coerce.number().default(1), skip: z.coerce.number().default(0) });

/** PostgreSQL's plan cache mode in the last call of the handler. */
let planned: unknown;
async function noted({ account, em }: AccountContext) {
  const { rows } = await sql<{ mode: string }>`select current_setting(${'plan_cache_mode'}) as mode`.execute(
    em.query(),
  );
  planned = rows[0]?.mode;
  return account;
}

const figures = definePlugin({
  id: 'figures',
  title: 'Figures',
  description: 'What is read from a replica, and what is not.',
  permissions,
  routes: () => [
    route(endpoint({ ...reading('readPlain'), method: 'PUT', path: `${path}/plain` }), noted),
    route(endpoint({ ...reading('readFigures'), method: 'PUT', path: `${path}/report`, isReport: true }), noted),
    route(endpoint({ ...reading('exportFigures'), method: 'PUT', path: `${path}/long`, isLong: true }), noted),
    outsideRoute(
      endpoint({ ...reading('printFigures'), method: 'PUT', path: `${path}/outside`, isLong: true, outside: true }),
      (ctx) => ctx.inTransaction(noted, { readOnly: true }),
    ),
    route(
      endpoint({
        name: 'changeFigures',
        method: 'PUT',
        path: `${path}/change`,
        permission: 'figures:update',
        summary: 'Changes.',
        isLong: true,
        reply: asking.reply,
      }),
      noted,
    ),
    route(
      endpoint({
        name: 'listFigures',
        method: 'GET',
        path: `${path}/list`,
        permission: 'figures:read',
        summary: 'Lists.',
        query: page,
        reply: items,
      }),
      async (ctx) => ({ items: [await noted(ctx)] }),
    ),
    route(
      endpoint({
        name: 'readFigure',
        method: 'GET',
        path: `${path}/one/{figureID}`,
        permission: 'figures:read',
        summary: 'Reads one.',
        reply: asking.reply,
      }),
      noted,
    ),
    route(
      endpoint({
        name: 'sumFigures',
        method: 'GET',
        path: `${path}/sum`,
        permission: 'figures:read',
        summary: 'Sums.',
        reply: asking.reply,
      }),
      noted,
    ),
  ],
});

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  // The primary itself is not a replica, so its use as one is detected: requests fall back to the primary and are
  // counted.
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

it.each([
  ['PUT', 'plain', 'generic'],
  ['PUT', 'change', 'generic'],
  ['GET', 'one/x', 'generic'],
  ['GET', 'list', 'custom'],
  ['GET', 'list?format=csv', 'custom'],
  ['GET', 'sum', 'custom'],
  ['PUT', 'report', 'custom'],
  ['PUT', 'long', 'custom'],
  ['PUT', 'outside', 'custom'],
] as const)('%s %s is planned as its contract says: %s', async (method, name, mode) => {
  planned = undefined;
  await admin.fetch(`${path}/${name}`, { method });
  expect(planned).toBe(`force_${mode}_plan`);
});

it('tells how many reports were read where', async () => {
  const metricsText = await (await createOps(opsSourceOf(kernel, import.meta.dirname)).request('/metrics')).text();
  expect(metricsText).toMatch(/^millwright_reports_total\{replica="behind"\} 8$/m);
  expect(metricsText).toMatch(/^millwright_database_connections_most\{role="reading"\} 2$/m);
});
