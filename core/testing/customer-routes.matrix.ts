import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../plugins/commerce/contracts/index.ts';
import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { keepToCustomerRoutes } from '../permissions/customer-routes.ts';
import { chosen } from './plan/choice.ts';
import { platformPlugins } from './platform-plugins.ts';
import { routesOfCustomers } from './rights/customer-routes.ts';
import { sharedKernel } from './shared-kernel.ts';
import type { TestPerson } from './test-kernel.ts';

// Booted here, not in a hook: the tests are made from its routes.
const kernel = await sharedKernel(await platformPlugins());
afterAll(() => kernel.stop());

let buyer: TestPerson;
beforeAll(async () => {
  const admin = await kernel.a.as('admin');
  const { id: customerID } = await admin.call(createCustomer, { body: { name: 'Lakeside' } });
  buyer = await kernel.a.as('customer', { customerID });
});

/** Those about an account; the others are about the person who calls, or open to everybody. */
const ofAccount = kernel.routes
  .filter(({ route: { scope, endpoint } }) => scope === 'account' || scope === 'outside' || endpoint.permission)
  .map(({ route }) => route.endpoint)
  .filter(({ operator, public: isPublic, widget }) => !operator && !isPublic && !widget);

/** Whether the call is refused for whom it comes from, whatever their rights. */
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
    const said = kernel.routes.flatMap(({ route: { endpoint } }): [string, string][] =>
      endpoint.customers === undefined ? [] : [[endpoint.name, endpoint.customers]],
    );
    expect(Object.fromEntries(said)).toEqual(routesOfCustomers);
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
