import { getTimeline } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProduct,
  createUnit,
  createUnitConversion,
  createUnitGroup,
  deleteUnit,
  deleteUnitConversion,
  deleteUnitGroup,
  getUnitGroup,
  listUnitConversions,
  listUnitGroups,
  listUnits,
  putUnitConversion,
  type UnitGroup,
  updateUnit,
  updateUnitGroup,
  validateUnits,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let unitIDs: Map<string, string>;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  const { items } = await admin.call(listUnits, { query: { take: 500 } });
  unitIDs = new Map(items.map(({ id, name }) => [name, id]));
});
afterAll(() => kernel?.stop());

const idOfUnit = (name: string): string => unitIDs.get(name) ?? '';
const newUnit = async (name: string): Promise<string> => {
  const { id } = await admin.call(createUnit, { body: { name } });
  unitIDs.set(name, id);
  return id;
};
const factorsOf = (group: UnitGroup) =>
  Object.fromEntries(
    group.conversions.map(({ unit, factor }) => [unit.name, `${factor.numerator}/${factor.denominator}`]),
  );

describe('the units of a new account', () => {
  it('are those of the spec, in groups with exact factors', async () => {
    const { items } = await admin.call(listUnitGroups, { query: { query: 'Count' } });
    expect(items).toHaveLength(1);
    expect(items[0]?.baseUnit.name).toBe('each');
    expect(factorsOf(items[0]!)).toMatchObject({ each: '1/1', pair: '2/1', ct12pr: '24/1', cs50ea: '50/1' });
    expect(items[0]?.conversions[0]).toMatchObject({ isBase: true, unit: { name: 'each' } });
  });

  it('come once, however often the plugin is enabled', async () => {
    const before = await admin.call(listUnits, {});
    await kernel.a.run((ctx) => inventory.account!.onEnable!(ctx, kernel.services));
    expect((await admin.call(listUnits, { query: { take: 1 } })).count).toBe(before.count);
  });

  it('keep their names and stay', async () => {
    const unitID = idOfUnit('each');
    const renaming = admin.call(updateUnit, { params: { unitID }, body: { name: 'piece' } });
    expect((await apiRefusal(renaming)).code).toBe('unit_built_in');
    expect((await apiRefusal(admin.call(deleteUnit, { params: { unitID } }))).code).toBe('unit_built_in');
    const described = await admin.call(updateUnit, { params: { unitID }, body: { description: 'One piece' } });
    expect(described).toMatchObject({ name: 'each', description: 'One piece' });
  });

  it('are found by text and by group', async () => {
    const { items } = await admin.call(listUnits, { query: { query: 'of 12' } });
    expect(items.map(({ name }) => name)).toEqual(['ct12ea', 'ct12pr']);
    const pairs = (await admin.call(listUnitGroups, { query: { query: 'Pairs' } })).items[0]!;
    const members = await admin.call(listUnits, { query: { unitGroupID: pairs.id } });
    expect(members.count).toBe(pairs.conversions.length);
    expect(members.items[0]?.unitGroups.map(({ name }) => name)).toContain('Pairs');
  });
});

describe('a unit', () => {
  it('has a name of its own', async () => {
    await newUnit('pallet');
    const error = await apiRefusal(admin.call(createUnit, { body: { name: 'pallet' } }));
    expect(error).toMatchObject({ status: 409, code: 'duplicate', errors: [{ path: 'name' }] });
    expect((await apiRefusal(admin.call(createUnit, { body: { name: '' } }))).message).toBe('Unit name is required');
  });

  it('cannot go while a group has it', async () => {
    const unitID = await newUnit('crate');
    const group = await admin.call(createUnitGroup, {
      body: { name: 'Crates', conversions: [{ unitID, factor: 1 }] },
    });
    const error = await apiRefusal(admin.call(deleteUnit, { params: { unitID } }));
    expect(error).toMatchObject({ status: 409, code: 'in_use', message: 'crate is used by 1 unit group (Crates)' });
    await admin.call(deleteUnitGroup, { params: { unitGroupID: group.id } });
    await admin.call(deleteUnit, { params: { unitID } });
    expect((await apiRefusal(admin.call(deleteUnit, { params: { unitID } }))).status).toBe(404);
  });

  it('of another account is not there', async () => {
    const other = await kernel.b.as('admin');
    const { items } = await other.call(listUnits, { query: { query: 'each' } });
    const theirs = items[0]!.id;
    expect((await apiRefusal(admin.call(updateUnit, { params: { unitID: theirs }, body: {} }))).status).toBe(404);
    const error = await apiRefusal(
      admin.call(createUnitGroup, { body: { name: 'Theirs', conversions: [{ unitID: theirs, factor: 1 }] } }),
    );
    expect(error.errors).toEqual([{ path: 'conversions.0.unitID', message: 'There is no such unit' }]);
  });
});

describe('a unit group', () => {
  it('counts in its smallest unit, whatever the factors were given in', async () => {
    const group = await admin.call(createUnitGroup, {
      body: {
        name: 'Dozens',
        conversions: [
          { unitID: idOfUnit('gross'), factor: 12 },
          { unitID: idOfUnit('each'), factor: { numerator: 1, denominator: 12 } },
          { unitID: idOfUnit('dozen'), factor: 1 },
        ],
      },
    });
    expect(group.baseUnit.name).toBe('each');
    expect(factorsOf(group)).toEqual({ each: '1/1', dozen: '12/1', gross: '144/1' });
    expect(group.conversions.map(({ unit }) => unit.name)).toEqual(['each', 'dozen', 'gross']);
  });

  it('keeps fractions as they are', async () => {
    const group = await admin.call(createUnitGroup, {
      body: {
        name: 'Lengths',
        conversions: [
          { unitID: idOfUnit('cm'), factor: 1 },
          { unitID: idOfUnit('in'), factor: 2.54 },
          { unitID: idOfUnit('yd'), factor: { numerator: '9144', denominator: '100' } },
        ],
      },
    });
    expect(factorsOf(group)).toEqual({ cm: '1/1', in: '127/50', yd: '2286/25' });
  });

  it('takes units, counted in any of its own, and finds the base again', async () => {
    const carton = await newUnit('carton');
    const layer = await newUnit('layer');
    const group = await admin.call(createUnitGroup, {
      body: { name: 'Pallets', conversions: [{ unitID: idOfUnit('pallet'), factor: 1 }] },
    });
    const params = { unitGroupID: group.id };
    const added = await admin.call(createUnitConversion, {
      params,
      body: { unitID: layer, factor: { numerator: 1, denominator: 5 }, ofUnitID: idOfUnit('pallet') },
    });
    expect(added).toMatchObject({ isBase: true, factor: { numerator: '1', denominator: '1' } });
    await admin.call(createUnitConversion, {
      params,
      body: { unitID: carton, factor: { numerator: 1, denominator: 8 } },
    });
    const after = await admin.call(getUnitGroup, { params });
    expect(factorsOf(after)).toEqual({ carton: '1/1', layer: '8/1', pallet: '40/1' });
    expect(after.version).toBeGreaterThan(group.version);
    const again = admin.call(createUnitConversion, { params, body: { unitID: carton, factor: 2 } });
    expect((await apiRefusal(again)).code).toBe('duplicate');

    const pallet = after.conversions.find(({ unit }) => unit.name === 'pallet')!;
    const put = await admin.call(putUnitConversion, {
      params: { ...params, unitConversionID: pallet.id },
      body: { factor: 6, ofUnitID: layer },
    });
    expect(put.factor).toEqual({ numerator: '48', denominator: '1' });

    const [smallest] = after.conversions;
    await admin.call(deleteUnitConversion, { params: { ...params, unitConversionID: smallest!.id } });
    const { items } = await admin.call(listUnitConversions, { params });
    expect(items.map(({ unit, factor, isBase }) => [unit.name, factor.numerator, isBase])).toEqual([
      ['layer', '1', true],
      ['pallet', '6', false],
    ]);
    const told = await admin.call(getTimeline, { params: { type: 'unit_group', id: group.id }, query: { take: 50 } });
    expect(told.items.map(({ action, changes }) => [action, ...changes]).reverse()).toEqual([
      ['created'],
      ['unit_added', { field: 'layer', from: null, to: '1' }],
      ['unit_added', { field: 'carton', from: null, to: '1' }],
      ['factor_changed', { field: 'pallet', from: '40', to: '48' }],
      ['unit_removed', { field: 'carton', from: '1', to: null }],
    ]);
  });

  it('keeps its last unit', async () => {
    const group = await admin.call(createUnitGroup, {
      body: { name: 'Single', conversions: [{ unitID: idOfUnit('each'), factor: 7 }] },
    });
    const params = { unitGroupID: group.id, unitConversionID: group.conversions[0]!.id };
    expect((await apiRefusal(admin.call(deleteUnitConversion, { params }))).code).toBe('base_unit_required');
    const self = admin.call(putUnitConversion, { params, body: { factor: 2 } });
    expect((await apiRefusal(self)).errors[0]?.path).toBe('ofUnitID');
  });

  it('is refused with a unit twice, without units, with a name that exists', async () => {
    const each = { unitID: idOfUnit('each'), factor: 1 };
    const twice = await apiRefusal(admin.call(createUnitGroup, { body: { name: 'Twice', conversions: [each, each] } }));
    expect(twice.errors).toEqual([{ path: 'conversions.1.unitID', message: 'This unit is listed twice' }]);
    const none = await apiRefusal(admin.call(createUnitGroup, { body: { name: 'None', conversions: [] } }));
    expect(none.message).toBe('A unit group needs at least one unit');
    const taken = await apiRefusal(admin.call(createUnitGroup, { body: { name: 'Count', conversions: [each] } }));
    expect(taken).toMatchObject({ code: 'duplicate', errors: [{ path: 'name' }] });
  });

  it('is fixed once an item is measured in it, but may still grow upwards', async () => {
    const half = await newUnit('half');
    const double = await newUnit('double');
    const group = await admin.call(createUnitGroup, {
      body: {
        name: 'Fixed',
        conversions: [
          { unitID: idOfUnit('each'), factor: 1 },
          { unitID: idOfUnit('pair'), factor: 2 },
          { unitID: idOfUnit('dozen'), factor: 12 },
        ],
      },
    });
    const params = { unitGroupID: group.id };
    await admin.call(createProduct, {
      body: { sku: 'FIXED-1', unitGroupID: group.id, defaultUnitID: idOfUnit('pair') },
    });
    const conversionOf = (name: string): string => group.conversions.find(({ unit }) => unit.name === name)!.id;
    const change = (name: string, factor: number) =>
      admin.call(putUnitConversion, { params: { ...params, unitConversionID: conversionOf(name) }, body: { factor } });
    expect((await apiRefusal(change('dozen', 13))).code).toBe('unit_group_fixed');
    expect((await change('dozen', 12)).factor.numerator).toBe('12');
    const smaller = admin.call(createUnitConversion, { params, body: { unitID: half, factor: 0.5 } });
    expect((await apiRefusal(smaller)).code).toBe('unit_group_fixed');
    await admin.call(createUnitConversion, { params, body: { unitID: double, factor: 2 } });
    const remove = (name: string) =>
      admin.call(deleteUnitConversion, { params: { ...params, unitConversionID: conversionOf(name) } });
    expect((await apiRefusal(remove('each'))).code).toBe('unit_group_fixed');
    expect(await apiRefusal(remove('pair'))).toMatchObject({
      code: 'in_use',
      message: 'pair is used by 1 item (FIXED-1)',
    });
    await remove('dozen');
    const error = await apiRefusal(admin.call(deleteUnitGroup, { params }));
    expect(error).toMatchObject({ code: 'in_use', message: 'Fixed is used by 1 item (FIXED-1)' });
  });

  it('is not overwritten by an old form', async () => {
    const { items } = await admin.call(listUnitGroups, { query: { query: 'Length (US)' } });
    const [group] = items;
    const params = { unitGroupID: group!.id };
    const saved = await admin.call(updateUnitGroup, { params, body: { notes: 'Cloth', version: group!.version } });
    expect(saved.notes).toBe('Cloth');
    const stale = admin.call(updateUnitGroup, { params, body: { notes: 'Yarn', version: group!.version } });
    expect((await apiRefusal(stale)).code).toBe('stale_version');
  });
});

describe('checking the units of import rows', () => {
  it('says of each row what is wrong with it', async () => {
    await admin.call(createProduct, { body: { sku: 'CHECK-1' } });
    const checked = await admin.call(validateUnits, {
      body: {
        data: [
          { unit: 'CT10EA', sku: 'CHECK-1' },
          { unit: 'each' },
          { unit: ' ' },
          { unit: 'barrel' },
          { unit: 'kg', sku: 'CHECK-1' },
          { unit: 'each', sku: 'CHECK-2' },
        ],
      },
    });
    expect(checked.isValid).toBe(false);
    expect(checked.items.map(({ message }) => message)).toEqual([
      null,
      null,
      'Unit is required',
      'There is no unit barrel',
      'CHECK-1 cannot be measured in kg',
      'There is no item with the SKU CHECK-2',
    ]);
    expect(checked.items[0]).toMatchObject({ isValid: true, unitID: idOfUnit('ct10ea') });
  });
});
