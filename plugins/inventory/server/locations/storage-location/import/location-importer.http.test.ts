import { getChangeSet } from '@millwright/core/contracts';
import { rowsOfJob, sharedKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDepartment,
  createInventoryReceipt,
  createProduct,
  createStorageLocation,
  getItemInventory,
  listStorageLocations,
  updateStorageLocation,
} from '../../../../contracts/index.ts';
import { importFixture } from '../../../catalogue/shared/import-fixture.ts';
import inventory from '../../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

const { upload, rowsOf, apply, undo, messagesOf, bring, reasonsOf } = importFixture(() => admin);
const place = async (fullName: string) => {
  const isRoot = !fullName.includes(' / ');
  const query = { query: fullName.replaceAll(' / ', ' '), isRoot, take: 500 };
  const { items } = await admin.call(listStorageLocations, { query });
  return items.find((each) => each.fullName === fullName);
};

describe('importing storage locations', () => {
  it('puts places where their paths or parents say and makes what leads to them', async () => {
    const staged = await upload('storage-locations', [
      'Name,Parent,Type,Held by',
      'Shelf 1,Room 9,shelf,',
      'Room 9,Annex,room,',
      'Annex,,building,',
      'Box,Annex / Cellar / Corner,bin,Nobody & Co',
    ]);
    expect(await messagesOf(staged.id)).toMatchInlineSnapshot(`
      [
        "",
        "",
        "",
        "holder: There is no customer or supplier Nobody & Co",
      ]
    `);
    const good = await upload('storage-locations', [
      'Name,Parent,Type',
      'Shelf 1,Room 9,shelf',
      'Room 9,Annex,room',
      'Annex,,building',
      'Box,Annex / Cellar / Corner,bin',
    ]);
    expect(
      (await rowsOf(good.id)).map(({ label, warnings }) => [label, warnings.map(({ message }) => message)]),
    ).toEqual([
      ['Annex / Room 9 / Shelf 1', []],
      ['Annex / Room 9', []],
      ['Annex', []],
      [
        'Annex / Cellar / Corner / Box',
        [
          'The storage location Annex / Cellar will be created',
          'The storage location Annex / Cellar / Corner will be created',
        ],
      ],
    ]);
    await apply(good.id);
    expect(await place('Annex / Room 9 / Shelf 1')).toMatchObject({ type: 'shelf' });
    expect(await place('Annex / Cellar')).toMatchObject({ type: 'shelf', childCount: 1 });
    await admin.call(createStorageLocation, {
      body: { name: 'Mine', parentID: (await place('Annex / Cellar'))?.id ?? '' },
    });
    expect(await reasonsOf(good.id)).toMatchInlineSnapshot(`
      [
        "Annex / Cellar, which was made for it, is used by 1 place inside it (Mine)",
      ]
    `);
    const mine = await place('Annex / Cellar / Mine');
    await admin.fetch(`/v1/locations/${mine?.id}`, { method: 'DELETE' });
    await undo(good.id);
    expect(await place('Annex')).toBeUndefined();
    expect(await place('Annex / Cellar')).toBeUndefined();
  });

  it('says what is promised from and who works there', async () => {
    const { id } = await admin.call(createDepartment, { body: { name: 'Packing room' } });
    const staged = await upload('storage-locations', [
      'Full path,Type,Promised,Department',
      'Gate,dock,,Packing room',
      'Gate / Bench,bin,no,',
      'Gate / Shelf,dock,yes,Nobody',
    ]);
    expect(await messagesOf(staged.id)).toEqual(['', '', 'department: There is no department Nobody']);
    const good = await upload('storage-locations', [
      'Full path,Type,Promised,Department',
      'Gate,dock,,Packing room',
      'Gate / Bench,bin,no,',
    ]);
    await apply(good.id);
    const gate = await place('Gate');
    expect(gate).toMatchObject({ isPromisable: false, department: { id, name: 'Packing room' } });
    expect(await place('Gate / Bench')).toMatchObject({ isPromisable: false, department: null });
    await bring('storage-locations', ['Full path,Promised', 'Gate / Bench,yes', 'Gate,']);
    expect(await place('Gate / Bench')).toMatchObject({ isPromisable: true });
    expect(await place('Gate')).toMatchObject({ isPromisable: false, department: { id } });
    const changed = await admin.call(updateStorageLocation, {
      params: { locationID: gate?.id ?? '' },
      body: { departmentID: null },
    });
    expect(changed.department).toBeNull();
    expect(await violationsOf(kernel.a, inventory)).toEqual([]);
  });

  it('keeps one default place, open', async () => {
    await bring('storage-locations', ['Path,Default', 'Yard,yes']);
    expect((await place('Yard'))?.isDefault).toBe(true);
    const staged = await upload('storage-locations', [
      'Path,Default,State',
      'Yard,no,',
      'Dock,yes,closed',
      'Pier,yes,',
    ]);
    expect(await messagesOf(staged.id)).toMatchInlineSnapshot(`
      [
        "",
        "reservationState: The default place takes all stock, so it has to be open",
        "",
      ]
    `);
    const alone = await upload('storage-locations', ['Path,Default', 'Yard,no']);
    expect(await messagesOf(alone.id)).toEqual(['isDefault: Make another place the default instead']);
    const passed = await bring('storage-locations', ['Path,Default', 'Yard,no', 'Quay,yes']);
    expect([(await place('Yard'))?.isDefault, (await place('Quay'))?.isDefault]).toEqual([false, true]);
    const taken = await bring('storage-locations', ['Path,Default', 'Jetty,yes']);
    expect([(await place('Quay'))?.isDefault, (await place('Jetty'))?.isDefault]).toEqual([false, true]);
    await undo(taken.id);
    expect((await place('Quay'))?.isDefault).toBe(true);
    await undo(passed.id);
    expect((await place('Yard'))?.isDefault).toBe(true);
    expect(await violationsOf(kernel.a, inventory)).toEqual([]);
  });

  it('takes more places in than one call writes, over several chunks, and back out', async () => {
    const jobs = await kernel.jobs();
    const size = rowsOfJob(kernel);
    const lines = ['Path,Type'];
    for (let rack = 0; rack < size / 10; rack += 1) {
      lines.push(`Hall / R${rack},rack`);
      for (let bin = 1; bin < 10; bin += 1) lines.push(`Hall / R${rack} / ${bin},bin`);
    }
    const status = async (id: string) => (await admin.call(getChangeSet, { params: { changeSetID: id } })).status;
    const staged = await upload('storage-locations', lines);
    await jobs.idle();
    await apply(staged.id);
    await jobs.idle();
    expect(await status(staged.id)).toBe('applied');
    const inside = { query: { insideID: (await place('Hall'))?.id ?? '', take: 1 } };
    expect((await admin.call(listStorageLocations, inside)).count).toBe(size);
    const again = await upload('storage-locations', lines);
    await jobs.idle();
    expect((await admin.call(getChangeSet, { params: { changeSetID: again.id } })).counts).toMatchObject({
      unchanged: size,
    });
    await undo(staged.id);
    await jobs.idle();
    expect(await status(staged.id)).toBe('undone');
    expect(await place('Hall')).toBeUndefined();
  });

  it('closes and opens what lies inside the places of a file, and back with its undo', async () => {
    await bring('storage-locations', ['Path', 'Hall / Shelf']);
    const shelf = (await place('Hall / Shelf'))?.id ?? '';
    const { id: itemID } = await admin.call(createProduct, { body: { sku: 'IN-HALL' } });
    await admin.call(createInventoryReceipt, { body: { itemID, quantity: 3, storageLocationID: shelf } });
    const closed = async () => {
      expect(await violationsOf(kernel.a, inventory)).toEqual([]);
      return (await admin.call(getItemInventory, { params: { itemID } })).closed.measure;
    };
    const staged = await upload('storage-locations', ['Path,State', 'Hall,closed']);
    await apply(staged.id);
    expect(await closed()).toBe(3);
    expect((await place('Hall / Shelf'))?.isClosed).toBe(true);
    await bring('storage-locations', ['Path', 'Hall / Other']);
    expect((await place('Hall / Other'))?.isClosed).toBe(true);
    await undo(staged.id);
    expect(await closed()).toBe(0);
    expect((await place('Hall / Other'))?.isClosed).toBe(false);
  });
});
