import { newID, Problem } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, indexRecord, nextNumber, sql, todayOf } from '@millwright/core/server';
import type { SupplyPort } from '@millwright/inventory/contracts';
import { type CreateReceivingOrderInput, receivingOrderOpened } from '../../../../contracts/index.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { orderSupplier } from '../../purchase-order/entry/order-supplier.ts';
import {
  type PricedPurchaseColumns,
  pricePurchaseLines,
  type WantedPurchaseLine,
} from '../../purchase-order/lines/purchase-order-pricing.ts';
import { receivingDocument, receivingOrderType, receivingRecord } from '../record/receiving-order-record.ts';
import type { Receiving } from './receiving-services.ts';
import { recountReceivingAlone } from './recount-receiving.ts';

/** Names of purchase order line fields in receiving order lines. */
const fieldNames: Readonly<Record<string, string>> = { quantityOrdered: 'quantity', unitPrice: 'unitCost' };

/** Like `priceLines`, with errors at this endpoint's field names. */
export async function costLines(
  ctx: AccountContext,
  { catalogue }: Receiving,
  supplier: { id: string; name: string },
  wanted: readonly WantedPurchaseLine[],
): Promise<PricedPurchaseColumns[]> {
  try {
    return await pricePurchaseLines(ctx, catalogue, supplier, wanted);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.map(({ path, ...rest }) => ({
      ...rest,
      path: path
        .split('.')
        .map((part) => fieldNames[part] ?? part)
        .join('.'),
    }));
    const { code, status, message, details } = error;
    throw new Problem({ code, status, message, errors, ...(details ? { details } : {}) });
  }
}

/** Columns of a line that follow from item, quantity and cost. */
export const receivingLineColumns = (line: PricedPurchaseColumns) => ({
  item_id: line.itemID,
  sku: line.sku,
  description: line.description,
  item_type: line.itemType,
  supplier_part_number: line.supplierPartNumber,
  quantity: line.quantity,
  unit_id: line.unitID,
  unit_name: line.unitName,
  base_quantity: line.baseQuantity,
  base_unit_id: line.baseUnitID,
  unit_cost: line.unitPrice,
});

/** Sets the expected supply of a receiving order without a purchase order: due today, until it is put away. */
export async function expectGoods(ctx: AccountContext, supply: SupplyPort, id: string): Promise<void> {
  const { rows } = await sql<{
    number: string;
    lineID: string;
    itemID: string;
    measure: string;
    unitID: string;
    unitCost: string;
  }>`select receiving.number, line.id as "lineID", line.item_id as "itemID", line.quantity::text as measure,
      line.unit_id as "unitID", line.unit_cost::text as "unitCost"
    from commerce.receiving_order receiving
    join commerce.receiving_order_line line on line.account_id = receiving.account_id
      and line.receiving_order_id = receiving.id
    where receiving.account_id = ${ctx.account.id} and receiving.id = ${id} order by line.id`.execute(ctx.em.query());
  const source = { type: receivingOrderType, id, number: rows[0]?.number ?? '' };
  const dueOn = todayOf(ctx);
  await supply.expect(
    ctx,
    source,
    rows.map(({ number: _, ...line }) => ({ ...line, dueOn })),
  );
}

/**
 * Creates a receiving order for goods without a purchase order; answers its id.
 * @throws Problem 400 with one entry per invalid line, 409 `item_not_supplied`, `supplier_inactive`
 */
export async function openWithoutOrder(
  ctx: AccountContext,
  receiving: Receiving,
  { supplierID, lines, note }: CreateReceivingOrderInput,
): Promise<string> {
  const supplier = await orderSupplier(ctx, supplierID);
  const costed = await costLines(
    ctx,
    receiving,
    supplier,
    lines.map(({ itemID, quantity, unitID, unitCost }, index) => ({
      path: `lines.${index}`,
      itemID,
      quantityOrdered: typeof quantity === 'number' && unitID ? { measure: quantity, unitID } : quantity,
      unitPrice: unitCost,
    })),
  );
  const now = ctx.clock.now();
  const id = newID('rcv');
  const number = await nextNumber(ctx, 'receiving_order');
  await ctx.em.insert('commerce.receiving_order', [
    {
      id,
      version: 1,
      created_at: now,
      updated_at: now,
      number,
      number_key: numberKey(number),
      purchase_order_id: null,
      supplier_id: supplier.id,
      supplier_name: supplier.name,
      status: 'expected',
      note: note || null,
    },
  ]);
  await ctx.em.insert(
    'commerce.receiving_order_line',
    costed.map((line, index) => ({
      id: newID('rcl'),
      receiving_order_id: id,
      order_line_id: null,
      line_item_number: index + 1,
      ...receivingLineColumns(line),
    })),
  );
  await expectGoods(ctx, receiving.supply, id);
  await recountReceivingAlone(ctx, [id]);
  await indexRecord(
    ctx,
    receivingDocument({ id, number, supplierName: supplier.name, supplierNumber: supplier.number, orderNumber: null }),
  );
  const record = receivingRecord(id);
  audit(ctx, { record, action: 'created', note: 'Goods without an order' });
  emit(
    ctx,
    receivingOrderOpened,
    { receivingOrderID: id, number, supplierID: supplier.id, purchaseOrderID: null },
    record,
  );
  await ctx.em.flush();
  return id;
}
