import { decimal, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, isoText, sql } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import {
  type DeliveryStatus,
  type ProposedPlace,
  type ReceivingOrder,
  type ReceivingOrderLine,
  receivingOrderStates,
  supplierDeliveryStates,
} from '../../../contracts/index.ts';
import { inLineUnit } from '../purchase-order/purchase-order.queries.ts';
import { receivingOrderView } from './receiving-order-list.queries.ts';

/** Goods of one delivery and lot at the dock; base units, decimal text. */
interface DockRow {
  deliveryLineID: string;
  delivery: { id: string; number: string };
  lotID: string | null;
  lotNumber: string | null;
  expiresOn: string | null;
  open: string;
}

interface LineRow {
  id: string;
  lineItemNumber: number;
  orderLineID: string | null;
  purchaseOrderID: string | null;
  itemID: string;
  sku: string;
  description: string;
  type: ReceivingOrderLine['item']['type'];
  manufacturerPart: string | null;
  supplierPartNumber: string | null;
  quantity: string;
  unitID: string;
  unit: string;
  baseQuantity: string;
  received: string;
  rejected: string;
  stocked: string;
  unitCost: string;
  correctedCost: string | null;
  note: string | null;
  stockedAt: string | null;
  createdAt: string;
  updatedAt: string;
  atDock: DockRow[];
}

const linesOf = async (ctx: AccountContext, id: string): Promise<LineRow[]> => {
  const { rows } = await sql<LineRow>`select line.id, line.line_item_number as "lineItemNumber",
      line.order_line_id as "orderLineID", receiving.purchase_order_id as "purchaseOrderID", line.item_id as "itemID",
      line.sku, line.description, line.item_type as type, item.manufacturer_part_number as "manufacturerPart",
      line.supplier_part_number as "supplierPartNumber", line.quantity::text as quantity, line.unit_id as "unitID",
      line.unit_name as unit, line.base_quantity::text as "baseQuantity", line.quantity_received::text as received,
      line.quantity_rejected::text as rejected, line.quantity_stocked::text as stocked,
      line.unit_cost::text as "unitCost", line.corrected_cost::text as "correctedCost", line.note,
      line.stocked_at as "stockedAt", receiving.created_at as "createdAt",
      receiving.updated_at as "updatedAt",
      (select coalesce(json_agg(json_build_object('deliveryLineID', came.id,
          'delivery', json_build_object('id', delivery.id, 'number', delivery.number), 'lotID', came.lot_id,
          'lotNumber', came.lot_number, 'expiresOn', came.expires_on::text,
          'open', (came.base_quantity - came.base_rejected - came.base_stocked)::text)
          order by came.expires_on nulls last, delivery.received_at, came.id), '[]')
        from commerce.delivery_line came
        join commerce.delivery delivery on delivery.account_id = came.account_id and delivery.id = came.delivery_id
        where came.account_id = line.account_id and came.receiving_line_id = line.id and came.voided_at is null
          and not delivery.is_historic
          and came.base_quantity - came.base_rejected > came.base_stocked) as "atDock"
    from commerce.receiving_order receiving
    join commerce.receiving_order_line line on line.account_id = receiving.account_id
      and line.receiving_order_id = receiving.id
    left join inventory.v_items item on item.account_id = line.account_id and item.id = line.item_id
    where receiving.account_id = ${ctx.account.id} and receiving.id = ${id}
    order by line.line_item_number, line.id`.execute(ctx.em.query());
  return rows;
};

interface DeliveryColumns {
  id: string;
  number: string;
  status: DeliveryStatus;
  reference: string | null;
  receivedAt: string;
  receivedBy: string;
}

const deliveriesOf = async (ctx: AccountContext, id: string) => {
  const { rows } = await sql<DeliveryColumns>`select id, number, status, reference, received_at as "receivedAt",
      received_by_name as "receivedBy"
    from commerce.delivery where account_id = ${ctx.account.id} and receiving_order_id = ${id}
    order by received_at desc, id desc`.execute(ctx.em.query());
  return rows.map(({ status, receivedAt, ...row }) => ({
    ...row,
    status: { code: status, name: supplierDeliveryStates.names[status] },
    receivedAt: isoText(receivedAt),
  }));
};

function lineOf(row: LineRow, proposedPlaces: readonly ProposedPlace[]): ReceivingOrderLine {
  const { id, unitID, unit } = row;
  const inUnit = (field: string, stored: string) => ({
    id: quantityID(id, field),
    measure: inLineUnit(stored, row),
    unitID,
    unit,
  });
  const accepted = decimal(row.received).minus(decimal(row.rejected));
  const open = decimal(row.baseQuantity).minus(accepted);
  const { purchaseOrderID, orderLineID, lineItemNumber } = row;
  const codes = [row.sku, row.supplierPartNumber, row.manufacturerPart];
  return {
    id,
    lineItemNumber,
    orderLine: orderLineID && purchaseOrderID ? { id: orderLineID, purchaseOrderID, lineItemNumber } : null,
    item: { id: row.itemID, sku: row.sku, description: row.description, type: row.type },
    supplierPartNumber: row.supplierPartNumber,
    quantity: { id: quantityID(id, 'quantity'), measure: toWire(decimal(row.quantity)), unitID, unit },
    quantityReceived: inUnit('quantityReceived', row.received),
    quantityRejected: inUnit('quantityRejected', row.rejected),
    quantityStocked: inUnit('quantityStocked', row.stocked),
    quantityAtDock: inUnit('quantityAtDock', accepted.minus(decimal(row.stocked)).toFixed(6)),
    quantityExpected: inUnit('quantityExpected', open.gt('0') ? open.toFixed(6) : '0'),
    unitCost: toWire(decimal(row.unitCost)),
    correctedCost: row.correctedCost === null ? null : toWire(decimal(row.correctedCost)),
    note: row.note,
    stockedAt: row.stockedAt === null ? null : isoText(row.stockedAt),
    createdAt: isoText(row.createdAt),
    updatedAt: isoText(row.updatedAt),
    atDock: row.atDock.map(({ open: waits, ...goods }) => ({
      ...goods,
      quantity: inUnit(`atDock.${goods.deliveryLineID}`, waits),
    })),
    proposedPlaces: [...proposedPlaces],
    scanCodes: [...new Set(codes.flatMap((code) => (code ? [code.toUpperCase()] : [])))],
  };
}

/** The dock; null if there is none yet, because reading does not create it. */
async function dockOf(ctx: AccountContext): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from inventory.v_locations
    where account_id = ${ctx.account.id} and type = 'dock' and not is_closed and not is_promisable
    order by id limit 1`.execute(ctx.em.query());
  return rows[0] ?? null;
}

const hasOwnGoods = async (ctx: AccountContext, id: string): Promise<boolean> => {
  const { rows } = await sql`select from commerce.delivery delivery
    join commerce.delivery_line came on came.account_id = delivery.account_id and came.delivery_id = delivery.id
    where delivery.account_id = ${ctx.account.id} and delivery.receiving_order_id = ${id} and not delivery.is_historic
      and came.voided_at is null and came.base_quantity > came.base_rejected limit 1`.execute(ctx.em.query());
  return rows.length > 0;
};

const freightOf = async (ctx: AccountContext, id: string): Promise<number | null> => {
  const { rows } = await sql<{ freight: string | null }>`select freight::text from commerce.receiving_order
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  const freight = rows[0]?.freight ?? null;
  return freight === null ? null : toWire(decimal(freight));
};

/** One receiving order with its lines; 404 for an unknown id. */
export async function receivingOrderByID(ctx: AccountContext, stock: StockPort, id: string): Promise<ReceivingOrder> {
  const head = await receivingOrderView.byID(ctx, id);
  const rows = await linesOf(ctx, id);
  const places = await stock.proposePlaces(
    ctx,
    rows.map(({ itemID }) => itemID),
  );
  const lines = rows.map((row) => lineOf(row, places.get(row.itemID) ?? []));
  const deliveries = await deliveriesOf(ctx, id);
  const isOpen = receivingOrderStates.is.open(head.status.code);
  return {
    ...head,
    lines,
    deliveries,
    dock: await dockOf(ctx),
    freight: await freightOf(ctx, id),
    canReceive: isOpen && lines.some(({ quantityExpected }) => quantityExpected.measure > 0),
    canStock: lines.some(({ atDock }) => atDock.length > 0),
    canVoid:
      deliveries.some(({ status }) => supplierDeliveryStates.is.live(status.code)) ||
      (head.purchaseOrder === null && receivingOrderStates.is.expected(head.status.code)),
    // Only goods that are or were in the stock have a cost to correct.
    canCorrectCost: await hasOwnGoods(ctx, id),
  };
}
