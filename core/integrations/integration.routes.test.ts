import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSavedView, listSavedViews } from '../contracts/records/saved-view.contract.ts';
import { getTimeline } from '../contracts/records/timeline.contract.ts';
import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  listPublishableKeys,
  updateIntegration,
} from '../contracts/work/integration.contract.ts';
import { searchRecords } from '../contracts/work/search.contract.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../testing/kernel/test-kernel.ts';

const credentials = {
  privateKey: 'sk_test_canary12345678',
  publishableKey: 'pk_test_forEveryone5678',
  webhookSecret: 'whsec_canary12345678',
};

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel();
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

describe('integration calls', () => {
  it('add, change, list and remove, without a secret in any answer', async () => {
    const created = await admin.call(createIntegration, { body: { name: 'Cards', code: 'stripe', credentials } });
    const params = { integrationID: created.id };
    const changed = await admin.call(updateIntegration, {
      params,
      body: { name: 'Card payments', version: created.version },
    });
    expect(changed).toMatchObject({ name: 'Card payments', isActive: true });
    expect(changed.version).toBeGreaterThan(created.version);
    const list = await (await admin.fetch('/v1/integrations')).text();
    expect(list).toContain('sk_test_••••5678');
    expect(list).not.toContain('canary');
    await expect(
      admin.call(createIntegration, {
        body: { name: 'Card payments', code: 'shippo', credentials: { apiKey: 'shippo_test_1' } },
      }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
    });
    const scanner = await kernel.a.as('scanner');
    expect((await scanner.call(listPublishableKeys, {})).items).toEqual([
      { integrationID: created.id, name: 'Card payments', publishableKey: credentials.publishableKey },
    ]);
    await admin.call(updateIntegration, { params, body: { isActive: false } });
    expect((await scanner.call(listPublishableKeys, {})).count).toBe(0);
    const record = { type: 'integration', id: created.id };
    const { items } = await admin.call(getTimeline, { params: record });
    expect(items.map(({ action }) => action)).toEqual(['updated', 'updated', 'created']);
    expect(JSON.stringify(items)).not.toContain('canary');
    await expect(scanner.call(getTimeline, { params: record })).rejects.toMatchObject({ status: 404 });
    await admin.call(deleteIntegration, { params });
    expect(await admin.call(listIntegrations, {})).toEqual({ items: [], count: 0 });
  });

  it('say which key has the wrong prefix', async () => {
    const body = { name: 'Labels', code: 'shippo' as const, credentials: { apiKey: 'abc' } };
    await expect(admin.call(createIntegration, { body })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'credentials.apiKey', message: 'API key must start with shippo_live_ or shippo_test_' }],
    });
  });

  it('need their rights', async () => {
    const user = await kernel.a.as('user');
    expect((await user.call(listIntegrations, {})).count).toBe(0);
    await expect(
      user.call(createIntegration, { body: { name: 'x', code: 'stripe', credentials } }),
    ).rejects.toMatchObject({ status: 403 });
    await expect((await kernel.a.as('scanner')).call(listIntegrations, {})).rejects.toMatchObject({ status: 403 });
  });
});

describe('calls of everybody', () => {
  it('refuse a second saved view of the same name with 409', async () => {
    const body = { screen: 'orders', name: 'Open' };
    await admin.call(createSavedView, { body });
    await expect(admin.call(createSavedView, { body })).rejects.toMatchObject({ status: 409, code: 'duplicate' });
    expect((await admin.call(listSavedViews, { query: { screen: 'orders' } })).count).toBe(1);
    await expect(
      (await kernel.b.as('admin')).call(listSavedViews, { query: { screen: 'orders' } }),
    ).resolves.toMatchObject({ count: 0 });
  });

  it('search nothing for nothing', async () => {
    expect(await admin.call(searchRecords, { query: { query: 'zzzz' } })).toEqual({ items: [] });
    await expect(admin.call(searchRecords, { query: { query: ' ' } })).rejects.toMatchObject({ status: 400 });
    await expect(admin.call(searchRecords, { query: { query: 'x', take: 51 } })).rejects.toMatchObject({ status: 400 });
  });
});
