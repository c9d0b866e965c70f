import { createRegistrationFlow, deleteRegistrationFlow, updateRegistrationFlow } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAccountGroup,
  createPaymentTerm,
  createShippingTerm,
  deleteAccountGroup,
  deletePaymentTerm,
  deleteShippingTerm,
} from '../../../contracts/index.ts';
import commerce from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  admin = await kernel.a.as('admin');
  other = await kernel.b.as('admin');
});
afterAll(() => kernel?.stop());

const recordsOf = async (person: TestPerson, name: string) => ({
  type: await person.call(createAccountGroup, { body: { name, typeCode: 'customer_type' } }),
  price: await person.call(createAccountGroup, { body: { name, typeCode: 'price_group' } }),
  shipping: await person.call(createShippingTerm, { body: { name } }),
  payment: await person.call(createPaymentTerm, { body: { name, code: 'net_30' } }),
});

it('takes what is there in this account and of the right kind, else says which field is wrong', async () => {
  const own = await recordsOf(admin, 'Own');
  const foreign = await recordsOf(other, 'Foreign');
  const flow = await admin.call(createRegistrationFlow, {
    body: {
      name: 'All three',
      title: 'Welcome',
      defaultCustomerGroupID: own.type.id,
      defaultShippingTermID: own.shipping.id,
      defaultPaymentTermID: own.payment.id,
    },
  });
  expect(flow).toMatchObject({ defaultCustomerGroupID: own.type.id, defaultPaymentTermID: own.payment.id });
  const faults = [
    { path: 'defaultCustomerGroupID', message: 'There is no such customer type' },
    { path: 'defaultShippingTermID', message: 'There is no such shipping term' },
    { path: 'defaultPaymentTermID', message: 'There is no such payment term' },
  ];
  const wrong = [
    { defaultCustomerGroupID: 'junk', defaultShippingTermID: 'junk', defaultPaymentTermID: 'junk' },
    {
      defaultCustomerGroupID: foreign.type.id,
      defaultShippingTermID: foreign.shipping.id,
      defaultPaymentTermID: foreign.payment.id,
    },
    {
      defaultCustomerGroupID: own.price.id,
      defaultShippingTermID: own.payment.id,
      defaultPaymentTermID: own.shipping.id,
    },
  ];
  for (const [index, defaults] of wrong.entries()) {
    expect(
      await apiRefusal(
        admin.call(createRegistrationFlow, { body: { name: `Wrong ${index}`, title: 'Wrong', ...defaults } }),
      ),
    ).toMatchObject({ status: 400, errors: faults });
    expect(
      await apiRefusal(
        admin.call(updateRegistrationFlow, { params: { registrationFlowID: flow.id }, body: { ...defaults } }),
      ),
    ).toMatchObject({ status: 400, errors: faults });
  }
});

it('keeps what a flow names from being deleted, until the flow lets go of it', async () => {
  const { type, shipping, payment } = await recordsOf(admin, 'Kept');
  const flow = await admin.call(createRegistrationFlow, {
    body: {
      name: 'Keeper',
      title: 'Keeps',
      defaultCustomerGroupID: type.id,
      defaultShippingTermID: shipping.id,
      defaultPaymentTermID: payment.id,
    },
  });
  const deletions = [
    () => admin.call(deleteAccountGroup, { params: { accountGroupID: type.id } }),
    () => admin.call(deleteShippingTerm, { params: { shippingTermID: shipping.id } }),
    () => admin.call(deletePaymentTerm, { params: { paymentTermID: payment.id } }),
  ];
  for (const remove of deletions)
    expect(await apiRefusal(remove())).toMatchObject({
      status: 409,
      code: 'in_use',
      message: 'Kept is used by 1 registration flow (Keeper)',
    });
  const params = { registrationFlowID: flow.id };
  // The form sends all fields. Unchanged ones are not checked again.
  await admin.call(updateRegistrationFlow, {
    params,
    body: { title: 'Kept on', defaultCustomerGroupID: '', defaultShippingTermID: shipping.id },
  });
  await deletions[0]!();
  await admin.call(deleteRegistrationFlow, { params });
  for (const remove of deletions.slice(1)) await remove();
});

it('a flow and a deletion at the same time never leave a flow that names nothing', async () => {
  for (let round = 0; round < 5; round += 1) {
    const group = await admin.call(createAccountGroup, { body: { name: `Race ${round}`, typeCode: 'customer_type' } });
    const results = await Promise.allSettled([
      admin.call(createRegistrationFlow, {
        body: { name: `Race ${round}`, title: 'Race', defaultCustomerGroupID: group.id },
      }),
      admin.call(deleteAccountGroup, { params: { accountGroupID: group.id } }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  }
});
