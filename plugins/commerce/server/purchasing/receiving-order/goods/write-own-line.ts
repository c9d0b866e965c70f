import { decimal, type QuantityInput, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { purchaseOrderProblems } from '../../../../contracts/index.ts';
import { costLines, expectGoods, receivingLineColumns } from './goods-without-order.ts';
import { acceptedOf, type LockedReceiving, lineName, type ReceivingLine } from './locked-receiving.ts';
import type { Receiving } from './receiving-services.ts';
import { recountReceivingAlone } from './recount-receiving.ts';

/**
 * Changes the expected quantity of goods without a purchase order, by default in the line's unit.
 * @throws Problem 409 `purchase_line_in_progress` for less than the accepted quantity
 */
export async function writeOwnLine(
  ctx: AccountContext,
  receiving: Receiving,
  order: LockedReceiving,
  line: ReceivingLine,
  { quantity, unitCost }: { quantity?: QuantityInput | undefined; unitCost?: number | undefined },
): Promise<void> {
  const present = { measure: toWire(line.quantity), unitID: line.unitID };
  const wanted = typeof quantity === 'number' ? { measure: quantity, unitID: line.unitID } : (quantity ?? present);
  // An absent cost stays, converted to a new unit.
  const kept = wanted.unitID === line.unitID ? { unitPrice: toWire(line.unitCost) } : {};
  const [columns] = await costLines(ctx, receiving, { id: order.supplierID, name: order.supplierName }, [
    {
      path: '',
      itemID: line.itemID,
      quantityOrdered: wanted,
      ...kept,
      ...(unitCost === undefined ? {} : { unitPrice: unitCost }),
    },
  ]);
  if (!columns) return;
  if (decimal(columns.baseQuantity).lt(acceptedOf(line)))
    throw purchaseOrderProblems.purchase_line_in_progress({
      message: `${lineName(line)} cannot shrink below what was received`,
      errors: [{ path: 'quantity', message: 'Less than what was received' }],
    });
  const { quantity: measure, unit_id, unit_name, base_quantity, unit_cost } = receivingLineColumns(columns);
  await sql`update commerce.receiving_order_line set quantity = ${measure}, unit_id = ${unit_id},
      unit_name = ${unit_name}, base_quantity = ${base_quantity}, unit_cost = ${unit_cost}
    where account_id = ${ctx.account.id} and id = ${line.id}`.execute(ctx.em.query());
  await expectGoods(ctx, receiving.supply, order.id);
  await recountReceivingAlone(ctx, [order.id]);
}
