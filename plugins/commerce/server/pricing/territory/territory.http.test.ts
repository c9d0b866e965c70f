import {
  applyChangeSet,
  createImport,
  listChangeSetRows,
  listTeamUsers,
  undoChangeSet,
} from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { createProductLine, setProductLine } from '@millwright/inventory/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTerritory, deleteTerritory, listTerritories, updateTerritory } from '../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';

let at: OrderFixture;
let reps: { id: string; name: string }[];
let line: { id: string };
beforeAll(async () => {
  at = await orderFixture();
  await at.kernel.a.as('sales_rep');
  const team = await at.admin.call(listTeamUsers, { params: { accountID: at.kernel.a.id }, query: {} });
  reps = team.items.map(({ id, name }) => ({ id, name }));
  line = await at.admin.call(createProductLine, { body: { name: 'Hats' } });
  await at.admin.call(setProductLine, { params: { itemID: at.hat.id, productLineID: line.id } });
});
afterAll(() => at?.kernel.stop());

it('gives orders without a rep to whose territory fits best; equal overlaps are refused', async () => {
  const [first, second] = reps as [{ id: string; name: string }, { id: string; name: string }];
  const make = (body: object) => at.admin.callUnchecked(createTerritory, { body: { salesRepID: first.id, ...body } });
  const repOf = async (body: object = {}) => (await at.create(body)).salesRep?.id ?? null;
  expect(await repOf()).toBeNull();
  const state = await make({ state: 'mn' });
  expect(state.name).toBe(`${first.name}: mn`);
  expect(await repOf()).toBe(first.id);
  expect(await repOf({ salesRepID: null })).toBeNull();
  const wide = await make({ salesRepID: second.id, startZipcode: 55_000, endZipcode: 55_999 });
  expect(await repOf()).toBe(second.id);
  await make({ startZipcode: 55_800, endZipcode: 55_810 });
  expect(await repOf()).toBe(first.id);
  // The product line with most of the order's sales takes precedence over a narrower range.
  await make({ salesRepID: second.id, startZipcode: 501, endZipcode: 99_999, productLineID: line.id });
  const lines = [
    { productID: at.hat.id, quantityOrdered: 10 },
    { productID: at.glove.id, quantityOrdered: 1 },
  ];
  expect(await repOf({ lines })).toBe(second.id);
  expect(await repOf({ shipTo: { name: 'Elsewhere', country: 'US', postalCode: '10001' } })).toBeNull();
  // Five-digit postal codes of other countries do not count.
  for (const country of ['DE', 'FR', 'Germany'])
    expect(await repOf({ shipTo: { name: 'Lager', country, postalCode: '55805', city: 'Dortmund' } })).toBeNull();
  // Files and other systems name the country differently.
  for (const country of ['us', 'USA', 'U.S.A.', 'United States', ' United States of America '])
    expect(await repOf({ shipTo: { name: 'Dock', country, postalCode: '55805-1234' } }), country).toBe(first.id);
  for (const body of [{ state: 'MN' }, { startZipcode: 55_500, endZipcode: 56_499 }])
    expect((await apiRefusal(make(body))).code).toBe('territory_overlaps');
  const side = await Promise.allSettled([1, 2].map(() => make({ startZipcode: 70_000, endZipcode: 70_100 })));
  expect(side.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const [body, path] of [
    [{ startZipcode: 500, endZipcode: 600 }, 'startZipcode'],
    [{ startZipcode: 600 }, 'endZipcode'],
    [{ startZipcode: 600, endZipcode: 599 }, 'endZipcode'],
    [{ salesRepID: 'mem_nobody' }, 'salesRepID'],
  ] as const)
    expect((await apiRefusal(make(body))).errors.map((error) => error.path)).toEqual([path]);
  await at.admin.call(updateTerritory, { params: { territoryID: wide.id }, body: { state: 'MN' } });
  await at.admin.call(deleteTerritory, { params: { territoryID: wide.id } });
});

it('comes from files, goes out as it came in, and goes again', async () => {
  const [first] = reps as [{ id: string; name: string }];
  const upload = (text: string) =>
    at.admin.call(createImport, {
      query: { type: 'territories', fileName: 'territories.csv' },
      body: new Blob([text]),
    });
  const messages = async (id: string) =>
    (await at.admin.call(listChangeSetRows, { params: { changeSetID: id }, query: {} })).items.map(({ errors }) =>
      errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
    );
  const before = (await at.admin.call(listTerritories, {})).count;
  const head = 'Sales rep,State,First ZIP,Last ZIP,Product line';
  const staged = await upload(`${head}\n${first.name},,80000,80999,\n${first.name},WI,,,Hats`);
  expect(await messages(staged.id)).toEqual(['', '']);
  await at.admin.call(applyChangeSet, { params: { changeSetID: staged.id }, body: {} });
  const again = await upload(await (await at.admin.fetch('/v1/territories?format=csv')).text());
  expect((await messages(again.id)).filter(Boolean)).toEqual([]);
  expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
  const wrong = await upload(`${head}\n${first.name},,80500,81499,\n${first.name},,90000,,`);
  expect(await messages(wrong.id)).toEqual([
    expect.stringMatching(/^startZipcode: Another territory/),
    expect.stringMatching(/^endZipcode: Is needed/),
  ]);
  await at.admin.call(undoChangeSet, { params: { changeSetID: staged.id }, body: {} });
  expect((await at.admin.call(listTerritories, {})).count).toBe(before);
});
