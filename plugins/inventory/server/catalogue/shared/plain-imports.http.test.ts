import { getTimeline, listImportTypes } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson, violationsOf } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCategory,
  createMachine,
  createProduct,
  deleteDepartment,
  listAttributes,
  listCategories,
  listDepartments,
  listMachines,
  listProductLines,
  listProperties,
  listUnitGroups,
  updateDepartment,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';
import { importFixture } from './import-fixture.ts';

let kernel: TestKernel;
let admin: TestPerson;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
});
afterAll(() => kernel?.stop());

const { upload, rowsOf, apply, undo, messagesOf, bring, reasonsOf } = importFixture(() => admin);
/** History of a record, the newest entry first. */
const historyOf = async (type: string, id: string) =>
  (await admin.call(getTimeline, { params: { type, id } })).items.map(({ action, changes }) => ({ action, changes }));
const find = async <Row extends { name: string }>(items: Promise<{ items: Row[] }>, name: string): Promise<Row> => {
  const found = (await items).items.find((each) => each.name === name);
  if (!found) throw new Error(`No ${name}`);
  return found;
};

/** The lists of the imported records, with the columns of their screens, for the export. */
const lists: Readonly<Record<string, { path: string; columns: string }>> = {
  'storage-locations': {
    path: '/v1/locations',
    columns:
      'fullName=Path,name=Name,type=Type,reservationState=State,' +
      'holderAccount.name=Held by,isDefault=Default,notes=Notes',
  },
  'product-lines': {
    path: '/v1/product-lines',
    columns:
      'name=Name,productCount=Products,unitGroup.name=Unit group,' +
      'isCommissionExempt=Commission exempt,isFreightExempt=Freight exempt',
  },
  machines: {
    path: '/v1/machines',
    columns: 'name=Name,serialNumber=Serial number,department.name=Department,notes=Notes',
  },
  departments: { path: '/v1/departments', columns: 'name=Name,machineCount=Machines,notes=Notes' },
  categories: {
    path: '/v1/categories',
    columns: 'name=Name,type=Sorts,properties.name=Properties,unitGroup.name=Unit group',
  },
  properties: {
    path: '/v1/properties',
    columns:
      'name=Name,attributes.name=Attributes,attributes.code=Codes,attributes.color=Colors,attributes.order=Orders',
  },
  units: { path: '/v1/units', columns: 'name=Unit,description=Description,isBuiltIn=Origin' },
  'unit-groups': {
    path: '/v1/unit-groups',
    columns: 'name=Name,baseUnit.name=Base unit,conversions.unit.name=Units,conversions.factorText=Factors',
  },
  'product-groups': { path: '/v1/product-groups', columns: 'name=Name,properties.name=Differ in' },
  tasks: {
    path: '/v1/tasks',
    columns: 'title=Task,recordName=Record type,record.label=Record,assignee.name=Person,role.name=Role,dueOn=Due',
  },
};

/** A complete file for each import. */
const files: Readonly<Record<string, readonly string[]>> = {
  'storage-locations': [
    'Path,Type,State,Default,Notes',
    'Building A / Aisle 1 / Bin 3,bin,reserved,,"Two lines,',
    'and a comma"',
    'Building A,building,,no,',
    'Yard,site,open,yes,"=HYPERLINK(""x"")"',
  ],
  units: ['Name,Description', 'box of 3,A box', 'sack,'],
  'unit-groups': [
    'Unit group,Unit,Factor,Base unit,Notes',
    'Sacks,box of 3,5/2,sack,Grain',
    'Sacks,sack,1,sack,',
    'Sacks,dozen,1/3,box of 3,',
  ],
  departments: ['Name,Notes', 'Knitting,"Hall 2, left"', '-3 degrees,Cold'],
  machines: ['Serial #,Machine,Dept,Notes', 'KN-1,Knitter,Knitting,', ',Press,-3 degrees,Old', ',Saw,,'],
  properties: [
    'Property,Attribute,Color,Order,Code',
    'Shade,Black,#000000,1,BLK',
    'Shade,White,#FFFFFF,-1,WH-1',
    'Shade,No; really,,,',
    'Width,9; 10; 11,,0; 1; 2,',
  ],
  categories: [
    'Category,Type,Properties,Unit group,Notes',
    'Gloves,product,Width; Shade,Pairs,Warm',
    'Gloves,material,,,',
  ],
  'product-groups': ['Group,Differs in', 'Work glove,Width; Shade', 'Cap,Shade'],
  tasks: ['Task,Role,Due', 'Oil the knitter,,2026-12-01', 'Count the yard,Administrator,'],
  'product-lines': ['Line,Unit group,Commission exempt,Freight exempt', 'Gloves,Pairs,no,yes', 'Caps,,,'],
};

/** Imports that are not plain ones, or that fill no list of inventory: they have tests of their own. */
const elaborate = new Set([
  ...['products', 'parts', 'materials', 'supplies', 'stock-counts', 'inventory-receipts'],
  'sales-targets',
]);

describe('exporting a list and importing it again', () => {
  it('has a list and a file for every plain import', async () => {
    const { items } = await admin.call(listImportTypes, {});
    const plain = items.map(({ name }) => name).filter((name) => !elaborate.has(name));
    expect(Object.keys(lists).sort()).toEqual(plain.toSorted());
    expect(Object.keys(files).sort()).toEqual(plain.toSorted());
  });

  for (const [name, lines] of Object.entries(files))
    it(`brings ${name} in, changes nothing the second time and goes back to nothing`, async () => {
      const path = lists[name]?.path ?? '';
      const textOf = async (columns?: string) =>
        (await admin.fetch(`${path}?format=csv${columns ? `&columns=${encodeURIComponent(columns)}` : ''}`)).text();
      const before = await textOf(lists[name]?.columns);
      const staged = await upload(name, lines);
      expect((await messagesOf(staged.id)).filter(Boolean)).toEqual([]);
      expect(staged.columns.map(({ heading, field }) => field ?? heading)).toEqual(
        staged.columns.map(({ field }) => field),
      );
      expect(staged.counts).toMatchObject({ update: 0, error: 0 });
      await apply(staged.id);
      for (const text of [lines.join('\n'), await textOf(), await textOf(lists[name]?.columns)]) {
        const again = await upload(name, text);
        expect((await messagesOf(again.id)).filter(Boolean)).toEqual([]);
        expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
        expect(again.counts.unchanged).toBe(again.rowCount);
      }
      await undo(staged.id);
      expect(await textOf(lists[name]?.columns)).toBe(before);
      expect((await upload(name, lines)).counts).toMatchObject({ create: staged.counts.create, error: 0 });
      // Applies the file again, for the tests that follow.
      await apply((await upload(name, lines)).id);
      expect(await violationsOf(kernel.a, inventory)).toEqual([]);
    });
});

describe('importing plain records', () => {
  const department = (name: string) => find(admin.call(listDepartments, { query: { take: 500 } }), name);

  it('says what the API says of cells, and of what the file repeats', async () => {
    const messages = async (type: string, lines: string[]) => messagesOf((await upload(type, lines)).id);
    expect(await messages('units', ['Name', 'Big Box!', 'crate', 'Crate'])).toEqual([
      'name: A unit name has lower-case letters, digits, spaces and _ . - / only',
      '',
      'name: A unit name has lower-case letters, digits, spaces and _ . - / only',
    ]);
    expect(await messages('departments', ['Name', 'A', 'a', 'A'])).toEqual([
      'name: Name stands more than once in the file: rows 1, 3',
      '',
      'name: Name stands more than once in the file: rows 1, 3',
    ]);
    expect(await messages('machines', ['Serial,Name,Department', 'X-1,,', 'X-2,Mixer,Nowhere'])).toEqual([
      'name: Machine name is required',
      'department: There is no department Nowhere',
    ]);
    expect(
      await messages('properties', [
        'Property,Attribute,Color,Order,Code',
        'P,A,red,0,a/1',
        'P,A,,,',
        'Q,B; C,#000000,x,b; B',
        'R,D,,-2,',
      ]),
    ).toMatchInlineSnapshot(`
      [
        "code: Code must be at most 20 letters A to Z, digits and dashes; color: Color must be written like #1a2b3c",
        "attribute: This attribute is listed twice",
        "color: 1 given for 2 attributes; order: 1 given for 2 attributes; code: The attribute B has this code",
        "order: Order must be a whole number of at least -1",
      ]
    `);
    expect(
      await messages('categories', ['Name,Type,Properties', 'New,,', 'New,product,Nothing; Shade; Shade']),
    ).toMatchInlineSnapshot(`
      [
        "type: Must be one of product, material",
        "properties: There is no property Nothing",
      ]
    `);
    expect(await messages('product-groups', ['Name,Properties', 'Empty,'])).toEqual([
      'properties: Choose at least one property',
    ]);
    expect(
      await messages('unit-groups', [
        'Group,Unit,Factor,Base unit',
        'G,,,',
        'H,each,0,',
        'H,dozen,x,',
        'I,dozen,12,each',
        'J,each,2,each',
        'J,each,1,',
        'K,nothing,1,',
        'K,dozen,,',
      ]),
    ).toMatchInlineSnapshot(`
      [
        "unit: A unit group needs at least one unit",
        "factor: Must be a whole number above 0",
        "factor: Must be a number above 0 with at most 12 decimals",
        "baseUnit: The unit is not in this group",
        "factor: Say what one of this unit is in another unit of the group",
        "unit: This unit is listed twice",
        "unit: There is no unit nothing",
        "factor: Factor is required",
      ]
    `);
  });

  it('writes the history, the event and the search of a single change', async () => {
    const { id } = await bring('product-lines', ['Name,Commission exempt', 'Told,yes']);
    const line = await find(admin.call(listProductLines, { query: { take: 500 } }), 'Told');
    await bring('product-lines', ['Name,Commission exempt,Unit group', 'told,no,Pairs']);
    expect(await historyOf('product_line', line.id)).toEqual([
      {
        action: 'updated',
        changes: [
          expect.objectContaining({ field: 'isCommissionExempt', from: true, to: false }),
          expect.objectContaining({ field: 'unitGroup', from: null, to: 'Pairs' }),
        ],
      },
      expect.objectContaining({ action: 'created' }),
    ]);
    const told = await kernel.a.run(async (ctx) => {
      const { rows: events } = await sql<{ type: string; payload: unknown }>`select type, payload from core.event_outbox
        where aggregate_id = ${line.id} order by occurred_at, id`.execute(ctx.em.query());
      const { rows: found } = await sql<{ title: string }>`select title from core.search_document
        where id = ${line.id}`.execute(ctx.em.query());
      return { events, found };
    });
    expect(told).toEqual({
      events: [
        { type: 'inventory.product-line.created', payload: { productLineID: line.id, name: 'Told' } },
        {
          type: 'inventory.product-line.changed',
          payload: { productLineID: line.id, name: 'Told', fields: ['isCommissionExempt', 'unitGroup'] },
        },
      ],
      found: [{ title: 'Told' }],
    });
    // The earlier import cannot be undone while the later one stands.
    expect(await reasonsOf(id)).toEqual(['it was changed since']);
  });

  it('takes back what it changed, and not what was changed or is used since', async () => {
    await bring('departments', ['Name,Notes', 'Dyeing,Old']);
    const changed = await bring('departments', ['Name,Notes', 'Dyeing,New', 'Fresh,']);
    expect((await department('Dyeing')).notes).toBe('New');
    const fresh = await department('Fresh');
    const machine = await admin.call(createMachine, { body: { name: 'Vat', departmentID: fresh.id } });
    expect(await reasonsOf(changed.id)).toEqual(['it is used by 1 machine (Vat)']);
    await bring('machines', ['Name,Department', 'Vat,Dyeing']);
    await undo(changed.id);
    expect((await department('Dyeing')).notes).toBe('Old');
    expect((await historyOf('department', (await department('Dyeing')).id))[0]).toMatchObject({
      action: 'updated',
      changes: [{ field: 'notes', from: 'New', to: 'Old' }],
    });
    await expect(department('Fresh')).rejects.toThrow('No Fresh');
    // The machine's former department no longer exists, so the change cannot be undone.
    const moved = await bring('machines', ['Name,Department', 'Vat,Knitting']);
    expect((await find(admin.call(listMachines, { query: { take: 500 } }), 'Vat')).id).toBe(machine.id);
    await admin.call(deleteDepartment, { params: { departmentID: (await department('Dyeing')).id } });
    expect(await reasonsOf(moved.id)).toEqual(['its department Dyeing was deleted since']);
    const second = await bring('departments', ['Name,Notes', 'Sewing,']);
    await admin.call(updateDepartment, {
      params: { departmentID: (await department('Sewing')).id },
      body: { notes: 'Mine' },
    });
    expect(await reasonsOf(second.id)).toEqual(['it was changed since']);
    const line = await bring('product-lines', ['Name', 'Taken']);
    const { id } = await find(admin.call(listProductLines, { query: { take: 500 } }), 'Taken');
    await admin.call(createProduct, { body: { sku: 'TAKEN-1', productLineID: id } });
    expect(await reasonsOf(line.id)).toEqual(['it is used by 1 product (TAKEN-1)']);
  });

  it('needs the right to create, and that to change', async () => {
    const scanner = await kernel.a.as('scanner');
    expect((await apiRefusal(upload('departments', ['Name', 'X'], scanner))).status).toBe(403);
    const names = (await scanner.call(listImportTypes, {})).items.map(({ name }) => name);
    // Tasks are for everybody of the team.
    expect(names.filter((name) => name in files)).toEqual(['tasks']);
  });

  it('tells machines of one name apart by the serial number', async () => {
    await bring('machines', ['Serial,Name', 'T-1,Twin', 'T-2,Twin']);
    const staged = await upload('machines', ['Serial,Name,Notes', ',Twin,x', 't-2,Twin 2,y']);
    expect(await messagesOf(staged.id)).toEqual(['name: 2 machines are called Twin. Give the serial number', '']);
    await apply(staged.id, true);
    expect(await find(admin.call(listMachines, { query: { take: 500 } }), 'Twin 2')).toMatchObject({
      serialNumber: 'T-2',
      notes: 'y',
    });
  });

  it('finds categories by name where only one type has it', async () => {
    await admin.call(createCategory, { body: { name: 'Yarn', type: 'material' } });
    const staged = await upload('categories', ['Name,Notes', 'Yarn,Wool', 'Gloves,?', 'Other,']);
    expect(await messagesOf(staged.id)).toEqual([
      '',
      'name: 2 categories are called Gloves. Give the type',
      'type: Must be one of product, material',
    ]);
    await apply(staged.id, true);
    expect(await find(admin.call(listCategories, { query: { take: 500 } }), 'Yarn')).toMatchObject({
      type: 'material',
      notes: 'Wool',
    });
  });

  it('adds attributes to a property, keeps the others and takes only its own back', async () => {
    const property = await find(admin.call(listProperties, { query: { take: 500 } }), 'Shade');
    const namesOf = async () =>
      (await admin.call(listAttributes, { params: { propertyID: property.id }, query: {} })).items.map(
        ({ name, color }) => `${name} ${color ?? ''}`,
      );
    const before = await namesOf();
    const added = await bring('properties', [
      'Property,Attribute,Color,Code',
      'Shade,Red,#FF0000,rd',
      'Shade,black,#111111,',
    ]);
    expect((await rowsOf(added.id))[0]?.changes).toEqual([
      { field: 'color', label: 'Attribute Black: color', from: '#000000', to: '#111111' },
      { field: 'attribute', label: 'Attribute', from: null, to: 'Red' },
    ]);
    expect(await namesOf()).toEqual(expect.arrayContaining(['Red #ff0000', 'Black #111111']));
    const later = await bring('properties', ['Property,Attribute', 'Shade,Green']);
    expect(await reasonsOf(added.id)).toEqual(['it was changed since']);
    await undo(later.id);
    await undo(added.id);
    expect(await namesOf()).toEqual(before);
    expect(
      (await historyOf('property', property.id))
        .slice(0, 2)
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['attribute_changed', 'attribute_removed']);
  });

  it('adds units by exact factors, in a new base unit too, and leaves the factors that items count in', async () => {
    const group = (name: string) => find(admin.call(listUnitGroups, { query: { take: 500 } }), name);
    const factors = async (name: string) =>
      (await group(name)).conversions.map(
        ({ unit, factorText, isBase }) => `${unit.name} ${factorText}${isBase ? ' base' : ''}`,
      );
    expect(await factors('Sacks')).toMatchInlineSnapshot(`
      [
        "dozen 1 base",
        "sack 6/5",
        "box of 3 3",
      ]
    `);
    const rebased = await bring('unit-groups', ['Group,Unit,Factor', 'Sacks,each,1/5']);
    expect(await factors('Sacks')).toMatchInlineSnapshot(`
      [
        "each 1 base",
        "dozen 5",
        "sack 6",
        "box of 3 15",
      ]
    `);
    expect((await rowsOf(rebased.id))[0]?.changes).toMatchInlineSnapshot(`
      [
        {
          "field": "baseUnit",
          "from": "dozen",
          "label": "Base unit",
          "to": "each",
        },
        {
          "field": "factor",
          "from": null,
          "label": "Unit each",
          "to": "1/5",
        },
      ]
    `);
    await undo(rebased.id);
    expect(await factors('Sacks')).toMatchInlineSnapshot(`
      [
        "dozen 1 base",
        "sack 6/5",
        "box of 3 3",
      ]
    `);
    const { id: lineID } = await find(admin.call(listProductLines, { query: { take: 500 } }), 'Gloves');
    const count = await group('Count');
    await admin.call(createProduct, {
      body: { sku: 'FIXED-1', productLineID: lineID, unitGroupID: count.id },
    });
    const staged = await upload('unit-groups', [
      'Group,Unit,Factor',
      'Count,dozen,13',
      'Pairs,pair,1/2',
      'Pairs,ct5pr,5/2',
    ]);
    expect(await messagesOf(staged.id)).toEqual([
      'factor: Items use this unit group, so its base unit and factors are fixed; make a new group instead',
      '',
      '',
    ]);
    expect(staged.counts).toMatchObject({ unchanged: 2, error: 1 });
    const more = await bring('unit-groups', ['Group,Unit,Factor,Base unit', 'Count,sack,2,gross']);
    expect(await factors('Count')).toContain('sack 288');
    await undo(more.id);
    expect(await factors('Count')).not.toContain('sack 288');
  });

  it('puts products into product groups', async () => {
    const staged = await upload('products', [
      'SKU,Product group,Product line',
      'VAR-1,work glove,Gloves',
      'VAR-2,Nothing,Gloves',
    ]);
    expect(await messagesOf(staged.id)).toEqual(['', 'productGroup: There is no product group Nothing']);
    await apply(staged.id, true);
    const text = await (await admin.fetch('/v1/products?format=csv&query=VAR-1&columns=sku,productGroup.name')).text();
    expect(text).toContain('VAR-1,Work glove');
    const moved = await bring('products', ['SKU,Product group', 'VAR-1,Cap']);
    await undo(moved.id);
    const back = await (await admin.fetch('/v1/products?format=csv&query=VAR-1&columns=sku,productGroup.name')).text();
    expect(back).toContain('VAR-1,Work glove');
    await undo(staged.id);
  });
});
