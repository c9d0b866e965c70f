import { decimal, toWire } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { purchaseOrderByID } from '../../purchase-order/purchase-order.queries.ts';
import { asCounted, type OverReceipt } from './counted-goods.ts';
import type { LockedReceiving } from './locked-receiving.ts';
import type { Receiving } from './receiving-services.ts';
import { writeOwnLine } from './write-own-line.ts';

/**
 * Raises the ordered quantity to the received one, at the line's price; without a purchase order, the announced
 * quantity.
 * @throws Problem 403 without `purchase_orders:update`
 */
export async function raiseOrder(
  ctx: AccountContext,
  receiving: Receiving,
  order: LockedReceiving,
  over: readonly OverReceipt[],
): Promise<void> {
  const { purchaseOrderID } = order;
  if (!purchaseOrderID) {
    for (const { line, accepted } of over) {
      const { measure, unitID } = asCounted(line, accepted);
      await writeOwnLine(ctx, receiving, order, line, { quantity: { measure: toWire(decimal(measure)), unitID } });
    }
    return;
  }
  ctx.require('purchase_orders:update');
  const raised = new Map(over.map((each) => [each.line.orderLineID, each]));
  const { lines } = await purchaseOrderByID(ctx, purchaseOrderID);
  await receiving.orders.update(ctx, purchaseOrderID, {
    lines: lines.map(({ id, item, quantityOrdered, unitPrice, lineItemNumber }) => {
      const more = raised.get(id);
      const entry = { id, itemID: item.id, lineItemNumber };
      if (!more) return { ...entry, quantityOrdered: measureOf(quantityOrdered) };
      const { measure, unitID } = asCounted(more.line, more.accepted);
      // The price is per ordered unit; for another unit it is converted instead of sent.
      const price = unitID === quantityOrdered.unitID ? { unitPrice } : {};
      return {
        ...entry,
        ...price,
        quantityOrdered: { measure: toWire(decimal(measure)), unitID },
      };
    }),
  });
}

const measureOf = ({ measure, unitID }: { measure: number; unitID: string }) => ({ measure, unitID });
