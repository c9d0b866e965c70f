import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getAccount,
  getAccountBySlug,
  getAccountPhoto,
  getAccountStatus,
  listAccountStatuses,
  setAccountPhoto,
  updateAccount,
} from '../../contracts/accounts/account.contract.ts';
import { getMyTenancy } from '../../contracts/accounts/me.contract.ts';
import {
  createRegistrationFlow,
  deleteRegistrationFlow,
  getRegistrationFlowBySlug,
  listRegistrationFlows,
  updateRegistrationFlow,
} from '../../contracts/accounts/registration-flow.contract.ts';
import {
  bootTestKernel,
  type TestAccount,
  type TestKernel,
  type TestPerson,
} from '../../testing/kernel/test-kernel.ts';
import { createAccount } from './create-account.ts';
import { pruneSlugs } from './slugs.ts';

/** A picture of one transparent pixel. */
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

let kernel: TestKernel;
let admin: TestPerson;
let user: TestPerson;
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'names of accounts that others have' });
  admin = await kernel.a.as('admin');
  user = await kernel.a.as('user');
});
afterAll(() => kernel.stop());

const own = () => ({ params: { accountID: kernel.a.id } });

describe('account profile', () => {
  test('is read by every member and changed by those who may', async () => {
    const scanner = await kernel.a.as('scanner');
    expect(await scanner.call(getAccount, own())).toMatchObject({
      id: kernel.a.id,
      slug: 'alpha',
      currency: 'USD',
      plan: 'free',
      logoUrl: null,
    });
    await expect(scanner.call(updateAccount, { ...own(), body: { name: 'Mine' } })).rejects.toMatchObject({
      status: 403,
    });

    const changed = await user.call(updateAccount, {
      ...own(),
      body: {
        name: 'Alpha Gloves',
        timeZone: 'America/Chicago',
        website: 'https://alpha.test',
        billToAddress: { name: 'Head office', country: 'US' },
      },
    });
    expect(changed).toMatchObject({
      name: 'Alpha Gloves',
      timeZone: 'America/Chicago',
      billToAddress: { name: 'Head office', country: 'US', line1: null },
    });
    await expect(
      admin.call(updateAccount, { ...own(), body: { name: 'Late', version: changed.version - 1 } }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'stale_version',
    });
    // Contexts see the change at once, not after the cache's 30 s.
    expect(await kernel.a.run(async (ctx) => ctx.account)).toMatchObject({
      name: 'Alpha Gloves',
      timeZone: 'America/Chicago',
    });
  });

  test('refuses bad fields with one message each', async () => {
    const refusal = await admin
      .call(updateAccount, {
        ...own(),
        body: { slug: 'ab', email: 'nobody', website: 'ftp://x', timeZone: 'Mars/Olympus', currency: 'usd' },
      })
      .catch((error) => error);
    expect(refusal).toMatchObject({ status: 400 });
    expect(refusal.errors.map(({ path, message }: { path: string; message: string }) => [path, message])).toEqual(
      expect.arrayContaining([
        ['slug', 'Slug must be at least 3 characters'],
        ['email', 'Must be a valid email'],
        ['website', 'Must be a valid web address'],
        ['timeZone', 'Must be a time zone such as America/Chicago'],
        ['currency', 'Must be a currency such as USD'],
      ]),
    );
    for (const currency of ['JPY', 'KWD', 'KRW']) {
      const told = await admin.call(updateAccount, { ...own(), body: { currency } }).catch((error) => error);
      expect([told.status, told.errors]).toEqual([
        400,
        [{ path: 'currency', message: 'Amounts are kept in two decimals' }],
      ]);
    }
  });

  test('keeps a slug that was given up for who had it for 90 days, and never gives away reserved words', async () => {
    const beta = await kernel.b.as('admin');
    const take = (who: TestPerson, account: TestAccount, slug: string) =>
      who.call(updateAccount, { params: { accountID: account.id }, body: { slug } });
    await take(beta, kernel.b, 'beta-knits');
    const taken = { status: 409, code: 'duplicate', errors: [{ path: 'slug' }] };
    await expect(take(admin, kernel.a, 'beta')).rejects.toMatchObject(taken);
    // A slug derived from a name never takes an existing one.
    const { slug } = await createAccount(kernel.tenancy, { name: 'Beta' });
    expect(slug).toMatch(/^beta-.{6}$/);
    expect((await take(beta, kernel.b, 'beta')).slug).toBe('beta');
    await take(beta, kernel.b, 'beta-knits');
    const db = new Client({ connectionString: kernel.db.adminUrl });
    await db.connect();
    await db.query("update core.account_slug set freed_at = $1::timestamptz - interval '91 days' where slug = 'beta'", [
      kernel.clock.now(),
    ]);
    await db.end();
    await pruneSlugs(kernel.database, kernel.clock);
    expect((await take(admin, kernel.a, 'beta')).slug).toBe('beta');
    for (const word of ['admin', 'millwright']) await expect(take(admin, kernel.a, word)).rejects.toMatchObject(taken);
    expect((await createAccount(kernel.tenancy, { name: 'Support' })).slug).toMatch(/^support-.{6}$/);
    await take(admin, kernel.a, 'alpha');
  });

  test('refuses the slug of another account, and another account itself', async () => {
    await expect(admin.call(updateAccount, { ...own(), body: { slug: 'beta-knits' } })).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
    });
    await expect(admin.call(getAccount, { params: { accountID: kernel.b.id } })).rejects.toMatchObject({ status: 404 });
    await expect(
      admin.call(updateAccount, { params: { accountID: kernel.b.id }, body: { name: 'Taken' } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test('keeps one uploaded logo, shows it to everybody and refuses what is no picture', async () => {
    const { photoUrl } = await admin.call(setAccountPhoto, { ...own(), body: png });
    const [path, version] = photoUrl.split('?v=');
    expect(path).toBe('/api/v1/accounts/slug/alpha/photo');
    const shown = await kernel.anonymous().call(getAccountPhoto, { params: { slug: 'alpha' }, query: { v: version } });
    expect(Buffer.from(await shown.arrayBuffer()).equals(Buffer.from(png))).toBe(true);
    const again = await admin.call(setAccountPhoto, { ...own(), body: png });
    expect(again.photoUrl).not.toBe(photoUrl);
    await expect(
      admin.call(setAccountPhoto, { ...own(), body: new TextEncoder().encode('<svg onload="alert(1)"/>') }),
    ).rejects.toMatchObject({ status: 400 });
    const names = { logoUrl: again.photoUrl, logoURL: again.photoUrl };
    expect(await admin.call(getAccount, own())).toMatchObject(names);
    const { currentAccount } = (await admin.call(getMyTenancy, {})) ?? {};
    expect(currentAccount?.logoUrl).toMatch(/^\/v1\/files\//);
    expect(currentAccount?.logoURL).toBe(currentAccount?.logoUrl);
    expect((await admin.call(updateAccount, { ...own(), body: { logoUrl: null } })).logoUrl).toBeNull();
    await expect(kernel.anonymous().call(getAccountPhoto, { params: { slug: 'alpha' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

test('account statuses are the four of the spec', async () => {
  const scanner = await kernel.a.as('scanner');
  expect((await scanner.call(listAccountStatuses, {})).items.map(({ code }) => code)).toEqual([
    'hold_all',
    'hold_shipment',
    'normal',
    'preferred',
  ]);
  expect(await scanner.call(getAccountStatus, { params: { accountStatusID: 'hold_all' } })).toMatchObject({
    id: 'hold_all',
    name: 'Hold all',
  });
  await expect(scanner.call(getAccountStatus, { params: { accountStatusID: 'sold' } })).rejects.toMatchObject({
    status: 404,
  });
});

describe('registration flows', () => {
  test('one at a time is active, and it is what the slug shows', async () => {
    await expect(
      kernel.anonymous().call(getRegistrationFlowBySlug, { params: { slug: 'alpha' } }),
    ).rejects.toMatchObject({ status: 404 });
    const first = await user.call(createRegistrationFlow, {
      body: { name: 'Trade', title: 'Become a customer', isActive: true },
    });
    const second = await user.call(createRegistrationFlow, {
      body: { name: 'Fair', title: 'Met at the fair', isActive: true, phoneField: 'hidden' },
    });
    expect((await user.call(listRegistrationFlows, { query: { isActive: true } })).items.map(({ id }) => id)).toEqual([
      second.id,
    ]);
    expect(await kernel.anonymous().call(getRegistrationFlowBySlug, { params: { slug: 'alpha' } })).toEqual({
      id: second.id,
      title: 'Met at the fair',
      message: null,
      allowsExistingCustomers: true,
      phoneField: 'hidden',
      addressField: 'optional',
      websiteField: 'hidden',
      noteField: 'optional',
      approval: 'staff',
      closingWords: null,
      customerGroups: [],
      shippingTerms: [],
      paymentTerms: [],
    });
    await user.call(updateRegistrationFlow, { params: { registrationFlowID: first.id }, body: { isActive: true } });
    const shown = await kernel.anonymous().call(getAccountBySlug, { params: { slug: 'alpha' } });
    expect(shown).toMatchObject({ id: kernel.a.id, slug: 'alpha', customerRegistrationFlow: { id: first.id } });
    await expect(user.call(createRegistrationFlow, { body: { name: 'Fair', title: 'Twice' } })).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
    });
    await user.call(deleteRegistrationFlow, { params: { registrationFlowID: first.id } });
    expect(
      (await kernel.anonymous().call(getAccountBySlug, { params: { slug: 'alpha' } })).customerRegistrationFlow,
    ).toBeNull();
  });

  test('name nothing that nobody keeps: without a plugin of customers there is nothing to choose', async () => {
    await expect(
      user.call(createRegistrationFlow, {
        body: { name: 'Empty-handed', title: 'Nothing', defaultShippingTermID: 'sht_1', defaultPaymentTermID: '' },
      }),
    ).rejects.toMatchObject({
      status: 400,
      errors: [
        {
          path: 'defaultShippingTermID',
          message: 'This account keeps no customers, so there is nothing to choose from',
        },
      ],
    });
  });

  test('stay within their account', async () => {
    const other = await kernel.b.as('admin');
    const flow = await other.call(createRegistrationFlow, { body: { name: 'Beta', title: 'Of beta' } });
    await expect(user.call(deleteRegistrationFlow, { params: { registrationFlowID: flow.id } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await user.call(listRegistrationFlows, {})).items.map(({ id }) => id)).not.toContain(flow.id);
  });

  test('activations at the same time leave one active', async () => {
    const flows = await Promise.all(
      [1, 2, 3, 4].map((index) =>
        user.call(createRegistrationFlow, { body: { name: `Race ${index}`, title: 'Race', isActive: true } }),
      ),
    );
    const active = (await user.callUnchecked(listRegistrationFlows, { query: { isActive: 'true' } })).items;
    expect(active).toHaveLength(1);
    expect(flows.map(({ id }) => id)).toContain(active[0]?.id);
  });
});

test('unknown slugs are 404 for everybody', async () => {
  await expect(kernel.anonymous().call(getAccountBySlug, { params: { slug: 'nobody' } })).rejects.toMatchObject({
    status: 404,
  });
});
