import {
  dateIn,
  newID,
  quantityID,
  rateID,
  undoChangeSet,
  updateQuantity,
  updateRate,
} from '@millwright/core/contracts';
import { createParty, sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkDeleteProducts,
  CataloguePort,
  createProduct,
  createProductLine,
  deleteProduct,
  deleteProductLine,
  findProducts,
  getProduct,
  getProductLine,
  itemViewRow,
  listProductLines,
  listProducts,
  listUnitGroups,
  listUnits,
  setProductLine,
  unitViewRow,
  updateProduct,
  updateProductLine,
  validateProducts,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let unitIDs: Map<string, string>;
let groupIDs: Map<string, string>;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  const units = await admin.call(listUnits, { query: { take: 500 } });
  unitIDs = new Map(units.items.map(({ id, name }) => [name, id]));
  const groups = await admin.call(listUnitGroups, {});
  groupIDs = new Map(groups.items.map(({ id, name }) => [name, id]));
});
afterAll(() => kernel?.stop());

const unit = (name: string): string => unitIDs.get(name) ?? '';
const group = (name: string): string => groupIDs.get(name) ?? '';
const perUnit = (value: number, name: string) => ({ value, unitID: unit('dollar'), perUnitID: unit(name) });

describe('a product', () => {
  it('has every field of the spec, prices as rates and a margin', async () => {
    const line = await admin.call(createProductLine, { body: { name: 'Mittens', unitGroupID: group('Pairs') } });
    expect(line).toMatchObject({ isCommissionExempt: true, isFreightExempt: false, productCount: 0 });
    const created = await admin.call(createProduct, {
      body: {
        sku: 'MIT-1',
        description: 'Wool mitten',
        manufacturer: 'Northfield',
        manufacturerPartNumber: 'N-100',
        notes: 'Knitted',
        productLineID: line.id,
        unitValue: 20,
        unitCost: 15,
        startDate: '2020-01-01',
      },
    });
    expect(created).toMatchObject({
      sku: 'MIT-1',
      type: 'product',
      productType: 'sale',
      margin: 0.25,
      productLine: { id: line.id, name: 'Mittens', isCommissionExempt: true },
      unitGroup: { name: 'Pairs' },
      defaultUnit: { name: 'pair' },
      baseUnit: { name: 'pair' },
      notes: 'Knitted',
      startDate: '2020-01-01',
      endDate: null,
      isActive: true,
      version: 1,
    });
    expect(created.unitValue).toEqual({
      id: `rate_${created.id}.unitValue`,
      value: 20,
      unitID: unit('dollar'),
      perUnitID: unit('pair'),
      perUnit: 'pair',
    });
    expect(created.units.map(({ unit: { name } }) => name)).toEqual(['pair', 'ct5pr', 'ct6pr', 'ct10pr', 'ct12pr']);
    expect(await admin.call(getProduct, { params: { itemID: created.id } })).toEqual(created);
    expect((await admin.call(getProductLine, { params: { productLineID: line.id } })).productCount).toBe(1);
  });

  it('is counted in each where nothing is said, and has no margin at no price', async () => {
    const created = await admin.call(createProduct, { body: { sku: 'PLAIN' } });
    expect(created).toMatchObject({ unitGroup: { name: 'Count' }, defaultUnit: { name: 'each' }, margin: null });
  });

  it('takes a price per any unit of its group, exactly or not at all', async () => {
    const body = { sku: 'RATE-1', defaultUnitID: unit('pair'), unitValue: perUnit(60, 'ct12pr'), unitCost: 1.5 };
    const created = await admin.call(createProduct, { body });
    expect(created.unitValue).toMatchObject({ value: 5, perUnit: 'pair' });
    const params = { itemID: created.id };
    const inexact = await apiRefusal(
      admin.call(updateProduct, { params, body: { unitValue: perUnit(1, 'dozen'), unitCost: 0.333333 } }),
    );
    expect(inexact.code).toBe('inexact_conversion');
    const foreign = await apiRefusal(admin.call(updateProduct, { params, body: { unitValue: perUnit(1, 'kg') } }));
    expect(foreign).toMatchObject({ code: 'unit_not_convertible', errors: [{ path: 'unitValue.perUnitID' }] });
    const packed = await admin.call(updateProduct, { params, body: { defaultUnitID: unit('ct12pr') } });
    expect(packed).toMatchObject({ unitValue: { value: 60, perUnit: 'ct12pr' }, unitCost: { value: 18 } });
  });

  it('has a SKU of its own', async () => {
    const error = await apiRefusal(admin.call(createProduct, { body: { sku: 'PLAIN' } }));
    expect(error).toMatchObject({ status: 409, code: 'duplicate', errors: [{ path: 'sku' }] });
    const other = await kernel.b.as('admin');
    await expect(other.call(createProduct, { body: { sku: 'PLAIN' } })).resolves.toMatchObject({ sku: 'PLAIN' });
  });

  it('refers only to what the account has', async () => {
    const other = await kernel.b.as('admin');
    const theirs = await other.call(createProductLine, { body: { name: 'Theirs' } });
    const error = await apiRefusal(admin.call(createProduct, { body: { sku: 'X', productLineID: theirs.id } }));
    expect(error.errors).toEqual([{ path: 'productLineID', message: 'There is no such product line' }]);
    const misfit = { sku: 'X', unitGroupID: group('Pairs'), defaultUnitID: unit('each') };
    expect((await apiRefusal(admin.call(createProduct, { body: misfit }))).errors[0]?.path).toBe('defaultUnitID');
  });

  it('is changed with what was sent, seen in its history and in the search', async () => {
    const { id, version } = await admin.call(createProduct, { body: { sku: 'OLD-SKU', description: 'Before' } });
    const params = { itemID: id };
    const changed = await admin.call(updateProduct, {
      params,
      body: { sku: 'NEW-SKU', manufacturer: 'Älv Mill', version },
    });
    expect(changed).toMatchObject({ sku: 'NEW-SKU', description: 'Before', manufacturer: 'Älv Mill' });
    expect((await apiRefusal(admin.call(updateProduct, { params, body: { sku: 'X', version } }))).code).toBe(
      'stale_version',
    );
    const timeline = (await (await admin.fetch(`/v1/records/product/${id}/timeline`)).json()) as {
      items: { action: string; changes: { field: string; from: unknown; to: unknown }[] }[];
    };
    expect(timeline.items.map(({ action }) => action)).toEqual(['updated', 'created']);
    expect(timeline.items[0]?.changes).toEqual([
      { field: 'sku', from: 'OLD-SKU', to: 'NEW-SKU' },
      { field: 'manufacturer', from: null, to: 'Älv Mill' },
    ]);
    const found = async (query: string) =>
      (await admin.call(listProducts, { query: { query } })).items.map(({ sku }) => sku);
    expect(await found('new-s')).toEqual(['NEW-SKU']);
    expect(await found('alv mill')).toEqual(['NEW-SKU']);
    expect(await found('old-sku')).toEqual([]);
  });

  it('keeps its version and history when nothing changed', async () => {
    const created = await admin.call(createProduct, { body: { sku: 'SAME' } });
    const saved = await admin.call(updateProduct, {
      params: { itemID: created.id },
      body: { sku: 'SAME', unitValue: 0 },
    });
    expect(saved).toEqual(created);
  });

  it('goes when nothing refers to it, and is then gone everywhere', async () => {
    const { id } = await admin.call(createProduct, { body: { sku: 'GONE' } });
    await admin.call(deleteProduct, { params: { itemID: id } });
    const params = { itemID: id };
    expect((await apiRefusal(admin.call(getProduct, { params }))).status).toBe(404);
    expect((await apiRefusal(admin.call(deleteProduct, { params }))).status).toBe(404);
    expect((await apiRefusal(admin.call(updateProduct, { params, body: {} }))).status).toBe(404);
    expect((await admin.call(listProducts, { query: { query: 'GONE' } })).count).toBe(0);
  });
});

describe('the list of products', () => {
  beforeAll(async () => {
    const line = await admin.call(createProductLine, { body: { name: 'Listed', isCommissionExempt: false } });
    const today = dateIn('UTC', kernel.clock.now());
    const rows = [
      { sku: 'L-1', unitValue: 10, unitCost: 9, productLineID: line.id, manufacturer: 'Ash' },
      { sku: 'L-2', unitValue: 10, unitCost: 5, productLineID: line.id, manufacturer: 'Birch' },
      { sku: 'L-3', unitValue: 0, unitCost: 1, manufacturer: 'Ash', productType: 'service' as const },
      { sku: 'L-4', endDate: '2001-01-01', manufacturer: 'Cedar' },
      { sku: 'L-5', startDate: today, endDate: today, manufacturer: 'Cedar' },
    ];
    for (const row of rows) await admin.call(createProduct, { body: { ...row, description: 'listed' } });
  });
  const skus = async (query: Record<string, unknown>) =>
    (await admin.callUnchecked(listProducts, { query: { query: 'listed', ...query } })).items.map(({ sku }) => sku);

  it('is filtered', async () => {
    const { items } = await admin.call(listProductLines, { query: { query: 'Listed' } });
    expect(await skus({ productLineIDs: [items[0]!.id] })).toEqual(['L-1', 'L-2']);
    expect(await skus({ manufacturers: ['Ash'] })).toEqual(['L-1', 'L-3']);
    expect(await skus({ productTypes: ['service', 'tax'] })).toEqual(['L-3']);
    expect(await skus({ isActive: true })).toEqual(['L-1', 'L-2', 'L-3', 'L-5']);
    expect(await skus({ isActive: false })).toEqual(['L-4']);
    expect(await skus({ unitGroupIDs: [group('Pairs')] })).toEqual([]);
    expect(await skus({ startDate: '2020-01-01' })).toHaveLength(5);
    expect(await skus({ endDate: '2020-01-01' })).toEqual([]);
    // Finds products of a pasted list, in any case and in one call.
    const { items: found } = await admin.call(findProducts, { body: { skus: ['l-2', 'L-1', 'L-99'] } });
    expect(found.map(({ sku, units }) => `${sku} ${units.length > 0}`)).toEqual(['L-1 true', 'L-2 true']);
    const byID = await admin.call(findProducts, { body: { itemIDs: [found[1]!.id] } });
    expect(byID.items).toEqual([await admin.call(getProduct, { params: { itemID: found[1]!.id } })]);
  });

  it('is looked up by an index, whatever the case of its SKU', async () => {
    const admin = new Client({ connectionString: kernel.db.adminUrl });
    await admin.connect();
    try {
      // The planner would use any index for a few test rows, so its statistics are set to a million rows.
      await admin.query(
        `begin; update pg_class set reltuples = 1e6, relpages = 1 where oid = 'inventory.item'::regclass`,
      );
      await admin.query(`set local role ${escapeIdentifier(new URL(kernel.db.urls.tenant).username)}`);
      await admin.query("select set_config('app.account_id', $1, true)", [kernel.a.id]);
      const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) select id from inventory.v_items
          where account_id = ${escapeLiteral(kernel.a.id)} and lower_sku = any('{l-1,l-2}'::text[])`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Cond: .*lower_sku = ANY/);
    } finally {
      await admin.end();
    }
  });

  it('is sorted by any of its columns and paged', async () => {
    expect(await skus({ sortBy: 'margin', sortOrder: 'asc', productTypes: ['sale'], isActive: true, take: 2 })).toEqual(
      ['L-1', 'L-2'],
    );
    expect(await skus({ sortBy: 'sku', sortOrder: 'desc', take: 2, skip: 1 })).toEqual(['L-4', 'L-3']);
    for (const sortBy of [
      'description',
      'productType',
      'productLine',
      'manufacturer',
      'unitValue',
      'unitCost',
      'startDate',
      'endDate',
      'createdAt',
      'updatedAt',
    ])
      expect(await skus({ sortBy })).toHaveLength(5);
    expect((await apiRefusal(skus({ sortBy: 'colour' }))).status).toBe(400);
  });

  it('shows nobody what is not theirs', async () => {
    const other = await kernel.b.as('admin');
    expect((await other.call(listProducts, { query: { query: 'listed' } })).count).toBe(0);
    const rep = await kernel.a.as('sales_rep');
    expect((await rep.call(listProducts, { query: { query: 'listed' } })).count).toBe(5);
    expect((await apiRefusal(rep.call(createProduct, { body: { sku: 'REP' } }))).status).toBe(403);
    const scanner = await kernel.a.as('scanner');
    expect((await apiRefusal(scanner.call(listProducts, {}))).status).toBe(403);
  });
});

describe('a portal customer', () => {
  it('sees products without costs, margins and notes', async () => {
    const created = await admin.call(createProduct, {
      body: { sku: 'PORTAL-1', unitValue: 9, unitCost: 3, notes: 'Keep quiet' },
    });
    const customerID = newID('cus');
    await kernel.a.run(
      async (ctx) => void (await createParty(ctx, { id: customerID, kind: 'customer', name: 'Portal' })),
    );
    const customer = await kernel.a.as('customer', { customerID });
    const seen = await customer.call(getProduct, { params: { itemID: created.id } });
    expect(seen).toMatchObject({ unitValue: { value: 9 }, unitCost: null, margin: null, notes: null });
    const { items } = await customer.call(listProducts, { query: { query: 'PORTAL-1' } });
    expect(items).toMatchObject([{ unitCost: null, margin: null }]);
    for (const sortBy of ['unitCost', 'margin'] as const)
      expect((await apiRefusal(customer.call(listProducts, { query: { sortBy } }))).status).toBe(403);
    expect((await apiRefusal(customer.call(deleteProduct, { params: { itemID: created.id } }))).status).toBe(403);
  });
});

describe('a product line', () => {
  it('is changed, given products, and goes with the last of them', async () => {
    const line = await admin.call(createProductLine, { body: { name: 'Short-lived' } });
    const params = { productLineID: line.id };
    const changed = await admin.call(updateProductLine, {
      params,
      body: { isFreightExempt: true, unitGroupID: group('Pairs') },
    });
    expect(changed).toMatchObject({ isFreightExempt: true, unitGroup: { name: 'Pairs' }, name: 'Short-lived' });
    const { id } = await admin.call(createProduct, { body: { sku: 'LINED' } });
    const put = await admin.call(setProductLine, { params: { itemID: id, productLineID: line.id } });
    expect(put.productLine).toMatchObject({ name: 'Short-lived', isFreightExempt: true });
    const error = await apiRefusal(admin.call(deleteProductLine, { params }));
    expect(error).toMatchObject({ status: 409, code: 'in_use', message: 'Short-lived is used by 1 product (LINED)' });
    await admin.call(updateProduct, { params: { itemID: id }, body: { productLineID: null } });
    await admin.call(deleteProductLine, { params });
    expect((await apiRefusal(admin.call(getProductLine, { params }))).status).toBe(404);
  });

  it('has a name of its own and needs one', async () => {
    await admin.call(createProductLine, { body: { name: 'Once' } });
    expect((await apiRefusal(admin.call(createProductLine, { body: { name: 'Once' } }))).code).toBe('duplicate');
    expect((await apiRefusal(admin.call(createProductLine, { body: { name: ' ' } }))).message).toBe(
      'Product line name is required',
    );
  });
});

describe('deleting many products', () => {
  it('takes ids and says which are not there', async () => {
    const { id } = await admin.call(createProduct, { body: { sku: 'BULK-1' } });
    const missing = 'itm_01h455vb4pex5vsknk084sn02q';
    const result = await admin.call(bulkDeleteProducts, { body: { itemIDs: [id, missing] } });
    expect(result).toEqual({
      done: 1,
      refused: [{ id: missing, label: missing, reason: 'There is no such product' }],
      changeSetID: null,
      undoChangeSetID: expect.stringMatching(/^chs_/),
    });
  });

  it('is taken back whole, unless the SKU was given since', async () => {
    const created = await admin.call(createProduct, {
      body: { sku: 'BACK-1', description: 'Back again', unitValue: 0.1234567 - 0.0000007 },
    });
    const undo = async () => {
      const { undoChangeSetID } = await admin.call(bulkDeleteProducts, { body: { itemIDs: [created.id] } });
      return () => admin.call(undoChangeSet, { params: { changeSetID: undoChangeSetID ?? '' }, body: {} });
    };
    await (await undo())();
    expect(await admin.call(getProduct, { params: { itemID: created.id } })).toEqual(created);
    expect((await admin.call(listProducts, { query: { query: 'BACK-1' } })).items).toMatchObject([{ id: created.id }]);
    const late = await undo();
    await admin.call(createProduct, { body: { sku: 'back-1' } });
    expect(await apiRefusal(late())).toMatchObject({
      code: 'undo_refused',
      details: { refusals: [{ label: 'BACK-1', reason: 'the SKU back-1 was given since' }] },
    });
  });

  it('takes the filter of the list', async () => {
    for (const sku of ['FIL-1', 'FIL-2']) await admin.call(createProduct, { body: { sku, manufacturer: 'Filtered' } });
    const result = await admin.call(bulkDeleteProducts, { body: { filter: { manufacturers: ['Filtered'] } } });
    expect(result).toMatchObject({ done: 2, refused: [], changeSetID: null });
    const neither = await apiRefusal(admin.call(bulkDeleteProducts, { body: {} }));
    expect(neither.errors).toEqual([{ path: 'itemIDs', message: 'Send itemIDs or filter' }]);
  });
});

describe('checking import rows of products', () => {
  it('says what is wrong with each, and writes nothing', async () => {
    await admin.call(createProductLine, { body: { name: 'Imported', unitGroupID: group('Pairs') } });
    const { count } = await admin.call(listProducts, { query: { take: 1 } });
    const answer = await admin.call(validateProducts, {
      body: {
        data: [
          { sku: 'IMP-1', description: 'Good', unitValue: '1,000.50', productLine: 'imported', unit: 'ct5pr' },
          { sku: 'PLAIN' },
          { sku: 'IMP-2' },
          { sku: 'IMP-2', unit: 'kg' },
          { sku: '', unitValue: 'ten' },
          { sku: 'IMP-3', productLine: 'Nowhere', colour: 'red' },
          { sku: 'Back-1' },
          { sku: 'imp-4' },
          { sku: 'IMP-4' },
        ],
      },
    });
    expect(answer).toMatchObject({ isValid: false, validCount: 1 });
    const faults = answer.items.map(({ errors }) => errors.map(({ path, message }) => `${path}: ${message}`));
    expect(faults).toEqual([
      [],
      ['sku: A product with this SKU exists already'],
      ['sku: This SKU stands in the file more than once'],
      ['sku: This SKU stands in the file more than once', 'unit: The unit kg is not in the unit group Count'],
      ['sku: SKU is required', 'unitValue: Invalid number format'],
      ['productLine: There is no product line Nowhere'],
      ['sku: This SKU differs from back-1 by upper and lower case only'],
      ['sku: This SKU stands in the file more than once'],
      ['sku: This SKU stands in the file more than once'],
    ]);
    expect((await admin.call(listProducts, { query: { take: 1 } })).count).toBe(count);
    expect(answer.warnings).toEqual([expect.stringContaining('colour')]);
  });

  it('takes the headings that bulk-create takes, and names what is wrong by them', async () => {
    const { items, warnings } = await admin.call(validateProducts, {
      body: {
        data: [
          { 'Item No.': 'HEAD-1', 'Unit price (USD)': '4.50', 'Mfr. Part #': 'M-1' },
          { 'Item No.': 'HEAD-2', 'Unit price (USD)': 'four' },
        ],
      },
    });
    expect(items).toMatchObject([
      { sku: 'HEAD-1', isValid: true },
      { sku: 'HEAD-2', errors: [{ path: 'Unit price (USD)', message: 'Invalid number format' }] },
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('the catalogue port', () => {
  it('answers other domains with prices, units and exemptions', async () => {
    const line = await admin.call(createProductLine, { body: { name: 'Ported', isFreightExempt: true } });
    const created = await admin.call(createProduct, {
      body: { sku: 'PORT-1', productLineID: line.id, defaultUnitID: unit('dozen'), unitValue: 10, unitCost: 4 },
    });
    const port = kernel.services.get(CataloguePort);
    await kernel.a.run(async (ctx) => {
      const products = await port.findProducts(ctx, [created.id, 'itm_nothing'], { hold: true });
      expect([...products.keys()]).toEqual([created.id]);
      const found = products.get(created.id)!;
      expect(found).toMatchObject({
        sku: 'PORT-1',
        unitValue: '10.000000',
        defaultUnit: 'dozen',
        productLine: 'Ported',
        isFreightExempt: true,
        isCommissionExempt: true,
        isActive: true,
      });
      const priceOf = (name: string) => found.units.find((each) => each.unit === name)?.unitValue;
      expect([priceOf('dozen'), priceOf('each'), priceOf('ct12pr')]).toEqual(['10.000000', '0.833333', '20.000000']);
      const [base, byDefault] = await port.convertToBase(ctx, [
        { itemID: created.id, measure: '1.5', unitID: unit('ct12pr') },
        { itemID: created.id, measure: 2 },
      ]);
      expect(base).toMatchObject({ baseMeasure: '36.000000', unit: 'ct12pr', baseUnitID: unit('each') });
      expect(byDefault).toMatchObject({ baseMeasure: '24.000000', unit: 'dozen' });
      await expect(
        port.convertToBase(ctx, [
          { itemID: created.id, measure: 1, unitID: unit('kg'), path: 'lines.0.quantity' },
          { itemID: 'itm_nothing', measure: 1, path: 'lines.1.productID' },
        ]),
      ).rejects.toMatchObject({ status: 400, errors: [{ path: 'lines.0.quantity' }, { path: 'lines.1.productID' }] });
      const lines = await port.findProductLines(ctx, [line.id]);
      expect(lines.get(line.id)).toMatchObject({ name: 'Ported', isFreightExempt: true });
    });
    await kernel.b.run(async (ctx) => expect((await port.findProducts(ctx, [created.id])).size).toBe(0));
  });

  it('publishes views whose rows are as declared', async () => {
    await kernel.a.run(async (ctx) => {
      const items = await sql`select * from inventory.v_items where account_id = ${ctx.account.id}`.execute(
        ctx.em.query(),
      );
      expect(items.rows.length).toBeGreaterThan(0);
      for (const row of items.rows) expect(itemViewRow.strict().safeParse(row).error).toBeUndefined();
      const units = await sql`select * from inventory.v_units where account_id = ${ctx.account.id}`.execute(
        ctx.em.query(),
      );
      for (const row of units.rows) expect(unitViewRow.strict().safeParse(row).error).toBeUndefined();
    });
  });
});

describe('quantities and rates of items', () => {
  it('are written by their own ids, and only those there are', async () => {
    const created = await admin.call(createProduct, { body: { sku: 'QTY-1' } });
    const change = (rateID: string, data: { value: number; perUnitID?: string }) =>
      admin.call(updateRate, { params: { rateID }, body: { data, objectType: 'product' } });
    expect(await change(created.unitValue.id, { value: 24, perUnitID: unit('dozen') })).toMatchObject({ value: 2 });
    const changed = await admin.call(getProduct, { params: { itemID: created.id } });
    expect(changed.unitValue).toMatchObject({ value: 2, perUnit: 'each' });
    const set = (field: string, data: { measure: number; unitID?: string }, objectType = 'product') =>
      admin.call(updateQuantity, {
        params: { quantityID: quantityID(created.id, field) },
        body: { data, objectType, objectID: created.id },
      });
    expect(await set('orderPoint', { measure: 2, unitID: unit('dozen') })).toMatchObject({ measure: 2, unit: 'dozen' });
    expect(await set('leadTime', { measure: 5 })).toMatchObject({ measure: 5, unit: 'day' });
    const undefinedType = { status: 400, message: 'Quantity type is not defined' };
    expect(await apiRefusal(set('weight', { measure: 1 }))).toMatchObject(undefinedType);
    expect(await apiRefusal(change(rateID(created.id, 'burnRate'), { value: 1 }))).toMatchObject(undefinedType);
    expect(await apiRefusal(set('orderPoint', { measure: -1 }))).toMatchObject({
      errors: [{ path: 'data.measure', message: 'Must be at least 0' }],
    });
    expect((await apiRefusal(set('orderPoint', { measure: 1, unitID: unit('kg') }))).code).toBe('unit_not_convertible');
    // Bulk edits of materials do not find products, although both are items.
    expect((await apiRefusal(set('orderPoint', { measure: 1 }, 'material'))).status).toBe(404);
  });
});
