import {
  applyChangeSet,
  createImport,
  getImport,
  type ImportSet,
  listAddresses,
  listChangeSetRows,
  undoChangeSet,
  updateImport,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createSupplier,
  createSupplierMaterial,
  deleteSupplier,
  getSupplier,
  getSupplierMaterial,
  listSupplierMaterials,
  listSuppliers,
  updateSupplier,
  updateSupplierMaterial,
} from '../../../../contracts/index.ts';
import { type SupplierFixture, supplierFixture } from '../demo/supplier-fixture.ts';

let at: SupplierFixture;
beforeAll(async () => {
  at = await supplierFixture();
});
afterAll(() => at?.kernel.stop());

const upload = (type: 'suppliers' | 'supplier-materials', lines: readonly string[]): Promise<ImportSet> =>
  at.admin.call(createImport, {
    query: { type, fileName: `${type}.csv` },
    body: new Blob([lines.join('\n')]),
  });
const rowsOf = async (id: string) =>
  (await at.admin.call(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500 } })).items;
const apply = (id: string, skipErrors = false) =>
  at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors } });
const undo = (id: string) => at.admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
const messagesOf = async (id: string) =>
  (await rowsOf(id)).map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`).join('; '));
const byNumber = async (number: string) => {
  const { items } = await at.admin.call(listSuppliers, { query: { take: 500 } });
  const found = items.find((supplier) => supplier.number === number);
  if (!found) throw new Error(`No supplier ${number}`);
  return at.admin.call(getSupplier, { params: { supplierID: found.id } });
};
/** Row counts of the tables of suppliers. */
const stock = () =>
  at.kernel.a.run(async (ctx) => {
    const { rows } = await sql`select (select count(*)::int from core.party) as parties,
      (select count(*)::int from core.party_address) as addresses,
      (select count(*)::int from commerce.supplier) as suppliers,
      (select count(*)::int from commerce.supplier_material) as materials,
      (select count(*)::int from core.search_document where record_type = 'supplier') as documents`.execute(
      ctx.em.query(),
    );
    return rows[0];
  });

describe('importing suppliers', () => {
  const file = [
    'Vendor number;Vendor name;Email;Website;Active flag;Terms;Address;City;State;Zip;Country',
    'V-1;Superior Hides;Sales@Superior.test;superior.test;1;net 30;4 Tannery Rd;Red Wing;MN;55066;US',
    'V-2;Wool & Co;;;0;;;;;;',
    ';Thread House;;;;;;;;;',
  ];

  it('creates them, says nothing twice and leaves nothing after undo', async () => {
    const before = await stock();
    const staged = await upload('suppliers', file);
    expect(staged.columns.every(({ field }) => field !== null)).toBe(true);
    expect(staged).toMatchObject({ status: 'ready', counts: { create: 3, error: 0 } });
    await apply(staged.id);
    expect(await byNumber('V-1')).toMatchObject({
      name: 'Superior Hides',
      email: 'sales@superior.test',
      url: 'https://superior.test',
      isActive: true,
      defaultPaymentTerm: { name: 'Net 30' },
      address: { name: 'Superior Hides', line1: '4 Tannery Rd', postalCode: '55066', country: 'US' },
    });
    expect(await byNumber('V-2')).toMatchObject({ isActive: false, address: null });
    expect(await byNumber('1000')).toMatchObject({ name: 'Thread House', isActive: true });
    expect(await at.violations()).toEqual([]);
    const again = await upload('suppliers', file);
    expect(again.counts).toMatchObject({ unchanged: 3, create: 0, update: 0, error: 0 });
    await undo(staged.id);
    expect(await stock()).toEqual(before);
    expect(await at.violations()).toEqual([]);
    // After the undo the numbers are free again.
    const third = await upload('suppliers', file);
    expect(third.counts).toMatchObject({ create: 3 });
    await apply(third.id);
  });

  it('changes what the file says and takes it back', async () => {
    const old = await byNumber('V-1');
    const staged = await upload('suppliers', [
      'Number,Supplier,Phone,City,Address name',
      'V-1,Superior Hide Co,651 555 0100,Winona,Works',
      'V-2,Wool & Co,,Duluth,',
    ]);
    expect((await messagesOf(staged.id))[1]).toBe('addressCountry: Country is required');
    const [row] = await rowsOf(staged.id);
    expect(row).toMatchObject({ effect: 'update' });
    expect(row?.changes.map(({ field, to }) => [field, to])).toEqual([
      ['name', 'Superior Hide Co'],
      ['phone', '651 555 0100'],
      ['addressName', 'Works'],
      ['addressCity', 'Winona'],
    ]);
    await apply(staged.id, true);
    expect(await byNumber('V-1')).toMatchObject({
      name: 'Superior Hide Co',
      address: { name: 'Works', city: 'Winona' },
    });
    await undo(staged.id);
    const back = await byNumber('V-1');
    expect(back).toMatchObject({ name: old.name, phone: null, address: { name: 'Superior Hides', city: 'Red Wing' } });
    expect((await at.admin.call(listAddresses, { params: { accountID: back.id } })).count).toBe(1);
  });

  it('names what cannot be, and refuses an undo of what was changed or supplies something', async () => {
    await at.admin.call(createSupplier, { body: { name: 'Twin' } });
    await at.admin.call(createSupplier, { body: { name: 'Twin' } });
    const gone = await at.admin.call(createSupplier, { body: { name: 'Gone', number: 'G-1' } });
    await at.admin.call(deleteSupplier, { params: { supplierID: gone.id } });
    const staged = await upload('suppliers', [
      'number,name,email,terms',
      ',Twin,,',
      'G-1,Back,,',
      'V-9,Nine,nobody,net 17',
      'V-8,Eight,,',
      ',Eight,,',
    ]);
    expect(await messagesOf(staged.id)).toEqual([
      expect.stringMatching(/^name: 2 suppliers are called Twin: .* Give the number$/),
      'number: The number G-1 stays taken by a supplier that was deleted',
      'email: Must be a valid email; defaultPaymentTerm: There is no payment term net 17',
      '',
      'name: Row 4 is about this supplier too',
    ]);
    await apply(staged.id, true);
    const eight = await byNumber('V-8');
    await at.admin.call(createSupplierMaterial, { params: { supplierID: eight.id }, body: { itemID: at.hide.id } });
    expect(await apiRefusal(undo(staged.id))).toMatchObject({
      details: { refusals: [{ reason: 'it supplies 1 item' }] },
    });
    await at.admin.call(updateSupplier, { params: { supplierID: eight.id }, body: { note: 'Mine now' } });
    expect(await apiRefusal(undo(staged.id))).toMatchObject({
      details: { refusals: [{ reason: 'it was changed since' }] },
    });
  });
});

describe('importing what suppliers supply', () => {
  it('adds them by number or name of the supplier, says nothing twice and leaves nothing after undo', async () => {
    const before = await stock();
    const file = [
      'Supplier,SKU,Part number,Price,Lead time,Minimum,Last receipt date,UOM',
      'V-1,HIDE,SH-1,"$1,024.50",14,50,2026-03-01,',
      'wool & co,HIDE,,30,,2,,dozen',
      'V-1,GLOVE,,,,,,',
    ];
    const staged = await upload('supplier-materials', file);
    expect(staged).toMatchObject({ counts: { create: 3, error: 0 } });
    await apply(staged.id);
    const { id: supplierID } = await byNumber('V-1');
    const read = (id: string, itemID: string) =>
      at.admin.call(getSupplierMaterial, { params: { supplierID: id, itemID } });
    expect(await read(supplierID, at.hide.id)).toMatchObject({
      supplierPartNumber: 'SH-1',
      unitPrice: { value: 1024.5, perUnit: 'each' },
      leadTimeDays: 14,
      minimumOrderQuantity: { measure: 50 },
      lastPurchasedOn: '2026-03-01',
    });
    expect(await read((await byNumber('V-2')).id, at.hide.id)).toMatchObject({
      unit: { name: 'dozen' },
      unitPrice: { value: 30 },
    });
    expect((await upload('supplier-materials', file)).counts).toMatchObject({ unchanged: 3, create: 0, update: 0 });
    await undo(staged.id);
    expect(await stock()).toEqual(before);
  });

  it('changes what the file says, converting what it does not say into a new unit, and takes it back', async () => {
    const { id: supplierID } = await at.admin.call(createSupplier, { body: { name: 'Changing' } });
    const params = { supplierID, itemID: at.hide.id };
    const made = await at.admin.call(createSupplierMaterial, {
      params: { supplierID },
      body: { itemID: at.hide.id, unitPrice: 2, minimumOrderQuantity: 24, supplierPartNumber: 'C-1' },
    });
    const staged = await upload('supplier-materials', ['Supplier,SKU,Unit,Lead time', 'Changing,HIDE,dozen,9']);
    expect((await rowsOf(staged.id))[0]?.changes).toEqual([
      { field: 'unit', label: 'Unit', from: 'each', to: 'dozen' },
      { field: 'unitPrice', label: 'Unit price', from: 2, to: 24 },
      { field: 'leadTimeDays', label: 'Lead time in days', from: null, to: 9 },
      { field: 'minimumOrderQuantity', label: 'Minimum order quantity', from: 24, to: 2 },
    ]);
    await apply(staged.id);
    await undo(staged.id);
    expect(await at.admin.call(getSupplierMaterial, { params })).toMatchObject({
      unit: made.unit,
      unitPrice: { value: 2 },
      minimumOrderQuantity: { measure: 24 },
      leadTimeDays: null,
      supplierPartNumber: 'C-1',
    });
    const second = await upload('supplier-materials', ['Supplier,SKU,Lead time', 'Changing,HIDE,11']);
    await apply(second.id);
    await at.admin.call(updateSupplierMaterial, { params, body: { isActive: false } });
    expect(await apiRefusal(undo(second.id))).toMatchObject({
      details: { refusals: [{ label: 'HIDE of Changing', reason: 'it was changed since' }] },
    });
  });

  it('tells an item of one supplier from that of another, also after a column is mapped anew', async () => {
    const lines = [
      'Supplier,Article,Price',
      'V-1,HIDE,1',
      'V-2,HIDE,2',
      'V-2,HIDE,3',
      'Superior Hides,HIDE,4',
      'Nobody,NOTHING,-1',
    ];
    const staged = await upload('supplier-materials', lines);
    expect(staged.columns[1]).toMatchObject({ field: null });
    const mapped = await at.admin.call(updateImport, {
      params: { importID: staged.id },
      body: { columns: [{ index: 1, field: 'sku' }], version: staged.version },
    });
    expect(mapped.counts).toMatchObject({ create: 1, error: 4 });
    expect(await messagesOf(staged.id)).toEqual([
      '',
      'sku: SKU with Supplier stands more than once in the file: rows 2, 3',
      'sku: SKU with Supplier stands more than once in the file: rows 2, 3',
      'supplier: Row 1 is about this item of the supplier too',
      'supplier: There is no supplier Nobody; sku: There is no item NOTHING',
    ]);
    const { version } = await at.admin.call(getImport, { params: { importID: staged.id } });
    expect(version).toBe(mapped.version);
    const { id: supplierID } = await byNumber('V-1');
    expect((await at.admin.call(listSupplierMaterials, { params: { supplierID } })).count).toBe(0);
  });

  it('needs amounts that can be', async () => {
    const staged = await upload('supplier-materials', [
      'Supplier,SKU,Price,Minimum,Lead time,Unit',
      'V-1,HIDE,-1,0,-2,each',
      'V-1,GLOVE,,,,gram',
      ',HIDE,,,,',
    ]);
    expect(await messagesOf(staged.id)).toEqual([
      'leadTimeDays: Must be from 0 to 3,650 days; unitPrice: Must be at least 0; ' +
        'minimumOrderQuantity: Must be above 0',
      expect.stringMatching(/^unit: The item can be measured in .*pair.* only$/),
      'supplier: Supplier is required',
    ]);
  });
});
