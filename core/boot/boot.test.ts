import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMyTenancy } from '../contracts/accounts/me.contract.ts';
import { getHealth, listMyPlugins } from '../contracts/plugins/manifest.contract.ts';
import { sharedKernel } from '../testing/kernel/shared-kernel.ts';
import type { TestKernel } from '../testing/kernel/test-kernel.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel();
});
afterAll(() => kernel.stop());

describe('the kernel alone', () => {
  it('answers the health call without a sign-in', async () => {
    expect(await kernel.anonymous().call(getHealth, {})).toEqual({ status: 'ok', env: 'test' });
  });

  it('refuses everything else without a sign-in', async () => {
    await expect(kernel.anonymous().call(listMyPlugins, {})).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
  });

  it('knows the account of a person and refuses that of others', async () => {
    const admin = await kernel.a.as('admin');
    expect(await admin.call(getMyTenancy, {})).toMatchObject({
      currentAccount: { id: kernel.a.id, slug: kernel.a.slug },
    });
    const foreign = await admin.fetch('/v1/me/plugins', { headers: { 'account-id': kernel.b.id } });
    expect(foreign.status).toBe(403);
    const made = await admin.fetch('/v1/me/plugins', { headers: { 'account-id': 'acc_00000000000000000000000000' } });
    expect(await made.json()).toMatchObject({ code: 'account_required' });
  });
});
