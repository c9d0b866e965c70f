import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSavedView } from '../contracts/records/saved-view.contract.ts';
import { type CoreAccounts, openCoreAccounts } from '../testing/kernel/core-accounts.ts';
import { accountSettings, updateAccountSettings } from './account-settings.ts';
import { SavedViewService } from './saved-view.service.ts';

let test: CoreAccounts;
let members: { ann: string; bob: string };
beforeAll(async () => {
  test = await openCoreAccounts();
  members = { ann: await test.addMember('a', 'ann'), bob: await test.addMember('a', 'bob') };
});
afterAll(() => test.close());

describe('account settings', () => {
  const schema = z.object({ prefix: z.string().max(3).default('X'), days: z.int().min(1).default(30) });
  const read = (key: 'a' | 'b' = 'a') =>
    test.inAccount(key, (ctx) => accountSettings(ctx, 'shop', schema), { readOnly: true });
  const change = (changes: z.input<typeof schema>) =>
    test.inAccount('a', (ctx) => updateAccountSettings(ctx, 'shop', schema, changes));

  it('have the defaults of the schema, and keep what is changed per account', async () => {
    expect(await read()).toEqual({ prefix: 'X', days: 30 });
    expect(await change({ days: 7 })).toEqual({ prefix: 'X', days: 7 });
    expect(await change({ prefix: 'AB' })).toEqual({ prefix: 'AB', days: 7 });
    expect(await read()).toEqual({ prefix: 'AB', days: 7 });
    expect(await read('b')).toEqual({ prefix: 'X', days: 30 });
    const { rows } = await test.admin.query(
      "select changes from core.audit_event where record_type = 'plugin_settings' order by id limit 1",
    );
    expect(rows[0]).toEqual({ changes: [{ field: 'days', from: 30, to: 7 }] });
  });

  it('refuse what the schema refuses, and survive what it no longer accepts', async () => {
    await expect(change({ days: 0 })).rejects.toMatchObject({ status: 400, errors: [{ path: 'days' }] });
    await test.admin.query(`update core.account_plugin set settings = '{"days": "many", "prefix": "QQ", "gone": 1}'`);
    expect(await read()).toEqual({ prefix: 'QQ', days: 30 });
  });
});

describe('saved views', () => {
  const views = new SavedViewService();
  const input = (name: string, more: object = {}) =>
    createSavedView.body!.parse({ screen: 'orders', name, query: 'statusCodes=issued', columns: ['number'], ...more });
  const as = <T>(who: 'ann' | 'bob', work: Parameters<typeof test.inAccount<T>>[1]) =>
    test.inAccount('a', work, { memberID: members[who] });
  const names = async (who: 'ann' | 'bob') =>
    (await as(who, (ctx) => views.list(ctx, 'orders'))).map(({ name, isOwn }) => [name, isOwn]);

  it('are private until shared, and changed by their owner only', async () => {
    const own = await as('ann', (ctx) => views.create(ctx, input('Mine')));
    expect(createSavedView.reply.parse(own)).toMatchObject({
      name: 'Mine',
      isOwn: true,
      isShared: false,
      columns: ['number'],
    });
    expect(await names('ann')).toEqual([['Mine', true]]);
    expect(await names('bob')).toEqual([]);
    await expect(as('bob', (ctx) => views.update(ctx, own.id, { name: 'Stolen' }))).rejects.toMatchObject({
      status: 404,
    });
    await as('ann', (ctx) => views.update(ctx, own.id, { isShared: true }));
    expect(await names('bob')).toEqual([['Mine', false]]);
    await expect(as('bob', (ctx) => views.remove(ctx, own.id))).rejects.toMatchObject({ status: 404 });
    await expect(
      test.inAccount('b', (ctx) => views.remove(ctx, own.id), { memberID: members.ann }),
    ).rejects.toMatchObject({ status: 404 });
    await as('ann', (ctx) => views.remove(ctx, own.id));
    expect(await names('ann')).toEqual([]);
  });

  it('keep widths and density beside the columns, and start without them', async () => {
    const plain = await as('ann', (ctx) => views.create(ctx, input('Plain', { screen: 'looks' })));
    expect(plain).toMatchObject({ widths: {}, density: 'compact' });
    const look = { widths: { number: 120, name: 300 }, density: 'comfortable' as const };
    const changed = await as('ann', (ctx) => views.update(ctx, plain.id, look));
    expect(createSavedView.reply.parse(changed)).toMatchObject({ ...look, columns: ['number'] });
    expect(createSavedView.body!.safeParse({ screen: 'looks', name: 'Thin', widths: { number: 5 } }).success).toBe(
      false,
    );
    await as('ann', (ctx) => views.remove(ctx, plain.id));
  });

  it('have one name per person and screen, and at most 100 of them', async () => {
    await as('ann', (ctx) => views.create(ctx, input('Open')));
    await as('bob', (ctx) => views.create(ctx, input('Open')));
    await expect(as('ann', (ctx) => views.create(ctx, input('Open')))).rejects.toThrow(/unique/);
    await as('ann', async (ctx) => {
      for (let index = 0; index < 99; index += 1) await views.create(ctx, input(`View ${index}`, { screen: 'many' }));
      await views.create(ctx, input('the hundredth', { screen: 'many' }));
    });
    await expect(as('ann', (ctx) => views.create(ctx, input('one more', { screen: 'many' })))).rejects.toMatchObject({
      status: 409,
    });
  });

  it('are nothing for an API key, and shared ones are hidden from portal customers', async () => {
    await expect(test.inAccount('a', (ctx) => views.list(ctx, 'orders'))).rejects.toMatchObject({ status: 403 });
    await as('ann', (ctx) => views.create(ctx, input('For staff', { isShared: true })));
    const seen = await test.inAccount('a', (ctx) => views.list(ctx, 'orders'), {
      memberID: members.bob,
      customerID: 'cus_1',
    });
    expect(seen.map(({ name }) => name)).toEqual(['Open']);
  });
});
