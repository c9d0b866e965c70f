import { applyChangeSet, createImport, listChangeSetRows, undoChangeSet } from '@millwright/core/contracts';
import { apiRefusal, sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import {
  createAttribute,
  createProduct,
  createProductLine,
  createProperty,
  deleteAttribute,
  deleteProduct,
  deleteProductLine,
  deleteProperty,
  listUnits,
} from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountGroup,
  createAccountPrice,
  createCustomer,
  createVolumeDiscount,
  deleteAccountPrice,
  deleteVolumeDiscount,
  getAccountPrice,
  getVolumeDiscount,
  listAccountPrices,
  listVolumeDiscounts,
  updateAccountPrice,
  updateVolumeDiscount,
} from '../../contracts/index.ts';
import commerce from '../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let customer: { id: string };
let group: { id: string };
let product: { id: string };
let line: { id: string };
let black: { id: string };
let color: { id: string };
let unitOf: (name: string) => string;

beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce]);
  admin = await kernel.a.as('admin');
  customer = await admin.call(createCustomer, { body: { name: 'Lakeside', number: 'L-1' } });
  group = await admin.call(createAccountGroup, { body: { name: 'Dealers', typeCode: 'price_group' } });
  line = await admin.call(createProductLine, { body: { name: 'Work gloves' } });
  color = await admin.call(createProperty, { body: { name: 'Color', attributes: [] } });
  black = await admin.call(createAttribute, { params: { propertyID: color.id }, body: { name: 'Black' } });
  const { items: units } = await admin.call(listUnits, { query: { take: 500 } });
  unitOf = (name) => units.find((unit) => unit.name === name)?.id ?? '';
  product = await admin.call(createProduct, { body: { sku: 'WG-1', unitValue: 5, productLineID: line.id } });
});
afterAll(() => kernel?.stop());

const priced = (body: object) =>
  admin.callUnchecked(createAccountPrice, { body: { recipientAccountID: customer.id, ...body } });
const fieldsOf = async (promise: Promise<unknown>) => {
  const { code, errors } = await apiRefusal(promise);
  return [code, ...errors.map(({ path }) => path)];
};
const upload = (type: string, text: string) =>
  admin.call(createImport, { query: { type, fileName: `${type}.csv` }, body: new Blob([text]) });
const messages = async (id: string) =>
  (await admin.call(listChangeSetRows, { params: { changeSetID: id }, query: {} })).items.map(({ errors }) =>
    errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
  );

describe('customer prices', () => {
  it('are for a customer or a group, and for what is named', async () => {
    const price = await priced({ itemID: product.id, unitValue: 4.5, minimumQuantity: 10, startDate: '2026-01-01' });
    expect(price).toMatchObject({
      name: 'Lakeside: WG-1',
      recipient: { type: 'customer', name: 'Lakeside' },
      item: { id: product.id, name: 'WG-1' },
      unitValue: { id: `rate_${price.id}.unitValue`, value: 4.5, perUnit: 'each', unitID: unitOf('dollar') },
      minimumQuantity: 10,
      startDate: '2026-01-01',
    });
    const each = { value: 3, perUnitID: unitOf('each') };
    const broad = { recipientAccountID: group.id, productLineID: line.id, attributeIDs: [black.id], unitValue: each };
    expect(await priced(broad)).toMatchObject({
      name: 'Dealers: Work gloves, Color: Black',
      recipient: { type: 'price_group' },
    });
    const found = await admin.call(listAccountPrices, { query: { recipientAccountID: customer.id } });
    expect(found.items.map(({ id }) => id)).toEqual([price.id]);
    expect((await admin.call(listAccountPrices, { query: { query: 'dealers: work' } })).count).toBe(1);
    const params = { accountPriceID: price.id };
    const changed = await admin.call(updateAccountPrice, { params, body: { unitValue: 4, version: price.version } });
    expect(changed.unitValue).toMatchObject({ value: 4, perUnit: 'each' });
    const stale = admin.call(updateAccountPrice, { params, body: { unitValue: 3, version: price.version } });
    expect((await apiRefusal(stale)).code).toBe('stale_version');
    // Catalogue records that a price refers to cannot be deleted.
    const attribute = { propertyID: color.id, attributeID: black.id };
    const removals = [
      () => admin.call(deleteProduct, { params: { itemID: product.id } }),
      () => admin.call(deleteProductLine, { params: { productLineID: line.id } }),
      () => admin.call(deleteAttribute, { params: attribute }),
      () => admin.call(deleteProperty, { params: { propertyID: color.id } }),
    ];
    for (const remove of removals) expect((await apiRefusal(remove())).code).toBe('in_use');
    await admin.call(deleteAccountPrice, { params });
    expect((await apiRefusal(admin.call(getAccountPrice, { params }))).code).toBe('not_found');
  });

  it('refuse what could never fit', async () => {
    const fault = (body: object) => fieldsOf(priced({ unitValue: 1, ...body }));
    expect(await fault({})).toEqual(['invalid_input', 'itemID', 'unitValue']);
    expect(await fault({ productLineID: line.id })).toEqual(['invalid_input', 'unitValue']);
    expect(await fault({ itemID: 'itm_nothing', productLineID: 'pln_nothing' })).toEqual([
      'invalid_input',
      'itemID',
      'productLineID',
    ]);
    expect(await fault({ itemID: product.id, recipientAccountID: 'cus_nobody' })).toEqual([
      'invalid_input',
      'recipientAccountID',
    ]);
    expect(await fault({ itemID: product.id, unitValue: { value: 1, perUnitID: unitOf('min') } })).toEqual([
      'invalid_input',
      'unitValue.perUnitID',
    ]);
    expect(await fault({ itemID: product.id, startDate: '2026-02-02', endDate: '2026-02-01' })).toEqual([
      'invalid_input',
      'endDate',
    ]);
    expect(await fault({ itemID: product.id, unitValue: -1 })).toEqual(['invalid_input', 'unitValue']);
  });

  it('are imported, come out as they went in, and go again', async () => {
    const before = (await admin.call(listAccountPrices, {})).count;
    const staged = await upload(
      'account-prices',
      [
        'Customer,Customer group,SKU,Product line,Attributes,Price,Unit,Min qty,Valid from',
        'L-1,,WG-1,,,4.25,,,2026-01-01',
        'L-1,,WG-1,,,4.00,each,100,',
        ',Dealers,,Work gloves,Black,2.5,each,12,',
      ].join('\n'),
    );
    expect(await messages(staged.id)).toEqual(['', '', '']);
    await admin.call(applyChangeSet, { params: { changeSetID: staged.id }, body: {} });
    const again = await upload('account-prices', await (await admin.fetch('/v1/account-prices?format=csv')).text());
    expect((await messages(again.id)).filter(Boolean)).toEqual([]);
    expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
    const changed = await upload('account-prices', 'Customer,SKU,Price,Min qty\nLakeside,wg-1,3.9,100');
    expect(changed.counts).toMatchObject({ create: 0, update: 1 });
    const wrong = await upload(
      'account-prices',
      [
        'Customer,Customer group,SKU,Product line,Price,Unit',
        'Lakeside,Dealers,WG-1,,1,',
        'L-1,,,Work gloves,1,',
        'L-1,,WG-1,,1,min',
        'L-1,,,,1,each',
      ].join('\n'),
    );
    expect(await messages(wrong.id)).toEqual([
      expect.stringMatching(/^customer: Name a customer or/),
      expect.stringMatching(/^unit: Say per which unit/),
      expect.stringMatching(/^unit: The item can be measured in/),
      expect.stringMatching(/^sku: Name an item/),
    ]);
    await admin.call(undoChangeSet, { params: { changeSetID: staged.id }, body: {} });
    expect((await admin.call(listAccountPrices, {})).count).toBe(before);
  });
});

describe('volume discounts', () => {
  it('have tiers that are replaced as a whole and keep their ids', async () => {
    const made = await admin.call(createVolumeDiscount, {
      body: {
        name: 'Pallets',
        tiers: [
          { threshold: 500, discountPercentage: 0.1, name: 'Pallet' },
          { threshold: 100, discountPercentage: 0.05 },
        ],
        customerGroupIDs: [group.id],
        acceptableUnitIDs: [unitOf('pair')],
      },
    });
    expect(made).toMatchObject({
      tiers: [
        { name: 'From 100', threshold: 100, discountPercentage: 0.05 },
        { name: 'Pallet', threshold: 500, discountPercentage: 0.1 },
      ],
      customerGroups: [{ name: 'Dealers' }],
      acceptableUnits: [{ name: 'pair' }],
      appliesToCustomerPrices: true,
    });
    type VolumeDiscountTier = (typeof made.tiers)[number];
    const params = { volumeDiscountID: made.id };
    const [low, high] = made.tiers as [VolumeDiscountTier, VolumeDiscountTier];
    const swapped = await admin.call(updateVolumeDiscount, {
      params,
      body: {
        tiers: [
          { id: low.id, threshold: 500, discountPercentage: 0.2 },
          { id: high.id, threshold: 100, discountPercentage: 0.1 },
        ],
      },
    });
    expect(swapped.tiers.map(({ id }) => id)).toEqual([high.id, low.id]);
    expect(swapped.version).toBeGreaterThan(made.version);
    const fault = (tiers: object[]) =>
      fieldsOf(admin.callUnchecked(updateVolumeDiscount, { params, body: { tiers: tiers } }));
    expect(await fault([{ threshold: 1 }, { threshold: 1 }])).toEqual(['invalid_input', 'tiers.1.threshold']);
    expect(await fault([{ id: 'vdt_other', threshold: 1 }])).toEqual(['invalid_input', 'tiers.0.id']);
    expect(await fault([{ threshold: -1 }])).toEqual(['invalid_input', 'tiers.0.threshold']);
    const twice = admin.call(createVolumeDiscount, { body: { name: 'Pallets' } });
    expect((await apiRefusal(twice)).code).toBe('duplicate');
    await admin.call(deleteVolumeDiscount, { params });
    expect((await apiRefusal(admin.call(getVolumeDiscount, { params }))).code).toBe('not_found');
  });

  it('are imported, come out as they went in, and go again', async () => {
    const staged = await upload(
      'volume-discounts',
      [
        'Name,Tiers,Customer groups,Product lines,Attributes,Units',
        'Big,Pallet = 500: 10%; 100: 2.5%,Dealers,Work gloves,Black,pair',
        'Open,1: 1%,,,,',
      ].join('\n'),
    );
    expect(await messages(staged.id)).toEqual(['', '']);
    await admin.call(applyChangeSet, { params: { changeSetID: staged.id }, body: {} });
    const again = await upload('volume-discounts', await (await admin.fetch('/v1/volume-discounts?format=csv')).text());
    expect((await messages(again.id)).filter(Boolean)).toEqual([]);
    expect(again.counts).toMatchObject({ create: 0, update: 0, error: 0 });
    const wrong = await upload('volume-discounts', 'Name,Tiers\nBad,100 5%\nWorse,5: 1%; 5: 2%\nWorst,5: 101%\nNone,');
    expect(await messages(wrong.id)).toEqual([
      expect.stringMatching(/is no tier/),
      expect.stringMatching(/Two tiers begin at 5/),
      expect.stringMatching(/is no tier/),
      expect.stringMatching(/needs a tier/),
    ]);
    await admin.call(undoChangeSet, { params: { changeSetID: staged.id }, body: {} });
    expect((await admin.call(listVolumeDiscounts, {})).count).toBe(0);
  });
});
