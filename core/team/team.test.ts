import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMyNotifications, updateMyNotifications, updateUser } from '../contracts/accounts/me.contract.ts';
import {
  createSalesTarget,
  deleteTeamUser,
  getTeamUser,
  inviteTeamUser,
  listSalesTargets,
  listTeamUsers,
  resendInvitation,
  setNotificationPreferences,
  setTeamUserPassword,
  updateSalesTarget,
  updateTeamUser,
} from '../contracts/accounts/member.contract.ts';
import { createRole, listRoles } from '../contracts/accounts/role.contract.ts';
import { loginUser } from '../contracts/sign-in/auth.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { EmailLog } from '../mail/log/email-log.entity.ts';
import { Member } from '../tenancy/access/member.entity.ts';
import { createParty } from '../tenancy/parties/party.ts';
import { bootTestKernel, type TestKernel, type TestPerson, testPassword } from '../testing/kernel/test-kernel.ts';

const notices = definePlugin({
  id: 'edi',
  title: 'Notices',
  description: 'Declares something to be told of.',
  notifications: [{ code: 'edi.run-failed', name: 'Run failed', description: 'A run went wrong' }],
});

const runFailed = { notificationTypeCode: 'edi.run-failed', name: 'Run failed', description: 'A run went wrong' };

let kernel: TestKernel;
let admin: TestPerson;
const roleIDs = new Map<string, string>();
beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [notices] });
  admin = await kernel.a.as('admin');
  for (const role of (await admin.call(listRoles, {})).items) roleIDs.set(role.code, role.id);
});
afterAll(() => kernel.stop());

const roleID = (code: string): string => roleIDs.get(code) as string;
const own = () => ({ accountID: kernel.a.id });
const invite = (email: string, code = 'user', person = admin) =>
  person.call(inviteTeamUser, {
    params: own(),
    body: { email, name: email.split('@')[0] as string, roleID: roleID(code) },
  });

describe('people behind members', () => {
  test('are told by username and proven address, to their own team alone', async () => {
    const person = await kernel.a.as('user');
    const { items } = await admin.call(listTeamUsers, { params: own(), query: { take: 100 } });
    const listed = items.find(({ userID }) => userID === person.userID);
    expect(listed).toMatchObject({ username: null, emailVerified: true });
    await person.call(updateUser, { params: { userID: person.userID }, body: { username: 'bench.two' } });
    expect(await admin.call(getTeamUser, { params: { ...own(), userID: person.userID } })).toMatchObject({
      username: 'bench.two',
      emailVerified: true,
    });
    const waiting = await invite('not.yet@example.com');
    expect(waiting).toMatchObject({ username: null, emailVerified: false });
    const ask = (id: string) => async (ctx: AccountContext) => {
      const { rows } = await sql`select * from core.people_of_members(array[${id}])`.execute(ctx.em.query());
      return rows;
    };
    expect(await kernel.a.run(ask(listed?.id as string))).toEqual([
      { member_id: listed?.id, username: 'bench.two', email_verified: true },
    ]);
    expect(await kernel.b.run(ask(listed?.id as string))).toEqual([]);
  });
});

describe('invitations', () => {
  test('enter a person as invited and mail them', async () => {
    const invited = await invite('New.Hand@Example.com');
    expect(invited).toMatchObject({
      email: 'new.hand@example.com',
      status: 'invited',
      userID: null,
      role: { code: 'user', type: 'user' },
    });
    const mails = await kernel.a.run((ctx) => ctx.em.find(EmailLog, { accountID: kernel.a.id, recordID: invited.id }));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ recipients: ['new.hand@example.com'], template: 'core.invitation' });
    await expect(invite('new.hand@example.com')).rejects.toMatchObject({ status: 409, code: 'duplicate' });
    kernel.clock.advance(300_000);
    await admin.call(resendInvitation, { params: { ...own(), userID: invited.id } });
    expect(
      await kernel.a.run((ctx) => ctx.em.find(EmailLog, { accountID: kernel.a.id, recordID: invited.id })),
    ).toHaveLength(2);
    await expect(
      admin.call(updateTeamUser, { params: { ...own(), userID: invited.id }, body: { status: 'active' } }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'not_joined',
    });
  });

  test('need the right, and a role of this account within the rights of who invites', async () => {
    await expect(invite('x@example.com', 'user', await kernel.a.as('user'))).rejects.toMatchObject({ status: 403 });
    const other = await kernel.b.as('admin');
    const foreign = (await other.call(listRoles, {})).items.find(({ code }) => code === 'user')?.id as string;
    await expect(
      admin.call(inviteTeamUser, { params: own(), body: { email: 'x@example.com', name: 'X', roleID: foreign } }),
    ).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'roleID', message: 'There is no such role' }],
    });
    await expect(invite('x@example.com', 'customer')).rejects.toMatchObject({
      status: 400,
      code: 'wrong_role_for_portal',
    });

    const hirer = await admin.call(createRole, {
      body: {
        name: 'Hirer',
        permissions: [{ domain: 'team_users', create: true, read: true, update: true, delete: true }],
      },
    });
    const member = await memberOf('scanner');
    await admin.call(updateTeamUser, { params: { ...own(), userID: member }, body: { roleID: hirer.id } });
    const hiring = await kernel.a.as('scanner');
    await expect(invite('boss@example.com', 'admin', hiring)).rejects.toMatchObject({
      status: 403,
      code: 'cannot_grant',
    });
    await expect(invite('clerk@example.com', 'user', hiring)).rejects.toMatchObject({
      status: 403,
      code: 'cannot_grant',
    });
    await expect(
      hiring.call(updateTeamUser, { params: { ...own(), userID: admin.userID }, body: { status: 'suspended' } }),
    ).rejects.toMatchObject({ status: 403, code: 'cannot_grant' });
    await expect(
      hiring.call(updateTeamUser, { params: { ...own(), userID: admin.userID }, body: { name: 'Nobody' } }),
    ).rejects.toMatchObject({ status: 403, code: 'cannot_grant' });
    await expect(
      hiring.call(setNotificationPreferences, {
        params: { ...own(), userID: admin.userID },
        body: [],
      }),
    ).rejects.toMatchObject({ status: 403, code: 'cannot_grant' });
    expect(await invite('floor@example.com', 'scanner', hiring)).toMatchObject({ status: 'invited' });
  });
});

const memberOf = async (role: 'user' | 'scanner' | 'sales_rep' | 'admin'): Promise<string> => {
  const { userID } = await kernel.a.as(role);
  return kernel.a.run(async (ctx) => ((await ctx.em.findOne(Member, { accountID: kernel.a.id, userID })) as Member).id);
};

describe('people', () => {
  test('are listed by role type, found by name and by either id', async () => {
    const rep = await kernel.a.as('sales_rep');
    const { items, count } = await admin.call(listTeamUsers, {
      params: own(),
      query: { roleType: 'sales_rep' },
    });
    expect(count).toBe(1);
    expect(items[0]).toMatchObject({ userID: rep.userID, role: { type: 'sales_rep' }, status: 'active' });
    const id = items[0]?.id as string;
    expect(await admin.call(getTeamUser, { params: { ...own(), userID: rep.userID } })).toMatchObject({ id });
    expect(
      (await admin.call(listTeamUsers, { params: own(), query: { query: 'SALES_rep@' } })).items.map((item) => item.id),
    ).toEqual([id]);
    expect((await admin.call(listTeamUsers, { params: own(), query: { query: '%' } })).items).toEqual([]);
    const other = await kernel.b.as('admin');
    await expect(other.call(getTeamUser, { params: { accountID: kernel.b.id, userID: id } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(other.call(getTeamUser, { params: { ...own(), userID: id } })).rejects.toMatchObject({ status: 404 });
  });

  test('are shut out at once when suspended, and let in again', async () => {
    const user = await kernel.a.as('user');
    const id = await memberOf('user');
    await user.call(getTeamUser, { params: { ...own(), userID: id } });
    await admin.call(updateTeamUser, { params: { ...own(), userID: id }, body: { status: 'suspended' } });
    await expect(user.call(getTeamUser, { params: { ...own(), userID: id } })).rejects.toMatchObject({
      status: 403,
      code: 'account_required',
    });
    await admin.call(updateTeamUser, { params: { ...own(), userID: id }, body: { status: 'active' } });
    expect(await user.call(getTeamUser, { params: { ...own(), userID: id } })).toMatchObject({ status: 'active' });
  });

  test('the last administrator cannot go, not even by two at once', async () => {
    const own1 = { ...own(), userID: admin.userID };
    for (const body of [
      { status: 'suspended' as const },
      { status: 'deactivated' as const },
      { roleID: roleID('user') },
    ])
      await expect(admin.call(updateTeamUser, { params: own1, body })).rejects.toMatchObject({
        status: 409,
        code: 'last_admin',
      });
    await expect(admin.call(deleteTeamUser, { params: own1 })).rejects.toMatchObject({
      status: 409,
      code: 'last_admin',
    });

    const account = await kernel.createAccount('gamma');
    const first = await account.as('admin');
    const second = await account.as('user');
    const roles = (await first.call(listRoles, {})).items;
    const adminRole = roles.find(({ code }) => code === 'admin')?.id as string;
    await first.call(updateTeamUser, {
      params: { accountID: account.id, userID: second.userID },
      body: { roleID: adminRole },
    });
    const outcomes = await Promise.allSettled([
      first.call(updateTeamUser, {
        params: { accountID: account.id, userID: second.userID },
        body: { status: 'suspended' },
      }),
      second.call(updateTeamUser, {
        params: { accountID: account.id, userID: first.userID },
        body: { status: 'suspended' },
      }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = await account.run((ctx) => ctx.em.find(Member, { accountID: account.id, status: 'active' }));
    expect(left).toHaveLength(1);
  });

  test('leave without trace of rights and come back as the same member', async () => {
    const invited = await admin.call(inviteTeamUser, {
      params: own(),
      body: { email: 'leaver@example.com', name: 'leaver', roleID: roleID('user'), sendInvitation: false },
    });
    expect(invited.status).toBe('unclaimed');
    await admin.call(deleteTeamUser, { params: { ...own(), userID: invited.id } });
    await expect(admin.call(getTeamUser, { params: { ...own(), userID: invited.id } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await kernel.a.run(async (ctx) => (await ctx.em.get(Member, invited.id)).name)).toBe('leaver');
    expect(await invite('leaver@example.com')).toMatchObject({ id: invited.id, status: 'invited' });
  });

  test('of a customer have customer roles and are listed with it', async () => {
    const customerID = newID('cus');
    await kernel.a.run((ctx) =>
      createParty(ctx, { id: customerID, kind: 'customer', number: '1000', name: 'Gloves & Co' }).then(() => undefined),
    );
    const params = { accountID: customerID };
    await expect(
      admin.call(inviteTeamUser, {
        params,
        body: { email: 'buyer@example.com', name: 'Buyer', roleID: roleID('user') },
      }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'wrong_role_for_portal',
    });
    const buyer = await admin.call(inviteTeamUser, {
      params,
      body: { email: 'buyer@example.com', name: 'Buyer', roleID: roleID('customer') },
    });
    expect(buyer).toMatchObject({ customerID, role: { type: 'customer' } });
    expect((await admin.call(listTeamUsers, { params })).items.map(({ id }) => id)).toEqual([buyer.id]);
    expect(
      (await admin.call(listTeamUsers, { params: own(), query: { take: 500 } })).items.map(({ id }) => id),
    ).not.toContain(buyer.id);
    await expect(admin.call(getTeamUser, { params: { ...own(), userID: buyer.id } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

test('notification preferences: everyone sets their own, kinds are checked', async () => {
  const user = await kernel.a.as('user');
  const params = { ...own(), userID: user.userID };
  const set = await user.call(setNotificationPreferences, {
    params,
    body: [{ notificationTypeCode: 'edi.run-failed', enabled: false }],
  });
  expect(set.at(-1)).toEqual({ ...runFailed, enabled: false, inbox: true, mail: 'off' });
  expect((await admin.call(getTeamUser, { params })).notificationPreferences).toEqual(set);
  await expect(
    user.call(setNotificationPreferences, { params, body: [{ notificationTypeCode: 'nothing', enabled: true }] }),
  ).rejects.toMatchObject({
    status: 400,
    errors: [{ path: '0.notificationTypeCode', message: 'There is no such notification type' }],
  });
  await expect(
    user.call(setNotificationPreferences, {
      params: { ...own(), userID: admin.userID },
      body: [{ notificationTypeCode: 'edi.run-failed', enabled: false }],
    }),
  ).rejects.toMatchObject({ status: 403 });
});

test('own notifications need no right on the team, and touch nobody else', async () => {
  const scanner = await kernel.b.as('scanner');
  await expect(
    scanner.call(getTeamUser, { params: { accountID: kernel.b.id, userID: scanner.userID } }),
  ).rejects.toMatchObject({
    status: 403,
  });
  const wanted = (enabled: boolean) => ({
    email: scanner.email,
    preferences: expect.arrayContaining([{ ...runFailed, enabled, inbox: true, mail: enabled ? 'at_once' : 'off' }]),
  });
  expect(await scanner.call(getMyNotifications, {})).toEqual(wanted(true));
  const body = { preferences: [{ notificationTypeCode: 'edi.run-failed', enabled: false }] };
  expect(await scanner.call(updateMyNotifications, { body })).toEqual(wanted(false));
  expect(await scanner.call(getMyNotifications, {})).toEqual(wanted(false));
  expect(
    (await (await kernel.b.as('admin')).call(getMyNotifications, {})).preferences.every(({ enabled }) => enabled),
  ).toBe(true);
  await expect(
    scanner.call(updateMyNotifications, { body: { preferences: [{ notificationTypeCode: 'x', enabled: true }] } }),
  ).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'preferences.0.notificationTypeCode', message: 'There is no such notification type' }],
  });
});

test('sales targets are added, replaced and listed newest first', async () => {
  const user = await kernel.a.as('user');
  const rep = await kernel.a.as('sales_rep');
  const params = { ...own(), userID: rep.userID };
  const first = await user.call(createSalesTarget, {
    params,
    body: { amount: 12000.5, startDate: '2026-01-01', endDate: '2026-03-31' },
  });
  const second = await user.call(createSalesTarget, {
    params,
    body: { amount: 9000, startDate: '2026-04-01', endDate: '2026-06-30', note: 'Spring' },
  });
  expect(first).toMatchObject({ amount: 12000.5, startDate: '2026-01-01', endDate: '2026-03-31', note: null });
  expect((await user.call(listSalesTargets, { params })).items.map(({ id }) => id)).toEqual([second.id, first.id]);
  const replaced = await user.call(updateSalesTarget, {
    params: { ...params, targetID: first.id },
    body: { amount: 15000, startDate: '2026-01-01', endDate: '2026-03-31', version: first.version },
  });
  expect(replaced).toMatchObject({ id: first.id, amount: 15000 });
  await expect(
    user.call(createSalesTarget, { params, body: { amount: 1, startDate: '2026-05-02', endDate: '2026-05-01' } }),
  ).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'endDate', message: 'The end cannot be before the start' }],
  });
  await expect(
    user.call(updateSalesTarget, {
      params: { ...own(), userID: admin.userID, targetID: first.id },
      body: { amount: 1, startDate: '2026-01-01', endDate: '2026-03-31' },
    }),
  ).rejects.toMatchObject({ status: 404 });
});

describe('passwords set by the team', () => {
  const wanted = 'seven purple otters dancing';

  test('need the own password, and sign the person out everywhere', async () => {
    const rep = await kernel.a.as('sales_rep');
    const params = { ...own(), userID: rep.userID };
    await expect(
      admin.call(setTeamUserPassword, {
        params,
        body: { requesterPassword: 'not my password', newTargetPassword: wanted },
      }),
    ).rejects.toMatchObject({ status: 400, code: 'wrong_password', errors: [{ path: 'requesterPassword' }] });
    await expect(
      admin.call(setTeamUserPassword, {
        params,
        body: { requesterPassword: testPassword, newTargetPassword: 'short' },
      }),
    ).rejects.toMatchObject({ status: 400, errors: [{ path: 'newTargetPassword' }] });
    await admin.call(setTeamUserPassword, {
      params,
      body: { requesterPassword: testPassword, newTargetPassword: wanted },
    });
    expect((await rep.fetch('/v1/me')).status).toBe(401);
    const signedIn = await kernel.anonymous().call(loginUser, { body: { identifier: rep.email, password: wanted } });
    expect(signedIn.user.id).toBe(rep.userID);
  });

  test('are refused without the right, for strangers and for people of several accounts', async () => {
    const user = await kernel.a.as('user');
    const body = { requesterPassword: testPassword, newTargetPassword: wanted };
    await expect(
      user.call(setTeamUserPassword, { params: { ...own(), userID: admin.userID }, body }),
    ).rejects.toMatchObject({ status: 403 });
    const stranger = await kernel.b.as('admin');
    await expect(
      admin.call(setTeamUserPassword, { params: { ...own(), userID: stranger.userID }, body }),
    ).rejects.toMatchObject({ status: 404 });
    await kernel.b.run(async (ctx) => {
      const known = (await ctx.em.find(Member, { accountID: kernel.b.id }))[0] as Member;
      ctx.em.create(Member, {
        id: newID('mem'),
        userID: user.userID,
        name: 'Both',
        email: user.email,
        role: known.role,
        status: 'active',
      });
    });
    await expect(
      admin.call(setTeamUserPassword, { params: { ...own(), userID: user.userID }, body }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'other_accounts',
    });
  });
});
