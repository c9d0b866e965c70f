import {
  applyChangeSet,
  createImport,
  getChangeSetFaults,
  type ImportSet,
  listChangeSetRows,
  listChangeSets,
  undoChangeSet,
  updateImport,
  updateImportRow,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, rowsOfJob, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkCreateItems,
  createCategory,
  createProperty,
  deleteItemAttribute,
  type Item,
  listCategories,
  listItems,
  listProperties,
  listUnitGroups,
  materialEndpoints,
  updateItem,
} from '../../../../contracts/index.ts';
import inventory from '../../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let size: number;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  size = rowsOfJob(kernel);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

const upload = (lines: string[], type = 'materials', person = admin): Promise<ImportSet> =>
  person.call(createImport, {
    query: { type, fileName: `${type}.csv` },
    body: new Blob([`${lines.join('\n')}\n`]),
  });
const rowsOf = async (id: string) =>
  (await admin.call(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500 } })).items;
const apply = (id: string) => admin.call(applyChangeSet, { params: { changeSetID: id }, body: {} });
const undo = (id: string) => admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
const choose = (id: string, body: Record<string, unknown>): Promise<ImportSet> =>
  admin.call(updateImport, { params: { importID: id }, body });
const items = async (query: string): Promise<Pick<Item, 'sku' | 'id'>[]> =>
  (await admin.call(listItems, { query: { query } })).items;

describe('importing materials', () => {
  it('refuses SKUs that differ by case only wherever in the file they stand', async () => {
    const between = Array.from({ length: kernel.sizes.jobRows - 2 }, (_, index) => `BETWEEN-${index},`);
    const staged = await upload(['Material,Description', 'TWIN-1,First', ...between, 'twin-1,Last']);
    expect(staged.counts).toMatchObject({ create: between.length, error: 2 });
    const { faults } = await admin.call(getChangeSetFaults, { params: { changeSetID: staged.id } });
    expect(faults).toEqual([
      {
        field: 'sku',
        message: 'This SKU differs from TWIN-1 by upper and lower case only',
        rowCount: 1,
        rows: [kernel.sizes.jobRows],
        values: ['twin-1'],
      },
    ]);
    const mended = await admin.call(updateImportRow, {
      params: { importID: staged.id, row: String(kernel.sizes.jobRows) },
      body: { values: { sku: 'twin-2' } },
    });
    expect(mended.import.counts).toMatchObject({ error: 0 });
  });

  it('takes category, order point, lead time and properties, made when asked, and gives all of it back', async () => {
    const file = [
      'Material,Description,Category,Cost,Reorder Point,Lead time (days),Fibre,Ply,Since,Yarn count',
      'Y-1,Wool yarn,Yarn,4.25,200,14,Merino,two,2026-01-31,30',
      'Y-2,Wool yarn fine,yarn,5.5,,21.5,merino,,2026-02-28,32',
      'Y-3,Cotton yarn,,,,,Cotton,two,,',
    ];
    const staged = await upload(file);
    // Numbers and dates are no properties; texts are once they may be made.
    expect(staged.columns.map(({ field }) => field)).toEqual([
      'sku',
      'description',
      'category',
      'unitCost',
      'orderPoint',
      'leadTime',
      null,
      null,
      null,
      null,
    ]);
    expect(staged).toMatchObject({ counts: { create: 1, error: 2 } });
    expect((await rowsOf(staged.id))[0]?.errors).toEqual([{ field: 'category', message: 'There is no category Yarn' }]);
    const changed = await choose(staged.id, { createReferences: ['category', 'attributes'] });
    expect(changed).toMatchObject({ counts: { create: 3, error: 0 } });
    expect(changed.columns.map(({ field }) => field).slice(6)).toEqual(['attributes', 'attributes', null, null]);
    expect(changed.warnings).toEqual([
      'The column "Since" is not imported; its 2 values stay with the rows',
      'The column "Yarn count" is not imported; its 2 values stay with the rows',
    ]);
    const [first] = await rowsOf(staged.id);
    expect(first?.changes).toEqual([
      { field: 'sku', label: 'SKU', from: null, to: 'Y-1' },
      { field: 'description', label: 'Description', from: null, to: 'Wool yarn' },
      { field: 'category', label: 'Category', from: null, to: 'Yarn' },
      { field: 'unitGroup', label: 'Unit group', from: null, to: 'Count' },
      { field: 'unit', label: 'Unit', from: null, to: 'each' },
      { field: 'unitValue', label: 'Unit value', from: null, to: 0 },
      { field: 'unitCost', label: 'Unit cost', from: null, to: 4.25 },
      { field: 'orderPoint', label: 'Order point', from: null, to: '200 each' },
      { field: 'leadTime', label: 'Lead time', from: null, to: '14 day' },
      { field: 'attributes', label: 'Properties', from: null, to: 'Fibre: Merino, Ply: two' },
    ]);
    expect(first?.warnings.map(({ message }) => message)).toEqual([
      'The category Yarn will be created',
      'The property Fibre will be created with Merino',
      'The property Ply will be created with two',
    ]);
    expect(await items('yarn')).toEqual([]);

    expect(await apply(staged.id)).toMatchObject({ status: 'applied', counts: { create: 3 } });
    const written = (await admin.call(materialEndpoints.list, { query: { query: 'yarn' } })).items;
    expect(written).toMatchObject([
      {
        sku: 'Y-1',
        category: { name: 'Yarn' },
        unitCost: { value: 4.25 },
        orderPoint: { measure: 200, unit: 'each' },
        leadTime: { measure: 14, unit: 'day' },
        attributes: [
          { name: 'Merino', property: { name: 'Fibre' } },
          { name: 'two', property: { name: 'Ply' } },
        ],
      },
      { sku: 'Y-2', category: { name: 'Yarn' }, leadTime: { measure: 21.5 }, attributes: [{ name: 'Merino' }] },
      { sku: 'Y-3', category: null, orderPoint: null, attributes: [{ name: 'Cotton' }, { name: 'two' }] },
    ]);
    const properties = async () => (await admin.call(listProperties, {})).items.map(({ name }) => name);
    expect(await properties()).toEqual(['Fibre', 'Ply']);

    // The same file finds everything, properties included, and changes nothing.
    const again = await upload(file);
    expect(again.columns.map(({ field }) => field).slice(6)).toEqual(['attributes', 'attributes', null, null]);
    expect(again).toMatchObject({ counts: { create: 0, update: 0, unchanged: 3, error: 0 } });

    expect(await undo(staged.id)).toMatchObject({ status: 'undone' });
    expect(await items('yarn')).toEqual([]);
    expect(await properties()).toEqual([]);
    expect((await admin.call(listCategories, {})).count).toBe(0);
  });

  it('changes what cells say, leaves the rest, and undoes to what was', async () => {
    const finish = await admin.call(createProperty, {
      body: { name: 'Finish', attributes: [{ name: 'Gloss' }, { name: 'Matt' }] },
    });
    const idOf = (name: string): string => finish.attributes.find((attribute) => attribute.name === name)?.id ?? '';
    const groups = (await admin.call(listUnitGroups, {})).items;
    const weight = groups.find(({ name }) => name === 'Weight (metric)');
    const dyes = await admin.call(createCategory, {
      body: { name: 'Dyes', type: 'material', unitGroupID: weight?.id ?? '' },
    });
    const kg = weight?.conversions.find(({ unit }) => unit.name === 'kg')?.unit.id ?? '';
    const dye = await admin.call(materialEndpoints.create, {
      body: {
        sku: 'D-1',
        unitCost: 2,
        categoryID: dyes.id,
        attributeIDs: [idOf('Gloss')],
        orderPoint: { measure: 2, unitID: kg },
      },
    });
    const staged = await upload(['sku,finish,unit,lead time', 'D-1,matt,kg,7', 'D-2,,,']);
    expect(staged.columns[1]).toMatchObject({ field: 'attributes', matchedBy: 'heading' });
    expect((await rowsOf(staged.id))[0]).toMatchObject({
      effect: 'update',
      changes: [
        { field: 'unit', from: 'g', to: 'kg' },
        { field: 'unitCost', from: 2, to: 2000 },
        { field: 'leadTime', from: null, to: '7 day' },
        { field: 'attributes', from: 'Finish: Gloss', to: 'Finish: Matt' },
      ],
    });
    await apply(staged.id);
    const params = { itemID: dye.id };
    expect(await admin.call(materialEndpoints.get, { params })).toMatchObject({
      defaultUnit: { name: 'kg' },
      unitCost: { value: 2000, perUnit: 'kg' },
      orderPoint: { measure: 2, unit: 'kg' },
      leadTime: { measure: 7 },
      attributes: [{ name: 'Matt' }],
    });
    await undo(staged.id);
    expect(await admin.call(materialEndpoints.get, { params })).toMatchObject({
      defaultUnit: { name: 'g' },
      unitCost: { value: 2 },
      leadTime: null,
      attributes: [{ name: 'Gloss' }],
    });
    expect(await items('D-2')).toEqual([]);

    const second = await upload(['sku,finish', 'D-1,Matt']);
    await apply(second.id);
    await admin.call(deleteItemAttribute, { params: { ...params, attributeID: idOf('Matt') } });
    expect((await apiRefusal(undo(second.id))).message).toContain('Later changes depend on this set');
  });

  it('says what is wrong in which cell, and lets it be corrected in place', async () => {
    await admin.call(createProperty, { body: { name: 'Gauge', attributes: [{ name: 'Fine' }] } });
    await admin.call(bulkCreateItems, { body: { type: 'supply', data: [{ sku: 'TAKEN' }] } });
    const staged = await upload([
      'sku,gauge,order point,lead time',
      'E-1,Coarse,1,1',
      'E-2,Fine,-1,soon',
      'TAKEN,Fine,1,1',
      'E-3,fine,1,1',
    ]);
    expect((await rowsOf(staged.id)).map(({ errors }) => errors)).toEqual([
      [{ field: 'column.1', message: 'Gauge has no attribute Coarse' }],
      [
        { field: 'leadTime', message: '"soon" is not a number' },
        { field: 'orderPoint', message: 'Must be at least 0' },
      ],
      [{ field: 'sku', message: 'This SKU is a supply, not a material' }],
      [],
    ]);
    const fixed = await admin.call(updateImportRow, {
      params: { importID: staged.id, row: '1' },
      body: { values: { 'column.1': 'Fine' } },
    });
    expect(fixed.row).toMatchObject({ effect: 'create', errors: [] });
    const leftOut = await choose(staged.id, { columns: [{ index: 1, field: null }] });
    expect(leftOut.columns[1]).toMatchObject({ field: null });
    // What was left out on purpose of a file that was imported stays so for files with the same headings.
    const other = await upload(['sku,gauge,order point,lead time', 'E-8,Fine,1,1']);
    expect(other.columns[1]).toMatchObject({ field: 'attributes' });
    await choose(other.id, { columns: [{ index: 1, field: null }] });
    await apply(other.id);
    expect((await upload(['sku,gauge,order point,lead time', 'E-9,Fine,1,1'])).columns[1]).toMatchObject({
      field: null,
    });
    const mapped = await choose(leftOut.id, { columns: [{ index: 1, field: 'attributes' }] });
    expect(mapped.columns[1]).toMatchObject({ field: 'attributes', matchedBy: 'chosen' });
  });
});

describe('creating many items of any type in one call', () => {
  it('makes properties of columns of texts for those who may', async () => {
    const data: Record<string, string | number>[] = [
      { sku: 'P-1', 'order point': '1,200', Cuff: 'Knit', rating: 7 },
      { sku: 'P-2', 'lead time': 3, Cuff: 'Gauntlet' },
    ];
    const answer = await admin.call(bulkCreateItems, { body: { type: 'part', data } });
    expect(answer).toMatchObject({
      createdItems: [{ name: 'P-1' }, { name: 'P-2' }],
      skippedItems: [],
      warnings: ['The column "rating" is not imported; its 1 value stays with the rows'],
    });
    const [first] = (await admin.call(listItems, { query: { query: 'P-1', types: ['part'] } })).items;
    expect(first).toMatchObject({
      type: 'part',
      orderPoint: { measure: 1200 },
      attributes: [{ name: 'Knit', property: { name: 'Cuff' } }],
    });
    await admin.call(updateItem, { params: { itemID: first?.id ?? '' }, body: { description: 'Thumb' } });
    expect((await apiRefusal(undo(answer.changeSetID))).message).toContain('Later changes depend on this set');
  });
});

it('a file is staged in a transaction per batch; one that cannot be taken leaves nothing', async () => {
  const lines = Array.from({ length: size }, (_, index) => `BATCH-${index},Filler`);
  const { id } = await upload(['Material,Description', ...lines]);
  const transactions = await kernel.a.run(async (ctx) => {
    const { rows } = await sql<{ count: number }>`select count(distinct xmin::text)::int as count
      from core.change_set_row where account_id = ${ctx.account.id} and change_set_id = ${id}`.execute(ctx.em.query());
    return rows[0]?.count ?? 0;
  });
  expect(transactions).toBeGreaterThanOrEqual(3);
  const before = (await admin.call(listChangeSets, {})).count;
  expect((await apiRefusal(upload(['Material,Description']))).code).toBe('file_unreadable');
  expect((await admin.call(listChangeSets, {})).count).toBe(before);
});
