import {
  type ApiError,
  checkDuplicates,
  daysLater,
  newID,
  quantityID,
  rateID,
  updateQuantity,
  updateRate,
} from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCategory,
  createProduct,
  createProperty,
  deleteItemAttribute,
  deleteUnitConversion,
  deleteUnitGroup,
  getItem,
  listItems,
  listProducts,
  listUnitGroups,
  listUnits,
  materialEndpoints,
  partEndpoints,
  putItemAttribute,
  putItemCategory,
  putUnitConversion,
  supplyEndpoints,
  updateItem,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let units: Map<string, string>;
let groups: Map<string, string>;

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  units = new Map((await admin.call(listUnits, { query: { take: 500 } })).items.map(({ id, name }) => [name, id]));
  groups = new Map((await admin.call(listUnitGroups, {})).items.map(({ id, name }) => [name, id]));
});
afterAll(() => kernel?.stop());

const unit = (name: string): string => units.get(name) ?? '';
const group = (name: string): string => groups.get(name) ?? '';
const material = (body: Record<string, unknown> & { sku: string }) => admin.call(materialEndpoints.create, { body });

/** Sets the stock of an item as the ledger would, with shipped and consumed movements. */
async function stock(
  itemID: string,
  position: { onHand: number; held?: number; reserved?: number; demanded?: number },
) {
  await kernel.a.run(async (ctx) => {
    const { onHand, held = 0, reserved = 0, demanded = 0 } = position;
    await sql`insert into inventory.item_position (account_id, id, item_id, owner_id, created_at, updated_at, on_hand,
        held, reserved, demanded)
      values (${ctx.account.id}, ${newID('pos')}, ${itemID}, ${ctx.account.id}, now(), now(), ${onHand}, ${held},
        ${reserved}, ${demanded})`.execute(ctx.em.query());
  });
}

async function movement(itemID: string, action: string, quantity: number, daysAgo: number): Promise<void> {
  await kernel.a.run(async (ctx) => {
    const at = daysLater(ctx.clock.now(), -daysAgo);
    await sql`insert into inventory.movement (account_id, id, created_at, operation_id, action, item_id, owner_id,
        location_id, quantity, measure, unit_id, value, book_amount, actor_name)
      select ${ctx.account.id}, ${newID('mov')}, ${at}, ${newID('op')}, ${action}, ${itemID}, ${ctx.account.id},
        (select id from inventory.storage_location where account_id = ${ctx.account.id} limit 1), ${quantity},
        ${quantity}, ${unit('each')}, 0, 0, 'Test'`.execute(ctx.em.query());
  });
}

describe('materials, parts and supplies', () => {
  it('have every field of the spec, order point and lead time in any unit', async () => {
    const leather = await admin.call(createProperty, {
      body: { name: 'Grade', attributes: [{ name: 'A', color: '#8B4513', order: -1 }, { name: 'B' }] },
    });
    const [grade] = leather.attributes;
    expect(grade).toMatchObject({ name: 'A', color: '#8b4513', order: -1 });
    const hides = await admin.call(createCategory, {
      body: { name: 'Hides', type: 'material', unitGroupID: group('Weight (metric)'), propertyIDs: [leather.id] },
    });
    const created = await material({
      sku: 'M-HIDE',
      description: 'Cow hide',
      manufacturer: 'Tannery',
      manufacturerPartNumber: 'T-9',
      notes: 'Keep dry',
      unitCost: 0.02,
      categoryID: hides.id,
      attributeIDs: [grade?.id],
      orderPoint: { measure: 2.5, unitID: unit('kg') },
      leadTime: 3,
    });
    expect(created).toMatchObject({
      type: 'material',
      sku: 'M-HIDE',
      // The default group of the category.
      unitGroup: { name: 'Weight (metric)' },
      defaultUnit: { name: 'g' },
      category: { id: hides.id, name: 'Hides' },
      attributes: [{ id: grade?.id, name: 'A', color: '#8b4513', order: -1, property: { name: 'Grade' } }],
      orderPoint: { id: quantityID(created.id, 'orderPoint'), measure: 2.5, unit: 'kg' },
      leadTime: { measure: 3, unit: 'day' },
      unitCost: { value: 0.02, perUnit: 'g' },
      burnRate: { value: 0, unit: 'g', perUnit: 'day' },
      onHand: { measure: 0, unit: 'g' },
      notes: 'Keep dry',
    });
    expect(created).not.toHaveProperty('productType');
    const params = { itemID: created.id };
    const changed = await admin.call(materialEndpoints.update, {
      params,
      body: {
        attributeIDs: [],
        orderPoint: null,
        leadTime: { measure: 36, unitID: unit('hr') },
        version: created.version,
      },
    });
    expect(changed).toMatchObject({ attributes: [], orderPoint: null, leadTime: { measure: 36, unit: 'hr' } });
    expect(changed.version).toBeGreaterThan(created.version);
    const stored = await kernel.a.run(async (ctx) => {
      const { rows } = await sql<{ seconds: string }>`select base_lead_time as seconds from inventory.item
        where account_id = ${ctx.account.id} and id = ${created.id}`.execute(ctx.em.query());
      return rows[0];
    });
    expect(stored).toEqual({ seconds: '129600.000000' });
    const timeline = (await (await admin.fetch(`/v1/records/material/${created.id}/timeline`)).json()) as {
      items: { action: string; changes: { field: string; from: unknown; to: unknown }[] }[];
    };
    expect(timeline.items.map(({ action }) => action)).toEqual(['updated', 'created']);
    expect(timeline.items[0]?.changes).toEqual([
      { field: 'attributes', from: 'Grade: A', to: null },
      { field: 'orderPoint', from: '2.5 kg', to: null },
      { field: 'leadTime', from: '3 day', to: '36 hr' },
    ]);
  });

  it('are told apart from one another and from products, but share their SKUs', async () => {
    const part = await admin.call(partEndpoints.create, { body: { sku: 'SAME' } });
    expect((await apiRefusal(admin.call(supplyEndpoints.create, { body: { sku: 'SAME' } }))).code).toBe('duplicate');
    expect((await apiRefusal(admin.call(createProduct, { body: { sku: 'SAME' } }))).code).toBe('duplicate');
    const asMaterial = { params: { itemID: part.id } };
    expect((await apiRefusal(admin.call(materialEndpoints.get, asMaterial))).status).toBe(404);
    expect((await apiRefusal(admin.call(materialEndpoints.update, { ...asMaterial, body: {} }))).status).toBe(404);
    expect((await apiRefusal(admin.call(materialEndpoints.remove, asMaterial))).status).toBe(404);
    const found = await admin.call(checkDuplicates, { body: { type: 'part', data: { recordNumber: 'SAME' } } });
    expect(found.isDuplicate).toBe(true);
    await admin.call(partEndpoints.remove, asMaterial);
    expect((await apiRefusal(admin.call(getItem, asMaterial))).status).toBe(404);
  });

  it('have quantities and rates that are changed by their own ids, as an item or as what they are', async () => {
    const made = await material({ sku: 'RATED', unitValue: 2 });
    for (const [objectType, value] of [
      ['item', 3.5],
      ['material', 4],
    ] as const) {
      const params = { rateID: rateID(made.id, 'unitValue') };
      const changed = await admin.call(updateRate, { params, body: { data: { value }, objectType } });
      expect(changed).toMatchObject({ id: params.rateID, value });
    }
    const params = { quantityID: quantityID(made.id, 'orderPoint') };
    const body = { data: { measure: 5 }, objectType: 'item' };
    expect(await admin.call(updateQuantity, { params, body })).toMatchObject({ measure: 5 });
  });

  it('say what is wrong', async () => {
    const messages = (error: ApiError) => error.errors.map(({ path, message }) => `${path}: ${message}`);
    expect(messages(await apiRefusal(material({ sku: '' })))).toEqual(['sku: SKU is required']);
    expect(messages(await apiRefusal(material({ sku: 'X', orderPoint: -1 })))).toEqual([
      'orderPoint: Must be at least 0',
    ]);
    expect(messages(await apiRefusal(material({ sku: 'X', productType: 'sale' })))[0]).toContain('productType');
    expect(await apiRefusal(material({ sku: 'X', leadTime: { measure: 1, unitID: unit('kg') } }))).toMatchObject({
      code: 'unit_not_convertible',
      errors: [{ path: 'leadTime.unitID' }],
    });
    const id = newID('att');
    expect(messages(await apiRefusal(material({ sku: 'X', attributeIDs: [id] })))).toEqual([
      'attributeIDs.0: There is no such attribute',
    ]);
    const size = await admin.call(createProperty, {
      body: { name: 'Gauge', attributes: [{ name: '1' }, { name: '2' }] },
    });
    const both = size.attributes.map((attribute) => attribute.id);
    expect(messages(await apiRefusal(material({ sku: 'X', attributeIDs: both })))).toEqual([
      'attributeIDs.1: An item has one attribute of Gauge only',
    ]);
    const forProducts = await admin.call(createCategory, { body: { name: 'For sale', type: 'product' } });
    expect(await apiRefusal(material({ sku: 'X', categoryID: forProducts.id }))).toMatchObject({
      status: 409,
      code: 'category_type_mismatch',
      errors: [{ path: 'categoryID' }],
    });
  });

  it('are deleted in bulk, by ids or by filter, and what is used stays', async () => {
    for (const sku of ['BULK-1', 'BULK-2', 'BULK-3']) await admin.call(supplyEndpoints.create, { body: { sku } });
    const used = await admin.call(supplyEndpoints.create, { body: { sku: 'BULK-USED' } });
    const asked = await admin.call(supplyEndpoints.create, { body: { sku: 'BULK-ASKED' } });
    await stock(asked.id, { onHand: 0 });
    await kernel.a.run((ctx) =>
      sql`insert into inventory.lot (account_id, id, created_at, updated_at, version, item_id, lot_number)
        values (${ctx.account.id}, ${newID('lot')}, now(), now(), 1, ${used.id}, '000017')`.execute(ctx.em.query()),
    );
    const answer = await admin.call(supplyEndpoints.bulkDelete, { body: { filter: { query: 'BULK' } } });
    expect(answer).toEqual({
      done: 4,
      refused: [{ id: used.id, label: 'BULK-USED', reason: 'used by 1 lot (000017)' }],
      changeSetID: null,
      undoChangeSetID: expect.stringMatching(/^chs_/),
    });
    expect(await apiRefusal(admin.call(supplyEndpoints.remove, { params: { itemID: used.id } }))).toMatchObject({
      code: 'in_use',
      message: 'BULK-USED is used by 1 lot (000017)',
    });
    expect((await apiRefusal(admin.call(supplyEndpoints.bulkDelete, { body: {} }))).errors).toEqual([
      { path: 'itemIDs', message: 'Send itemIDs or filter' },
    ]);
  });
});

describe('stock figures and burn rate', () => {
  it('stand in every row, in the default unit; portal customers see none', async () => {
    const product = await admin.call(createProduct, {
      body: { sku: 'FIG-1', unitValue: 12, defaultUnitID: unit('dozen'), orderPoint: 2 },
    });
    await stock(product.id, { onHand: 30, held: 2, reserved: 10, demanded: 16 });
    await movement(product.id, 'receive', 100, 40);
    await movement(product.id, 'ship', -45, 29);
    await movement(product.id, 'consume', -15, 1);
    await movement(product.id, 'adjust', -500, 1);
    await movement(product.id, 'ship', -300, 31);
    const query = { query: 'FIG-1' };
    const [row] = (await admin.call(listProducts, { query })).items;
    expect(row).toMatchObject({
      onHand: { measure: 2.5, unit: 'dozen' },
      reserved: { measure: 1 },
      availableToPromise: { measure: 1.5 },
      short: { measure: 0.5 },
      burnRate: { value: 2, unit: 'each', perUnit: 'day' },
      orderPoint: { measure: 2, unit: 'dozen' },
    });
    const customer = await kernel.a.as('customer');
    const [seen] = (await customer.call(listProducts, { query })).items;
    expect(seen).toMatchObject({
      onHand: null,
      reserved: null,
      availableToPromise: null,
      short: null,
      burnRate: null,
      orderPoint: null,
      unitCost: null,
      unitValue: { value: 12 },
    });
    // The order point of FIG-1 is 2 dozen, and 30 are on hand. A material that never had stock is below any order
    // point.
    await material({ sku: 'FIG-LOW', orderPoint: 1 });
    const skus = async (isBelowOrderPoint: boolean) =>
      (await admin.call(listItems, { query: { query: 'FIG-', isBelowOrderPoint } })).items.map(({ sku }) => sku);
    expect(await skus(true)).toEqual(['FIG-LOW']);
    expect(await skus(false)).toEqual(['FIG-1']);
    expect((await apiRefusal(customer.call(listProducts, { query: { isBelowOrderPoint: true } }))).status).toBe(403);
    expect((await apiRefusal(customer.call(listItems, {}))).status).toBe(403);
    expect((await apiRefusal(customer.call(materialEndpoints.list, {}))).status).toBe(403);
  });

  it('keep the unit group of an item', async () => {
    const item = await material({ sku: 'FIXED' });
    await movement(item.id, 'receive', 5, 1);
    expect(
      await apiRefusal(
        admin.call(updateItem, {
          params: { itemID: item.id },
          body: { unitGroupID: group('Pairs'), unitValue: 1, unitCost: 1 },
        }),
      ),
    ).toMatchObject({ code: 'in_use', message: 'The unit group of FIXED is used by 1 stock movement' });
  });
});

describe('units that items count in', () => {
  it('stay while an order point or a lead time is in them', async () => {
    const counted = await admin.call(listUnitGroups, {});
    const conversionOf = (groupName: string, unitName: string) => {
      const found = counted.items.find(({ name }) => name === groupName);
      const own = found?.conversions.find((conversion) => conversion.unit.name === unitName);
      return { unitGroupID: found?.id ?? '', unitConversionID: own?.id ?? '' };
    };
    await material({
      sku: 'KEEPS',
      orderPoint: { measure: 1, unitID: unit('gross') },
      leadTime: { measure: 8, unitID: unit('hr') },
    });
    const gross = admin.call(deleteUnitConversion, { params: conversionOf('Count', 'gross') });
    expect((await apiRefusal(gross)).message).toContain('1 order point (KEEPS)');
    const hour = admin.call(deleteUnitConversion, { params: conversionOf('Time', 'hr') });
    expect((await apiRefusal(hour)).message).toContain('2 lead times (KEEPS, M-HIDE)');
    const day = { params: conversionOf('Time', 'day'), body: { factor: 100_000 } };
    expect((await apiRefusal(admin.call(putUnitConversion, day))).code).toBe('unit_group_fixed');
    expect(
      (await apiRefusal(admin.call(deleteUnitGroup, { params: { unitGroupID: group('Time') } }))).message,
    ).toContain('lead time');
    expect(
      (await apiRefusal(admin.call(deleteUnitGroup, { params: { unitGroupID: group('Weight (metric)') } }))).message,
    ).toContain('1 category (Hides)');
  });
});

describe('the list of all items', () => {
  it('filters by type, category, attributes, text and date', async () => {
    const colour = await admin.call(createProperty, {
      body: { name: 'Colour', attributes: [{ name: 'Red' }, { name: 'Blue' }] },
    });
    const width = await admin.call(createProperty, { body: { name: 'Width', attributes: [{ name: 'Wide' }] } });
    const [red, blue] = colour.attributes.map(({ id }) => id);
    const [wide] = width.attributes.map(({ id }) => id);
    const category = await admin.call(createCategory, { body: { name: 'Yarn', type: 'material' } });
    const yarn = await material({ sku: 'ALL-YARN', categoryID: category.id, attributeIDs: [red, wide] });
    await admin.call(createProduct, { body: { sku: 'ALL-SOCK', attributeIDs: [red as string] } });
    await admin.call(partEndpoints.create, { body: { sku: 'ALL-TOE', attributeIDs: [blue as string] } });
    const skus = async (query: Record<string, unknown>) =>
      (await admin.callUnchecked(listItems, { query: { query: 'ALL', ...query } })).items.map(({ sku }) => sku);
    expect(await skus({})).toEqual(['ALL-SOCK', 'ALL-TOE', 'ALL-YARN']);
    expect(await skus({ types: ['material', 'part'] })).toEqual(['ALL-TOE', 'ALL-YARN']);
    expect(await skus({ types: 'product' })).toEqual(['ALL-SOCK']);
    expect(await skus({ categoryIDs: [category.id] })).toEqual(['ALL-YARN']);
    expect(await skus({ attributeIDs: [red, wide] })).toEqual(['ALL-SOCK', 'ALL-YARN']);
    expect(await skus({ query: '', attributeIDs: [red, wide], isExactMatch: true })).toEqual(['ALL-YARN']);
    expect(await skus({ isExactMatch: true })).toEqual([]);
    expect(await skus({ query: 'ALL-TOE', isExactMatch: 'true' })).toEqual(['ALL-TOE']);
    expect(await skus({ endDate: '2020-01-01' })).toEqual([]);
    expect(await skus({ sortBy: 'type', sortOrder: 'desc' })).toEqual(['ALL-SOCK', 'ALL-TOE', 'ALL-YARN']);
    expect(await apiRefusal(skus({ onlyInitialSubassemblies: 'true' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'onlyInitialSubassemblies' }],
    });
    expect(await apiRefusal(skus({ types: 'gift' }))).toMatchObject({
      errors: [{ message: 'Must be one of product, part, material, supply' }],
    });
    expect((await admin.call(getItem, { params: { itemID: yarn.id } })).type).toBe('material');
  });
});

describe('an item of any type', () => {
  it('is changed, described and sorted by its own calls', async () => {
    const finish = await admin.call(createProperty, {
      body: { name: 'Finish', attributes: [{ name: 'Matt', order: -1 }, { name: 'Gloss' }] },
    });
    const [matt, gloss] = finish.attributes.map(({ id }) => id) as [string, string];
    const item = await admin.call(partEndpoints.create, { body: { sku: 'ANY-1' } });
    const params = { itemID: item.id };
    const changed = await admin.call(updateItem, { params, body: { description: 'Thumb', version: item.version } });
    expect(changed).toMatchObject({ type: 'part', description: 'Thumb', productType: null });
    expect((await apiRefusal(admin.call(updateItem, { params, body: { version: item.version } }))).code).toBe(
      'stale_version',
    );
    await admin.call(putItemAttribute, { params: { ...params, attributeID: matt } });
    const other = await admin.call(putItemAttribute, { params: { ...params, attributeID: gloss } });
    expect(other.attributes.map(({ name }) => name)).toEqual(['Gloss']);
    expect(
      (await apiRefusal(admin.call(deleteItemAttribute, { params: { ...params, attributeID: matt } }))).status,
    ).toBe(404);
    await admin.call(deleteItemAttribute, { params: { ...params, attributeID: gloss } });
    expect((await admin.call(getItem, { params })).attributes).toEqual([]);
    expect(
      (await apiRefusal(admin.call(putItemAttribute, { params: { ...params, attributeID: newID('att') } }))).status,
    ).toBe(404);

    const parts = await admin.call(createCategory, { body: { name: 'Fingers', type: 'material' } });
    const put = (categoryID: string) => admin.call(putItemCategory, { params: { ...params, categoryID } });
    expect((await put(parts.id)).category).toEqual({ id: parts.id, name: 'Fingers' });
    const products = await admin.call(createCategory, { body: { name: 'Fingers', type: 'product' } });
    expect(await apiRefusal(put(products.id))).toMatchObject({
      status: 409,
      code: 'category_type_mismatch',
      message: 'Fingers is a product category: parts, materials and supplies are in material categories',
    });
    expect((await apiRefusal(put(newID('cat')))).status).toBe(404);
  });
});
