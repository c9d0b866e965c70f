import { type Big, decimal, problems } from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import type { DemandLine, DemandSource } from '@millwright/inventory/contracts';
import type { ReceivingOrderStatus } from '../../../../contracts/index.ts';
import { purchaseOrderIs } from '../../../states/states.ts';
import { PurchaseOrder } from '../../purchase-order/purchase-order.entity.ts';
import { purchaseSource } from '../../purchase-order/status/purchase-source.ts';
import { ReceivingOrder } from '../receiving-order.entity.ts';
import { receivingOrderType } from '../record/receiving-order-record.ts';

/** A line of a receiving order; quantities are in base units. */
export interface ReceivingLine {
  id: string;
  lineItemNumber: number;
  orderLineID: string | null;
  itemID: string;
  sku: string;
  quantity: Big;
  unitID: string;
  unitName: string;
  baseQuantity: Big;
  baseUnitID: string;
  unitCost: Big;
  received: Big;
  rejected: Big;
  stocked: Big;
  /** Day on which it is expected. */
  dueOn: string | null;
}

/** A receiving order, locked with its purchase order until the transaction ends. */
export interface LockedReceiving {
  id: string;
  number: string;
  status: ReceivingOrderStatus;
  version: number;
  supplierID: string;
  supplierName: string;
  supplierNumber: string;
  purchaseOrderID: string | null;
  orderNumber: string | null;
  /** Whether goods may be received: it is not void, and its purchase order, if any, is issued. */
  isOpen: boolean;
  lines: ReceivingLine[];
}

type Row = Omit<LockedReceiving, 'lines'>;
type LineRow = { [Key in keyof ReceivingLine]: ReceivingLine[Key] extends Big ? string : ReceivingLine[Key] };

/**
 * Locks the purchase order first: only its lock prevents concurrent receipts of the same line. 404 for an unknown id.
 */
export async function lockedReceiving(
  ctx: AccountContext,
  id: string,
  version?: number | undefined,
): Promise<LockedReceiving> {
  const account = ctx.account.id;
  const { rows: known } = await sql<{ orderID: string | null }>`select purchase_order_id as "orderID"
    from commerce.receiving_order where account_id = ${account} and id = ${id} and deleted_at is null`.execute(
    ctx.em.query(),
  );
  if (!known[0]) throw problems.not_found();
  if (known[0].orderID) await ctx.em.lockRows(PurchaseOrder, [known[0].orderID]);
  await ctx.em.lockRows(ReceivingOrder, [id]);
  const { rows } = await sql<Row>`select receiving.id, receiving.number, receiving.status, receiving.version,
      supplier.id as "supplierID", supplier.name as "supplierName", supplier.number as "supplierNumber",
      bought.id as "purchaseOrderID", bought.number as "orderNumber",
      receiving.voided_at is null and (bought.id is null or ${purchaseOrderIs.open('bought.status')}) as "isOpen"
    from commerce.receiving_order receiving
    join commerce.supplier supplier on supplier.account_id = receiving.account_id
      and supplier.id = receiving.supplier_id
    left join commerce.purchase_order bought on bought.account_id = receiving.account_id
      and bought.id = receiving.purchase_order_id
    where receiving.account_id = ${account} and receiving.id = ${id} and receiving.deleted_at is null`.execute(
    ctx.em.query(),
  );
  const [row] = rows;
  if (!row) throw problems.not_found();
  ctx.em.expectVersion(row, version);
  return { ...row, lines: await linesOf(ctx, id) };
}

async function linesOf(ctx: AccountContext, id: string): Promise<ReceivingLine[]> {
  const { rows } = await sql<LineRow>`select line.id, line.line_item_number as "lineItemNumber",
      line.order_line_id as "orderLineID", line.item_id as "itemID", line.sku, line.quantity::text as quantity,
      line.unit_id as "unitID", line.unit_name as "unitName", line.base_quantity::text as "baseQuantity",
      line.base_unit_id as "baseUnitID", line.unit_cost::text as "unitCost", line.quantity_received::text as received,
      line.quantity_rejected::text as rejected, line.quantity_stocked::text as stocked,
      coalesce(ordered.expected_on, (receiving.created_at at time zone ${ctx.account.timeZone})::date)::text as "dueOn"
    from commerce.receiving_order receiving
    join commerce.receiving_order_line line on line.account_id = receiving.account_id
      and line.receiving_order_id = receiving.id
    left join commerce.purchase_order_line ordered on ordered.account_id = line.account_id
      and ordered.id = line.order_line_id
    where receiving.account_id = ${ctx.account.id} and receiving.id = ${id}
    order by line.line_item_number, line.id`.execute(ctx.em.query());
  return rows.map((line) => ({
    ...line,
    quantity: decimal(line.quantity),
    baseQuantity: decimal(line.baseQuantity),
    unitCost: decimal(line.unitCost),
    received: decimal(line.received),
    rejected: decimal(line.rejected),
    stocked: decimal(line.stocked),
  }));
}

/** The order as a source in the stock ledger. */
export const receivingSourceOf = ({ id, number }: LockedReceiving): DemandSource => ({
  type: receivingOrderType,
  id,
  number,
});

/** The supply of a line: the purchase order's, or its own without a purchase order. */
export const supplyOf = (order: LockedReceiving, line: ReceivingLine): DemandLine =>
  order.purchaseOrderID && line.orderLineID
    ? { type: purchaseSource, id: order.purchaseOrderID, lineID: line.orderLineID }
    : { type: receivingOrderType, id: order.id, lineID: line.id };

/** Payload shared by all events of receiving. */
export const factOf = ({ id, number, supplierID, purchaseOrderID }: LockedReceiving) => ({
  receivingOrderID: id,
  number,
  supplierID,
  purchaseOrderID,
});

/** Accepted quantity of a line. */
export const acceptedOf = ({ received, rejected }: ReceivingLine): Big => received.minus(rejected);

/** '3: HIDE' */
export const lineName = ({ lineItemNumber, sku }: ReceivingLine): string => `Line ${lineItemNumber} (${sku})`;

/** Goods of a delivery line. */
export interface CameLine {
  id: string;
  deliveryID: string;
  lineID: string;
  itemID: string;
  lotID: string | null;
  lotNumber: string | null;
  locationID: string | null;
  accepted: Big;
  stocked: Big;
  isReturned: boolean;
}

/** Goods of valid deliveries in the stock, the first to expire first; of one delivery or line if given. */
export async function cameLines(
  ctx: AccountContext,
  receivingOrderID: string,
  { deliveryID, lineIDs }: { deliveryID?: string | undefined; lineIDs?: readonly string[] | undefined } = {},
): Promise<CameLine[]> {
  const { rows } = await sql<Omit<CameLine, 'accepted' | 'stocked'> & { accepted: string; stocked: string }>`
    select came.id, delivery.id as "deliveryID", came.receiving_line_id as "lineID", came.item_id as "itemID",
      came.lot_id as "lotID", came.lot_number as "lotNumber", came.location_id as "locationID",
      (came.base_quantity - came.base_rejected)::text as accepted, came.base_stocked::text as stocked,
      came.base_rejected > 0 and delivery.returned_at is not null as "isReturned"
    from commerce.delivery delivery
    join commerce.delivery_line came on came.account_id = delivery.account_id and came.delivery_id = delivery.id
    where delivery.account_id = ${ctx.account.id} and delivery.receiving_order_id = ${receivingOrderID}
      and not delivery.is_historic and came.voided_at is null
      and (${deliveryID ?? null}::text is null or delivery.id = ${deliveryID ?? null})
      and (${lineIDs === undefined} or came.receiving_line_id = any(${listed([...(lineIDs ?? [])])}))
    order by came.expires_on nulls last, delivery.received_at, came.id`.execute(ctx.em.query());
  return rows.map((row) => ({ ...row, accepted: decimal(row.accepted), stocked: decimal(row.stocked) }));
}
