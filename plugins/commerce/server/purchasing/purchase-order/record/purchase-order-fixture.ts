import { sql } from '@millwright/core/server';
import type { OwnKernel } from '@millwright/core/testing';
import {
  type CreatePurchaseOrderInput,
  createPurchaseOrder,
  createSupplier,
  createSupplierMaterial,
  type PurchaseOrder,
  type Supplier,
} from '../../../../contracts/index.ts';
import { type SupplierFixture, supplierFixture } from '../../../parties/supplier/demo/supplier-fixture.ts';

/** An account with a supplier of hides (24 dollars each, minimum 10, 14 days), for purchasing tests. */
export interface PurchaseFixture extends SupplierFixture {
  tannery: Supplier;
  /** A draft of 20 hides, or with the given body. */
  order(body?: Partial<CreatePurchaseOrderInput>): Promise<PurchaseOrder>;
  /** Inventory's expected supply of an order: item, open quantity and day of each line. */
  expected(orderID: string): Promise<{ itemID: string; open: string; dueOn: string }[]>;
}

/** Boots inventory and commerce with two items and a supplier. */
export async function purchaseFixture(own?: OwnKernel): Promise<PurchaseFixture> {
  const at = await supplierFixture(own);
  const tannery = await at.admin.call(createSupplier, {
    body: { name: 'Superior Hides', email: 'sales@superior.test' },
  });
  await at.admin.call(createSupplierMaterial, {
    params: { supplierID: tannery.id },
    body: {
      itemID: at.hide.id,
      supplierPartNumber: 'K-1',
      supplierDescription: 'Grain side',
      unitPrice: 24,
      leadTimeDays: 14,
      minimumOrderQuantity: 10,
    },
  });
  return {
    ...at,
    tannery,
    order: (body = {}) =>
      at.admin.call(createPurchaseOrder, {
        body: { supplierID: tannery.id, lines: [{ itemID: at.hide.id, quantityOrdered: 20 }], ...body },
      }),
    expected: (orderID) =>
      at.kernel.a.run(async (ctx) => {
        const { rows } = await sql<{ itemID: string; open: string; dueOn: string }>`select item_id as "itemID",
            trim_scale(quantity - received)::text as open, due_on::text as "dueOn" from inventory.supply
          where account_id = ${ctx.account.id} and source_type = 'purchase_order' and source_id = ${orderID}
            and closed_at is null order by due_on, line_id`.execute(ctx.em.query());
        return rows;
      }),
  };
}
