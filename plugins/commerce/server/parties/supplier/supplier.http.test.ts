import {
  createAddress,
  getTimeline,
  listAddresses,
  searchRecords,
  undoChangeSet,
  updateQuantity,
  updateRate,
} from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { ItemSupplierPort, materialEndpoints } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkDeleteSuppliers,
  bulkEditSuppliers,
  createSupplier,
  createSupplierMaterial,
  deletePaymentTerm,
  deleteSupplier,
  deleteSupplierMaterial,
  getSupplier,
  getSupplierMaterial,
  listItemSuppliers,
  listPaymentTerms,
  listSupplierMaterials,
  listSuppliers,
  previewBulkEditSuppliers,
  putSupplierMaterial,
  updateSupplier,
  updateSupplierMaterial,
} from '../../../contracts/index.ts';
import { type SupplierFixture, supplierFixture } from './demo/supplier-fixture.ts';

let at: SupplierFixture;
beforeAll(async () => {
  at = await supplierFixture();
});
afterAll(() => at?.kernel.stop());

const main = { name: 'Works', line1: '4 Tannery Rd', city: 'Red Wing', state: 'MN', country: 'US' };
const make = (name: string, body: object = {}) => at.admin.call(createSupplier, { body: { name, ...body } });
const supply = (supplierID: string, body: object = {}) =>
  at.admin.call(createSupplierMaterial, { params: { supplierID }, body: { itemID: at.hide.id, ...body } });

describe('suppliers', () => {
  it('are made with a number of the series, an address and terms, and found by their words', async () => {
    const [term] = (await at.admin.call(listPaymentTerms, {})).items;
    const made = await make('Superior Hides', {
      email: 'Sales@Superior.test',
      phone: '(651) 555-0100',
      url: 'https://superior.test',
      note: 'Call first',
      defaultPaymentTermID: term?.id,
      address: main,
    });
    expect(made).toMatchObject({
      number: '1000',
      name: 'Superior Hides',
      email: 'sales@superior.test',
      isActive: true,
      defaultPaymentTerm: { id: term?.id, name: term?.name },
      address: { name: 'Works', city: 'Red Wing' },
      addresses: [{ name: 'Works' }],
      materialCount: 0,
    });
    const found = await at.admin.call(listSuppliers, { query: { query: 'superior.test' } });
    expect(found).toMatchObject({ count: 1, items: [{ id: made.id, city: 'Red Wing', state: 'MN' }] });
    const hits = await at.admin.call(searchRecords, { query: { query: 'Superior Hid' } });
    expect(hits.items).toContainEqual(expect.objectContaining({ type: 'supplier', id: made.id }));
    const inUse = at.admin.call(deletePaymentTerm, { params: { paymentTermID: term?.id ?? '' } });
    expect(await apiRefusal(inUse)).toMatchObject({
      code: 'in_use',
      message: expect.stringContaining('1 supplier (1000)'),
    });
  });

  it('keep their numbers apart and say which field is wrong', async () => {
    const given = await make('Given', { number: 'V-7' });
    expect(await apiRefusal(make('Other', { number: 'V-7' }))).toMatchObject({ code: 'number_taken' });
    expect(await apiRefusal(make(' '))).toMatchObject({
      status: 400,
      errors: [{ path: 'name', message: 'Supplier name is required' }],
    });
    const nobody = `pyt_${'0'.repeat(26)}`;
    expect(await apiRefusal(make('Terms', { defaultPaymentTermID: nobody }))).toMatchObject({
      errors: [{ path: 'defaultPaymentTermID', message: 'There is no such payment term' }],
    });
    await at.admin.call(deleteSupplier, { params: { supplierID: given.id } });
    expect(await apiRefusal(make('Other', { number: 'V-7' }))).toMatchObject({ code: 'number_taken' });
    expect(await at.violations()).toEqual([]);
  });

  it('change with a history, and keep old numbers taken', async () => {
    const made = await make('Old Name', { address: main });
    const params = { supplierID: made.id };
    const changed = await at.admin.call(updateSupplier, {
      params,
      body: {
        name: 'New Name',
        number: 'N-1',
        isActive: false,
        address: { ...main, city: 'Winona' },
        version: made.version,
      },
    });
    expect(changed).toMatchObject({ name: 'New Name', number: 'N-1', isActive: false, address: { city: 'Winona' } });
    expect(changed.addresses).toHaveLength(1);
    expect(await apiRefusal(make('Thief', { number: made.number }))).toMatchObject({ code: 'number_taken' });
    expect(
      await apiRefusal(at.admin.call(updateSupplier, { params, body: { note: 'x', version: made.version } })),
    ).toMatchObject({ code: 'stale_version' });
    const timeline = await at.admin.call(getTimeline, { params: { type: 'supplier', id: made.id } });
    expect(timeline.items[0]).toMatchObject({ action: 'updated' });
    expect(timeline.items[0]?.changes.map(({ field }) => field).sort()).toEqual([
      'address',
      'isActive',
      'name',
      'number',
    ]);
    await at.admin.call(updateSupplier, { params, body: { number: made.number } });
    expect(await at.violations()).toEqual([]);
  });

  it('have addresses of their own; another one becomes the main one by its id', async () => {
    const made = await make('Two Docks', { address: main });
    const accountID = made.id;
    const dock = await at.admin.call(createAddress, { params: { accountID }, body: { ...main, name: 'Dock 2' } });
    expect((await at.admin.call(listAddresses, { params: { accountID } })).count).toBe(2);
    const changed = await at.admin.call(updateSupplier, {
      params: { supplierID: made.id },
      body: { addressID: dock.id },
    });
    expect(changed.address?.name).toBe('Dock 2');
    const other = await make('Stranger');
    expect(
      await apiRefusal(
        at.admin.call(updateSupplier, { params: { supplierID: other.id }, body: { addressID: dock.id } }),
      ),
    ).toMatchObject({ errors: [{ path: 'addressID', message: 'The supplier has no such address' }] });
  });

  it('are deleted in one go, by ids or by what the list shows, with what they supply', async () => {
    const gone = [await make('Gone 1'), await make('Gone 2', { address: main }), await make('Gone 3')];
    await supply(gone[0]?.id ?? '');
    const missing = `sup_${'0'.repeat(26)}`;
    const some = await at.admin.call(bulkDeleteSuppliers, { body: { supplierIDs: [gone[0]?.id ?? '', missing] } });
    expect(some).toMatchObject({ done: 1, refused: [{ id: missing, reason: 'There is no such supplier' }] });
    expect(await at.admin.call(bulkDeleteSuppliers, { body: { filter: { query: 'Gone' } } })).toMatchObject({
      done: 2,
      refused: [],
    });
    expect((await at.admin.call(listSuppliers, { query: { query: 'Gone' } })).count).toBe(0);
    expect(await at.violations()).toEqual([]);
  });

  it('are given the same values in one go, and get their own back', async () => {
    const [one, two] = [await make('Resting 1'), await make('Resting 2', { isActive: false })];
    const supplierIDs = [one.id, two.id];
    const body = { supplierIDs, changes: { isActive: false } };
    const preview = await at.admin.call(previewBulkEditSuppliers, { body });
    expect(preview).toMatchObject({ allowed: 1, refused: [{ reason: 'It is so already', labels: ['Resting 2'] }] });
    const done = await at.admin.call(bulkEditSuppliers, { body });
    const read = async () => (await at.admin.call(getSupplier, { params: { supplierID: one.id } })).isActive;
    expect(await read()).toBe(false);
    await at.admin.call(undoChangeSet, { params: { changeSetID: done.undoChangeSetID ?? '' }, body: {} });
    expect(await read()).toBe(true);
    const unknown = { defaultPaymentTermID: `pyt_${'0'.repeat(26)}` };
    const refused = await apiRefusal(at.admin.call(bulkEditSuppliers, { body: { supplierIDs, changes: unknown } }));
    expect(refused.status).toBe(400);
  });

  it('are for those with the right, and of one account', async () => {
    const made = await make('Ours');
    const rep = await at.kernel.a.as('sales_rep');
    expect(await apiRefusal(rep.call(listSuppliers, {}))).toMatchObject({ status: 403 });
    const stranger = await at.kernel.b.as('admin');
    expect(await apiRefusal(stranger.call(getSupplier, { params: { supplierID: made.id } }))).toMatchObject({
      status: 404,
    });
    expect((await stranger.call(listSuppliers, {})).count).toBe(0);
  });
});

describe('what suppliers supply', () => {
  it('is added, changed, shown and taken away', async () => {
    const { id: supplierID } = await make('Tannery');
    const made = await supply(supplierID, {
      supplierPartNumber: 'T-1',
      unitPrice: 24,
      leadTimeDays: 14,
      minimumOrderQuantity: 50,
      lastCost: 23.5,
      lastPurchasedOn: '2026-03-01',
    });
    expect(made).toMatchObject({
      item: { sku: 'HIDE', type: 'material' },
      supplier: { name: 'Tannery' },
      unit: { name: 'each' },
      unitPrice: { id: `rate_${made.id}.unitPrice`, value: 24, unitID: at.unit('dollar'), perUnit: 'each' },
      leadTimeDays: 14,
      minimumOrderQuantity: { id: `qty_${made.id}.minimumOrderQuantity`, measure: 50, unit: 'each' },
      lastPurchasedOn: '2026-03-01',
      isActive: true,
    });
    expect(await apiRefusal(supply(supplierID))).toMatchObject({ status: 409, code: 'duplicate' });
    const list = await at.admin.call(listSupplierMaterials, { params: { supplierID }, query: { query: 't-1' } });
    expect(list).toMatchObject({ count: 1, items: [{ itemID: at.hide.id }] });
    const found = await at.admin.call(listSuppliers, { query: { itemIDs: [at.hide.id] } });
    expect(found.items).toContainEqual(expect.objectContaining({ id: supplierID, materialCount: 1 }));
    const params = { supplierID, itemID: at.hide.id };
    const timeline = async () =>
      (await at.admin.call(getTimeline, { params: { type: 'supplier', id: supplierID } })).items.map(
        ({ action, note }) => [action, note],
      );
    expect(await timeline()).toContainEqual(['material_added', 'HIDE']);
    await at.admin.call(deleteSupplierMaterial, { params });
    expect(await timeline()).toContainEqual(['material_removed', 'HIDE']);
    expect(await apiRefusal(at.admin.call(getSupplierMaterial, { params }))).toMatchObject({ status: 404 });
  });

  it('is said in one unit; prices and least quantity follow it exactly, or the field is named', async () => {
    const { id: supplierID } = await make('Dozens');
    const params = { supplierID, itemID: at.hide.id };
    await supply(supplierID, { unitPrice: 24, minimumOrderQuantity: 36 });
    const dozen = at.unit('dozen');
    const changed = await at.admin.call(updateSupplierMaterial, { params, body: { unitID: dozen } });
    expect(changed).toMatchObject({
      unitPrice: { value: 288, perUnitID: dozen },
      minimumOrderQuantity: { measure: 3 },
    });
    const priced = await at.admin.call(updateSupplierMaterial, {
      params,
      body: {
        unitPrice: { value: 2, unitID: at.unit('dollar'), perUnitID: at.unit('each') },
        minimumOrderQuantity: { measure: 60, unitID: at.unit('each') },
      },
    });
    expect(priced).toMatchObject({ unitPrice: { value: 24 }, minimumOrderQuantity: { measure: 5 } });
    const wrong = at.admin.call(updateSupplierMaterial, {
      params,
      body: {
        unitPrice: { value: 2, unitID: at.unit('dozen'), perUnitID: dozen },
        minimumOrderQuantity: { measure: 1, unitID: at.unit('kg') },
      },
    });
    expect((await apiRefusal(wrong)).errors.map(({ path }) => path).sort()).toEqual([
      'minimumOrderQuantity.unitID',
      'unitPrice.unitID',
    ]);
    const third = at.admin.call(updateSupplierMaterial, {
      params,
      body: { minimumOrderQuantity: { measure: 1, unitID: at.unit('each') } },
    });
    expect(await apiRefusal(third)).toMatchObject({ status: 400, errors: [{ path: 'minimumOrderQuantity' }] });
    const rate = await at.admin.call(updateRate, {
      params: { rateID: priced.unitPrice?.id ?? '' },
      body: { objectType: 'supplier_material', data: { value: 25 } },
    });
    expect(rate).toMatchObject({ value: 25, perUnitID: dozen });
    const quantity = await at.admin.call(updateQuantity, {
      params: { quantityID: priced.minimumOrderQuantity?.id ?? '' },
      body: { objectType: 'supplier_material', data: { measure: 7 } },
    });
    expect(quantity).toMatchObject({ measure: 7, unitID: dozen });
  });

  it('is set whole by PUT, whether or not it was there', async () => {
    const { id: supplierID } = await make('Put');
    const params = { supplierID, itemID: at.hide.id };
    const made = await at.admin.call(putSupplierMaterial, { params, body: { supplierPartNumber: 'P', unitPrice: 3 } });
    expect(made).toMatchObject({ supplierPartNumber: 'P', unitPrice: { value: 3 } });
    const again = await at.admin.call(putSupplierMaterial, { params, body: { leadTimeDays: 2, isActive: false } });
    expect(again).toMatchObject({
      id: made.id,
      supplierPartNumber: null,
      unitPrice: null,
      leadTimeDays: 2,
      isActive: false,
    });
    const nothing = { supplierID, itemID: `itm_${'0'.repeat(26)}` };
    expect(await apiRefusal(at.admin.call(putSupplierMaterial, { params: nothing, body: {} }))).toMatchObject({
      status: 404,
    });
    expect(await apiRefusal(supply(supplierID, { itemID: nothing.itemID }))).toMatchObject({
      status: 400,
      errors: [{ path: 'itemID', message: 'There is no such item' }],
    });
  });

  it('keeps items from being deleted and tells material needs who supplies what', async () => {
    const thread = await at.admin.call(materialEndpoints.create, { body: { sku: 'THREAD', description: 'Thread' } });
    const [first, second, idle] = [
      await make('A-Thread'),
      await make('B-Thread'),
      await make('C-Idle', { isActive: false }),
    ];
    for (const { id } of [second, first, idle])
      await supply(id, { itemID: thread.id, supplierPartNumber: `${id.slice(-3)}` });
    const suppliersOf = () =>
      at.kernel.a.run(async (ctx) => {
        const port = at.kernel.services.get(ItemSupplierPort);
        const found = await port.suppliersOf(ctx, [thread.id, at.glove.id]);
        return [[...found].map(([id, own]) => [id, own.map(({ name }) => name)]), await port.itemsOf(ctx, [first.id])];
      });
    expect(await suppliersOf()).toEqual([[[thread.id, ['A-Thread', 'B-Thread']]], [thread.id]]);
    const listed = await at.admin.call(listItemSuppliers, { params: { itemID: thread.id } });
    expect(listed.items.map(({ supplier }) => supplier.name)).toEqual(['A-Thread', 'B-Thread', 'C-Idle']);
    const remove = () => at.admin.call(materialEndpoints.remove, { params: { itemID: thread.id } });
    expect(await apiRefusal(remove())).toMatchObject({
      code: 'in_use',
      message: expect.stringContaining('3 suppliers (A-Thread, B-Thread, C-Idle)'),
    });
    for (const { id } of [first, second, idle]) await at.admin.call(deleteSupplier, { params: { supplierID: id } });
    await remove();
    expect(await at.violations()).toEqual([]);
  });
});
