import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantityID, rateID } from '../contracts/amounts/quantity.ts';
import type { AnyEndpoint } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { checkDuplicates, updateQuantity, updateRate } from '../contracts/records/record-action.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import { type CoreAccounts, openCoreAccounts, type TestCaller } from '../testing/kernel/core-accounts.ts';
import { recordActionRoutes } from './record-action.routes.ts';
import { recordRegistry } from './record-registry.ts';

let test: CoreAccounts;
beforeAll(async () => {
  test = await openCoreAccounts();
});
afterAll(() => test.close());

const thing = newID('th');
const written: unknown[] = [];
const records = recordRegistry([
  {
    pluginID: 'shop',
    types: [
      { type: 'rare', prefix: 'th', kindOf: 'any', label: 'Rare', permission: 'rarities:read', path: '/r/{id}' },
      { type: 'thing', prefix: 'th', kindOf: 'any', label: 'Thing', permission: 'things:read', path: '/t/{id}' },
      { type: 'plain', prefix: 'pl', label: 'Plain', permission: 'things:read', path: '/p/{id}' },
    ],
    sources: [
      {
        type: 'thing',
        label: async (_ctx, id) => {
          if (id !== thing) throw problems.not_found();
          return 'T';
        },
        findByNumber: async (_ctx, number, { customerID }) =>
          number === '7' && customerID !== 'cus_2' ? [{ id: thing, label: 'T' }] : [],
        setQuantity: async (_ctx, id, field, value) => {
          if (field !== 'orderPoint') return undefined;
          written.push({ id, field, ...value });
          return {
            id: quantityID(id, field),
            measure: Number(value.measure),
            unitID: value.unitID ?? 'unit_each',
            unit: 'each',
          };
        },
      },
      { type: 'plain', label: async () => 'P' },
    ],
  },
]);
const routes = recordActionRoutes(records);
const call = <E extends AnyEndpoint>(endpoint: E, request: { params?: object; body: object }, caller?: TestCaller) =>
  test.answer('a', routes, endpoint, request, caller);

describe('check-duplicates', () => {
  const check = (type: string, recordNumber: string, customerID?: string, caller?: TestCaller) =>
    call(checkDuplicates, { body: { type, data: { recordNumber, customerID } } }, caller);

  it('asks the record’s own source', async () => {
    expect(await check('thing', '7')).toEqual({ isDuplicate: true, message: 'Thing 7 exists already' });
    expect(await check('thing', '8')).toEqual({ isDuplicate: false, message: 'Thing 8 is free' });
    expect(await check('thing', '7', 'cus_2')).toMatchObject({ isDuplicate: false });
  });

  it('knows no types without numbers, unknown ones, or those the caller may not read', async () => {
    const refused = { code: 'unknown_record_type', status: 400 };
    await expect(check('plain', '7')).rejects.toMatchObject(refused);
    await expect(check('nothing', '7')).rejects.toMatchObject(refused);
    await expect(check('thing', '7', undefined, { rights: [] })).rejects.toMatchObject(refused);
  });
});

describe('quantities and rates', () => {
  const change = (id: string, body: object = {}, caller?: TestCaller) =>
    call(
      updateQuantity,
      { params: { quantityID: id }, body: { data: { measure: 2.5 }, objectType: 'thing', ...body } },
      caller,
    );

  it('are written by the record that owns them', async () => {
    expect(await change(quantityID(thing, 'orderPoint'), { objectID: thing })).toMatchObject({
      measure: 2.5,
      unit: 'each',
    });
    expect(written).toEqual([{ id: thing, field: 'orderPoint', measure: '2.5' }]);
  });

  it('may be named by what several types are together', async () => {
    const id = quantityID(thing, 'orderPoint');
    expect(await change(id, { objectType: 'any' })).toMatchObject({ measure: 2.5 });
    const unknown = { objectType: 'any', objectID: newID('th') };
    await expect(change(quantityID(unknown.objectID, 'orderPoint'), unknown)).rejects.toMatchObject({ status: 404 });
  });

  it('have to be defined', async () => {
    const undefinedType = { status: 400, message: 'Quantity type is not defined' };
    await expect(change(quantityID(thing, 'colour'))).rejects.toMatchObject(undefinedType);
    const rate = { params: { rateID: rateID(thing, 'labor') }, body: { data: { value: 1 }, objectType: 'thing' } };
    await expect(call(updateRate, rate)).rejects.toMatchObject(undefinedType);
  });

  it('need the right to change the record, an id of theirs and a record that is there', async () => {
    const id = quantityID(thing, 'orderPoint');
    await expect(change(id, {}, { rights: ['things:read'] })).rejects.toMatchObject({ status: 403 });
    await expect(change(id, {}, { rights: ['things:update'] })).rejects.toMatchObject({ status: 404 });
    await expect(change(rateID(thing, 'orderPoint'))).rejects.toMatchObject({ status: 404 });
    await expect(change(quantityID(newID('th'), 'orderPoint'))).rejects.toMatchObject({ status: 404 });
    await expect(change(id, { objectID: newID('th') })).rejects.toMatchObject({ status: 400 });
    await expect(change(id, { objectType: 'nothing' })).rejects.toMatchObject({
      code: 'quantity_type_not_defined',
      message: 'Quantity type is not defined',
    });
  });
});

describe('record registry', () => {
  it('refuses a source for a type that its plugin does not declare', () => {
    const source = { type: 'foreign', label: async () => '' };
    expect(() => recordRegistry([{ pluginID: 'shop', types: [], sources: [source] }])).toThrow(
      'declare that type in its records first',
    );
  });
});
