import { type ApiError, createSavedView, deleteSavedView, type SavedView } from '@millwright/core/contracts';
import { definePlugin, type Reference, sql } from '@millwright/core/server';
import { apiRefusal, bootTestKernel, type TestKernel, type TestPerson, until } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkDeleteProducts,
  CataloguePort,
  createProduct,
  createProductLine,
  deleteProduct,
  deleteProductLine,
  deleteUnitConversion,
  listUnitGroups,
  type UnitGroup,
  updateProduct,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

const orders = { what: 'sales orders', count: 4, examples: ['1001', '1002', '1003', '1004'] };

/**
 * Simulates another domain that keeps items in its documents. It uses the table of saved views: `screen` holds the
 * reference.
 */
const document = (to: string, what: Reference['what'], more: Partial<Reference> = {}): Reference => ({
  to,
  what,
  table: 'core.saved_view',
  column: 'screen',
  label: 'referrer.name',
  ...more,
});
const documents = definePlugin({
  id: 'documents',
  title: 'Documents',
  description: 'Refers to products',
  references: [
    document('item', ['sales order', 'sales orders']),
    document('product_line', ['customer', 'customers']),
    document('unit', ['sales order', 'sales orders'], { item: 'query' }),
  ],
});

const refer = (to: string, name: string, itemID = ''): Promise<SavedView> =>
  admin.call(createSavedView, { body: { screen: to, name, query: itemID } });
const orderFour = async (itemID: string): Promise<SavedView[]> =>
  Promise.all(orders.examples.map((number) => refer(itemID, number)));
const forget = ({ id }: SavedView) => admin.call(deleteSavedView, { params: { savedViewID: id } });

let kernel: TestKernel;
let admin: TestPerson;
let count: UnitGroup;
let pairs: UnitGroup;

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'a plugin of its own', plugins: [inventory, documents] });
  admin = await kernel.a.as('admin');
  const groups = (await admin.call(listUnitGroups, {})).items;
  count = groups.find(({ name }) => name === 'Count')!;
  pairs = groups.find(({ name }) => name === 'Pairs')!;
});
afterAll(() => kernel?.stop());

describe('a product that documents refer to', () => {
  it('stays, and the refusal names what refers', async () => {
    const { id } = await admin.call(createProduct, { body: { sku: 'USED' } });
    await orderFour(id);
    const error = await apiRefusal(admin.call(deleteProduct, { params: { itemID: id } }));
    expect(error).toMatchObject({
      status: 409,
      code: 'in_use',
      message: 'USED is used by 4 sales orders (1001, 1002, 1003, ...)',
      details: { uses: [orders] },
    });
  });

  it('stays in a bulk delete that takes the others', async () => {
    const used = await admin.call(createProduct, { body: { sku: 'BULK-USED' } });
    const free = await admin.call(createProduct, { body: { sku: 'BULK-FREE' } });
    await orderFour(used.id);
    const result = await admin.call(bulkDeleteProducts, { body: { itemIDs: [used.id, free.id] } });
    expect(result).toEqual({
      done: 1,
      refused: [{ id: used.id, label: 'BULK-USED', reason: 'used by 4 sales orders (1001, 1002, 1003, ...)' }],
      changeSetID: null,
      undoChangeSetID: expect.stringMatching(/^chs_/),
    });
  });

  it('keeps its unit group, in which they count', async () => {
    const { id } = await admin.call(createProduct, { body: { sku: 'COUNTED', unitValue: 2 } });
    const change = () =>
      admin.call(updateProduct, {
        params: { itemID: id },
        body: { unitGroupID: pairs.id, unitValue: 4, unitCost: 0 },
      });
    const made = await orderFour(id);
    expect((await apiRefusal(change())).code).toBe('in_use');
    await Promise.all(made.map(forget));
    expect(await change()).toMatchObject({
      unitGroup: { name: 'Pairs' },
      defaultUnit: { name: 'pair' },
      unitValue: { value: 4 },
    });
  });
});

describe('product lines and units that documents refer to', () => {
  it('stay too', async () => {
    const line = await admin.call(createProductLine, { body: { name: 'Limited' } });
    await refer(line.id, 'Acme');
    const error = await apiRefusal(admin.call(deleteProductLine, { params: { productLineID: line.id } }));
    expect(error.message).toBe('Limited is used by 1 customer (Acme)');

    const counted = await admin.call(createProduct, { body: { sku: 'IN-COUNT' } });
    const other = await admin.call(createProduct, { body: { sku: 'IN-PAIRS', unitGroupID: pairs.id } });
    const gross = count.conversions.find(({ unit }) => unit.name === 'gross')!;
    const params = { unitGroupID: count.id, unitConversionID: gross.id };
    // A reference with an item of another group does not count for this group.
    await refer(gross.unit.id, '1', other.id);
    const made = await refer(gross.unit.id, '2', counted.id);
    expect((await apiRefusal(admin.call(deleteUnitConversion, { params }))).code).toBe('in_use');
    await forget(made);
    await admin.call(deleteUnitConversion, { params });
  });
});

describe('a product that a document is just taking', () => {
  it('is not deleted under its hands', async () => {
    const port = kernel.services.get(CataloguePort);
    const { id } = await admin.call(createProduct, { body: { sku: 'RACED' } });
    let deletion: Promise<ApiError> | undefined;
    let isSettled = false;
    await kernel.a.run(async (ctx) => {
      const held = await port.findProducts(ctx, [id], { hold: true });
      expect(held.size).toBe(1);
      deletion = apiRefusal(admin.call(deleteProduct, { params: { itemID: id } })).finally(() => {
        isSettled = true;
      });
      // The deletion waits at the row for this transaction.
      await until('The deletion', async () => {
        const { rows } = await sql`select from pg_locks where not granted and locktype = 'transactionid'
          and transactionid = pg_current_xact_id()::xid`.execute(ctx.em.query());
        return rows.length;
      });
      expect(isSettled).toBe(false);
      await refer(id, '1001');
    });
    expect((await deletion)?.code).toBe('in_use');
  });
});
