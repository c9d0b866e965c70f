import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { salesOrderStatusChanged } from '@millwright/commerce/contracts';
import { listMyPlugins, listPermissionGroups, listRoles, updateRole } from '@millwright/core/contracts';
import { createSite } from '@millwright/core/kernel';
import { emit, sql } from '@millwright/core/server';
import {
  bootTestKernel,
  platformAudience,
  platformPlugins,
  type TestAccount,
  type TestKernel,
  testPassword,
} from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const id = 'acme-pallet-labels';
const bundle = `/plugins/${id}/remoteEntry.0123456789.js`;

let kernel: TestKernel;
let buildDir: string;
let northfield: TestAccount;
let harbor: TestAccount;

beforeAll(async () => {
  // The installed configuration: only platform.config.ts assigns plugins to accounts.
  const audience = platformAudience();
  expect(audience[id]).toEqual(['northfield']);
  kernel = await bootTestKernel({
    why: 'an audience, and a queue',
    plugins: await platformPlugins(),
    audience,
    slugs: ['northfield', 'harbor'],
  });
  northfield = kernel.a;
  harbor = kernel.b;
  buildDir = mkdtempSync(join(tmpdir(), 'millwright-doors-'));
  mkdirSync(join(buildDir, 'plugins', id), { recursive: true });
  writeFileSync(join(buildDir, 'manifest.json'), JSON.stringify({ shell: null, remotes: [{ id, entry: bundle }] }));
  writeFileSync(join(buildDir, bundle), 'export default 1;');
});
afterAll(async () => {
  await kernel?.stop();
  if (buildDir) rmSync(buildDir, { recursive: true });
});

/** Status for the plugin's browser code, requested by an administrator of the account. */
async function bundleStatus(account: TestAccount): Promise<number> {
  const site = createSite(kernel, { buildDir, production: false });
  const login = await site.request('http://millwright.test/api/auth/actions/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: `admin@${account.slug}.test`, password: testPassword }),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return (await site.request(`http://millwright.test${bundle}`, { headers: { cookie } })).status;
}

/** Number of events that the plugin has handled in this account. */
const handled = (account: TestAccount): Promise<number> =>
  account.run(async (ctx) => {
    const { rows } = await sql<{ count: string }>`select count(*) from core.handled_event
      where account_id = ${ctx.account.id} and subscriber like ${`${id}.%`}`.execute(ctx.em.query());
    return Number(rows[0]?.count);
  });

/** Inserts a label that the nightly job should delete, and answers whether it did. */
async function oldLabelIsForgotten(account: TestAccount): Promise<boolean> {
  const label = `plb_${account.slug}`;
  await account.run(async (ctx) => {
    await sql`insert into acme_pallet_labels.pallet_label
      (account_id, id, created_at, updated_at, version, order_id, order_number, customer_name,
        position, count, printed_at)
      values (${ctx.account.id}, ${label}, now(), now(), 1, 'so_none', '1', 'Nobody', 1, 1,
        ${ctx.clock.now()}::timestamptz - interval '1 year')`.execute(ctx.em.query());
  });
  const jobs = await kernel.jobs();
  await jobs.runNow(`${id}.forget-old`);
  await jobs.idle();
  return account.run(async (ctx) => {
    const { rows } = await sql`delete from acme_pallet_labels.pallet_label
      where account_id = ${ctx.account.id} and id = ${label} returning id`.execute(ctx.em.query());
    return rows.length === 0;
  });
}

async function doors(account: TestAccount) {
  const admin = await account.as('admin');
  const statuses = await Promise.all(
    kernel.routes
      .filter(({ pluginID }) => pluginID === id)
      .map(async ({ route: { endpoint } }) => {
        const response = await admin.fetch(endpoint.path.replaceAll(/\{\w+\}/g, 'none'), {
          method: endpoint.method,
          ...(endpoint.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
        });
        return ((await response.json()) as { code?: string }).code === 'no_such_endpoint';
      }),
  );
  const eventsBefore = await handled(account);
  await account.run(async (ctx) => {
    const order = { orderID: 'so_none', number: '1', customerID: 'cus_none' };
    emit(ctx, salesOrderStatusChanged, { ...order, from: 'estimate', to: 'issued' });
    await ctx.em.flush();
  });
  await (await kernel.jobs()).idle();
  const manifest = await admin.call(listMyPlugins, {});
  const plugin = manifest.items.find((each) => each.id === id);
  const { items: groups } = await admin.call(listPermissionGroups, {});
  const { items: roles } = await admin.call(listRoles, { query: { code: 'user' } });
  const grant = await admin
    .call(updateRole, {
      params: { roleID: roles[0]?.id ?? '' },
      body: { permissions: [{ domain: 'pallet_labels', read: true }] },
    })
    .then(() => 200)
    .catch((error: { status: number }) => error.status);
  return {
    unknownRoutes: [...new Set(statuses)],
    events: (await handled(account)) - eventsBefore,
    job: await oldLabelIsForgotten(account),
    grantable: groups.some(({ permissions }) => permissions.some(({ code }) => code === 'pallet_labels')),
    grant,
    screens: plugin?.screens.map(({ name }) => name) ?? [],
    fills: plugin?.fills ?? [],
    rights: manifest.permissions.filter((code) => code.startsWith('pallet_labels:')).length,
    mentioned: JSON.stringify(manifest).includes('pallet'),
    bundle: await bundleStatus(account),
  };
}

describe('the plugin of one account', () => {
  it('is there for that account, at every door', async () => {
    expect(await doors(northfield)).toEqual({
      unknownRoutes: [false],
      events: 1,
      job: true,
      grantable: true,
      grant: 200,
      screens: ['pallet-quantities', 'pallet-quantity', 'pallet-labels'],
      fills: ['commerce.sales-order.panels'],
      rights: 4,
      mentioned: true,
      bundle: 200,
    });
  });

  it('does not exist for another account, at any door', async () => {
    expect(await doors(harbor)).toEqual({
      unknownRoutes: [true],
      events: 0,
      job: false,
      grantable: false,
      grant: 400,
      screens: [],
      fills: [],
      rights: 0,
      mentioned: false,
      bundle: 404,
    });
  });

  it('has its bundle for nobody who is not signed in', async () => {
    const site = createSite(kernel, { buildDir, production: false });
    expect((await site.request(`http://millwright.test${bundle}`)).status).toBe(404);
  });
});
