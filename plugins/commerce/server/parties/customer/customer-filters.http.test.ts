import { getAccount, listTeamUsers, updateAccount } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  createAccountGroup,
  createCustomer,
  customerFilter,
  listCarriers,
  listCustomers,
  listPaymentTerms,
  listShippingTerms,
} from '../../../contracts/index.ts';
import commerce from '../../plugin.ts';

type Filter = Omit<z.input<typeof customerFilter>, 'query'>;

let kernel: TestKernel;
let admin: TestPerson;
let wantedID: string;
/** Every filter with a value that matches the wanted customer and not the other one. */
let fitting: Required<Filter>;

const address = { name: 'Dock', line1: '1 Mill St', country: 'US' };

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  admin = await kernel.a.as('admin');
  const rep = await kernel.a.as('sales_rep');
  const { items: team } = await admin.call(listTeamUsers, { params: { accountID: kernel.a.id } });
  const memberOf = (person: TestPerson): string => team.find(({ userID }) => userID === person.userID)!.id;
  const group = (name: string, typeCode: 'customer_type' | 'price_group', isExempt: boolean) =>
    admin.call(createAccountGroup, {
      body: { name, typeCode, isCommissionExempt: isExempt, isFreightExempt: isExempt },
    });
  const [type, price, otherType, otherPrice] = [
    await group('Retail', 'customer_type', false),
    await group('List', 'price_group', true),
    await group('Trade', 'customer_type', false),
    await group('Net', 'price_group', false),
  ];
  const { items: carriers } = await admin.call(listCarriers, {});
  const [carrier, otherCarrier] = carriers.filter(({ options }) => options.length > 0);
  const { items: shipping } = await admin.call(listShippingTerms, {});
  const { items: payment } = await admin.call(listPaymentTerms, {});
  const wanted = await admin.call(createCustomer, {
    body: {
      name: 'Wanted',
      status: 'preferred',
      isParentAccount: true,
      customerTypeGroupID: type.id,
      customerPriceGroupIDs: [price.id],
      defaultSalesRepID: memberOf(rep),
      defaultShippingTermID: shipping[0]!.id,
      defaultPaymentTermID: payment[0]!.id,
      defaultCarrierOptionID: carrier!.options[0]!.id,
      billToAddress: { ...address, city: 'Ashland', state: 'WI', postalCode: '54806-1234' },
    },
  });
  wantedID = wanted.id;
  const other = await admin.call(createCustomer, {
    body: {
      name: 'Other',
      customerTypeGroupID: otherType.id,
      customerPriceGroupIDs: [otherPrice.id],
      defaultSalesRepID: memberOf(admin),
      defaultShippingTermID: shipping[1]!.id,
      defaultPaymentTermID: payment[1]!.id,
      defaultCarrierOptionID: otherCarrier!.options[0]!.id,
      billToAddress: { ...address, city: 'Duluth', state: 'MN', postalCode: '55802' },
    },
  });
  const setCreated = (id: string, day: string) =>
    kernel.a.run(
      async (ctx) =>
        void (await sql`update commerce.customer set created_at = ${day}::timestamptz
          where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query())),
    );
  await setCreated(wanted.id, '2025-06-15T12:00:00Z');
  await setCreated(other.id, '2024-01-15T12:00:00Z');
  await admin.call(createCustomer, { body: { name: 'Late' } });
  fitting = {
    customerGroupIDs: [type.id],
    pricingGroupIDs: [price.id],
    salesRepIDs: [memberOf(rep)],
    statusCodes: ['preferred'],
    shippingTermIDs: [shipping[0]!.id],
    paymentTermIDs: [payment[0]!.id],
    commissionStatusCodes: ['exempt'],
    freightStatusCodes: ['exempt'],
    carrierIDs: [carrier!.id],
    carrierOptionIDs: [carrier!.options[0]!.id],
    isParentAccount: true,
    city: 'ashland',
    state: 'wi',
    postalCode: '54806',
    startDate: '2025-06-15',
    endDate: '2025-06-15',
  };
});
afterAll(() => kernel?.stop());

const found = async (query: Filter): Promise<string[]> =>
  (await admin.call(listCustomers, { query: { ...query, sortBy: 'createdAt' } })).items.map(({ name }) => name);

// A date is a one-sided limit, so its other side matches more customers.
const beyond: Partial<Record<keyof Filter, string[]>> = { startDate: ['Wanted', 'Late'], endDate: ['Other', 'Wanted'] };

it.each(Object.keys(customerFilter.shape).filter((name) => name !== 'query') as (keyof Filter)[])(
  'the filter %s finds what fits and nothing else',
  async (name) => {
    expect(await found({ [name]: fitting[name] })).toEqual(beyond[name] ?? ['Wanted']);
  },
);

it('has the sixteen filters of the list, and all of them at once', async () => {
  expect(Object.keys(fitting).sort()).toEqual(
    Object.keys(customerFilter.shape)
      .filter((name) => name !== 'query')
      .sort(),
  );
  expect(Object.keys(fitting)).toHaveLength(16);
  expect(await found(fitting)).toEqual(['Wanted']);
  expect(await found({})).toEqual(['Other', 'Wanted', 'Late']);
});

it('a customer is no account: its id finds no profile', async () => {
  const params = { accountID: wantedID };
  expect(await apiRefusal(admin.call(getAccount, { params }))).toMatchObject({ status: 404 });
  expect(await apiRefusal(admin.call(updateAccount, { params, body: { name: 'Renamed' } }))).toMatchObject({
    status: 404,
  });
});
