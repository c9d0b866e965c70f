import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../../../plugins/commerce/contracts/index.ts';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { keepToCustomerRoutes } from '../../../permissions/customer-routes.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';
import { sharedKernel } from '../../kernel/shared-kernel.ts';
import type { TestPerson } from '../../kernel/test-kernel.ts';
import { chosen } from '../../plan/choice.ts';
import { routesOfCustomers } from './customer-routes.ts';

// Booted here instead of in a hook, because the tests are generated from its routes.
const kernel = await sharedKernel(await platformPlugins());
afterAll(() => kernel.stop());

let buyer: TestPerson;
beforeAll(async () => {
  const admin = await kernel.a.as('admin');
  const { id: customerID } = await admin.call(createCustomer, { body: { name: 'Lakeside' } });
  buyer = await kernel.a.as('customer', { customerID });
});

/** Endpoints of an account. The others are about the calling person, or public. */
const ofAccount = kernel.routes
  .filter(({ route: { scope, endpoint } }) => scope === 'account' || scope === 'outside' || endpoint.permission)
  .map(({ route }) => route.endpoint)
  .filter(({ operator, public: isPublic, widget }) => !operator && !isPublic && !widget);

/** Whether the call is refused because of the caller's kind, regardless of rights. */
async function isKeptOut({ method, path }: AnyEndpoint): Promise<boolean> {
  const answer = await buyer.fetch(path.replaceAll(/\{\w+\}/g, 'id_00000000000000000000000000'), {
    method,
    ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
  });
  const text = await answer.text();
  return answer.status === 403 && JSON.parse(text).details?.roleType === 'customer';
}

describe('people of a customer', () => {
  it('reach the routes of this list, and are shown what it says', () => {
    const openEndpoints = kernel.routes.flatMap(({ route: { endpoint } }): [string, string][] =>
      endpoint.customers === undefined ? [] : [[endpoint.name, endpoint.customers]],
    );
    expect(Object.fromEntries(openEndpoints)).toEqual(routesOfCustomers);
  });

  it.each(chosen('routes', ofAccount, ({ name }) => name).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s keeps them out unless it says what of theirs it shows',
    async (_, endpoint) => expect(await isKeptOut(endpoint)).toBe(endpoint.customers === undefined),
  );

  it('are kept out of a route that forgets to say so, and nobody else is', () => {
    const named = (customers?: string) => ({ customers }) as AnyEndpoint;
    expect(() => keepToCustomerRoutes({ roleType: 'customer' }, named())).toThrow(
      expect.objectContaining({ status: 403, code: 'forbidden' }),
    );
    expect(() => keepToCustomerRoutes({ roleType: 'customer' }, named('own orders'))).not.toThrow();
    for (const roleType of ['admin', 'user', 'sales_rep', 'scanner', 'api_key'] as const)
      expect(() => keepToCustomerRoutes({ roleType }, named())).not.toThrow();
  });
});
