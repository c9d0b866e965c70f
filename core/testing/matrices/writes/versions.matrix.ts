import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSalesTarget, listTeamUsers } from '../../../contracts/accounts/member.contract.ts';
import { createAddress } from '../../../contracts/accounts/party-address.contract.ts';
import { createRegistrationFlow } from '../../../contracts/accounts/registration-flow.contract.ts';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { problems } from '../../../contracts/endpoints/problem.ts';
import { createApiKey } from '../../../contracts/sign-in/api-key.contract.ts';
import { createPublishableKey } from '../../../contracts/sign-in/publishable-key.contract.ts';
import { createTaskCall } from '../../../contracts/work/task.contract.ts';
import { fieldsOf, ownRecords } from '../../calls/own-records.ts';
import { bootPopulatedKernel, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { chosen } from '../../plan/choice.ts';
import { replyBeside, staleRefusal } from './stale-refusal.ts';

// Booted here instead of in a hook, because the tests are generated from its routes.
const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const team = ownRecords(kernel);
const customer = ownRecords(kernel, () => kernel.a.as('customer', { customerID: kernel.customerID as string }));

/** Tests of stale versions for endpoints that no generated call reaches, because the demo has no such records. */
const byHand: Readonly<Record<string, string>> = {
  updateUser: 'core/auth/people/profile.test.ts',
  setIdentityProvider: 'core/auth/providers/provider-sign-in.test.ts',
  updateIntegration: 'core/integrations/integration.test.ts',
  updateProduction: 'plugins/production/server/production-step/production-step.http.test.ts',
  finishPortalRequest: 'plugins/commerce/server/portal/own-order/portal.http.test.ts',
  checkOut: 'plugins/commerce/server/portal/own-order/portal.http.test.ts',
  checkOutInWidget: 'plugins/commerce/server/portal/shop-widget/shop-widget.http.test.ts',
};

const isVersioned = ({ body }: AnyEndpoint): boolean => fieldsOf(body).includes('version');
const versioned = team.endpoints.filter(isVersioned);

/** Records that the demo lacks. The customer's person joins before anything is counted. */
beforeAll(async () => {
  await kernel.a.as('customer', { customerID: kernel.customerID as string });
  const admin = await kernel.a.as('admin');
  const accountID = kernel.a.id;
  const [widget] = kernel.registry.plugins.flatMap(({ definition }) => definition.widgets ?? []);
  const widgets = widget ? [widget.name] : [];
  await admin.call(createApiKey, { body: { name: 'Reader', scopes: ['customers:read'] } });
  await admin.call(createPublishableKey, { body: { name: 'Shop', origins: ['https://shop.example'], widgets } });
  await admin.call(createAddress, {
    params: { accountID },
    body: { name: 'Dock', line1: '12 Canal Road', city: 'Duluth', country: 'US' },
  });
  await admin.call(createTaskCall, { body: { title: 'Count the dock' } });
  await admin.call(createRegistrationFlow, { body: { name: 'Trade', title: 'Trade accounts' } });
  const users = await admin.call(listTeamUsers, { params: { accountID }, query: {} });
  const target = { amount: 1000, startDate: '2026-01-01', endDate: '2026-12-31' };
  await admin.call(createSalesTarget, { params: { accountID, userID: users.items[0]?.id ?? '' }, body: target });
});

describe('a call about what somebody has changed since', () => {
  it('can be told by its version, wherever a record with one is changed', async () => {
    const blind: string[] = [];
    for (const endpoint of team.endpoints.filter(({ method, operator }) => method === 'PATCH' && !operator)) {
      if (isVersioned(endpoint)) continue;
      const record = await team.read(await team.ownPath(endpoint.path));
      if (typeof record?.['version'] === 'number') blind.push(endpoint.name);
    }
    expect(blind).toEqual([]);
    expect(versioned.length).toBeGreaterThan(80);
  });

  it.each(Object.entries(byHand))('%s is refused in %s', (name, file) => {
    expect(versioned.map((endpoint) => endpoint.name)).toContain(name);
    expect(readFileSync(resolve(import.meta.dirname, '../../../..', file), 'utf8')).toMatch(
      /stale_version|cart_changed/,
    );
  });

  // No demo document shows a version for `editEdiDocument`.
  const tried = versioned.filter(({ name }) => !(name in byHand) && name !== 'editEdiDocument');
  let contested = 0;
  it.each(chosen('routes', tried, ({ name }) => name).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is refused and writes nothing, also where the change ends meanwhile',
    async (_, endpoint) => {
      const own = endpoint.path.startsWith('/v1/portal/') ? customer : team;
      const before = await kernel.writesOfA();
      const { refusal, said, call } = await staleRefusal(own, endpoint, kernel.ownIDs);
      const { message } = problems.stale_version();
      expect(refusal, said).toMatchObject({ status: 409, code: 'stale_version', message });
      const after = await kernel.writesOfA();
      const written = Object.keys(after).filter((table) => after[table] !== before[table]);
      expect(written, said).toEqual([]);
      const beside = call && (await replyBeside(kernel, endpoint, call, own.send));
      if (beside) contested += 1;
      expect(beside?.isOverwritten ?? false, `${said}, and overwrites what was changed meanwhile`).toBe(false);
    },
  );

  it('was sent beside another change for most of these routes', () => {
    const count = chosen('routes', tried, ({ name }) => name).length;
    if (count === tried.length) expect(contested).toBeGreaterThan(count * 0.8);
  });
});
