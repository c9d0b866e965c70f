import { getTimeline } from '@millwright/core/contracts';
import { Party } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkCreateStorageLocations,
  createStorageLocation,
  deleteStorageLocation,
  getStorageLocation,
  getStorageLocationTree,
  listStorageLocations,
  listStorageLocationTypes,
  type StorageLocation,
  updateStorageLocation,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { ClosedPlaces } from '../../stock/demand/closed-stock.ts';
import { defaultLocationID } from './places/default-location.ts';
import { locationsByPath } from './places/location-paths.ts';
import { StorageLocation as Place } from './storage-location.entity.ts';

let kernel: TestKernel;
let admin: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

const create = (name: string, parentID?: string): Promise<StorageLocation> =>
  admin.call(createStorageLocation, { body: { name, type: 'room', ...(parentID ? { parentID } : {}) } });

const update = (locationID: string, body: Parameters<typeof admin.call<typeof updateStorageLocation>>[1]['body']) =>
  admin.call(updateStorageLocation, { params: { locationID }, body });

describe('the places of a new account', () => {
  it('are one default warehouse', async () => {
    const { items, count } = await admin.call(listStorageLocations, {});
    expect(count).toBe(1);
    expect(items[0]).toMatchObject({
      name: 'Main warehouse',
      type: 'warehouse',
      isDefault: true,
      reservationState: 'open',
      path: ['Main warehouse'],
      holderAccount: { id: kernel.a.id, isSelf: true },
      childCount: 0,
      itemCount: 0,
    });
  });

  it('get a default where an older account has none', async () => {
    const other = await kernel.createAccount('gamma');
    const id = await other.run(async (ctx) => {
      const [old] = await ctx.em.find(Place, { accountID: ctx.account.id });
      if (!old) throw new Error('There was no place');
      ctx.em.assign(old, { isDefault: false, reservationState: 'closed' });
      await ctx.em.flush();
      expect(await defaultLocationID(ctx, new ClosedPlaces())).toBe(old.id);
      return old.id;
    });
    const people = await other.as('admin');
    expect(await people.call(getStorageLocation, { params: { locationID: id } })).toMatchObject({
      isDefault: true,
      reservationState: 'open',
    });
  });

  it('have the types of the spec', async () => {
    const { items } = await admin.call(listStorageLocationTypes, {});
    expect(items).toContainEqual({ code: 'work_area', name: 'Work area' });
  });
});

describe('a place', () => {
  it('is made inside another, found by any name of its path, changed and deleted', async () => {
    const crib = await create('Tool crib');
    const shelf = await create('Shelf A', crib.id);
    expect(shelf).toMatchObject({
      path: ['Tool crib', 'Shelf A'],
      fullName: 'Tool crib / Shelf A',
      parent: { id: crib.id },
    });
    const { items } = await admin.call(listStorageLocations, { query: { query: 'crib shelf' } });
    expect(items.map(({ id }) => id)).toEqual([shelf.id]);
    const sorted = await admin.call(listStorageLocations, { query: { query: 'crib', sortBy: 'fullName' } });
    expect(sorted.items.map(({ fullName }) => fullName)).toEqual(['Tool crib', 'Tool crib / Shelf A']);

    const renamed = await update(crib.id, { name: 'Old  crib', version: crib.version });
    expect(renamed).toMatchObject({
      name: 'Old crib',
      childCount: 1,
      children: [{ id: shelf.id }],
      descendantCount: 1,
    });
    const found = await admin.call(listStorageLocations, { query: { query: 'old shelf' } });
    expect(found.items.map(({ fullName }) => fullName)).toEqual(['Old crib / Shelf A']);

    const error = await apiRefusal(update(crib.id, { name: 'Again', version: crib.version }));
    expect(error.code).toBe('stale_version');
    const history = await admin.call(getTimeline, { params: { type: 'storage_location', id: crib.id } });
    expect(JSON.stringify(history.items)).toContain('Old crib');

    expect((await apiRefusal(admin.call(deleteStorageLocation, { params: { locationID: crib.id } }))).message).toBe(
      'Old crib is used by 1 place inside it (Shelf A)',
    );
    await admin.call(deleteStorageLocation, { params: { locationID: shelf.id } });
    await admin.call(deleteStorageLocation, { params: { locationID: crib.id } });
    expect((await apiRefusal(admin.call(getStorageLocation, { params: { locationID: crib.id } }))).status).toBe(404);
  });

  it('has a name of its own among the places beside it', async () => {
    const [left, right] = [await create('Left'), await create('Right')];
    await create('1', left.id);
    await create('1', right.id);
    expect((await apiRefusal(create('1', left.id))).code).toBe('duplicate');
    expect((await apiRefusal(create('Left'))).errors).toEqual([
      { path: 'name', message: 'There is a place of this name here already' },
    ]);
    expect((await apiRefusal(create('A / B'))).errors[0]?.path).toBe('name');
    expect(await create('N/A', left.id)).toMatchObject({ fullName: 'Left / N/A' });
  });

  it('is never inside itself', async () => {
    const top = await create('Top');
    const middle = await create('Middle', top.id);
    const bottom = await create('Bottom', middle.id);
    for (const parentID of [top.id, middle.id, bottom.id])
      expect((await apiRefusal(update(top.id, { parentID }))).code).toBe('location_cycle');
    await update(bottom.id, { parentID: top.id });
    await update(top.id, { parentID: null });
    expect(await admin.call(getStorageLocation, { params: { locationID: bottom.id } })).toMatchObject({
      path: ['Top', 'Bottom'],
    });
  });

  it('is not moved into a ring by two at once', async () => {
    const [one, two] = [await create('Ring one'), await create('Ring two')];
    const moves = await Promise.allSettled([
      update(one.id, { parentID: two.id }),
      update(two.id, { parentID: one.id }),
    ]);
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { items } = await admin.call(getStorageLocationTree, {});
    expect(items.filter(({ id }) => id === one.id || id === two.id)).toHaveLength(2);
  });

  it('of others, or that is not there, is not seen', async () => {
    const other = await kernel.b.as('admin');
    const mine = await create('Mine');
    expect((await apiRefusal(other.call(getStorageLocation, { params: { locationID: mine.id } }))).status).toBe(404);
    const error = await apiRefusal(
      other.call(createStorageLocation, { body: { name: 'Theirs', type: 'bin', parentID: mine.id } }),
    );
    expect(error.errors).toEqual([{ path: 'parentID', message: 'There is no such storage location' }]);
  });

  it('may be read by scanners, and changed by nobody without the right', async () => {
    const scanner = await kernel.a.as('scanner');
    expect((await scanner.call(listStorageLocations, {})).count).toBeGreaterThan(0);
    expect((await apiRefusal(scanner.call(createStorageLocation, { body: { name: 'No' } }))).status).toBe(403);
    const customer = await kernel.a.as('user');
    expect((await customer.call(createStorageLocation, { body: { name: 'Yes' } })).type).toBe('bin');
  });

  it('may be held by somebody else', async () => {
    await kernel.a.run(async (ctx) => {
      ctx.em.create(Party, {
        id: 'cus_01h455vb4pex5vsknk084sn02q',
        kind: 'customer',
        number: '1',
        name: 'Acme',
        email: null,
        parent: null,
      });
      await ctx.em.flush();
    });
    const held = await admin.call(createStorageLocation, {
      body: {
        name: 'At Acme',
        type: 'external',
        holderAccountID: 'cus_01h455vb4pex5vsknk084sn02q',
        reservationState: 'reserved',
      },
    });
    expect(held.holderAccount).toEqual({ id: 'cus_01h455vb4pex5vsknk084sn02q', name: 'Acme', isSelf: false });
    const { items } = await admin.call(listStorageLocations, {
      query: { holderAccountIDs: ['cus_01h455vb4pex5vsknk084sn02q'] },
    });
    expect(items.map(({ id }) => id)).toEqual([held.id]);
    expect(await update(held.id, { holderAccountID: null })).toMatchObject({ holderAccount: { isSelf: true } });
    const error = await apiRefusal(update(held.id, { holderAccountID: 'cus_01h455vb4pex5vsknk084sn02r' }));
    expect(error.errors[0]?.path).toBe('holderAccountID');
  });
});

describe('the default place', () => {
  it('is always one, open, and kept', async () => {
    const { items } = await admin.call(listStorageLocations, { query: { query: 'Main warehouse' } });
    const main = items[0]!;
    expect((await apiRefusal(update(main.id, { reservationState: 'closed' }))).code).toBe('default_location');
    expect((await apiRefusal(admin.call(deleteStorageLocation, { params: { locationID: main.id } }))).code).toBe(
      'default_location',
    );
    const other = await create('Second warehouse');
    await update(other.id, { isDefault: true });
    await update(main.id, { reservationState: 'closed' });
    const all = await admin.call(getStorageLocationTree, {});
    expect(all.items.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([other.id]);
    expect(await kernel.a.run((ctx) => defaultLocationID(ctx, new ClosedPlaces()))).toBe(other.id);
  });
});

describe('a rack', () => {
  it('is made by patterns of names, again only what is missing', async () => {
    const hall = await create('Hall');
    const levels = [
      { type: 'rack' as const, names: 'R{1..2}' },
      { type: 'bin' as const, names: '{A..B}-{01..12}' },
    ];
    const made = await admin.call(bulkCreateStorageLocations, { body: { parentID: hall.id, levels } });
    expect(made).toMatchObject({ createdCount: 2 + 48, existingCount: 0 });
    expect(made.items.map(({ fullName }) => fullName)).toEqual(['Hall / R1', 'Hall / R2']);
    const again = await admin.call(bulkCreateStorageLocations, {
      body: { parentID: hall.id, levels: [levels[0]!, { type: 'bin', names: '{A..C}-{01..12}' }] },
    });
    expect(again).toMatchObject({ createdCount: 24, existingCount: 50 });
    const inside = await admin.call(listStorageLocations, { query: { insideID: hall.id, types: ['bin'], take: 1 } });
    expect(inside.count).toBe(72);
    expect(await admin.call(getStorageLocation, { params: { locationID: hall.id } })).toMatchObject({
      childCount: 2,
      descendantCount: 74,
    });
  });

  it('has an end', async () => {
    const error = await apiRefusal(
      admin.call(bulkCreateStorageLocations, {
        body: {
          levels: [
            { type: 'rack', names: '{1..900}' },
            { type: 'bin', names: '{1..10}' },
          ],
        },
      }),
    );
    expect(error.errors).toEqual([{ path: 'levels', message: 'That makes 9,900 places; at most 5000 at a time' }]);
    const bad = await apiRefusal(
      admin.call(bulkCreateStorageLocations, { body: { levels: [{ type: 'bin', names: 'A-{9..1}' }] } }),
    );
    expect(bad.errors).toEqual([{ path: 'levels.0.names', message: 'The range {9..1} runs backwards' }]);
  });
});

describe('paths', () => {
  it('make what is missing, once, for any number of them', async () => {
    const paths = Array.from(
      { length: 753 },
      (_, index) => `Store ${index % 14} / ${index % 9 ? 'ABCDEFGH'[index % 8] : 'N/A'} / ${index}`,
    );
    const create = { types: ['room', 'shelf', 'bin'] as const };
    const first = await kernel.b.run((ctx) => locationsByPath(ctx, paths, { create }));
    const second = await kernel.b.run((ctx) => locationsByPath(ctx, paths, { create }));
    expect(second).toEqual(first);
    expect(paths.every((path) => first.has(path))).toBe(true);
    const people = await kernel.b.as('admin');
    const { items } = await people.call(getStorageLocationTree, {});
    expect(items.filter(({ type }) => type === 'bin')).toHaveLength(753);
    expect(items.filter(({ depth, name }) => depth === 0 && name.startsWith('Store'))).toHaveLength(14);
    // Each parent comes before its children, and names are in natural order (2 before 10).
    const places = new Map(items.map(({ id }, index) => [id, index]));
    for (const [index, { parentID }] of items.entries()) if (parentID) expect(places.get(parentID)).toBeLessThan(index);
    const roots = items.filter(({ depth }) => depth === 0).map(({ name }) => name);
    expect(roots.indexOf('Store 2')).toBeLessThan(roots.indexOf('Store 10'));
    const found = await people.call(listStorageLocations, { query: { query: 'store 3 N/A' } });
    expect(found.count).toBeGreaterThan(0);
  });

  it('are made once by two at the same time', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => ['Both', String(index)]);
    const make = () => kernel.b.run((ctx) => locationsByPath(ctx, paths, { create: { types: ['room', 'bin'] } }));
    const [left, right] = await Promise.all([make(), make()]);
    expect(left).toEqual(right);
  });

  it('that are not there are missing where nothing is made', async () => {
    const found = await kernel.b.run((ctx) =>
      locationsByPath(ctx, ['Main warehouse', 'Main warehouse / Nowhere', 'Nowhere / 1']),
    );
    expect([...found.keys()]).toEqual(['Main warehouse']);
  });
});
