import {
  applyChangeSet,
  createImport,
  type EndpointRequest,
  getTimeline,
  listChangeSetRows,
  searchRecords,
  undoChangeSet,
} from '@millwright/core/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkDeleteCustomers,
  bulkDeleteSuppliers,
  createCustomer,
  createCustomerContact,
  createSupplier,
  createSupplierContact,
  deleteCustomerContact,
  getCustomerContact,
  listCustomerContacts,
  listSupplierContacts,
  updateCustomer,
  updateCustomerContact,
  updateSupplierContact,
} from '../../../contracts/index.ts';
import { type SupplierFixture, supplierFixture } from '../supplier/demo/supplier-fixture.ts';

type NewContact = EndpointRequest<typeof createCustomerContact>['body'];

let at: SupplierFixture;
let customerID: string;
let supplierID: string;
beforeAll(async () => {
  at = await supplierFixture();
  customerID = (await at.admin.call(createCustomer, { body: { name: 'Prairie Farm' } })).id;
  supplierID = (await at.admin.call(createSupplier, { body: { name: 'Superior Hides' } })).id;
});
afterAll(() => at?.kernel.stop());

const dana = { name: 'Dana Cole', jobTitle: 'Buyer', phone: '218 555 0142', email: 'Dana@Prairie.test' };
const make = (body: { name: string } & Partial<NewContact>) =>
  at.admin.call(createCustomerContact, { body: { customerID, ...body } });
const foundBy = async (query: string, person = at.admin) =>
  (await person.call(searchRecords, { query: { query } })).items.map(({ type, title, subtitle }) => [
    type,
    title,
    subtitle,
  ]);

describe('contacts', () => {
  it('are made, found by name and company, changed and deleted, with a history', async () => {
    const made = await make({ ...dana, isMain: true, getsOrders: true });
    expect(made).toMatchObject({
      ...dana,
      email: 'dana@prairie.test',
      customer: { id: customerID, name: 'Prairie Farm' },
      isMain: true,
      getsOrders: true,
      getsInvoices: false,
      person: null,
      version: 1,
    });
    expect(await foundBy('Dana at Prairie Farm')).toEqual([['customer_contact', 'Dana Cole', 'Buyer at Prairie Farm']]);
    const params = { customerContactID: made.id };
    const query = { customerIDs: [customerID], gets: ['invoice' as const] };
    expect((await at.admin.call(listCustomerContacts, { query })).count).toBe(0);
    const changed = await at.admin.call(updateCustomerContact, { params, body: { getsInvoices: true, version: 1 } });
    expect(changed).toMatchObject({ getsInvoices: true, jobTitle: 'Buyer', version: 2 });
    expect((await at.admin.call(listCustomerContacts, { query })).items).toEqual([changed]);
    expect((await at.admin.call(listCustomerContacts, { query: { query: 'prairie', sortBy: 'customer' } })).count).toBe(
      1,
    );
    const history = await at.admin.call(getTimeline, { params: { type: 'customer_contact', id: made.id }, query: {} });
    expect(history.items.map(({ action }) => action).sort()).toEqual(['created', 'updated']);
    await at.admin.call(deleteCustomerContact, { params });
    await expect(at.admin.call(getCustomerContact, { params })).rejects.toMatchObject({ status: 404 });
    expect(await foundBy('Dana at Prairie Farm')).toEqual([]);
  });

  it('are refused with a field and a reason', async () => {
    const refusal = async (body: object) =>
      at.admin.call(createCustomerContact, { body: { customerID, name: 'Ruth', ...body } }).then(
        () => [],
        ({ errors }: { errors: { path: string; message: string }[] }) =>
          errors.map(({ path, message }) => `${path}: ${message}`),
      );
    expect(await refusal({ customerID: 'cus_00000000000000000000000000' })).toEqual([
      'customerID: There is no such customer',
    ]);
    expect(await refusal({ name: ' ' })).toEqual(['name: Name is required']);
    expect(await refusal({ getsInvoices: true })).toEqual(['email: Needed for what the contact gets by mail']);
    expect(await refusal({ email: 'nobody' })).toEqual([expect.stringMatching(/^email: /)]);
    expect(await refusal({ personID: 'mem_00000000000000000000000000' })).toEqual([
      'personID: The customer has no such portal person',
    ]);
    const main = await make({ name: 'Ruth Lindgren', isMain: true });
    expect(await refusal({ isMain: true })).toEqual([
      'isMain: Ruth Lindgren is the main contact. Take that away there first',
    ]);
    const params = { customerContactID: main.id };
    await at.admin.call(updateCustomerContact, { params, body: { isMain: true, phone: '218 555 0143' } });
    await expect(make({ name: 'Ruth Lindgren' })).rejects.toMatchObject({ status: 409 });
    await at.admin.call(deleteCustomerContact, { params });
  });

  it('of suppliers are for those with the rights of suppliers alone, and portal people see none', async () => {
    const { id } = await at.admin.call(createSupplierContact, {
      body: { supplierID, name: 'Priya Nair', email: 'priya@superior.test', getsPurchaseOrders: true },
    });
    const rep = await at.kernel.a.as('sales_rep');
    await expect(rep.call(listSupplierContacts, {})).rejects.toMatchObject({ status: 403 });
    await expect(rep.call(getCustomerContact, { params: { customerContactID: id } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await foundBy('Priya', rep)).toEqual([]);
    expect(await foundBy('Priya')).toEqual([['supplier_contact', 'Priya Nair', 'at Superior Hides']]);
    await expect(
      at.admin.call(updateSupplierContact, { params: { supplierContactID: id }, body: { email: null } }),
    ).rejects.toMatchObject({ errors: [{ path: 'email', message: 'Needed for what the contact gets by mail' }] });
    const customer = await at.kernel.a.as('customer');
    await expect(customer.call(listCustomerContacts, {})).rejects.toMatchObject({ status: 403 });
    expect(await foundBy('Priya', customer)).toEqual([]);
  });

  it('go with their customer or supplier, come back with it, and follow its name', async () => {
    await make({ name: 'Marcus Webb', jobTitle: 'Dock' });
    const places = () => foundBy('Marcus');
    const before = await at.admin.call(listCustomerContacts, { query: { customerIDs: [customerID] } });
    const gone = await at.admin.call(bulkDeleteCustomers, { body: { customerIDs: [customerID] } });
    expect(await places()).toEqual([]);
    expect((await at.admin.call(listCustomerContacts, { query: { customerIDs: [customerID] } })).count).toBe(0);
    await at.admin.call(undoChangeSet, { params: { changeSetID: gone.undoChangeSetID ?? '' }, body: {} });
    expect(await at.admin.call(listCustomerContacts, { query: { customerIDs: [customerID] } })).toEqual(before);
    expect(await places()).toEqual([['customer_contact', 'Marcus Webb', 'Dock at Prairie Farm']]);
    await at.admin.call(updateCustomer, { params: { customerID }, body: { name: 'Prairie Co-op' } });
    await (await at.kernel.jobs()).idle();
    expect(await places()).toEqual([['customer_contact', 'Marcus Webb', 'Dock at Prairie Co-op']]);
    const other = await at.admin.call(bulkDeleteSuppliers, { body: { supplierIDs: [supplierID] } });
    await at.admin.call(undoChangeSet, { params: { changeSetID: other.undoChangeSetID ?? '' }, body: {} });
    expect((await at.admin.call(listSupplierContacts, { query: { supplierIDs: [supplierID] } })).count).toBe(1);
    expect(await at.violations()).toEqual([]);
  });
});

describe('importing contacts', () => {
  const upload = (lines: readonly string[]) =>
    at.admin.call(createImport, {
      query: { type: 'customer-contacts', fileName: 'contacts.csv' },
      body: new Blob([lines.join('\n')]),
    });
  const apply = (id: string) =>
    at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors: false } });
  const faults = async (id: string) =>
    (await at.admin.call(listChangeSetRows, { params: { changeSetID: id }, query: {} })).items.map(({ errors }) =>
      errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
    );
  const all = async () =>
    (await at.admin.call(listCustomerContacts, { query: { query: 'mill' } })).items.map(
      ({ name, customer, ...own }) => [name, customer.number, own.jobTitle, own.isMain, own.getsInvoices],
    );

  it('creates and changes them by customer and name, and takes it back', async () => {
    const mill = await at.admin.call(createCustomer, { body: { name: 'Old Mill', number: 'M-1' } });
    await at.admin.call(createCustomer, { body: { name: 'New Mill', number: 'M-2' } });
    await make({ customerID: mill.id, name: 'Tom Halvorsen', jobTitle: 'Owner' });
    const set = await upload([
      'Customer,Name,Job title,Email,Main contact,Invoices',
      'M-1,Tom Halvorsen,President,tom@mill.test,yes,yes',
      'New Mill,Tom Halvorsen,Buyer,,,',
      'm-2,Elena Ortiz,,elena@mill.test,yes,no',
    ]);
    expect(set.counts).toMatchObject({ create: 2, update: 1, error: 0 });
    await apply(set.id);
    const written = [
      ['Elena Ortiz', 'M-2', null, true, false],
      ['Tom Halvorsen', 'M-1', 'President', true, true],
      ['Tom Halvorsen', 'M-2', 'Buyer', false, false],
    ];
    expect((await all()).sort()).toEqual(written);
    expect(await foundBy('Elena New Mill')).toEqual([['customer_contact', 'Elena Ortiz', 'at New Mill']]);
    const second = await upload([
      'Customer,Name,Email,Main contact,Invoices',
      'M-1,Sam,,yes,',
      'M-2,Sam,,,yes',
      'Nowhere,Sam,,,',
    ]);
    expect(await faults(second.id)).toEqual([
      'isMain: Tom Halvorsen is the main contact. Take that away there first',
      'email: Needed for what the contact gets by mail',
      expect.stringMatching(/^customer: /),
    ]);
    await at.admin.call(undoChangeSet, { params: { changeSetID: set.id }, body: {} });
    expect(await all()).toEqual([['Tom Halvorsen', 'M-1', 'Owner', false, false]]);
  });
});
