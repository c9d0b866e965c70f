import {
  applyChangeSet,
  createImport,
  getChangeSet,
  getImport,
  getImportTemplate,
  type ImportSet,
  listChangeSetRows,
  listImportTypes,
  undoChangeSet,
  updateImport,
  updateImportRow,
} from '@millwright/core/contracts';
import {
  apiRefusal,
  rowsOfJob,
  runsOf,
  sharedKernel,
  type TestKernel,
  type TestPerson,
} from '@millwright/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkCreateItems,
  createProduct,
  createProductLine,
  listProductLines,
  listProducts,
  listUnitGroups,
  listUnits,
  updateProduct,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

const upload = (text: string, fileName = 'products.csv', person = admin): Promise<ImportSet> =>
  person.call(createImport, { query: { type: 'products', fileName }, body: new Blob([text]) });
const rowsOf = async (id: string, query: Record<string, unknown> = {}) =>
  (await admin.callUnchecked(listChangeSetRows, { params: { changeSetID: id }, query: { take: 500, ...query } })).items;
const apply = (id: string, skipErrors = false) =>
  admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors } });
const undo = (id: string) => admin.call(undoChangeSet, { params: { changeSetID: id }, body: {} });
const productCount = async (): Promise<number> => (await admin.call(listProducts, { query: { take: 1 } })).count;
const find = async (query: string) => (await admin.call(listProducts, { query: { query } })).items;

describe('importing products', () => {
  it('goes from a file to products and back to nothing', async () => {
    await admin.call(createProductLine, { body: { name: 'Gloves' } });
    const before = await productCount();
    const file = [
      'Item #;Name;Product Line;Unit Price;Std. cost;Mfr. Part #;Remaining weeks;Sell Start Date',
      'G-1;"Glove ""Ox""";gloves;$1,250.50;7;N-1;3;2026-02-28',
      'G-2;Glove Bär;;12.5;;N-2;;',
      '',
    ].join('\r\n');
    const staged = await upload(file, 'gloves.csv');
    expect(staged).toMatchObject({
      status: 'ready',
      title: 'Import of gloves.csv',
      recordType: 'product',
      rowCount: 2,
      counts: { create: 2, error: 0 },
      format: { kind: 'delimited', encoding: 'utf-8', delimiter: ';' },
    });
    expect(staged.columns.map(({ field, matchedBy }) => [field, matchedBy])).toEqual([
      ['sku', 'synonym'],
      ['description', 'synonym'],
      ['productLine', 'heading'],
      ['unitValue', 'synonym'],
      [null, null],
      ['manufacturerPartNumber', 'heading'],
      [null, null],
      ['startDate', 'synonym'],
    ]);
    expect(staged.warnings).toEqual([
      'The column "Std. cost" is not imported; its 1 value stays with the rows',
      'The column "Remaining weeks" is not imported; its 1 value stays with the rows',
    ]);
    expect(await productCount()).toBe(before);
    const [first] = await rowsOf(staged.id);
    expect(first).toMatchObject({
      row: 1,
      label: 'G-1 Glove "Ox"',
      effect: 'create',
      isApplied: false,
      values: { sku: 'G-1', unitValue: '$1,250.50', 'column.6': '3' },
    });
    expect(first?.changes).toContainEqual({ field: 'unitValue', label: 'Unit value', from: null, to: 1250.5 });

    const mapped = await admin.call(updateImport, {
      params: { importID: staged.id },
      body: { columns: [{ index: 4, field: 'unitCost' }], version: staged.version },
    });
    expect(mapped.columns[4]).toMatchObject({ field: 'unitCost', matchedBy: 'chosen' });
    expect(mapped.warnings).toHaveLength(1);

    expect(await apply(staged.id)).toMatchObject({ status: 'applied', canUndo: true, counts: { create: 2 } });
    const [one] = await find('G-1');
    expect(one).toMatchObject({
      sku: 'G-1',
      description: 'Glove "Ox"',
      manufacturerPartNumber: 'N-1',
      productType: 'sale',
      startDate: '2026-02-28',
      productLine: { name: 'Gloves' },
      unitValue: { value: 1250.5, perUnit: 'each' },
      unitCost: { value: 7 },
    });
    const timeline = (await (await admin.fetch(`/v1/records/product/${one?.id}/timeline`)).json()) as {
      items: { action: string; note: string }[];
    };
    expect(timeline.items).toMatchObject([{ action: 'created', note: `Import of gloves.csv (${staged.id})` }]);

    const again = await upload(file, 'gloves.csv');
    expect(again.columns[4]).toMatchObject({ field: 'unitCost', matchedBy: 'remembered' });
    expect(again).toMatchObject({ counts: { create: 0, update: 0, unchanged: 2, error: 0 } });

    expect(await undo(staged.id)).toMatchObject({ status: 'undone' });
    expect(await productCount()).toBe(before);
    expect(await find('G-1')).toEqual([]);
  });

  const corrected =
    'says what is wrong in every cell, lets it be corrected in place and refuses the rest until told to skip it';
  it(corrected, async () => {
    await admin.call(createProduct, { body: { sku: 'KEEP', description: 'Kept', unitValue: 5 } });
    const staged = await upload(
      [
        'sku,description,unit price,product line,type,unit,start date,end date',
        ',No SKU,1,,,,,',
        'E-1,Bad price,"12,34,5",,,,,',
        'E-2,Two faults,-1,Nowhere,gift,,,',
        'E-3,Misfit,1,,,kg,,',
        'E-4,Dates,1,,,,2026-03-01,2026-02-01',
        'E-5,Twice,1,,,,,',
        'E-5,Twice,2,,,,,',
        'E-6,Short line,1',
        'KEEP,Kept,5.00,,,,,',
        'E-7,Two digits,1,,,,1/2/26,',
        'GOOD,Good,1,,,,,',
      ].join('\n'),
    );
    expect(staged.counts).toMatchObject({ create: 1, unchanged: 1, error: 9 });
    const rows = await rowsOf(staged.id);
    expect(rows.map(({ row, errors }) => [row, errors.map(({ field, message }) => `${field}: ${message}`)])).toEqual([
      [1, ['sku: SKU is required']],
      [2, ['unitValue: "12,34,5" is not a number']],
      [
        3,
        [
          'productType: "gift" is none of sale, service, shipping, credit, return, tax',
          'productLine: There is no product line Nowhere',
          'unitValue: Must be at least 0',
        ],
      ],
      [4, ['unit: The unit kg is not in the unit group Count']],
      [5, ['endDate: The end date is before the start date']],
      [6, ['sku: SKU stands more than once in the file: rows 6, 7']],
      [7, ['sku: SKU stands more than once in the file: rows 6, 7']],
      [8, [': This line has 3 cells, the headings have 8']],
      [9, []],
      [10, ['startDate: "1/2/26" needs a year of four digits']],
      [11, []],
    ]);
    expect(await apiRefusal(apply(staged.id))).toMatchObject({ status: 409, code: 'rows_have_errors' });

    const params = (row: number) => ({ importID: staged.id, row: String(row) });
    const fixed = await admin.call(updateImportRow, { params: params(2), body: { values: { unitValue: '1,234.5' } } });
    expect(fixed.row).toMatchObject({ effect: 'create', errors: [] });
    expect(fixed.import.counts).toMatchObject({ create: 2, error: 8 });
    const parted = await admin.call(updateImportRow, { params: params(7), body: { values: { sku: 'E-5b' } } });
    expect(parted.import.counts).toMatchObject({ create: 4, error: 6 });
    const left = await admin.call(updateImportRow, { params: params(1), body: { isSkipped: true } });
    expect(left.row.effect).toBe('skip');
    const whole = await admin.call(updateImportRow, { params: params(8), body: { values: { unit: 'pair' } } });
    expect(whole.row).toMatchObject({ effect: 'create', errors: [] });
    const unknown: Record<string, string>[] = [{ colour: 'red' }, { 'column.99': 'x' }];
    for (const values of unknown)
      expect((await apiRefusal(admin.call(updateImportRow, { params: params(2), body: { values } }))).status).toBe(400);
    for (const row of ['0', '99', 'x', '-1'])
      expect(
        (
          await apiRefusal(
            admin.call(updateImportRow, { params: { importID: staged.id, row }, body: { isSkipped: true } }),
          )
        ).status,
      ).toBe(404);

    expect(await apply(staged.id, true)).toMatchObject({ status: 'applied' });
    expect((await find('E-')).map(({ sku }) => sku)).toEqual(['E-1', 'E-5', 'E-5b', 'E-6']);
    await undo(staged.id);
    expect(await find('E-')).toEqual([]);
    expect(await find('GOOD')).toEqual([]);
    expect(await find('KEEP')).toHaveLength(1);
  });

  it('changes what exists, leaves what is empty, and takes it back with its version', async () => {
    const created = await admin.call(createProduct, {
      body: { sku: 'UP-1', description: 'Before', manufacturer: 'Ash', unitValue: 24, unitCost: 6 },
    });
    const text = 'sku,description,manufacturer,unit,unit price\nUP-1,After,,ct12ea,\n';
    const staged = await upload(text);
    expect(staged.counts).toMatchObject({ update: 1 });
    expect((await rowsOf(staged.id))[0]).toMatchObject({
      recordID: created.id,
      changes: [
        { field: 'description', from: 'Before', to: 'After' },
        { field: 'unit', from: 'each', to: 'ct12ea' },
        { field: 'unitValue', from: 24, to: 288 },
        { field: 'unitCost', from: 6, to: 72 },
      ],
    });
    const skipped = await admin.call(updateImport, { params: { importID: staged.id }, body: { onExisting: 'skip' } });
    expect(skipped.counts).toMatchObject({ update: 0, skip: 1 });
    await admin.call(updateImport, { params: { importID: staged.id }, body: { onExisting: 'update' } });
    await apply(staged.id);
    const [after] = await find('UP-1');
    expect(after).toMatchObject({
      description: 'After',
      manufacturer: 'Ash',
      defaultUnit: { name: 'ct12ea' },
      unitValue: { value: 288 },
    });
    expect((await upload(text)).counts).toMatchObject({ unchanged: 1 });
    await undo(staged.id);
    const [back] = await find('UP-1');
    const { version: _, updatedAt: _updatedAt, ...asBefore } = back as NonNullable<typeof back>;
    expect(created).toMatchObject(asBefore);
    expect(back?.version).toBeGreaterThan(created.version);
  });

  it('refuses to undo what was changed since, and undoes nothing then', async () => {
    const staged = await upload('sku,description\nUN-1,One\nUN-2,Two\n');
    await apply(staged.id);
    const [one] = await find('UN-1');
    await admin.call(updateProduct, { params: { itemID: one?.id ?? '' }, body: { description: 'Mine' } });
    const error = await apiRefusal(undo(staged.id));
    expect(error).toMatchObject({ status: 409, code: 'undo_refused' });
    expect(error.details).toMatchObject({
      refusals: [{ row: 1, label: 'UN-1', reason: 'it was changed since' }],
      count: 1,
    });
    expect(await find('UN-')).toHaveLength(2);
  });

  it('undoes imports of the same products one after the other, the last one first', async () => {
    const before = await productCount();
    const files = ['sku,description\nST-1,One\nST-2,Two\n', 'sku,description\nST-1,First\n', 'sku,notes\nST-1,Heavy\n'];
    const sets: string[] = [];
    for (const file of files) {
      const { id } = await upload(file);
      sets.push(id);
      await apply(id);
    }
    const [made, renamed, noted] = sets as [string, string, string];
    expect(await apiRefusal(undo(renamed))).toMatchObject({ code: 'undo_refused' });
    await undo(noted);
    expect(await apiRefusal(undo(made))).toMatchObject({ code: 'undo_refused' });
    expect(await find('ST-1')).toMatchObject([{ description: 'First' }]);
    await undo(renamed);
    expect(await find('ST-1')).toMatchObject([{ description: 'One' }]);
    await undo(made);
    expect(await productCount()).toBe(before);
  });

  it('creates what rows name only when asked, and undo removes it again', async () => {
    const lines = async () => (await admin.call(listProductLines, { query: { take: 500 } })).count;
    const groups = async () => (await admin.call(listUnitGroups, { query: { take: 500 } })).count;
    const units = async () => (await admin.call(listUnits, { query: { take: 500 } })).count;
    const before = [await lines(), await groups(), await units()];
    const text = 'sku,product line,unit group,unit\nN-1,New line,Rolls,roll\nN-2,new LINE,rolls,roll\nN-3,,,\n';
    const staged = await upload(text);
    expect(staged.counts).toMatchObject({ create: 1, error: 2 });
    const changed = await admin.call(updateImport, {
      params: { importID: staged.id },
      body: { createReferences: ['productLine', 'unitGroup', 'unit'] },
    });
    expect(changed.counts).toMatchObject({ create: 3, error: 0, warning: 2 });
    await apply(staged.id);
    expect([await lines(), await groups(), await units()]).toEqual(before.map((count) => count + 1));
    expect((await find('N-2')).find(({ sku }) => sku === 'N-2')).toMatchObject({
      productLine: { name: 'New line' },
      defaultUnit: { name: 'roll' },
    });
    expect((await upload(text)).counts).toMatchObject({ unchanged: 3 });
    await undo(staged.id);
    expect([await lines(), await groups(), await units()]).toEqual(before);
    const bad = await apiRefusal(
      admin.call(updateImport, { params: { importID: staged.id }, body: { createReferences: ['sku'] } }),
    );
    expect(bad.errors[0]?.message).toBe('Nothing can be created through this field');
  });

  it('does many rows as a job', async () => {
    const jobs = await kernel.jobs();
    const size = rowsOfJob(kernel);
    const before = await productCount();
    const lines = Array.from({ length: size }, (_, index) => `J-${index},Job ${index},${index}.25`);
    const staged = await upload(['sku,description,price', ...lines].join('\n'));
    expect(staged).toMatchObject({ status: 'checking', rowCount: size, progress: { total: size } });
    const rests = async (status: string): Promise<void> => {
      await jobs.idle();
      expect(await admin.call(getChangeSet, { params: { changeSetID: staged.id } })).toMatchObject({ status });
    };
    await rests('ready');
    expect((await admin.call(getImport, { params: { importID: staged.id } })).counts).toMatchObject({ create: size });
    await apply(staged.id);
    await rests('applied');
    expect(await productCount()).toBe(before + size);
    await undo(staged.id);
    await rests('undone');
    expect(await productCount()).toBe(before);
  });
});

describe('what is no table', () => {
  it('is refused with a reason, never with a fault of ours', async () => {
    const post = (body: Uint8Array, query = ''): Promise<Response> =>
      admin.fetch(`/v1/imports?type=products&fileName=x${query}`, {
        method: 'POST',
        body: new Blob([body as Uint8Array<ArrayBuffer>]),
      });
    const headings = Buffer.from('sku,description,unit price,start date,notes\n');
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.constantFrom(Buffer.alloc(0), headings, Buffer.from('PK\x03\x04'), Buffer.from([0xff, 0xfe])),
        fc.constantFrom('', '&encoding=utf-16le', '&encoding=x', '&delimiter=;', '&delimiter=%22', '&sheet=y'),
        async (bytes, before, query) => {
          const response = await post(Buffer.concat([before, bytes]), query);
          expect([201, 400]).toContain(response.status);
        },
      ),
      { numRuns: runsOf(60) },
    );
    expect((await post(Buffer.alloc(0))).status).toBe(400);
  });

  it('cannot be made of corrections either', async () => {
    const staged = await upload('sku,description,unit price,start date\nFUZZ,x,1,2026-01-01\n');
    const path = `/v1/imports/${staged.id}`;
    const patch = (to: string, body: unknown): Promise<Response> =>
      admin.fetch(to, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom('sku', 'description', 'unitValue', 'startDate', 'column.0'),
          fc.string({ unit: 'binary', maxLength: 60 }),
        ),
        async (values) => {
          expect((await patch(`${path}/rows/1`, { values })).status).toBeLessThan(500);
        },
      ),
      { numRuns: runsOf(60) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            index: fc.integer({ min: -1, max: 5 }),
            field: fc.constantFrom(null, 'sku', 'notes', 'description', 'x'),
          }),
          { maxLength: 4 },
        ),
        async (columns) => {
          expect((await patch(path, { columns })).status).toBeLessThan(500);
        },
      ),
      { numRuns: runsOf(40) },
    );
  });
});

describe('kinds of import', () => {
  it('are listed with their fields for those who may run them', async () => {
    const { items } = await admin.call(listImportTypes, {});
    const products = items.find(({ name }) => name === 'products');
    expect(products).toMatchObject({ keys: ['sku'], recordType: 'product' });
    expect(products?.fields.find(({ name }) => name === 'productLine')?.reference).toEqual({
      recordType: 'product_line',
      by: ['name'],
      canCreate: true,
    });
    const rep = await kernel.a.as('sales_rep');
    // Tasks are for everybody of the team.
    expect((await rep.call(listImportTypes, {})).items.map(({ name }) => name)).toEqual(['tasks']);
    expect((await apiRefusal(upload('sku\nX', 'x.csv', rep))).status).toBe(403);
    expect(
      (await apiRefusal(admin.call(createImport, { query: { type: 'nothing', fileName: 'x' }, body: new Blob(['a']) })))
        .status,
    ).toBe(404);
  });

  it('have a template that can be imported as it is', async () => {
    const response = await admin.call(getImportTemplate, { params: { importType: 'products' } });
    const text = await response.text();
    expect(text.split('\r\n')[0]).toBe(
      'SKU,Description,Product type,Product line,Product group,Category,Unit group,Unit,Unit value,Unit cost,' +
        'Order point,Lead time,Manufacturer,Manufacturer part number,Notes,Start date,End date',
    );
    const staged = await upload(text);
    expect(staged.columns.every(({ field }) => field !== null)).toBe(true);
    expect(staged.warnings).toEqual([]);
  });

  it('belong to their account', async () => {
    const staged = await upload('sku\nMINE\n');
    const other = await kernel.b.as('admin');
    expect((await apiRefusal(other.call(getImport, { params: { importID: staged.id } }))).status).toBe(404);
    const params = { importID: staged.id };
    expect((await apiRefusal(other.call(updateImport, { params, body: { onExisting: 'skip' } }))).status).toBe(404);
  });
});

describe('creating many items in one call', () => {
  it('creates, changes and skips, and says so', async () => {
    await admin.call(createProduct, { body: { sku: 'BC-OLD', unitValue: 1 } });
    await admin.call(createProduct, { body: { sku: 'BC-SAME', unitValue: 1 } });
    const answer = await admin.call(bulkCreateItems, {
      body: {
        type: 'product',
        data: [
          { sku: 'BC-1', 'manufacturer part number': 'M-1', 'unit price': 1.234, 'last count': 5 },
          { sku: 'BC-OLD', 'unit price': '2' },
          { sku: 'BC-SAME', 'unit price': 1 },
          { sku: 'BC-2', 'unit price': 'ten' },
        ],
      },
    });
    expect(answer.createdItems).toEqual([{ id: expect.stringMatching(/^itm_/), name: 'BC-1' }]);
    expect(answer.updatedItems).toEqual([{ id: expect.stringMatching(/^itm_/), name: 'BC-OLD' }]);
    expect(answer.skippedItems).toEqual([
      { name: 'BC-SAME', reason: 'Unchanged' },
      { name: 'BC-2', reason: '"ten" is not a number' },
    ]);
    expect(answer.warnings).toEqual(['The column "last count" is not imported; its 1 value stays with the rows']);
    expect((await find('BC-1'))[0]).toMatchObject({ unitValue: { value: 1.234 }, manufacturerPartNumber: 'M-1' });
    await undo(answer.changeSetID);
    expect(await find('BC-1')).toEqual([]);
  });

  it('says what it cannot take', async () => {
    const error = await apiRefusal(
      admin.callUnchecked(bulkCreateItems, { body: { type: 'gift', data: [{ sku: 'P' }] } }),
    );
    expect(error.errors).toEqual([{ path: 'type', message: 'Must be one of product, part, material, supply' }]);
    expect((await apiRefusal(admin.call(bulkCreateItems, { body: { type: 'product', data: [] } }))).status).toBe(400);
    const scanner = await kernel.a.as('scanner');
    const refused = scanner.call(bulkCreateItems, { body: { type: 'material', data: [{ sku: 'P' }] } });
    expect((await apiRefusal(refused)).status).toBe(403);
  });
});
