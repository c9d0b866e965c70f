import {
  applyChangeSet,
  createAddress,
  createImport,
  getImport,
  getImportTemplate,
  type ImportSet,
  linkChildAccount,
  listChangeSetRows,
  listImportTypes,
  undoChangeSet,
  updateImport,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import {
  apiRefusal,
  sharedKernel,
  type TestAccount,
  type TestKernel,
  type TestPerson,
  violationsOf,
} from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountGroup,
  createCustomer,
  deleteCustomer,
  getCustomer,
  listAccountGroups,
  listCustomers,
  updateCustomer,
} from '../../../../contracts/index.ts';
import commerce from '../../../plugin.ts';

let kernel: TestKernel;
let account: TestAccount;
let admin: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  account = kernel.a;
  admin = await account.as('admin');
});
afterAll(() => kernel?.stop());

const upload = (lines: readonly string[] | string, person = admin): Promise<ImportSet> =>
  person.call(createImport, {
    query: { type: 'customers', fileName: 'customers.csv' },
    body: new Blob([typeof lines === 'string' ? lines : lines.join('\n')]),
  });
const rowsOf = async (id: string) =>
  (await admin.callUnchecked(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500 } })).items;
const apply = (id: string, skipErrors = false) =>
  admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors } });
const imported = async (lines: readonly string[]): Promise<string> => {
  const { id } = await upload(lines);
  await apply(id);
  return id;
};
const undo = (id: string) => admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
const find = async (query: string) => (await admin.call(listCustomers, { query: { query } })).items;
const read = async (number: string) => {
  const row = (await find(number)).find((each) => each.number === number);
  if (!row) throw new Error(`No customer ${number}`);
  return admin.call(getCustomer, { params: { customerID: row.id } });
};
const count = async (): Promise<number> => (await admin.call(listCustomers, { query: { take: 1 } })).count;
const violations = () => violationsOf(account, commerce);
/** Row counts of the tables of customers. */
const stock = () =>
  account.run(async (ctx) => {
    const { rows } = await sql`select (select count(*)::int from core.party) as parties,
      (select count(*)::int from core.party_address) as addresses,
      (select count(*)::int from commerce.customer) as customers,
      (select count(*)::int from commerce.customer_price_group) as priced,
      (select count(*)::int from core.search_document where record_type = 'customer') as documents`.execute(
      ctx.em.query(),
    );
    return rows[0];
  });
const eventsOf = (customerID: string) =>
  account.run(async (ctx) => {
    const { rows } = await sql<{ type: string; payload: unknown }>`select type, payload from core.event_outbox
      where aggregate_id = ${customerID} order by occurred_at, id`.execute(ctx.em.query());
    return rows;
  });

const roles = ['Bill to', 'Ship to'];
const realHeadings = [
  'Customer number',
  'Name',
  ...roles.flatMap((role) =>
    ['name', 'line 1', 'line 2', 'city', 'state', 'postal code', 'country'].map((part) => `${role} ${part}`),
  ),
].join(',');

describe('importing customers', () => {
  it('creates them with addresses, says nothing twice and leaves nothing after undo', async () => {
    const before = await stock();
    const dock = 'Bike Store,Mall Of Memphis,,Memphis,TN,38103,US';
    const file = [
      realHeadings,
      `AW1,Bike Store,${dock},${dock}`,
      `AW2,Riders,${dock.replace('Bike Store', '')},Riders West,1 Dock,Gate 2,Branch,MN,55056,US`,
      `AW3,Riders,${','.repeat(6)},${','.repeat(6)}`,
    ];
    const staged = await upload(file);
    expect(staged.columns.every(({ matchedBy }) => matchedBy === 'heading')).toBe(true);
    expect(staged).toMatchObject({ status: 'ready', counts: { create: 3, error: 0, warning: 0 } });
    expect((await rowsOf(staged.id))[0]).toMatchObject({
      label: 'AW1 Bike Store',
      changes: [
        { field: 'number', to: 'AW1' },
        { field: 'name', to: 'Bike Store' },
        { field: 'billTo', label: 'Bill to', from: null, to: 'Bike Store, Mall Of Memphis, Memphis, TN, 38103, US' },
        { field: 'shipTo' },
      ],
    });
    await apply(staged.id);
    const store = await read('AW1');
    expect(store).toMatchObject({
      name: 'Bike Store',
      status: 'normal',
      billToAddress: { name: 'Bike Store', line1: 'Mall Of Memphis', line2: null, state: 'TN', postalCode: '38103' },
      version: 1,
    });
    expect(store.shipToAddress?.id).toBe(store.billToAddress?.id);
    expect(store.addresses).toHaveLength(1);
    const riders = await read('AW2');
    expect(riders).toMatchObject({
      billToAddress: { name: 'Riders' },
      shipToAddress: { name: 'Riders West', line2: 'Gate 2' },
    });
    expect(riders.addresses).toHaveLength(2);
    expect(await read('AW3')).toMatchObject({ billToAddress: null, shipToAddress: null });
    expect(await eventsOf(store.id)).toEqual([
      {
        type: 'commerce.customer.created',
        payload: { customerID: store.id, number: 'AW1', name: 'Bike Store' },
      },
    ]);
    const timeline = (await (await admin.fetch(`/v1/records/customer/${store.id}/timeline`)).json()) as {
      items: { action: string; note: string }[];
    };
    expect(timeline.items).toMatchObject([{ action: 'created', note: `Import of customers.csv (${staged.id})` }]);
    expect((await find('Riders')).map(({ number }) => number).sort()).toEqual(['AW2', 'AW3']);
    expect(await violations()).toEqual([]);

    expect((await upload(file)).counts).toMatchObject({ create: 0, update: 0, unchanged: 3, error: 0 });

    await undo(staged.id);
    expect(await stock()).toEqual(before);
    expect(await violations()).toEqual([]);
    expect((await upload(file)).counts).toMatchObject({ create: 3, error: 0 });
  });

  it('takes every field, by name or code, under usual headings', async () => {
    await admin.call(createAccountGroup, { body: { name: 'Dealer', typeCode: 'customer_type' } });
    await admin.call(createAccountGroup, { body: { name: 'Gold', typeCode: 'price_group' } });
    await admin.call(createAccountGroup, { body: { name: 'Nuts, bolts', typeCode: 'price_group' } });
    const parent = await admin.call(createCustomer, { body: { name: 'Holding' } });
    const staged = await upload([
      'Acct #;Company;E-mail;Phone number;Website;Hold status;Notes;Type;Price level;Ship via;Carrier service;' +
        'Priority;Terms;Freight terms;Sales rep;Parent account;EDI;Invoice emails;Freight exempt;' +
        'Street;City;Province;Zip code;Country;Delivery street;Delivery country',
      'F-1;Full;Full@X.test;+1 218 555 0100;full.example;Hold all;Slow;dealer;"Nuts, bolts; gold";UPS;ground;' +
        `HIGH;net_30;freight charged;ADMIN@${kernel.a.slug}.test;${parent.number};yes;y;1;` +
        '1 Mill St;Duluth;MN;55802;US;2 Dock;US',
      'F-2;Other;;;;;;;"GOLD, gold";;Express saver;;;;;;;;;;;;;;;',
    ]);
    expect(staged.columns.filter(({ field }) => field === null)).toEqual([]);
    expect((await rowsOf(staged.id)).flatMap(({ errors }) => errors)).toEqual([]);
    expect(staged.counts).toMatchObject({ create: 2, error: 0 });
    await apply(staged.id);
    expect(await read('F-1')).toMatchObject({
      name: 'Full',
      email: 'full@x.test',
      phone: '+1 218 555 0100',
      url: 'https://full.example',
      status: 'hold_all',
      note: 'Slow',
      customerTypeGroup: { name: 'Dealer' },
      customerPriceGroups: [{ name: 'Gold' }, { name: 'Nuts, bolts' }],
      defaultCarrier: { name: 'UPS' },
      defaultCarrierOption: { name: 'Ground' },
      defaultPriority: { code: 'high' },
      defaultPaymentTerm: { code: 'net_30' },
      defaultShippingTerm: { name: 'Freight Charged' },
      defaultSalesRep: { email: admin.email },
      parentID: parent.id,
      isEdiEnabled: true,
      acceptsInvoiceEmails: true,
      isFreightExempt: true,
      isCommissionExempt: false,
      billToAddress: { name: 'Full', line1: '1 Mill St', state: 'MN', postalCode: '55802' },
      shipToAddress: { name: 'Full', line1: '2 Dock' },
    });
    expect(await read('F-2')).toMatchObject({
      customerPriceGroups: [{ name: 'Gold' }],
      defaultCarrier: { name: 'FedEx' },
      defaultCarrierOption: { name: 'Express Saver' },
    });
    expect(await violations()).toEqual([]);
    await undo(staged.id);
    expect(await find('F-')).toEqual([]);
  });

  it('says what is wrong in every cell', async () => {
    await imported(['number,name', 'TW-1,Twin Mills', 'TW-2,Twin Mills']);
    const gone = await admin.call(createCustomer, { body: { name: 'Gone' } });
    await admin.call(deleteCustomer, { params: { customerID: gone.id } });
    const staged = await upload([
      'number,name,email,phone,url,status,type,price groups,carrier,carrier option,terms,sales rep,parent,' +
        'bill to city,bill to country,bill to email,ship to name',
      ',Twin Mills,,,,,,,,,,,,,,,',
      'X-1,,,,,,,,,,,,,,,,',
      'X-2,Bad forms,nobody,12,http://,sleepy,,,,,,,,,,,',
      'X-3,Bad references,,,,,Nobody,"Gold;None",Snail,,Tomorrow,Ann,77777,,,,',
      'X-4,Bad option,,,,,,,USPS,Ground,,,,,,,',
      'X-5,Bad address,,,,,,,,,,,,Duluth,,nobody,Dock',
      'X-6,Own parent,,,,,,,,,,,X-6,,,,',
      `${gone.number},Heir,,,,,,,,,,,,,,,`,
      'X-7,Child of a row below,,,,,,,,,,,X-8,,,,',
      'X-8,Fine,,,,,,,,,,,,,,,',
      'X-9,Child of a row above,,,,,,,,,,,X-8,,,,',
      ',fine,,,,,,,,,,,,,,,',
      ',,,,,,,,,,,,,Duluth,US,,',
    ]);
    const rows = await rowsOf(staged.id);
    expect(rows.map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`))).toEqual([
      ['name: 2 customers are called Twin Mills: TW-1, TW-2. Give the number'],
      ['name: Customer name is required'],
      [
        'status: "sleepy" is none of hold_all, hold_shipment, normal, preferred',
        'email: Must be a valid email',
        'phone: Must be a valid phone number',
        'url: Must be a valid web address',
      ],
      [
        'customerTypeGroup: There is no customer type Nobody',
        'defaultSalesRep: There is no sales rep Ann',
        'defaultPaymentTerm: There is no payment term Tomorrow',
        'defaultCarrier: There is no carrier Snail',
        'customerPriceGroups: There is no price group None',
        'parent: There is no customer with the number 77777',
      ],
      ['defaultCarrierOption: The option belongs to another carrier'],
      [
        'billToEmail: Must be a valid email',
        'billToCountry: Country is required',
        'shipToCountry: Country is required',
      ],
      ['parent: A customer cannot be its own parent'],
      [`number: The number ${gone.number} stays taken by a customer that was deleted`],
      ['parent: There is no customer with the number X-8'],
      [],
      [],
      ['name: Row 10 is about this customer too'],
      ['number: Customer number or Name is required'],
    ]);
    expect(await apiRefusal(apply(staged.id))).toMatchObject({ status: 409, code: 'rows_have_errors' });
    await apply(staged.id, true);
    expect((await read('X-9')).parentID).toBe((await read('X-8')).id);
    await undo(staged.id);
    expect(await find('X-')).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('changes one field and nothing else, by number or by name, and takes it back', async () => {
    const address = { name: 'Dock', line1: '1 Mill St', city: 'Duluth', country: 'US' };
    const made = await admin.call(createCustomer, {
      body: { number: 'UP-1', name: 'Ärger & Co', email: 'a@x.test', note: 'Kept', billToAddress: address },
    });
    const byNumber = await upload(['number,name,phone', 'UP-1,,555 0100']);
    expect((await rowsOf(byNumber.id))[0]).toMatchObject({
      recordID: made.id,
      effect: 'update',
      changes: [{ field: 'phone', label: 'Phone', from: null, to: '555 0100' }],
    });
    await apply(byNumber.id);
    const before = await read('UP-1');
    const byName = await upload(['name,bill to city,ship to line 1,ship to country', 'Ärger & CO,Superior,9 Pier,US']);
    expect((await rowsOf(byName.id))[0]?.changes).toEqual([
      { field: 'billToCity', label: 'Bill to city', from: 'Duluth', to: 'Superior' },
      { field: 'shipTo', label: 'Ship to', from: null, to: 'Ärger & Co, 9 Pier, US' },
    ]);
    await apply(byName.id);
    const after = await read('UP-1');
    expect(after).toMatchObject({
      name: 'Ärger & Co',
      email: 'a@x.test',
      note: 'Kept',
      phone: '555 0100',
      billToAddress: { id: before.billToAddress?.id, name: 'Dock', line1: '1 Mill St', city: 'Superior' },
      shipToAddress: { line1: '9 Pier' },
    });
    expect((await eventsOf(made.id)).map(({ type, payload }) => [type, payload])).toEqual([
      ['commerce.customer.created', expect.anything()],
      ['commerce.customer.changed', { customerID: made.id, fields: ['phone'] }],
      ['commerce.customer.changed', { customerID: made.id, fields: ['billToAddress', 'shipToAddress'] }],
    ]);
    expect((await upload(['number,bill to city,ship to line 1', 'UP-1,Superior,9 Pier'])).counts).toMatchObject({
      unchanged: 1,
    });
    expect(await apiRefusal(undo(byNumber.id))).toMatchObject({ code: 'undo_refused' });
    await undo(byName.id);
    const { version, updatedAt: _, ...back } = await read('UP-1');
    const { version: old, updatedAt: _old, ...was } = before;
    expect({
      ...back,
      billToAddress: { ...back.billToAddress, updatedAt: '' },
      addresses: back.addresses.map((each) => ({ ...each, updatedAt: '' })),
    }).toEqual({
      ...was,
      billToAddress: { ...was.billToAddress, updatedAt: '' },
      addresses: was.addresses.map((each) => ({ ...each, updatedAt: '' })),
    });
    expect(version).toBeGreaterThan(old);
    expect(await violations()).toEqual([]);
  });

  const shared =
    'does not change a shared address through one of its uses, and undoes imports of it one after the other';
  it(shared, async () => {
    const had = await stock();
    const made = await imported(['number,name,city,ship to city,country,ship to country', 'SH-1,Shared,Ada,Ada,US,US']);
    const shared = await read('SH-1');
    expect(shared.shipToAddress?.id).toBe(shared.billToAddress?.id);
    const moved = await imported(['number,ship to city', 'SH-1,Superior']);
    const after = await read('SH-1');
    expect(after).toMatchObject({
      billToAddress: { id: shared.billToAddress?.id, city: 'Ada' },
      shipToAddress: { name: 'Shared', city: 'Superior', country: 'US' },
    });
    await undo(moved);
    const back = await read('SH-1');
    expect(back.addresses).toHaveLength(1);
    expect(back.shipToAddress?.id).toBe(shared.billToAddress?.id);
    const changed = await imported(['number,city,ship to city', 'SH-1,Ely,Ely']);
    expect(await read('SH-1')).toMatchObject({ addresses: [{ id: shared.billToAddress?.id, city: 'Ely' }] });
    expect(await apiRefusal(undo(made))).toMatchObject({ code: 'undo_refused' });
    for (const id of [changed, made]) await undo(id);
    expect(await stock()).toEqual(had);
  });

  it('creates groups only when asked, and undo removes them', async () => {
    const groups = async () => (await admin.call(listAccountGroups, { query: { take: 500 } })).count;
    const before = await groups();
    const file = [
      'number,name,type,price groups',
      'G-1,One,New type,"Silver; Bronze"',
      'G-2,Two,new TYPE,silver',
      'G-3,,,',
    ];
    const staged = await upload([...file.slice(0, 3)]);
    expect(staged.counts).toMatchObject({ error: 2 });
    const changed = await admin.call(updateImport, {
      params: { importID: staged.id },
      body: { createReferences: ['customerTypeGroup', 'customerPriceGroups'] },
    });
    expect(changed.counts).toMatchObject({ create: 2, error: 0, warning: 2 });
    await apply(staged.id);
    expect(await groups()).toBe(before + 3);
    expect(await read('G-2')).toMatchObject({
      customerTypeGroup: { name: 'New type' },
      customerPriceGroups: [{ name: 'Silver' }],
    });
    expect((await upload([...file.slice(0, 3)])).counts).toMatchObject({ unchanged: 2 });
    const third = await admin.call(createCustomer, { body: { name: 'Third' } });
    const silver = (await read('G-2')).customerPriceGroups[0]?.id ?? '';
    await admin.call(updateCustomer, {
      params: { customerID: third.id },
      body: { customerPriceGroupIDs: [silver] },
    });
    expect((await apiRefusal(undo(staged.id))).details).toMatchObject({
      refusals: [{ row: 1, reason: `the group Silver that was created for it is used by ${third.number}` }],
    });
    await admin.call(updateCustomer, { params: { customerID: third.id }, body: { customerPriceGroupIDs: [] } });
    await undo(staged.id);
    expect(await groups()).toBe(before);
    expect(await find('G-')).toEqual([]);
  });
});

describe('numbering', () => {
  it('keeps given numbers, takes the next for the others, and leaves no gap', async () => {
    const probe = await admin.call(createCustomer, { body: { name: 'Probe' } });
    const next = Number(probe.number) + 1;
    const staged = await imported([
      'number,name',
      ',First unnumbered',
      `${next + 1},Given ahead`,
      ',Second unnumbered',
      'N-7,Given text',
      ',Third unnumbered',
      `${next + 40},Far ahead`,
    ]);
    const numberOf = async (name: string) => (await find(name)).find((each) => each.name === name)?.number;
    expect(
      await Promise.all(
        ['First unnumbered', 'Second unnumbered', 'Third unnumbered', 'Given ahead', 'Far ahead'].map(numberOf),
      ),
    ).toEqual([next, next + 2, next + 3, next + 1, next + 40].map(String));
    expect((await admin.call(createCustomer, { body: { name: 'Fourth' } })).number).toBe(String(next + 4));
    expect(await violations()).toEqual([]);

    await undo(staged);
    expect(await violations()).toEqual([]);
    const after = await upload(['number,name', `${next + 1},Passed`, `${next + 40},Free again`, 'N-7,Free too']);
    expect((await rowsOf(after.id)).map(({ effect }) => effect)).toEqual(['error', 'create', 'create']);
    expect((await admin.call(createCustomer, { body: { name: 'Fifth' } })).number).toBe(String(next + 5));
  });
});

describe('taking back', () => {
  it('is refused for what was changed, moved or is used since', async () => {
    const staged = await imported([
      'number,name,city,country,parent',
      'RF-1,Changed,,,',
      'RF-2,Moved,Duluth,US,',
      'RF-3,Parent,,,',
      'RF-4,Own child,,,RF-3',
      'RF-5,Linked,,,',
    ]);
    const ids = Object.fromEntries((await find('RF-')).map(({ number, id }) => [number, id]));
    await admin.call(updateCustomer, { params: { customerID: ids['RF-1'] ?? '' }, body: { note: 'Mine' } });
    await admin.call(createAddress, {
      params: { accountID: ids['RF-2'] ?? '' },
      body: { name: 'Another', country: 'US' },
    });
    const child = await admin.call(createCustomer, { body: { name: 'Child', parentID: ids['RF-5'] ?? '' } });
    const before = await count();
    expect((await apiRefusal(undo(staged))).details).toMatchObject({
      refusals: [
        { row: 1, label: 'RF-1 Changed', reason: 'it was changed since' },
        { row: 2, reason: 'its addresses were changed since' },
        { row: 5, reason: `it is used by 1 child account (${child.number})` },
      ],
      count: 3,
    });
    expect(await count()).toBe(before);
  });

  it('takes parents and children of one file back together', async () => {
    const staged = await imported(['number,name,parent', 'PC-1,Parent,', 'PC-2,Child,PC-1', 'PC-3,Grandchild,PC-2']);
    const [parent, child] = [await read('PC-1'), await read('PC-3')];
    expect((await read('PC-2')).parentID).toBe(parent.id);
    const ring = await upload(['number,parent', 'PC-1,PC-3']);
    expect((await rowsOf(ring.id))[0]?.errors).toEqual([
      { field: 'parent', message: 'This customer is below the other one' },
    ]);
    expect(
      await apiRefusal(admin.call(linkChildAccount, { params: { accountID: child.id, childAccountID: parent.id } })),
    ).toMatchObject({ code: 'parent_cycle' });
    await undo(staged);
    expect(await find('PC-')).toEqual([]);
    expect(await violations()).toEqual([]);
  });
});

describe('who may import customers', () => {
  it('is who may create them; changing needs the right to change', async () => {
    const rep = await account.as('sales_rep');
    expect((await rep.call(listImportTypes, {})).items.map(({ name }) => name)).toContain('customers');
    const staged = await upload(['number,name,type', 'RP-1,By the rep,Rep type'], rep);
    expect(staged.counts).toMatchObject({ error: 1 });
    const params = { importID: staged.id };
    const asked = rep.call(updateImport, { params, body: { createReferences: ['customerTypeGroup'] } });
    expect((await apiRefusal(asked)).status).toBe(403);
    const scanner = await account.as('scanner');
    expect((await apiRefusal(upload(['number,name', 'SC-1,x'], scanner))).status).toBe(403);
  });

  it('sees and finds nothing of another account', async () => {
    const staged = await upload(['number,name', 'MINE-1,Mine']);
    const other = await kernel.b.as('admin');
    expect((await apiRefusal(other.call(getImport, { params: { importID: staged.id } }))).status).toBe(404);
    await apply(staged.id);
    const theirs = await upload(['number,name,parent', 'MINE-1,Theirs,', 'T-2,Child,MINE-2'], other);
    expect(theirs.counts).toMatchObject({ create: 1, error: 1 });
    expect((await other.call(listCustomers, {})).count).toBe(0);
  });

  it('gets a template that can be imported as it is', async () => {
    const text = await (await admin.call(getImportTemplate, { params: { importType: 'customers' } })).text();
    const staged = await upload(text);
    expect(staged.columns.every(({ field, matchedBy }) => field !== null && matchedBy === 'heading')).toBe(true);
    expect(staged.warnings).toEqual([]);
  });
});
