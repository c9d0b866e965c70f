import {
  checkDuplicates,
  createAddress,
  deleteAddress,
  emailRecord,
  getTimeline,
  listEmailLogs,
  undoChangeSet,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkDeleteCustomers,
  createAccountGroup,
  createCustomer,
  deleteAccountGroup,
  deleteCustomer,
  getCustomer,
  listCarriers,
  listCustomers,
  listPaymentTerms,
  listPriorities,
  listShippingTerms,
  updateAccountGroup,
  updateCustomer,
} from '../../../contracts/index.ts';
import commerce from '../../plugin.ts';
import { customerDetailsEmail, customerDetailsMail } from './emails/customer-email.ts';

let kernel: TestKernel;
let admin: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  admin = await kernel.a.as('admin');
  other = await kernel.b.as('admin');
});
afterAll(() => kernel?.stop());

const create = (body: Parameters<typeof admin.call<typeof createCustomer>>[1]['body']) =>
  admin.call(createCustomer, { body });
const address = {
  name: 'Main dock',
  line1: '1 Mill St',
  city: 'Duluth',
  state: 'MN',
  postalCode: '55802',
  country: 'US',
};

const violations = () => violationsOf(kernel.a, commerce);

describe('creating', () => {
  it('numbers from 1000, defaults every flag to false and the status to normal', async () => {
    const first = await create({ name: 'Lakeland Safety' });
    expect(first).toMatchObject({
      number: '1000',
      status: 'normal',
      isEdiEnabled: false,
      acceptsInvoiceEmails: false,
      isCommissionExempt: false,
      isFreightExempt: false,
      isParentAccount: false,
      billToAddress: null,
      addresses: [],
      customerPriceGroups: [],
    });
    expect((await create({ name: 'Second' })).number).toBe('1001');
  });

  it('keeps a given number, refuses a taken one and steps over it', async () => {
    const given = await create({ name: 'Given', number: '1003' });
    expect(given.number).toBe('1003');
    expect(await apiRefusal(create({ name: 'Again', number: '1003' }))).toMatchObject({
      status: 409,
      code: 'number_taken',
    });
    expect((await create({ name: 'Counted' })).number).toBe('1002');
    expect((await create({ name: 'Counted on' })).number).toBe('1004');
    expect((await create({ name: 'Lettered', number: 'ACME-1' })).number).toBe('ACME-1');
  });

  it('answers each rule of the spec with its message at its field', async () => {
    const refused = await apiRefusal(
      admin.callUnchecked(createCustomer, {
        body: {
          name: ' ',
          url: 'nowhere',
          email: 'nobody',
          note: 'Card 4111 1111 1111 1111',
          billToAddress: { name: '', country: '' },
          status: 'on_fire',
        },
      }),
    );
    expect(refused.status).toBe(400);
    expect(Object.fromEntries(refused.errors.map(({ path, message }) => [path, message]))).toEqual({
      name: 'Customer name is required',
      url: 'Must be a valid web address',
      email: 'Must be a valid email',
      note: 'Must not contain a card number',
      'billToAddress.name': 'Address name is required',
      'billToAddress.country': 'Country is required',
      status: 'Must be one of hold_all, hold_shipment, normal, preferred',
    });
  });

  it('takes terms, carrier option, groups and addresses along, and finds them again', async () => {
    const ups = (await admin.call(listCarriers, { query: { code: 'ups' } })).items[0]!;
    const ground = ups.options.find(({ code }) => code === '03')!;
    const net30 = (await admin.call(listPaymentTerms, { query: { codes: ['net_30'] } })).items[0]!;
    const [term] = (await admin.call(listShippingTerms, {})).items;
    const high = (await admin.call(listPriorities, {})).items.at(-1)!;
    const type = await admin.call(createAccountGroup, {
      body: { name: 'Dealer', typeCode: 'customer_type', isCommissionExempt: false },
    });
    const price = await admin.call(createAccountGroup, { body: { name: 'Net', typeCode: 'price_group' } });
    const made = await create({
      name: 'Complete',
      defaultCarrierOptionID: ground.id,
      defaultPaymentTermID: net30.id,
      defaultShippingTermID: term!.id,
      defaultPriorityID: high.id,
      customerTypeGroupID: type.id,
      customerPriceGroupIDs: [price.id, price.id],
      billToAddress: address,
      shipToAddress: { ...address, name: 'Warehouse', city: 'Fargo', state: 'ND', postalCode: '58102' },
      addresses: [{ name: 'Store', country: 'US' }],
    });
    expect(made).toMatchObject({
      // The option sets its carrier too.
      defaultCarrier: { id: ups.id, code: 'ups' },
      defaultCarrierOption: { code: '03', name: 'Ground' },
      defaultPaymentTerm: { code: 'net_30' },
      defaultPriority: { code: 'high' },
      customerTypeGroup: { name: 'Dealer' },
      customerPriceGroups: [{ id: price.id, name: 'Net' }],
      billToAddress: { city: 'Duluth' },
      shipToAddress: { city: 'Fargo' },
      // New groups are exempt from commission by default.
      exemptions: {
        commission: { isExempt: true, reasons: ['Price group Net'] },
        freight: { isExempt: false, reasons: [] },
      },
    });
    expect(made.addresses.map(({ name }) => name)).toEqual(['Main dock', 'Store', 'Warehouse']);
    const found = (await admin.call(listCustomers, { query: { carrierIDs: [ups.id], pricingGroupIDs: [price.id] } }))
      .items;
    expect(found).toMatchObject([
      {
        id: made.id,
        city: 'Fargo',
        defaultCarrierOption: { name: 'Ground' },
        isCommissionExempt: true,
        isFreightExempt: false,
      },
    ]);
  });

  it('names every reference that does not fit', async () => {
    const ups = (await admin.call(listCarriers, { query: { code: 'ups' } })).items[0]!;
    const fedex = (await admin.call(listCarriers, { query: { code: 'fedex' } })).items[0]!;
    const foreign = (await other.call(listPaymentTerms, {})).items[0]!;
    const price = await admin.call(createAccountGroup, { body: { name: 'Not a type', typeCode: 'price_group' } });
    const refused = await apiRefusal(
      create({
        name: 'Wrong',
        defaultCarrierID: fedex.id,
        defaultCarrierOptionID: ups.options[0]!.id,
        defaultPaymentTermID: foreign.id,
        customerTypeGroupID: price.id,
      }),
    );
    expect(refused.status).toBe(400);
    expect(refused.errors).toEqual(
      expect.arrayContaining([
        { path: 'defaultCarrierOptionID', message: 'The option belongs to another carrier' },
        { path: 'defaultPaymentTermID', message: 'There is no such payment term' },
        { path: 'customerTypeGroupID', message: 'There is no such customer type' },
      ]),
    );
  });

  it('gives parallel writers numbers without a gap', async () => {
    const made = await Promise.all(Array.from({ length: 16 }, (_, index) => create({ name: `Parallel ${index}` })));
    const numbers = made.map(({ number }) => Number(number)).sort((left, right) => left - right);
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => numbers[0]! + index));
    expect(await violations()).toEqual([]);
  });
});

describe('changing', () => {
  it('writes only what is sent, guards the version and tells what changed', async () => {
    const made = await create({ name: 'Before', email: 'before@x.test', billToAddress: address });
    const changed = await admin.call(updateCustomer, {
      params: { customerID: made.id },
      body: {
        name: 'After',
        status: 'hold_all',
        billToAddress: { ...address, city: 'Superior' },
        version: made.version,
      },
    });
    expect(changed).toMatchObject({
      name: 'After',
      status: 'hold_all',
      email: 'before@x.test',
      billToAddress: { city: 'Superior' },
    });
    expect(changed.addresses).toHaveLength(1);
    const stale = await apiRefusal(
      admin.call(updateCustomer, { params: { customerID: made.id }, body: { name: 'Late', version: made.version } }),
    );
    expect(stale).toMatchObject({ status: 409, code: 'stale_version' });
    const { items } = await admin.call(getTimeline, { params: { type: 'customer', id: made.id } });
    const fields = items.flatMap((entry) => ('changes' in entry ? entry.changes : [])).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['name', 'status', 'billToAddress']));
    const events = await kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ type: string }>`select type from core.event_outbox
        where account_id = ${kernel.a.id} and aggregate_id = ${made.id}`.execute(ctx.em.query());
      return rows.map(({ type }) => type).sort();
    });
    expect(events).toEqual(['commerce.customer.changed', 'commerce.customer.created', 'commerce.customer.renamed']);
  });

  it('does not change the bill-to address through a ship-to address that is the same', async () => {
    const made = await create({ name: 'One place', billToAddress: address });
    const params = { customerID: made.id };
    const shared = await admin.call(updateCustomer, { params, body: { shipToAddressID: made.billToAddress!.id } });
    expect(shared.shipToAddress?.id).toBe(made.billToAddress!.id);
    const parted = await admin.call(updateCustomer, { params, body: { shipToAddress: { ...address, city: 'Ely' } } });
    expect(parted.billToAddress?.city).toBe('Duluth');
    expect(parted.shipToAddress?.city).toBe('Ely');
    const stranger = await create({ name: 'Stranger', billToAddress: address });
    const refused = await apiRefusal(
      admin.call(updateCustomer, { params, body: { shipToAddressID: stranger.billToAddress!.id } }),
    );
    expect(refused.errors).toEqual([{ path: 'shipToAddressID', message: 'The customer has no such address' }]);
    const inUse = await apiRefusal(
      admin.call(deleteAddress, { params: { accountID: made.id, addressID: made.billToAddress!.id } }),
    );
    expect(inUse).toMatchObject({ status: 409, code: 'in_use' });
  });

  it('drops the option with its carrier and keeps children out of rings', async () => {
    const ups = (await admin.call(listCarriers, { query: { code: 'ups' } })).items[0]!;
    const fedex = (await admin.call(listCarriers, { query: { code: 'fedex' } })).items[0]!;
    const parent = await create({ name: 'Parent', defaultCarrierOptionID: ups.options[0]!.id });
    const child = await create({ name: 'Child', parentID: parent.id });
    expect(child.parent).toEqual({ id: parent.id, name: 'Parent' });
    const moved = await admin.call(updateCustomer, {
      params: { customerID: parent.id },
      body: { defaultCarrierID: fedex.id },
    });
    expect(moved).toMatchObject({
      defaultCarrier: { code: 'fedex' },
      defaultCarrierOption: null,
      isParentAccount: true,
      childCount: 1,
    });
    const ring = await apiRefusal(
      admin.call(updateCustomer, { params: { customerID: parent.id }, body: { parentID: child.id } }),
    );
    expect(ring).toMatchObject({ status: 409, code: 'parent_cycle' });
  });

  it('keeps an old number taken after a new one', async () => {
    const made = await create({ name: 'Numbered' });
    const params = { customerID: made.id };
    await admin.call(updateCustomer, { params, body: { number: 'SPECIAL' } });
    expect(await apiRefusal(create({ name: 'Thief', number: made.number }))).toMatchObject({ code: 'number_taken' });
    const back = await admin.call(updateCustomer, { params, body: { number: made.number } });
    expect(back.number).toBe(made.number);
    expect(await violations()).toEqual([]);
  });
});

describe('listing', () => {
  it('agrees with the rule about exemptions, whoever gives them', async () => {
    const type = await admin.call(createAccountGroup, {
      body: { name: 'Freight free', typeCode: 'customer_type', isCommissionExempt: false, isFreightExempt: true },
    });
    const price = await admin.call(createAccountGroup, {
      body: { name: 'Nothing', typeCode: 'price_group', isCommissionExempt: false },
    });
    await create({ name: 'Exempt a', isFreightExempt: true });
    await create({ name: 'Exempt b', customerTypeGroupID: type.id });
    await create({ name: 'Exempt c', customerPriceGroupIDs: [price.id] });
    await create({ name: 'Exempt d' });
    const names = async (freightStatusCodes: ('exempt' | 'not_exempt')[]) =>
      (await admin.call(listCustomers, { query: { query: 'Exempt', freightStatusCodes } })).items.map(
        ({ name }) => name,
      );
    expect(await names(['exempt'])).toEqual(['Exempt a', 'Exempt b']);
    expect(await names(['not_exempt'])).toEqual(['Exempt c', 'Exempt d']);
    expect(await names(['exempt', 'not_exempt'])).toHaveLength(4);
    await admin.call(updateAccountGroup, { params: { accountGroupID: price.id }, body: { isFreightExempt: true } });
    expect(await names(['exempt'])).toEqual(['Exempt a', 'Exempt b', 'Exempt c']);
    const { items } = await admin.call(listCustomers, { query: { take: 500 } });
    for (const row of items) {
      const { exemptions } = await admin.call(getCustomer, { params: { customerID: row.id } });
      expect([row.name, row.isCommissionExempt, row.isFreightExempt]).toEqual([
        row.name,
        exemptions.commission.isExempt,
        exemptions.freight.isExempt,
      ]);
    }
  });

  it('filters by place within one address, by dates, status and hierarchy', async () => {
    const made = await create({
      name: 'Placed',
      status: 'preferred',
      isParentAccount: true,
      billToAddress: { ...address, city: 'Ashland', state: 'WI', postalCode: '54806-1234' },
      shipToAddress: { ...address, city: 'Bayfield', state: 'MI', postalCode: '54814' },
    });
    const found = async (query: Parameters<typeof admin.call<typeof listCustomers>>[1]['query']) =>
      (await admin.call(listCustomers, { query: { ...query, query: 'Placed' } })).items.map(({ id }) => id);
    expect(await found({ city: 'ashland', state: 'wi', postalCode: '54806' })).toEqual([made.id]);
    expect(await found({ city: 'Ashland', state: 'MI' })).toEqual([]);
    expect(await found({ statusCodes: ['preferred'], isParentAccount: true })).toEqual([made.id]);
    expect(await found({ isParentAccount: false })).toEqual([]);
    expect(await found({ startDate: '2199-01-01' })).toEqual([]);
    expect(await found({ startDate: '2020-01-01', endDate: '2199-01-01' })).toEqual([made.id]);
  });

  it('sorts numbers as numbers, and pages with an exact count', async () => {
    await create({ name: 'Low', number: '99' });
    const { items, count } = await admin.call(listCustomers, { query: { sortBy: 'number', take: 500 } });
    expect(count).toBe(items.length);
    const digits = items.map(({ number }) => number).filter((number) => /^\d+$/.test(number));
    expect(digits).toEqual([...digits].sort((left, right) => Number(left) - Number(right)));
    const page = await admin.call(listCustomers, { query: { sortBy: 'number', take: 2, skip: 1 } });
    expect(page.items.map(({ id }) => id)).toEqual(items.slice(1, 3).map(({ id }) => id));
    expect(page.count).toBe(count);
  });

  it('finds by number, mail and name, and answers duplicates by number', async () => {
    const made = await create({ name: 'Findable Works', number: 'F-77', email: 'desk@findable.test' });
    for (const query of ['findable', 'F-77', 'desk@findable'])
      expect((await admin.call(listCustomers, { query: { query } })).items.map(({ id }) => id)).toEqual([made.id]);
    const asked = (recordNumber: string) =>
      admin.call(checkDuplicates, { body: { type: 'customer', data: { recordNumber } } });
    expect((await asked('F-77')).isDuplicate).toBe(true);
    expect((await asked('F-78')).isDuplicate).toBe(false);
  });

  it("is mailed its details, without what is the account's own", async () => {
    const made = await create({
      name: 'Mailed',
      note: 'Slow payer',
      email: 'desk@mailed.test',
      billToAddress: address,
    });
    const sent = await admin.call(emailRecord, { body: { type: 'customer', id: made.id } });
    expect(sent.recipients).toEqual(['desk@mailed.test']);
    const { items } = await admin.call(listEmailLogs, { query: { query: 'mailed.test' } });
    expect(items).toHaveLength(1);
    const { subject, html, text } = await customerDetailsEmail.render({
      ...customerDetailsMail(made).props,
      accountName: 'Alpha',
      baseURL: 'http://x',
    });
    expect(subject).toBe('Your details with Alpha');
    expect(text).toContain('Duluth, MN 55802');
    expect(html).not.toContain('Slow payer');
    const silent = await create({ name: 'No address' });
    expect(await apiRefusal(admin.call(emailRecord, { body: { type: 'customer', id: silent.id } }))).toMatchObject({
      status: 409,
      code: 'no_email_contact',
    });
  });

  it('shows nothing of another account', async () => {
    const made = await create({ name: 'Ours', billToAddress: address });
    const params = { customerID: made.id };
    expect(await apiRefusal(other.call(getCustomer, { params }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(other.call(updateCustomer, { params, body: { name: 'Theirs' } }))).toMatchObject({
      status: 404,
    });
    expect(await apiRefusal(other.call(deleteCustomer, { params }))).toMatchObject({ status: 404 });
    expect((await other.call(listCustomers, {})).count).toBe(0);
    expect(
      await apiRefusal(other.call(createAddress, { params: { accountID: made.id }, body: address })),
    ).toMatchObject({
      status: 404,
    });
  });
});

describe('deleting', () => {
  it('lets go of a customer that nothing refers to, and keeps its number', async () => {
    const made = await create({ name: 'Short-lived', billToAddress: address, shipToAddress: address });
    await admin.call(deleteCustomer, { params: { customerID: made.id } });
    expect(await apiRefusal(admin.call(getCustomer, { params: { customerID: made.id } }))).toMatchObject({
      status: 404,
    });
    expect((await admin.call(listCustomers, { query: { query: 'Short-lived' } })).count).toBe(0);
    expect(await apiRefusal(create({ name: 'Heir', number: made.number }))).toMatchObject({ code: 'number_taken' });
    expect(await violations()).toEqual([]);
  });

  it('names who still refers, alone and in bulk', async () => {
    const parent = await create({ name: 'Kept' });
    const child = await create({ name: 'Its child', parentID: parent.id });
    const alone = await create({ name: 'Alone' });
    const unmark = admin.call(updateCustomer, { params: { customerID: parent.id }, body: { isParentAccount: false } });
    expect(await apiRefusal(unmark)).toMatchObject({
      status: 409,
      errors: [{ path: 'isParentAccount', message: 'Kept has 1 child account' }],
    });
    const refused = await apiRefusal(admin.call(deleteCustomer, { params: { customerID: parent.id } }));
    expect(refused).toMatchObject({ status: 409, code: 'in_use' });
    expect(refused.message).toBe(`${parent.number} Kept is used by 1 child account (${child.number})`);
    const bulk = await admin.call(bulkDeleteCustomers, { body: { customerIDs: [parent.id, alone.id, 'cus_nobody'] } });
    expect(bulk).toEqual({
      done: 1,
      refused: [
        { id: parent.id, label: `${parent.number} Kept`, reason: `used by 1 child account (${child.number})` },
        { id: 'cus_nobody', label: 'cus_nobody', reason: 'There is no such customer' },
      ],
      changeSetID: null,
      undoChangeSetID: expect.stringMatching(/^chs_/),
    });
    expect(await admin.call(bulkDeleteCustomers, { body: { filter: { query: 'Its child' } } })).toEqual({
      done: 1,
      refused: [],
      changeSetID: null,
      undoChangeSetID: expect.stringMatching(/^chs_/),
    });
    await admin.call(deleteCustomer, { params: { customerID: parent.id } });
    expect(await violations()).toEqual([]);
  });

  it('is taken back whole, unless what a customer names is gone', async () => {
    const group = await admin.call(createAccountGroup, { body: { typeCode: 'price_group', name: 'Comes back' } });
    const address = { name: 'Dock', line1: '1 Quay', city: 'Duluth', state: 'MN', postalCode: '55802', country: 'US' };
    const made = await create({
      name: 'Coming back',
      note: 'Mind the step',
      billToAddress: address,
      customerPriceGroupIDs: [group.id],
      addresses: [{ ...address, name: 'Store' }],
    });
    const remove = () => admin.call(bulkDeleteCustomers, { body: { customerIDs: [made.id] } });
    const undo = (answer: { undoChangeSetID: string | null }) =>
      admin.call(undoChangeSet, { params: { changeSetID: answer.undoChangeSetID ?? '' }, body: {} });
    await undo(await remove());
    expect(await admin.call(getCustomer, { params: { customerID: made.id } })).toEqual(made);
    expect((await admin.call(listCustomers, { query: { query: 'Coming back' } })).items).toMatchObject([
      { id: made.id },
    ]);
    const again = await remove();
    await admin.call(deleteAccountGroup, { params: { accountGroupID: group.id } });
    expect(await apiRefusal(undo(again))).toMatchObject({
      code: 'undo_refused',
      details: { refusals: [{ reason: 'its account group was deleted since' }] },
    });
    expect(await violations()).toEqual([]);
  });

  it('is not for sales reps', async () => {
    const rep = await kernel.a.as('sales_rep');
    const made = await rep.call(createCustomer, { body: { name: 'By the rep' } });
    expect(await apiRefusal(rep.call(deleteCustomer, { params: { customerID: made.id } }))).toMatchObject({
      status: 403,
    });
  });
});
