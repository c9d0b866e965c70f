import type { ApiError } from '@millwright/core/contracts';
import { type AccountContext, definePlugin } from '@millwright/core/server';
import { bootTestKernel, refusal, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bulkDeleteProducts,
  CataloguePort,
  type CatalogueUse,
  createProduct,
  createProductLine,
  deleteProduct,
  deleteProductLine,
  deleteUnitConversion,
  type ItemUse,
  listUnitGroups,
  ProductUsagePort,
  type UnitGroup,
  updateProduct,
} from '../../../contracts/index.ts';
import inventory from '../../plugin.ts';

/** Stands for the domain that keeps products in its documents: remembers ids as a table would. */
class Ledger extends ProductUsagePort {
  readonly products = new Map<string, CatalogueUse[]>();
  readonly lines = new Map<string, CatalogueUse[]>();
  readonly units = new Map<string, CatalogueUse[]>();

  override async whereUsed(): Promise<ItemUse[]> {
    return [];
  }

  override async usesOfProducts(_ctx: AccountContext, ids: readonly string[]) {
    return new Map([...this.products].filter(([id]) => ids.includes(id)));
  }

  override async usesOfProductLines(_ctx: AccountContext, ids: readonly string[]) {
    return new Map([...this.lines].filter(([id]) => ids.includes(id)));
  }

  override async usesOfUnit(_ctx: AccountContext, unitID: string, productIDs: readonly string[]) {
    return productIDs.length ? (this.units.get(unitID) ?? []) : [];
  }
}

const ledger = new Ledger();
const documents = definePlugin({
  id: 'documents',
  title: 'Documents',
  description: 'Refers to products',
  provides: [ProductUsagePort],
  bind: (container) => void container.bind(ProductUsagePort).toConstantValue(ledger),
});

let kernel: TestKernel;
let admin: TestPerson;
let count: UnitGroup;

beforeAll(async () => {
  // Listed first: inventory is bound before what it consumes.
  kernel = await bootTestKernel({ plugins: [inventory, documents] });
  admin = await kernel.a.as('admin');
  count = (await admin.call(listUnitGroups, { query: { query: 'Count' } })).items[0]!;
});
afterAll(() => kernel?.stop());

const orders: CatalogueUse[] = [{ what: 'sales orders', count: 4, examples: ['1001', '1002', '1003', '1004'] }];

describe('a product that documents refer to', () => {
  it('stays, and the refusal names what refers', async () => {
    const { id } = await admin.call(createProduct, { body: { sku: 'USED' } });
    ledger.products.set(id, orders);
    const error = await refusal(admin.call(deleteProduct, { params: { itemID: id } }));
    expect(error).toMatchObject({
      status: 409,
      code: 'in_use',
      message: 'USED is used by 4 sales orders (1001, 1002, 1003, ...)',
      details: { uses: orders },
    });
  });

  it('stays in a bulk delete that takes the others', async () => {
    const used = await admin.call(createProduct, { body: { sku: 'BULK-USED' } });
    const free = await admin.call(createProduct, { body: { sku: 'BULK-FREE' } });
    ledger.products.set(used.id, orders);
    const result = await admin.call(bulkDeleteProducts, { body: { itemIDs: [used.id, free.id] } });
    expect(result).toEqual({
      done: 1,
      refused: [{ id: used.id, label: 'BULK-USED', reason: 'used by 4 sales orders (1001, 1002, 1003, ...)' }],
      changeSetID: null,
    });
  });

  it('keeps its unit group, in which they count', async () => {
    const { items } = await admin.call(listUnitGroups, { query: { query: 'Pairs' } });
    const { id } = await admin.call(createProduct, { body: { sku: 'COUNTED', unitValue: 2 } });
    const change = () =>
      admin.call(updateProduct, {
        params: { itemID: id },
        body: { unitGroupID: items[0]!.id, unitValue: 4, unitCost: 0 },
      });
    ledger.products.set(id, orders);
    expect((await refusal(change())).code).toBe('in_use');
    ledger.products.delete(id);
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
    ledger.lines.set(line.id, [{ what: 'customers', count: 1, examples: ['Acme'] }]);
    const error = await refusal(admin.call(deleteProductLine, { params: { productLineID: line.id } }));
    expect(error.message).toBe('Limited is used by 1 customers (Acme)');

    await admin.call(createProduct, { body: { sku: 'IN-COUNT' } });
    const gross = count.conversions.find(({ unit }) => unit.name === 'gross')!;
    const params = { unitGroupID: count.id, unitConversionID: gross.id };
    ledger.units.set(gross.unit.id, orders);
    expect((await refusal(admin.call(deleteUnitConversion, { params }))).code).toBe('in_use');
    ledger.units.delete(gross.unit.id);
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
      deletion = refusal(admin.call(deleteProduct, { params: { itemID: id } })).finally(() => {
        isSettled = true;
      });
      // Long enough for the deletion to reach the row; it has to wait there for this transaction.
      await new Promise((done) => setTimeout(done, 200));
      expect(isSettled).toBe(false);
      ledger.products.set(id, orders);
    });
    expect((await deletion)?.code).toBe('in_use');
  });
});
