import type { Problem } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  issueGap,
  type OrderCompleteness,
  orderCompleteness,
  type SalesOrder,
  salesOrderProblems,
  salesOrderStates,
} from '../../../../contracts/index.ts';

/** Reason why the order is too incomplete to be issued, with the name of the field. Undefined if it is complete. */
export function gapRefusal(order: OrderCompleteness): Problem | undefined {
  const gap = issueGap(order);
  const { code, path, message } = gap ?? {};
  return code && path && message ? salesOrderProblems[code]({ message, errors: [{ path, message }] }) : undefined;
}

/** @throws Problem 409 `order_without_lines`, `order_without_ship_to` for a new order that cannot be issued */
export async function refuseGaps(
  ctx: AccountContext,
  order: {
    lines: readonly { productType: string }[];
    shipTo: unknown;
    carrierID: string | null;
  },
): Promise<void> {
  const isOpen = order.shipTo === null && order.carrierID !== null;
  const { rows } = isOpen
    ? await sql<{ code: string | null }>`select code from commerce.carrier
        where account_id = ${ctx.account.id} and id = ${order.carrierID}`.execute(ctx.em.query())
    : { rows: [] };
  const refusal = gapRefusal({
    lineCount: order.lines.length,
    hasGoods: order.lines.some(({ productType }) => productType === 'sale'),
    hasShipTo: order.shipTo !== null,
    carrierCode: rows[0]?.code ?? null,
  });
  if (refusal) throw refusal;
}

/**
 * An issued order has to stay complete. Imported history that never was complete is not refused.
 * @throws Problem 409 as above
 */
export function refuseNewGaps(before: SalesOrder, after: SalesOrder): void {
  if (!salesOrderStates.is.open(after.status.code) || issueGap(orderCompleteness(before))) return;
  const refusal = gapRefusal(orderCompleteness(after));
  if (refusal) throw refusal;
}
