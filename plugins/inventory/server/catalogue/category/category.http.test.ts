import { newID } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAttribute,
  createCategory,
  createDepartment,
  createMachine,
  createProduct,
  createProperty,
  deleteAttribute,
  deleteCategory,
  deleteCategoryProperty,
  deleteDepartment,
  deleteMachine,
  deleteProperty,
  getAttribute,
  getCategory,
  getDepartment,
  getMachine,
  getProperty,
  listAttributes,
  listCategories,
  listDepartments,
  listMachines,
  listProperties,
  listUnitGroups,
  putCategoryProperty,
  putCategoryUnitGroup,
  updateAttribute,
  updateCategory,
  updateDepartment,
  updateMachine,
  updateProperty,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

const found = async (query: string): Promise<string[]> => {
  const answer = (await (await admin.fetch(`/v1/search?query=${query}`)).json()) as { items: { type: string }[] };
  return answer.items.map(({ type }) => type);
};

describe('properties and attributes', () => {
  it('are made, changed, listed in order and deleted', async () => {
    const size = await admin.call(createProperty, {
      body: {
        name: 'Size',
        attributes: [
          { name: 'L', order: 2 },
          { name: 'S', order: 1, color: '#AABBCC' },
        ],
      },
    });
    expect(size).toMatchObject({
      name: 'Size',
      attributeCount: 2,
      itemCount: 0,
      attributes: [
        { name: 'S', color: '#aabbcc', order: 1 },
        { name: 'L', color: null, order: 2 },
      ],
    });
    const params = { propertyID: size.id };
    const first = await admin.call(createAttribute, { params, body: { name: 'One size', order: -1 } });
    expect(first).toMatchObject({ order: -1, color: null, itemCount: 0, property: { id: size.id, name: 'Size' } });
    const names = async (query: Record<string, unknown> = {}) =>
      (await admin.callUnchecked(listAttributes, { params, query: query })).items.map(({ name }) => name);
    expect(await names()).toEqual(['One size', 'S', 'L']);
    expect(await names({ sortBy: 'name' })).toEqual(['L', 'One size', 'S']);
    expect(await names({ query: 'one' })).toEqual(['One size']);
    const one = { propertyID: size.id, attributeID: first.id };
    const changed = await admin.call(updateAttribute, {
      params: one,
      body: { order: 9, color: '#000000', version: first.version },
    });
    expect(changed).toMatchObject({ order: 9, color: '#000000' });
    expect((await admin.call(updateAttribute, { params: one, body: { color: null } })).color).toBeNull();
    expect(await names()).toEqual(['S', 'L', 'One size']);
    expect((await admin.call(updateProperty, { params, body: { name: 'Sizes' } })).name).toBe('Sizes');
    expect((await admin.call(listProperties, { query: { query: 'one si' } })).items.map(({ id }) => id)).toEqual([
      size.id,
    ]);
    await admin.call(deleteAttribute, { params: one });
    expect((await apiRefusal(admin.call(getAttribute, { params: one }))).status).toBe(404);
    await admin.call(deleteProperty, { params });
    expect((await apiRefusal(admin.call(getProperty, { params }))).status).toBe(404);
    expect((await apiRefusal(admin.call(listAttributes, { params }))).status).toBe(404);
  });

  it('say what is wrong, and stay while something has them', async () => {
    const wrong = async (body: Record<string, unknown>) =>
      (await apiRefusal(admin.callUnchecked(createProperty, { body: body }))).errors;
    expect(await wrong({})).toEqual([{ path: 'name', message: 'Property name is required' }]);
    expect(await wrong({ name: 'X', attributes: [{ name: 'a', order: -2 }] })).toEqual([
      { path: 'attributes.0.order', message: 'Order must be a whole number of at least -1' },
    ]);
    expect(
      await wrong({
        name: 'X',
        attributes: [
          { name: 'a', order: 0.5 },
          { name: '', color: 'red' },
        ],
      }),
    ).toEqual([
      { path: 'attributes.0.order', message: 'Order must be a whole number of at least -1' },
      { path: 'attributes.1.name', message: 'Attribute name is required' },
      { path: 'attributes.1.color', message: 'Color must be written like #1a2b3c' },
    ]);
    expect(await wrong({ name: 'X', attributes: [{ name: 'a' }, { name: 'a' }] })).toEqual([
      { path: 'attributes.1.name', message: 'This attribute is listed twice' },
    ]);
    const cuff = await admin.call(createProperty, { body: { name: 'Cuff', attributes: [{ name: 'Knit' }] } });
    const other = await admin.call(createProperty, { body: { name: 'Hem' } });
    expect((await apiRefusal(admin.call(createProperty, { body: { name: 'Cuff' } }))).code).toBe('duplicate');
    const params = { propertyID: cuff.id };
    expect((await apiRefusal(admin.call(createAttribute, { params, body: { name: 'Knit' } }))).code).toBe('duplicate');
    const knit = cuff.attributes[0]?.id ?? '';
    expect(
      (await apiRefusal(admin.call(getAttribute, { params: { propertyID: other.id, attributeID: knit } }))).status,
    ).toBe(404);
    const item = await admin.call(createProduct, { body: { sku: 'CUFFED', attributeIDs: [knit] } });
    await admin.call(createCategory, { body: { name: 'Cuffed', type: 'product', propertyIDs: [cuff.id] } });
    expect(await apiRefusal(admin.call(deleteAttribute, { params: { ...params, attributeID: knit } }))).toMatchObject({
      status: 409,
      code: 'in_use',
      message: 'Knit is used by 1 item (CUFFED)',
    });
    expect((await apiRefusal(admin.call(deleteProperty, { params }))).message).toBe(
      'Cuff is used by 1 item (CUFFED) and 1 category (Cuffed)',
    );
    expect(await admin.call(getProperty, { params })).toMatchObject({ itemCount: 1, attributeCount: 1 });
    expect(item.attributes).toMatchObject([{ name: 'Knit' }]);
  });
});

describe('categories', () => {
  it('are made, linked, changed, listed by type and deleted', async () => {
    const groups = (await admin.call(listUnitGroups, {})).items;
    const pairs = groups.find(({ name }) => name === 'Pairs')?.id ?? '';
    const gauge = await admin.call(createProperty, { body: { name: 'Gauge' } });
    const liner = await admin.call(createProperty, { body: { name: 'Liner' } });
    const created = await admin.call(createCategory, {
      body: { name: 'Gloves', type: 'product', notes: 'All of them', propertyIDs: [gauge.id] },
    });
    expect(created).toMatchObject({ type: 'product', unitGroup: null, properties: [{ name: 'Gauge' }], itemCount: 0 });
    const params = { categoryID: created.id };
    const grouped = await admin.call(putCategoryUnitGroup, { params: { ...params, unitGroupID: pairs } });
    expect(grouped.unitGroup).toEqual({ id: pairs, name: 'Pairs' });
    const twice = { params: { ...params, propertyID: liner.id } };
    await admin.call(putCategoryProperty, twice);
    const linked = await admin.call(putCategoryProperty, twice);
    expect(linked.properties.map(({ name }) => name)).toEqual(['Gauge', 'Liner']);
    expect(linked.version).toBeGreaterThan(created.version);
    await admin.call(deleteCategoryProperty, { params: { ...params, propertyID: gauge.id } });
    expect(
      (await apiRefusal(admin.call(deleteCategoryProperty, { params: { ...params, propertyID: gauge.id } }))).status,
    ).toBe(404);
    expect((await admin.call(getCategory, { params })).properties).toMatchObject([{ name: 'Liner' }]);
    const changed = await admin.call(updateCategory, {
      params,
      body: { name: 'Mitts', unitGroupID: null, propertyIDs: [] },
    });
    expect(changed).toMatchObject({ name: 'Mitts', unitGroup: null, properties: [] });
    await admin.call(createCategory, { body: { name: 'Mitts', type: 'material' } });
    const listed = await admin.call(listCategories, { query: { type: 'product', query: 'mit' } });
    expect(listed).toMatchObject({ count: 1, items: [{ id: created.id }] });
    expect(await found('Mitts')).toEqual(['category', 'category']);
    await admin.call(putCategoryUnitGroup, { params: { ...params, unitGroupID: pairs } });
    const glove = await admin.call(createProduct, { body: { sku: 'MITT-1', categoryID: created.id } });
    expect(glove.unitGroup.name).toBe('Pairs');
    expect((await apiRefusal(admin.call(deleteCategory, { params }))).message).toBe('Mitts is used by 1 item (MITT-1)');
  });

  it('say what is wrong', async () => {
    const wrong = async (body: Record<string, unknown>) =>
      (await apiRefusal(admin.callUnchecked(createCategory, { body: body }))).errors;
    expect(await wrong({ type: 'goods' })).toEqual([
      { path: 'name', message: 'Category name is required' },
      { path: 'type', message: 'Must be one of product, material' },
    ]);
    expect(await wrong({ name: 'X', type: 'product', propertyIDs: [newID('prp')] })).toEqual([
      { path: 'propertyIDs.0', message: 'There is no such property' },
    ]);
    expect(await wrong({ name: 'X', type: 'product', unitGroupID: newID('ugr') })).toEqual([
      { path: 'unitGroupID', message: 'There is no such unit group' },
    ]);
    const user = await kernel.a.as('sales_rep');
    expect((await apiRefusal(user.call(createCategory, { body: { name: 'X', type: 'product' } }))).status).toBe(403);
    const category = await admin.call(createCategory, { body: { name: 'Apart', type: 'product' } });
    const stranger = await kernel.b.as('admin');
    expect((await apiRefusal(stranger.call(getCategory, { params: { categoryID: category.id } }))).status).toBe(404);
  });
});

describe('departments and machines', () => {
  it('are plain records that refer to one another', async () => {
    const knitting = await admin.call(createDepartment, { body: { name: 'Knitting' } });
    const machine = await admin.call(createMachine, {
      body: { name: 'Knitter 1', serialNumber: 'SN-1', departmentID: knitting.id },
    });
    expect(machine).toMatchObject({ serialNumber: 'SN-1', department: { name: 'Knitting' }, notes: null });
    const plain = await admin.call(createMachine, { body: { name: 'Knitter 2', serialNumber: '' } });
    expect(plain).toMatchObject({ serialNumber: null, department: null });
    expect((await apiRefusal(admin.call(createMachine, { body: { name: 'X', serialNumber: 'SN-1' } }))).code).toBe(
      'duplicate',
    );
    const params = { machineID: plain.id };
    expect(
      await admin.call(updateMachine, { params, body: { notes: 'New', departmentID: knitting.id } }),
    ).toMatchObject({
      notes: 'New',
      department: { id: knitting.id },
    });
    expect((await admin.call(getMachine, { params })).version).toBeGreaterThan(plain.version);
    const listed = await admin.call(listMachines, { query: { departmentIDs: [knitting.id], query: 'sn-' } });
    expect(listed.items.map(({ name }) => name)).toEqual(['Knitter 1']);
    const department = { params: { departmentID: knitting.id } };
    expect((await apiRefusal(admin.call(deleteDepartment, department))).message).toBe(
      'Knitting is used by 2 machines (Knitter 1, Knitter 2)',
    );
    await admin.call(updateDepartment, { ...department, body: { name: 'Knit shop' } });
    expect((await admin.call(listDepartments, {})).items).toMatchObject([{ name: 'Knit shop', machineCount: 2 }]);
    for (const { id } of [machine, plain]) await admin.call(deleteMachine, { params: { machineID: id } });
    await admin.call(deleteDepartment, department);
    expect((await apiRefusal(admin.call(getDepartment, department))).status).toBe(404);
    expect((await apiRefusal(admin.call(createMachine, { body: { name: ' ' } }))).errors).toEqual([
      { path: 'name', message: 'Machine name is required' },
    ]);
    expect(
      (await apiRefusal(admin.call(createMachine, { body: { name: 'X', departmentID: newID('dpt') } }))).errors,
    ).toEqual([{ path: 'departmentID', message: 'There is no such department' }]);
  });
});
