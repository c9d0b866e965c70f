import { getTimeline, listMyPlugins } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProductLine, deleteProductLine, updateProductLine } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountGroup,
  createAccountGroupAccess,
  createCarrier,
  createCarrierOption,
  createCustomer,
  createCustomerAccess,
  createPaymentTerm,
  createShippingTerm,
  deleteAccountGroup,
  deleteAccountGroupAccess,
  deleteCarrier,
  deleteCarrierOption,
  deleteCustomer,
  deleteCustomerAccess,
  deletePaymentTerm,
  deleteShippingTerm,
  getCarrier,
  getCustomerAccess,
  getPriority,
  listAccountGroupAccess,
  listAccountGroups,
  listCarrierOptions,
  listCarriers,
  listCustomerAccess,
  listPaymentTerms,
  listPriorities,
  listShippingTerms,
  trackingLink,
  updateAccountGroup,
  updateAccountGroupAccess,
  updateCarrier,
  updateCarrierOption,
  updatePaymentTerm,
  updateShippingTerm,
} from '../../contracts/index.ts';
import commerce from '../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  admin = await kernel.a.as('admin');
  other = await kernel.b.as('admin');
});
afterAll(() => kernel?.stop());

describe('what an account begins with', () => {
  it('has the eight carriers with the options of each', async () => {
    const { items } = await admin.call(listCarriers, {});
    const options = Object.fromEntries(
      items.map(({ code, options: own }) => [code, own.map((option) => option.code).sort()]),
    );
    expect(options).toEqual({
      will_call: [],
      delivery: [],
      ups: ['03', 'NDA', 'NDAEAM', 'NDAS', 'SDA', 'SDAAM', 'TDS'],
      fedex: ['ES'],
      usps: [],
      ltl: ['AE'],
      ltl1: ['RLC'],
      freight_collect: ['FC'],
    });
    expect(
      items
        .filter(({ trackingUrlTemplate }) => trackingUrlTemplate)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['fedex', 'ups']);
    const ups = items.find(({ code }) => code === 'ups')!;
    expect(trackingLink(ups, '1Z 9/9')).toBe('https://www.ups.com/track?tracknum=1Z%209%2F9');
    expect(trackingLink(ups, null)).toBeUndefined();
  });

  it('has the eight payment terms, three shipping terms and three priorities', async () => {
    const payment = (await admin.call(listPaymentTerms, {})).items;
    expect(payment.map(({ code }) => code).sort()).toEqual([
      'ccd',
      'cia',
      'cod',
      'net_30',
      'net_45',
      'net_60',
      'net_90',
      'prepaid',
    ]);
    expect(payment.find(({ code }) => code === 'net_45')?.days).toBe(45);
    const shipping = (await admin.call(listShippingTerms, {})).items;
    expect(shipping.map(({ code, name }) => [code, name])).toEqual(
      [
        ['freight_collect', 'Freight Collect'],
        ['prepaid_billed', 'Freight Charged'],
        ['prepaid', 'Free Shipping'],
      ].sort(([, left], [, right]) => (left! < right! ? -1 : 1)),
    );
    const priorities = (await admin.call(listPriorities, {})).items;
    expect(priorities.map(({ code }) => code)).toEqual(['low', 'normal', 'high']);
    expect((await admin.call(getPriority, { params: { priorityID: priorities[0]!.id } })).name).toBe('Low');
  });

  it('gets nothing twice, keeps renamed terms and adds what is missing', async () => {
    const [term] = (await admin.call(listPaymentTerms, { query: { codes: ['net_60'] } })).items;
    await admin.call(updatePaymentTerm, { params: { paymentTermID: term!.id }, body: { name: 'Sixty days' } });
    const [gone] = (await admin.call(listPaymentTerms, { query: { codes: ['cia'] } })).items;
    await admin.call(deletePaymentTerm, { params: { paymentTermID: gone!.id } });
    // A seeded name is in use by a term with another code.
    await admin.call(createPaymentTerm, { body: { code: 'cod', name: gone!.name } });
    await kernel.a.run((ctx) => commerce.account!.onEnable!(ctx, kernel.services));
    const after = (await admin.call(listPaymentTerms, {})).items;
    expect(after.filter(({ code }) => code === 'net_60').map(({ name }) => name)).toEqual(['Sixty days']);
    expect(after.filter(({ code }) => code === 'cia').map(({ name }) => name)).toEqual([`${gone!.name} 2`]);
    expect(after).toHaveLength(9);
    expect((await admin.call(listCarriers, {})).count).toBe(8);
  });
});

describe('terms', () => {
  it('refuses an unknown payment term code in the words of the spec', async () => {
    const refused = await apiRefusal(admin.callUnchecked(createPaymentTerm, { body: { code: 'net_31', name: 'Odd' } }));
    expect(refused).toMatchObject({ status: 400, message: 'Payment term is not a valid enum value' });
  });

  it('keeps amounts exactly and takes them away with null', async () => {
    const made = await admin.call(createShippingTerm, {
      body: { name: 'Flat', flatRate: 12.35, minimumOrderValue: 500 },
    });
    expect(made).toMatchObject({
      flatRate: 12.35,
      minimumOrderValue: 500,
      isFreightExempt: false,
      isCarrierRate: false,
      code: null,
    });
    const params = { shippingTermID: made.id };
    const changed = await admin.call(updateShippingTerm, { params, body: { flatRate: null, version: made.version } });
    expect(changed).toMatchObject({ flatRate: null, minimumOrderValue: 500 });
    expect((await apiRefusal(admin.call(updateShippingTerm, { params, body: { flatRate: -1 } }))).status).toBe(400);
    expect(
      await apiRefusal(admin.call(updateShippingTerm, { params, body: { name: 'x', version: made.version } })),
    ).toMatchObject({
      code: 'stale_version',
    });
    expect(await apiRefusal(admin.call(createShippingTerm, { body: { name: 'Flat' } }))).toMatchObject({
      status: 409,
      code: 'duplicate',
    });
    await admin.call(deleteShippingTerm, { params });
  });

  it('stays while customers have it, naming them', async () => {
    const term = await admin.call(createPaymentTerm, { body: { code: 'net_30', name: 'Net 30 EOM' } });
    const customer = await admin.call(createCustomer, { body: { name: 'Payer', defaultPaymentTermID: term.id } });
    const refused = await apiRefusal(admin.call(deletePaymentTerm, { params: { paymentTermID: term.id } }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'in_use',
      message: `Net 30 EOM is used by 1 customer (${customer.number})`,
    });
  });
});

describe('customer groups', () => {
  it('are commission exempt and not freight exempt unless said, unique per type', async () => {
    const made = await admin.call(createAccountGroup, { body: { name: 'Retail', typeCode: 'customer_type' } });
    expect(made).toMatchObject({ isCommissionExempt: true, isFreightExempt: false, customerCount: 0 });
    await admin.call(createAccountGroup, { body: { name: 'Retail', typeCode: 'price_group' } });
    expect(
      await apiRefusal(admin.call(createAccountGroup, { body: { name: 'Retail', typeCode: 'price_group' } })),
    ).toMatchObject({
      code: 'duplicate',
    });
    const { items } = await admin.call(listAccountGroups, { query: { type: 'customer_type' } });
    expect(items.map(({ name }) => name)).toEqual(['Retail']);
  });

  it('count their customers, and stay while they have any', async () => {
    const type = await admin.call(createAccountGroup, { body: { name: 'Counted', typeCode: 'customer_type' } });
    const price = await admin.call(createAccountGroup, { body: { name: 'Priced', typeCode: 'price_group' } });
    await admin.call(createCustomer, {
      body: { name: 'Both', customerTypeGroupID: type.id, customerPriceGroupIDs: [price.id] },
    });
    const counts = (
      await admin.call(listAccountGroups, { query: { sortBy: 'customerCount', sortOrder: 'desc' } })
    ).items.slice(0, 2);
    expect(counts.map(({ name, customerCount }) => [name, customerCount]).sort()).toEqual([
      ['Counted', 1],
      ['Priced', 1],
    ]);
    for (const { id } of [type, price])
      expect(await apiRefusal(admin.call(deleteAccountGroup, { params: { accountGroupID: id } }))).toMatchObject({
        code: 'in_use',
      });
    const changed = await admin.call(updateAccountGroup, {
      params: { accountGroupID: type.id },
      body: { name: 'Renamed' },
    });
    expect(changed.version).toBe(type.version + 1);
  });
});

describe('the screens of customer groups', () => {
  const groupScreens = async (person: TestPerson) => {
    const { items } = await person.call(listMyPlugins, {});
    const screens = items.find(({ id }) => id === 'commerce')!.screens;
    return screens
      .filter(({ path }) => path.startsWith('/dashboard/customer-groups'))
      .map(({ name, isAllowed }) => `${name} ${isAllowed ? 'open' : 'closed'}`);
  };

  it('stay closed to sales reps, who choose groups all the same', async () => {
    const rep = await kernel.a.as('sales_rep');
    expect(await groupScreens(rep)).toEqual([
      'customer-groups closed',
      'customer-group-create closed',
      'customer-group-edit closed',
    ]);
    expect((await rep.call(listAccountGroups, {})).items).not.toHaveLength(0);
  });

  it('open for whoever may read and write groups', async () => {
    const open = ['customer-groups open', 'customer-group-create open', 'customer-group-edit open'];
    expect(await groupScreens(await kernel.a.as('user'))).toEqual(open);
    expect(await groupScreens(admin)).toEqual(open);
  });
});

describe('carriers', () => {
  it('keep the codes of built-in ones and are not deleted', async () => {
    const ups = (await admin.call(listCarriers, { query: { code: 'ups' } })).items[0]!;
    const params = { carrierID: ups.id };
    expect((await admin.call(updateCarrier, { params, body: { name: 'United Parcel', code: 'ups' } })).name).toBe(
      'United Parcel',
    );
    expect(await apiRefusal(admin.call(updateCarrier, { params, body: { code: 'brown' } }))).toMatchObject({
      status: 409,
      code: 'carrier_built_in',
    });
    expect(await apiRefusal(admin.call(deleteCarrier, { params }))).toMatchObject({ code: 'carrier_built_in' });
    const carrierOptionID = ups.options[0]!.id;
    expect(await apiRefusal(admin.call(deleteCarrierOption, { params: { ...params, carrierOptionID } }))).toMatchObject(
      {
        code: 'carrier_built_in',
      },
    );
    expect(
      await apiRefusal(
        admin.call(updateCarrierOption, { params: { ...params, carrierOptionID }, body: { code: 'X' } }),
      ),
    ).toMatchObject({ code: 'carrier_built_in' });
  });

  it('come and go with their options, but not while customers use one', async () => {
    const made = await admin.call(createCarrier, {
      body: {
        name: 'Local van',
        trackingUrlTemplate: 'https://van.test/{trackingNumber}',
        options: [{ name: 'Morning', code: 'AM' }],
      },
    });
    const params = { carrierID: made.id };
    const noon = await admin.call(createCarrierOption, { params, body: { name: 'Noon', code: 'NOON' } });
    expect(
      await apiRefusal(admin.call(createCarrierOption, { params, body: { name: 'Again', code: 'NOON' } })),
    ).toMatchObject({ code: 'duplicate' });
    expect((await admin.call(listCarrierOptions, { params })).items.map(({ code }) => code)).toEqual(['AM', 'NOON']);
    const customer = await admin.call(createCustomer, { body: { name: 'Noon only', defaultCarrierOptionID: noon.id } });
    const refused = await apiRefusal(
      admin.call(deleteCarrierOption, { params: { ...params, carrierOptionID: noon.id } }),
    );
    expect(refused.message).toBe(`Noon is used by 1 customer (${customer.number})`);
    expect(await apiRefusal(admin.call(deleteCarrier, { params }))).toMatchObject({ code: 'in_use' });
    const option = { ...params, carrierOptionID: noon.id };
    await admin.call(updateCarrierOption, { params: option, body: { name: 'Midday', code: 'MID' } });
    await admin.call(deleteCustomer, { params: { customerID: customer.id } });
    await admin.call(deleteCarrierOption, { params: option });
    const told = await admin.call(getTimeline, { params: { type: 'carrier', id: made.id }, query: {} });
    expect(told.items.map(({ action, note, changes }) => [action, note, ...changes]).reverse()).toEqual([
      ['created', null],
      ['option_added', 'Noon'],
      [
        'option_changed',
        'Noon',
        { field: 'name', from: 'Noon', to: 'Midday' },
        { field: 'code', from: 'NOON', to: 'MID' },
      ],
      ['option_removed', 'Midday'],
    ]);
    const free = await admin.call(createCarrier, {
      body: { name: 'Free van', options: [{ name: 'Any', code: 'ANY' }] },
    });
    await admin.call(deleteCarrier, { params: { carrierID: free.id } });
    expect(await apiRefusal(admin.call(getCarrier, { params: { carrierID: free.id } }))).toMatchObject({ status: 404 });
  });

  it('take only a tracking address with a place for the number', async () => {
    for (const trackingUrlTemplate of [
      'https://van.test/',
      'javascript:alert({trackingNumber})',
      'van {trackingNumber}',
    ])
      expect(
        (await apiRefusal(admin.call(createCarrier, { body: { name: 'Bad', trackingUrlTemplate } }))).errors,
      ).toEqual([{ path: 'trackingUrlTemplate', message: 'Must be a web address that contains {trackingNumber}' }]);
  });

  it('are not found under another carrier or in another account', async () => {
    const ups = (await admin.call(listCarriers, { query: { code: 'ups' } })).items[0]!;
    const fedex = (await admin.call(listCarriers, { query: { code: 'fedex' } })).items[0]!;
    const params = { carrierID: fedex.id, carrierOptionID: ups.options[0]!.id };
    expect((await apiRefusal(admin.call(updateCarrierOption, { params, body: { name: 'x' } }))).status).toBe(404);
    expect((await apiRefusal(admin.call(deleteCarrierOption, { params }))).status).toBe(404);
    expect((await apiRefusal(other.call(getCarrier, { params: { carrierID: ups.id } }))).status).toBe(404);
    expect(
      (
        await apiRefusal(
          other.call(createCarrierOption, { params: { carrierID: ups.id }, body: { name: 'x', code: 'x' } }),
        )
      ).status,
    ).toBe(404);
  });
});

describe('product line access', () => {
  it('limits groups and customers, and keeps the lines from being deleted', async () => {
    const gloves = await admin.call(createProductLine, { body: { name: 'Gloves' } });
    const socks = await admin.call(createProductLine, { body: { name: 'Socks' } });
    const group = await admin.call(createAccountGroup, { body: { name: 'Limited', typeCode: 'customer_type' } });
    const params = { accountGroupID: group.id };
    const made = await admin.call(createAccountGroupAccess, {
      body: { accountGroupID: group.id, productLineIDs: [gloves.id] },
    });
    expect(made).toMatchObject({
      accountGroup: { name: 'Limited', typeCode: 'customer_type' },
      productLines: [{ name: 'Gloves' }],
    });
    expect(
      await apiRefusal(
        admin.call(createAccountGroupAccess, { body: { accountGroupID: group.id, productLineIDs: [socks.id] } }),
      ),
    ).toMatchObject({ status: 409, code: 'duplicate' });
    const changed = await admin.call(updateAccountGroupAccess, {
      params,
      body: { productLineIDs: [socks.id, gloves.id], version: made.version },
    });
    expect(changed.productLines.map(({ name }) => name)).toEqual(['Gloves', 'Socks']);
    expect(
      await apiRefusal(
        admin.call(updateAccountGroupAccess, { params, body: { productLineIDs: [socks.id], version: made.version } }),
      ),
    ).toMatchObject({ code: 'stale_version' });
    await admin.call(updateProductLine, { params: { productLineID: socks.id }, body: { name: 'Hosiery' } });
    const { items } = await admin.call(listAccountGroupAccess, { query: { productLineID: socks.id } });
    expect(items.map(({ productLines }) => productLines.map(({ name }) => name))).toEqual([['Gloves', 'Hosiery']]);
    const held = await apiRefusal(admin.call(deleteProductLine, { params: { productLineID: socks.id } }));
    expect(held.message).toBe('Hosiery is used by 1 product line limit (Limited)');
    await admin.call(deleteAccountGroupAccess, { params });
    await admin.call(deleteProductLine, { params: { productLineID: socks.id } });

    const customer = await admin.call(createCustomer, { body: { name: 'Choosy' } });
    await admin.call(createCustomerAccess, { body: { customerID: customer.id, productLineIDs: [gloves.id] } });
    expect((await admin.call(listCustomerAccess, {})).items).toMatchObject([{ customer: { number: customer.number } }]);
    expect((await other.call(listCustomerAccess, {})).count).toBe(0);
    await admin.call(deleteCustomerAccess, { params: { customerID: customer.id } });
    expect((await apiRefusal(admin.call(getCustomerAccess, { params: { customerID: customer.id } }))).status).toBe(404);
  });

  it('refuses lines and owners that do not exist', async () => {
    const group = await admin.call(createAccountGroup, { body: { name: 'Lost', typeCode: 'price_group' } });
    const unknown = group.id.replace('agr_', 'pln_');
    const refused = await apiRefusal(
      admin.call(createAccountGroupAccess, { body: { accountGroupID: group.id, productLineIDs: [unknown] } }),
    );
    expect(refused.errors).toEqual([{ path: 'productLineIDs.0', message: 'There is no such product line' }]);
    const nobody = group.id.replace('agr_', 'cus_');
    const line = await admin.call(createProductLine, { body: { name: 'Hats' } });
    expect(
      (await apiRefusal(admin.call(createCustomerAccess, { body: { customerID: nobody, productLineIDs: [line.id] } })))
        .errors,
    ).toEqual([{ path: 'customerID', message: 'There is no such customer' }]);
  });
});
