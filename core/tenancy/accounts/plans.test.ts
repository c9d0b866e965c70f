import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinAccount } from '../../auth/members/join.ts';
import { inviteTeamUser } from '../../contracts/accounts/member.contract.ts';
import { createApiKey } from '../../contracts/sign-in/api-key.contract.ts';
import { newID } from '../../contracts/texts/id.ts';
import { Role } from '../../permissions/role.entity.ts';
import { changePlan } from '../../team/accounts/account-plan.ts';
import { apiRefusal } from '../../testing/calls/api-refusal.ts';
import { sharedKernel } from '../../testing/kernel/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../../testing/kernel/test-kernel.ts';
import { planLimits } from './plans.ts';

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel();
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel.stop());

const make = (name: string) => admin.call(createApiKey, { body: { name, scopes: ['team_users:read'] } });

it('a plan is full at its limit, also for two at once, until the account gets another', async () => {
  const { free } = planLimits.apiKeys;
  for (let count = 1; count < free; count += 1) await make(`Key ${count}`);
  const both = await Promise.allSettled([make('Last'), make('One too many')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await apiRefusal(make('Another'))).toMatchObject({
    status: 402,
    code: 'plan_required',
    message: 'The free plan has 50 API keys at most',
  });
  expect(await changePlan(kernel.tenancy, kernel.a.id, 'pro')).toBe('free');
  expect((await make('Another')).name).toBe('Another');
  await changePlan(kernel.tenancy, kernel.a.id, 'free');
  expect(await apiRefusal(make('After all'))).toMatchObject({ code: 'plan_required' });
});

it('a plan is full at whatever door somebody joins by', async () => {
  const { free } = planLimits.teamUsers;
  const stranger = await kernel.b.as('user');
  const role = await kernel.a.run(async (ctx) => {
    const [{ id }] = (await ctx.em.find(Role, { accountID: ctx.account.id, type: 'user' })) as [Role];
    await sql`insert into core.member (account_id, id, name, email, role_id, status, created_at, updated_at, version)
      select ${ctx.account.id}, 'mem_' || lpad(place::text, 26, '0'), 'Full', place || '@full.test', ${id}, 'unclaimed',
        now(), now(), 1 from generate_series(1, ${free}) place`.execute(ctx.em.query());
    return id;
  });
  const invited = admin.call(inviteTeamUser, {
    params: { accountID: kernel.a.id },
    body: { name: 'One', email: 'one@more.test', roleID: role, sendInvitation: false },
  });
  expect(await apiRefusal(invited)).toMatchObject({ status: 402, code: 'plan_required' });
  const ctx = {
    requestID: newID('req'),
    client: { ip: '', userAgent: '' },
    baseURL: '',
    clock: kernel.clock,
    afterCommit: () => undefined,
  };
  const join = () =>
    kernel.database.runAsAuth({ accountID: kernel.a.id }, (em) =>
      joinAccount(ctx, em, {
        userID: stranger.userID,
        accountID: kernel.a.id,
        memberID: newID('mem'),
        roleID: role,
        isThroughProvider: true,
      }),
    );
  await expect(join()).rejects.toMatchObject({ code: 'plan_required' });
  await changePlan(kernel.tenancy, kernel.a.id, 'pro');
  expect(await join()).toBe(true);
});

it('the operating guide shows what each plan allows', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../../cli/OPERATING.md'), 'utf8');
  for (const { words, free, pro } of Object.values(planLimits))
    expect(guide.replaceAll(/ +/g, ' ')).toContain(`| ${words} | ${free} | ${pro ?? 'unlimited'} |`);
});
