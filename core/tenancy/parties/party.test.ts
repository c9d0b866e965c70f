import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkChildAccount, listChildAccounts, unlinkChildAccount } from '../../contracts/accounts/account.contract.ts';
import {
  createAddress,
  deleteAddress,
  getAddress,
  listAddresses,
  updateAddress,
} from '../../contracts/accounts/party-address.contract.ts';
import { newID } from '../../contracts/texts/id.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../../testing/kernel/test-kernel.ts';
import { createParty, linkChild, partyOf, removeParty, updateParty } from './party.ts';

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel();
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

const customer = async (name: string, parentID?: string): Promise<string> => {
  const id = newID('cus');
  await kernel.a.run(
    async (ctx) =>
      void (await createParty(ctx, {
        id,
        kind: 'customer',
        name,
        number: id.slice(-6),
        email: 'x@example.com',
        ...(parentID ? { parentID } : {}),
      })),
  );
  return id;
};

const place = (components: { long_name: string; short_name?: string; types: string[] }[]) => ({
  placeDetails: { place_id: 'ChIJ1', name: 'Mill Street Works', address_components: components },
});

describe('addresses', () => {
  test('belong to the own account, a customer or a supplier, and to nobody else', async () => {
    const customerID = await customer('Gloves & Co');
    const supplierID = newID('sup');
    await kernel.a.run(
      async (ctx) => void (await createParty(ctx, { id: supplierID, kind: 'supplier', name: 'Yarns' })),
    );
    for (const accountID of [kernel.a.id, customerID, supplierID]) {
      const made = await admin.call(createAddress, {
        params: { accountID },
        body: { name: 'Dock 4', line1: '1 Mill Street', line2: '', country: 'US', email: 'dock@example.com' },
      });
      expect(made).toMatchObject({ name: 'Dock 4', line2: null, isDropShip: false, version: 1 });
      expect((await admin.call(listAddresses, { params: { accountID } })).items).toEqual([made]);
      const changed = await admin.call(updateAddress, {
        params: { accountID, addressID: made.id },
        body: { city: 'Duluth', version: 1 },
      });
      expect(changed).toMatchObject({ city: 'Duluth', line1: '1 Mill Street', version: 2 });
      await expect(
        admin.call(updateAddress, { params: { accountID, addressID: made.id }, body: { city: 'Late', version: 1 } }),
      ).rejects.toMatchObject({ status: 409 });
      const elsewhere = accountID === customerID ? supplierID : customerID;
      await expect(
        admin.call(getAddress, { params: { accountID: elsewhere, addressID: made.id } }),
      ).rejects.toMatchObject({ status: 404 });
      await admin.call(deleteAddress, { params: { accountID, addressID: made.id } });
      await expect(admin.call(getAddress, { params: { accountID, addressID: made.id } })).rejects.toMatchObject({
        status: 404,
      });
    }
    for (const accountID of [kernel.b.id, newID('cus'), 'nonsense'])
      await expect(admin.call(listAddresses, { params: { accountID } })).rejects.toMatchObject({ status: 404 });
  });

  test('answer bad input with the messages of the spec', async () => {
    const post = async (body: unknown) => {
      const response = await admin.fetch(`/v1/accounts/${kernel.a.id}/addresses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return {
        status: response.status,
        problem: (await response.json()) as { message: string; errors: { path: string; message: string }[] },
      };
    };
    const empty = await post({});
    expect(empty.status).toBe(400);
    expect(empty.problem.errors).toEqual([
      { path: 'name', message: 'Address name is required' },
      { path: 'country', message: 'Country is required' },
    ]);
    expect((await post({ name: 'A', country: 'US', email: 'nobody' })).problem.errors).toEqual([
      { path: 'email', message: 'Must be a valid email' },
    ]);
    expect((await post({ name: 'A', country: 'US', planet: 'Earth' })).problem.errors).toEqual([
      { path: 'planet', message: 'This field is not known here' },
    ]);
    expect(await post({ placeDetails: { place_id: 'ChIJ1' } })).toMatchObject({
      status: 400,
      problem: { message: 'No address components found in place details' },
    });
    expect(await post(place([{ long_name: 'Duluth', types: ['locality'] }]))).toMatchObject({
      status: 400,
      problem: { message: 'Country not found in address components' },
    });
  });

  test('are built from place details', async () => {
    const made = await admin.call(createAddress, {
      params: { accountID: kernel.a.id },
      body: place([
        { long_name: '12', types: ['street_number'] },
        { long_name: 'Mill Street', types: ['route'] },
        { long_name: 'Duluth', types: ['locality'] },
        { long_name: 'Minnesota', short_name: 'MN', types: ['administrative_area_level_1'] },
        { long_name: '55802', types: ['postal_code'] },
        { long_name: 'United States', short_name: 'US', types: ['country'] },
      ]),
    });
    expect(made).toMatchObject({
      name: 'Mill Street Works',
      line1: '12 Mill Street',
      city: 'Duluth',
      state: 'MN',
      postalCode: '55802',
      country: 'US',
      placeID: 'ChIJ1',
    });
  });

  test('need the right of what they belong to', async () => {
    const customerID = await customer('Needs rights');
    const user = await kernel.a.as('user');
    const scanner = await kernel.a.as('scanner');
    expect((await user.call(listAddresses, { params: { accountID: kernel.a.id } })).count).toBeGreaterThanOrEqual(0);
    await expect(scanner.call(listAddresses, { params: { accountID: kernel.a.id } })).rejects.toMatchObject({
      status: 403,
    });
    // Without a plugin that declares rights on customers, only admins have them.
    await expect(user.call(listAddresses, { params: { accountID: customerID } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('a portal customer reads its own and no other', async () => {
    const [mine, other] = [await customer('Mine'), await customer('Other')];
    for (const accountID of [mine, other])
      await admin.call(createAddress, { params: { accountID }, body: { name: `Door ${accountID}`, country: 'US' } });
    const buyer = await kernel.a.as('customer', { customerID: mine });
    expect((await buyer.call(listAddresses, { params: { accountID: mine } })).items.map(({ name }) => name)).toEqual([
      `Door ${mine}`,
    ]);
    await expect(buyer.call(listAddresses, { params: { accountID: other } })).rejects.toMatchObject({ status: 404 });
    await expect(buyer.call(listAddresses, { params: { accountID: kernel.a.id } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      buyer.call(createAddress, { params: { accountID: mine }, body: { name: 'New', country: 'US' } }),
    ).rejects.toMatchObject({ status: 403 });
  });
});

describe('child accounts', () => {
  test('are linked, listed by name and unlinked', async () => {
    const parent = await customer('Parent');
    const [zoe, ann] = [await customer('Zoe'), await customer('Ann')];
    for (const childAccountID of [zoe, ann])
      await admin.call(linkChildAccount, { params: { accountID: parent, childAccountID } });
    const { items, count } = await admin.call(listChildAccounts, { params: { accountID: parent } });
    expect(count).toBe(2);
    expect(items.map(({ name }) => name)).toEqual(['Ann', 'Zoe']);
    expect(items[0]).toEqual({ id: ann, number: ann.slice(-6), name: 'Ann', email: 'x@example.com' });
    expect(
      (await admin.call(listChildAccounts, { params: { accountID: parent }, query: { take: 1, skip: 1 } })).items.map(
        ({ id }) => id,
      ),
    ).toEqual([zoe]);
    await admin.call(unlinkChildAccount, { params: { accountID: parent, childAccountID: ann } });
    await expect(
      admin.call(unlinkChildAccount, { params: { accountID: parent, childAccountID: ann } }),
    ).rejects.toMatchObject({ status: 404 });
    expect((await admin.call(listChildAccounts, { params: { accountID: parent } })).count).toBe(1);
    const told = await kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ changes: unknown }>`select changes from core.audit_event
        where account_id = ${ctx.account.id} and record_id = ${ann} order by occurred_at, id`.execute(ctx.em.query());
      return rows.map(({ changes }) => changes);
    });
    expect(told).toEqual([
      [{ field: 'parent', from: null, to: 'Parent' }],
      [{ field: 'parent', from: 'Parent', to: null }],
    ]);
    await expect(kernel.a.run((ctx) => removeParty(ctx, parent))).rejects.toMatchObject({
      code: 'in_use',
      details: { by: ['child accounts'] },
    });
  });

  test('make no rings, not even two at once', async () => {
    const [one, two, three] = [await customer('One'), await customer('Two'), await customer('Three')];
    await admin.call(linkChildAccount, { params: { accountID: one, childAccountID: two } });
    await admin.call(linkChildAccount, { params: { accountID: two, childAccountID: three } });
    await expect(
      admin.call(linkChildAccount, { params: { accountID: three, childAccountID: one } }),
    ).rejects.toMatchObject({ status: 409, code: 'parent_cycle' });
    await expect(
      admin.call(linkChildAccount, { params: { accountID: one, childAccountID: one } }),
    ).rejects.toMatchObject({ status: 409, code: 'parent_cycle' });
    const [left, right] = [await customer('Left'), await customer('Right')];
    const outcomes = await Promise.allSettled([
      kernel.a.run(async (ctx) => void (await linkChild(ctx, left, right))),
      kernel.a.run(async (ctx) => void (await linkChild(ctx, right, left))),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('are customers only', async () => {
    const parent = await customer('Only');
    const supplierID = newID('sup');
    await kernel.a.run(
      async (ctx) => void (await createParty(ctx, { id: supplierID, kind: 'supplier', name: 'Thread' })),
    );
    for (const childAccountID of [supplierID, kernel.a.id, newID('cus')])
      await expect(
        admin.call(linkChildAccount, { params: { accountID: parent, childAccountID } }),
      ).rejects.toMatchObject({ status: 404 });
    await expect(admin.call(listChildAccounts, { params: { accountID: kernel.a.id } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

test('parties are changed and removed with their addresses', async () => {
  const id = await customer('Before');
  await admin.call(createAddress, { params: { accountID: id }, body: { name: 'Door', country: 'US' } });
  await kernel.a.run(async (ctx) => void (await updateParty(ctx, id, { name: 'After', number: null })));
  expect(await kernel.a.run((ctx) => partyOf(ctx, id).then(({ name, kind }) => ({ name, kind })))).toEqual({
    name: 'After',
    kind: 'customer',
  });
  await kernel.a.run((ctx) => removeParty(ctx, id));
  await expect(kernel.a.run((ctx) => partyOf(ctx, id))).rejects.toMatchObject({ status: 404 });
});
