import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../contracts/api-key.contract.ts';
import { changePlan } from '../team/account-plan.ts';
import { apiRefusal } from '../testing/api-refusal.ts';
import { sharedKernel } from '../testing/shared-kernel.ts';
import type { TestKernel, TestPerson } from '../testing/test-kernel.ts';
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

it('the operating guide shows what each plan allows', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../cli/OPERATING.md'), 'utf8');
  for (const { words, free, pro } of Object.values(planLimits))
    expect(guide.replaceAll(/ +/g, ' ')).toContain(`| ${words} | ${free} | ${pro ?? 'unlimited'} |`);
});
