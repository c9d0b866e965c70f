import { problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  type CustomerStatus,
  pickProblems,
  type SalesOrderStatus,
  salesOrderProblems,
} from '../../../contracts/index.ts';
import { SalesOrder } from '../../sales/sales-order/sales-order.entity.ts';

/** What decides about the steps of a pick; its order is locked until the transaction ends. */
export interface OpenPick {
  id: string;
  number: string;
  version: number;
  orderID: string;
  orderNumber: string;
  customerID: string;
  customerName: string;
  customerStatus: CustomerStatus;
  status: SalesOrderStatus;
  isReleased: boolean;
  heldLineIDs: string[];
}

/**
 * Picks with their orders locked, the most urgent first; those that are not there are missing. Whoever changes a pick
 * locks its order first, so that the order alone keeps two from changing it at once.
 */
export async function lockedPicks(ctx: AccountContext, pickIDs: readonly string[]): Promise<OpenPick[]> {
  const { rows: found } = await sql<{ orderID: string }>`select order_id as "orderID" from commerce.pick
    where account_id = ${ctx.account.id} and id = any(${[...pickIDs]}::text[]) and deleted_at is null`.execute(
    ctx.em.query(),
  );
  await ctx.em.lockRows(
    SalesOrder,
    found.map(({ orderID }) => orderID),
  );
  const { rows } = await sql<OpenPick>`select pick.id, pick.number, pick.version, sold.id as "orderID",
      sold.number as "orderNumber", customer.id as "customerID", customer.name as "customerName",
      customer.status as "customerStatus", sold.status, pick.released_at is not null as "isReleased",
      pick.held_line_ids as "heldLineIDs"
    from commerce.pick pick
    join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    where pick.account_id = ${ctx.account.id} and pick.id = any(${[...pickIDs]}::text[]) and pick.deleted_at is null
    order by pick.priority_rank desc, coalesce(pick.promised_at, 'infinity'), sold.issued_at, pick.id`.execute(
    ctx.em.query(),
  );
  return rows;
}

/** One pick, locked. @throws Problem 404; 409 where somebody changed it since `version` */
export async function lockedPick(ctx: AccountContext, pickID: string, version?: number): Promise<OpenPick> {
  const [pick] = await lockedPicks(ctx, [pickID]);
  if (!pick) throw problems.not_found();
  ctx.em.expectVersion(pick, version);
  return pick;
}

/** Why nothing can be fetched for a pick; undefined where it can. */
export function pickRefusal({ status, orderNumber, customerStatus, customerName, customerID }: OpenPick) {
  if (status !== 'issued')
    return pickProblems.pick_closed({
      message: `Order ${orderNumber} is ${status.replaceAll('_', ' ')}: issue it again before anything is picked`,
    });
  if (customerStatus === 'hold_all')
    return salesOrderProblems.customer_on_hold({
      message: `${customerName} is on hold: order ${orderNumber} is not picked before the hold is lifted`,
      details: { customerID },
    });
  return undefined;
}

/** @throws Problem 409 `pick_closed`, `customer_on_hold` */
export function refuseIfClosed(pick: OpenPick): void {
  const refusal = pickRefusal(pick);
  if (refusal) throw refusal;
}
