import { holdStates, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  type CustomerStatus,
  pickProblems,
  type SalesOrderStatus,
  salesOrderProblems,
  salesOrderStates,
} from '../../../../contracts/index.ts';
import { lockDocuments } from '../../../document/record/lock-documents.ts';

/** The state of a pick that its steps depend on. Its order is locked until the transaction ends. */
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
  /** Whether the reserved quantity of the order exceeds its allocated quantity. */
  isToPlan: boolean;
}

/** Picks, locked after their orders, the most urgent first. Unknown ids are missing. */
export async function lockedPicks(ctx: AccountContext, pickIDs: readonly string[]): Promise<OpenPick[]> {
  await lockDocuments(ctx, { ordersOf: { pick: pickIDs } });
  const { rows } = await sql<OpenPick>`select pick.id, pick.number, pick.version, sold.id as "orderID",
      sold.number as "orderNumber", customer.id as "customerID", customer.name as "customerName",
      customer.status as "customerStatus", sold.status, pick.released_at is not null as "isReleased",
      pick.held_line_ids as "heldLineIDs",
      exists (select from inventory.v_demands demand
        where demand.account_id = pick.account_id and demand.source_type = 'sales_order'
          and demand.source_id = pick.order_id
          and demand.reserved > (select coalesce(sum(aside.quantity), 0) from inventory.v_allocations aside
            where aside.account_id = demand.account_id and aside.source_type = 'sales_order'
              and aside.source_id = demand.source_id and aside.line_id = demand.line_id)) as "isToPlan"
    from commerce.pick pick
    join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    where pick.account_id = ${ctx.account.id} and pick.id = any(${[...pickIDs]}::text[]) and pick.deleted_at is null
    order by pick.priority_rank desc, coalesce(pick.promised_at, 'infinity'), sold.issued_at, pick.id
    for no key update of pick`.execute(ctx.em.query());
  return rows;
}

/**
 * One pick, locked.
 * @throws Problem 404; 409 if it has changed since `version`
 */
export async function lockedPick(ctx: AccountContext, pickID: string, version?: number): Promise<OpenPick> {
  const [pick] = await lockedPicks(ctx, [pickID]);
  if (!pick) throw problems.not_found();
  ctx.em.expectVersion(pick, version);
  return pick;
}

/** Reason why the pick cannot continue. Undefined if it can. */
export function pickRefusal({ status, orderNumber, customerStatus, customerName, customerID }: OpenPick) {
  if (!salesOrderStates.is.open(status))
    return pickProblems.pick_closed({
      message: `Order ${orderNumber} is ${status.replaceAll('_', ' ')}: issue it again before anything is picked`,
    });
  if (holdStates.is.holdsOrders(customerStatus))
    return salesOrderProblems.customer_on_hold({
      message: `${customerName} is on hold: order ${orderNumber} is not picked before the hold is lifted`,
      details: { customerID },
    });
  return undefined;
}

/** @throws Problem 409 `pick_closed`, `customer_on_hold` */
export function refuseClosedPick(pick: OpenPick): void {
  const refusal = pickRefusal(pick);
  if (refusal) throw refusal;
}
