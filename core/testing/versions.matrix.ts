import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../contracts/api-key.contract.ts';
import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { createSalesTarget, listTeamUsers } from '../contracts/member.contract.ts';
import { createAddress } from '../contracts/party-address.contract.ts';
import { problems } from '../contracts/problem.ts';
import { createPublishableKey } from '../contracts/publishable-key.contract.ts';
import { createRegistrationFlow } from '../contracts/registration-flow.contract.ts';
import { fieldsOf, ownRecords } from './own-records.ts';
import { chosen } from './plan/choice.ts';
import { bootPopulatedKernel, type PopulatedKernel } from './populated-kernel.ts';
import { staleRefusal } from './stale-refusal.ts';

// Booted here, not in a hook: the tests are made from its routes.
const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
const team = ownRecords(kernel);
const customer = ownRecords(kernel, () => kernel.a.as('customer', { customerID: kernel.customerID as string }));

/** Where a stale version is refused that no call made here brings about: of what the demo has none of. */
const byHand: Readonly<Record<string, string>> = {
  updateUser: 'core/auth/profile.test.ts',
  setIdentityProvider: 'core/auth/provider-sign-in.test.ts',
  updateIntegration: 'core/integrations/integration.test.ts',
  updateProduction: 'plugins/production/server/production-step/production-step.http.test.ts',
  finishPortalRequest: 'plugins/commerce/server/portal/portal.http.test.ts',
  checkOut: 'plugins/commerce/server/portal/portal.http.test.ts',
  checkOutInWidget: 'plugins/commerce/server/portal/shop-widget/shop-widget.http.test.ts',
};

const isVersioned = ({ body }: AnyEndpoint): boolean => fieldsOf(body).includes('version');
const versioned = team.endpoints.filter(isVersioned);

/** What the demo has none of; the customer too joins before anything is counted. */
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
    expect(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')).toMatch(/stale_version|cart_changed/);
  });

  // No document of the demo shows a version that `editEdiDocument` could be sent with.
  const tried = versioned.filter(({ name }) => !(name in byHand) && name !== 'editEdiDocument');
  it.each(chosen('routes', tried, ({ name }) => name).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is refused and writes nothing',
    async (_, endpoint) => {
      const own = endpoint.path.startsWith('/v1/portal/') ? customer : team;
      const before = await kernel.writesOfA();
      const { refusal, said } = await staleRefusal(own, endpoint, kernel.ownIDs);
      const { message } = problems.stale_version();
      expect(refusal, said).toMatchObject({ status: 409, code: 'stale_version', message });
      const after = await kernel.writesOfA();
      const written = Object.keys(after).filter((table) => after[table] !== before[table]);
      expect(written, said).toEqual([]);
    },
  );
});
