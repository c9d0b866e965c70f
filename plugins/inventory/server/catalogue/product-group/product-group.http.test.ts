import { getTimeline, newID } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProduct,
  createProductGroup,
  createProperty,
  createVariations,
  deleteProductGroup,
  deleteProductGroupProduct,
  deleteProperty,
  getProduct,
  getProductGroup,
  listProductGroups,
  listProducts,
  listProductVariations,
  listUnits,
  materialEndpoints,
  putProductGroupProduct,
  updateAttribute,
  updateProductGroup,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let color: { id: string; values: Record<string, string> };
let size: { id: string; values: Record<string, string> };

const property = async (name: string, values: string[]) => {
  const made = await admin.call(createProperty, {
    body: { name, attributes: values.map((value, order) => ({ name: value, order })) },
  });
  return { id: made.id, values: Object.fromEntries(made.attributes.map(({ name: value, id }) => [value, id])) };
};

beforeAll(async () => {
  kernel = await sharedKernel([inventory]);
  admin = await kernel.a.as('admin');
  color = await property('Color', ['Black', 'Dark Blue']);
  size = await property('Size', ['S', 'M', 'L']);
});
afterAll(() => kernel?.stop());

const product = async (sku: string, attributes: string[], more: Record<string, unknown> = {}) =>
  (await admin.call(createProduct, { body: { sku, attributeIDs: attributes, ...more } })).id;
const value = (of: { values: Record<string, string> }, name: string): string => of.values[name] ?? '';

describe('product groups', () => {
  it('gather products and tell their variations with stock', async () => {
    const ct6pr = (await admin.call(listUnits, { query: { query: 'ct6pr' } })).items[0]?.id;
    const single = await product('G-BLK-S', [value(color, 'Black'), value(size, 'S')]);
    const pack = await product('G-BLK-S-6', [value(color, 'Black'), value(size, 'S')], { defaultUnitID: ct6pr });
    const bare = await product('G-BARE', [value(color, 'Black')]);
    const group = await admin.call(createProductGroup, {
      body: { name: 'Glove', propertyIDs: [color.id, size.id], productIDs: [single, pack, bare] },
    });
    expect(group).toMatchObject({
      properties: [{ name: 'Color' }, { name: 'Size' }],
      productCount: 3,
      variationCount: 2,
    });
    await kernel.a.run((ctx) =>
      sql`insert into inventory.item_position (account_id, id, item_id, owner_id, created_at, updated_at,
        on_hand, reserved, demanded)
        select ${ctx.account.id}, id, item, ${ctx.account.id}, now(), now(), 24, 4, 5
        from unnest(${[newID('pos'), newID('pos')]}::text[], ${[single, pack]}::text[]) as t (id, item)`.execute(
        ctx.em.query(),
      ),
    );
    const page = await admin.call(listProductVariations, { query: { productGroupIDs: [group.id] } });
    expect(page).toMatchObject({
      count: 2,
      items: [
        {
          id: `${group.id}.${value(color, 'Black')}.${value(size, 'S')}`,
          productGroup: { id: group.id, name: 'Glove' },
          attributes: [
            { property: { name: 'Color' }, attribute: { name: 'Black' } },
            { property: { name: 'Size' }, attribute: { name: 'S' } },
          ],
          products: [{ sku: 'G-BLK-S' }, { sku: 'G-BLK-S-6' }],
          productCount: 2,
          onHand: { measure: 48, unit: 'each' },
          reserved: { measure: 8 },
          availableToPromise: { measure: 40 },
          short: { measure: 2 },
        },
        { attributes: [{ attribute: { name: 'Black' } }, { attribute: null }], products: [{ sku: 'G-BARE' }] },
      ],
    });
    const filtered = async (query: Record<string, unknown>) =>
      (await admin.callUnchecked(listProductVariations, { query: query })).count;
    expect(await filtered({ attributeIDs: [value(size, 'S')] })).toBe(1);
    expect(await filtered({ query: 'nothing' })).toBe(0);
    expect(await filtered({ query: 'glov', skip: 50 })).toBe(2);
    expect(await filtered({ sortBy: 'productCount', sortOrder: 'desc', take: 1 })).toBe(2);

    const params = { productGroupID: group.id };
    await admin.call(deleteProductGroupProduct, { params: { ...params, itemID: bare } });
    expect(
      (await apiRefusal(admin.call(deleteProductGroupProduct, { params: { ...params, itemID: bare } }))).status,
    ).toBe(404);
    expect((await admin.call(getProduct, { params: { itemID: bare } })).productGroup).toBeNull();
    const again = await admin.call(putProductGroupProduct, { params: { ...params, itemID: bare } });
    expect(again.productCount).toBe(3);
    expect((await admin.call(listProducts, { query: { productGroupIDs: [group.id] } })).count).toBe(3);
    const material = await admin.call(materialEndpoints.create, { body: { sku: 'G-YARN' } });
    expect(
      (await apiRefusal(admin.call(putProductGroupProduct, { params: { ...params, itemID: material.id } }))).status,
    ).toBe(404);

    const changed = await admin.call(updateProductGroup, {
      params,
      body: { propertyIDs: [size.id], notes: 'Sizes only', version: group.version },
    });
    expect(changed).toMatchObject({ properties: [{ name: 'Size' }], notes: 'Sizes only', variationCount: 2 });
    expect((await apiRefusal(admin.call(deleteProperty, { params: { propertyID: size.id } }))).message).toContain(
      '1 product group (Glove)',
    );
    expect((await admin.call(listProductGroups, { query: { propertyID: color.id } })).count).toBe(0);
    await admin.call(deleteProductGroup, { params });
    expect((await apiRefusal(admin.call(getProductGroup, { params }))).status).toBe(404);
    expect((await admin.call(getProduct, { params: { itemID: single } })).productGroup).toBeNull();
    const [last] = (await admin.call(getTimeline, { params: { type: 'product', id: single } })).items;
    expect(last?.changes).toEqual([{ field: 'productGroup', from: 'Glove', to: null }]);
  });

  it('say what is wrong', async () => {
    const wrong = async (body: Record<string, unknown>) =>
      (await apiRefusal(admin.callUnchecked(createProductGroup, { body: body }))).errors;
    expect(await wrong({})).toEqual([
      { path: 'name', message: 'Product group name is required' },
      { path: 'propertyIDs', message: 'Choose at least one property' },
    ]);
    expect(await wrong({ name: 'X', propertyIDs: [size.id, size.id] })).toEqual([
      { path: 'propertyIDs.1', message: 'This property is listed twice' },
    ]);
    expect(await wrong({ name: 'X', propertyIDs: [size.id], productIDs: [newID('itm')] })).toEqual([
      { path: 'productIDs.0', message: 'There is no such product' },
    ]);
  });

  it('make the products that are missing, after saying which', async () => {
    const group = await admin.call(createProductGroup, { body: { name: 'Sock', propertyIDs: [color.id, size.id] } });
    const existing = await product('S-1', [value(color, 'Black'), value(size, 'M')], { productGroupID: group.id });
    await product('S-Dark-Blue-L', []);
    const make = (body: Record<string, unknown>) =>
      admin.call(createVariations, {
        params: { productGroupID: group.id },
        body: {
          properties: [
            { propertyID: size.id, attributeIDs: [value(size, 'M'), value(size, 'L')] },
            { propertyID: color.id, attributeIDs: [value(color, 'Black'), value(color, 'Dark Blue')] },
          ],
          skuPattern: 'S-{color}-{Size}',
          descriptionPattern: 'Sock, {Color}, {SIZE}',
          product: { unitValue: 9.5, productType: 'sale', orderPoint: 12 },
          ...body,
        },
      });
    const dry = await make({ isDryRun: true });
    expect(dry).toMatchObject({ createCount: 2, existsCount: 1, refusedCount: 1 });
    expect(dry.items.map(({ sku, outcome, itemID }) => [sku, outcome, itemID])).toEqual([
      ['S-Black-M', 'exists', existing],
      ['S-Black-L', 'create', null],
      ['S-Dark-Blue-M', 'create', null],
      ['S-Dark-Blue-L', 'refused', null],
    ]);
    expect(dry.items[3]?.reason).toBe('The SKU S-Dark-Blue-L exists already');
    expect((await admin.call(listProducts, { query: { productGroupIDs: [group.id] } })).count).toBe(1);
    const made = await make({});
    expect(made).toMatchObject({ createCount: 2, existsCount: 1, refusedCount: 1 });
    const itemID = made.items[2]?.itemID ?? '';
    expect(await admin.call(getProduct, { params: { itemID } })).toMatchObject({
      sku: 'S-Dark-Blue-M',
      description: 'Sock, Dark Blue, M',
      unitValue: { value: 9.5 },
      orderPoint: { measure: 12, unit: 'each' },
      productGroup: { id: group.id },
      attributes: [{ name: 'Dark Blue' }, { name: 'M' }],
    });
    expect(await make({ isDryRun: true })).toMatchObject({ createCount: 0, existsCount: 3 });
    const blue = { propertyID: color.id, attributeID: value(color, 'Dark Blue') };
    expect((await admin.call(updateAttribute, { params: blue, body: { code: ' dkb-2 ' } })).code).toBe('DKB-2');
    const coded = await make({ isDryRun: true });
    expect(coded.items[3]).toMatchObject({ sku: 'S-DKB-2-L', description: 'Sock, Dark Blue, L', outcome: 'create' });
    const black = { propertyID: color.id, attributeID: value(color, 'Black') };
    const codeOfBlack = (code: string) => apiRefusal(admin.call(updateAttribute, { params: black, body: { code } }));
    expect(await codeOfBlack('DKB-2')).toMatchObject({ status: 409, code: 'duplicate', errors: [{ path: 'code' }] });
    expect((await codeOfBlack('B/K')).errors).toEqual([
      { path: 'code', message: 'Code must be at most 20 letters A to Z, digits and dashes' },
    ]);
    expect((await admin.call(updateAttribute, { params: blue, body: { code: '' } })).code).toBeNull();
    const errorsOf = async (body: Record<string, unknown>) => (await apiRefusal(make(body))).errors;
    expect(await errorsOf({ skuPattern: 'S-{Cuff}' })).toEqual([
      { path: 'skuPattern', message: '{Cuff} is no property of the product group' },
    ]);
    expect(await errorsOf({ properties: [{ propertyID: size.id, attributeIDs: [value(size, 'S')] }] })).toEqual([
      { path: 'properties', message: 'Choose attributes of Color, once' },
    ]);
    expect(
      await errorsOf({
        properties: [
          { propertyID: size.id, attributeIDs: [value(color, 'Black')] },
          { propertyID: color.id, attributeIDs: [value(color, 'Black')] },
        ],
      }),
    ).toEqual([{ path: 'properties.0.attributeIDs.0', message: 'The property has no such attribute' }]);
    expect(
      await errorsOf({
        properties: [
          { propertyID: size.id, attributeIDs: [value(size, 'S')] },
          { propertyID: color.id, attributeIDs: [value(color, 'Black')] },
        ],
        product: { categoryID: newID('cat') },
      }),
    ).toEqual([{ path: 'product.categoryID', message: 'There is no such category' }]);
    const rep = await kernel.a.as('sales_rep');
    const refused = rep.call(createVariations, {
      params: { productGroupID: group.id },
      body: { properties: [{ propertyID: size.id, attributeIDs: [value(size, 'S')] }], skuPattern: 'X' },
    });
    expect((await apiRefusal(refused)).status).toBe(403);
  });
});
