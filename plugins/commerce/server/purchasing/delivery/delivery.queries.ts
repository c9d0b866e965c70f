import { decimal, type EndpointRequest, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, among, isoText, projection, since, sql, upTo } from '@millwright/core/server';
import { type Delivery, type DeliveryLine, deliveryRow, listDeliveries } from '../../../contracts/index.ts';
import { deliveryIs } from '../../states/states.ts';
import { inLineUnit } from '../purchase-order/purchase-order.queries.ts';

const isToReturn = sql<boolean>`(${deliveryIs.refused('delivery.status')} and delivery.returned_at is null
  and not delivery.is_historic)`;

const ofReceiving = (column: string) => sql`(select ${sql.ref(column)} from commerce.receiving_order receiving
  left join commerce.purchase_order bought on bought.account_id = receiving.account_id
    and bought.id = receiving.purchase_order_id
  where receiving.account_id = delivery.account_id and receiving.id = delivery.receiving_order_id)`;

/** Projection of deliveries. */
export const deliveryView = projection<typeof deliveryRow, EndpointRequest<typeof listDeliveries>['query']>(
  deliveryRow,
  {
    list: listDeliveries,
    table: 'commerce.delivery',
    computed: {
      status: deliveryIs.named('delivery.status'),
      receivingOrder: sql`json_build_object('id', delivery.receiving_order_id,
        'number', ${ofReceiving('receiving.number')})`,
      purchaseOrder: sql`(select json_build_object('id', bought.id, 'number', bought.number)
        from commerce.receiving_order receiving
        join commerce.purchase_order bought on bought.account_id = receiving.account_id
          and bought.id = receiving.purchase_order_id
        where receiving.account_id = delivery.account_id and receiving.id = delivery.receiving_order_id)`,
      supplier: sql`(select json_build_object('id', supplier.id, 'name', supplier.name, 'number', supplier.number)
        from commerce.supplier supplier where supplier.account_id = delivery.account_id
          and supplier.id = delivery.supplier_id)`,
      receivedBy: sql`delivery.received_by_name`,
      isToReturn,
    },
    search: { document: 'delivery' },
    sortable: {
      number: 'delivery.number_key',
      supplier: sql`(select supplier.name from commerce.supplier supplier
        where supplier.account_id = delivery.account_id and supplier.id = delivery.supplier_id)`,
    },
    filters: {
      status: (status) => sql<boolean>`delivery.status = ${status}`,
      isToReturn: (wanted) => sql<boolean>`${isToReturn} = ${wanted}`,
      supplierIDs: (ids) => among('delivery.supplier_id', ids),
      receivingOrderIDs: (ids) => among('delivery.receiving_order_id', ids),
      purchaseOrderIDs: (ids) =>
        sql<boolean>`exists (select from commerce.receiving_order receiving
          where receiving.account_id = delivery.account_id and receiving.id = delivery.receiving_order_id
            and ${among('receiving.purchase_order_id', ids)})`,
      itemIDs: (ids) => sql<boolean>`exists (select from commerce.delivery_line came
        where came.account_id = delivery.account_id and came.delivery_id = delivery.id
          and ${among('came.item_id', ids)})`,
      startDate: since('delivery.received_at'),
      endDate: upTo('delivery.received_at'),
    },
    order: [['receivedAt', 'desc']],
  },
);

interface LineRow {
  id: string;
  receivingLineID: string;
  itemID: string;
  sku: string;
  description: string;
  type: DeliveryLine['item']['type'];
  supplierPartNumber: string | null;
  lotNumber: string | null;
  expiresOn: string | null;
  quantity: string;
  unitID: string;
  unit: string;
  baseQuantity: string;
  rejected: string;
  stocked: string;
  reason: string | null;
  value: string;
  dueOn: string | null;
  isOnTime: boolean | null;
  stockedAt: string | null;
  voidedAt: string | null;
}

const isoOrNull = (value: string | null): string | null => (value === null ? null : isoText(value));

function lineOf(row: LineRow): DeliveryLine {
  const inUnit = (field: string, stored: string) => ({
    id: quantityID(row.id, field),
    measure: inLineUnit(stored, row),
    unitID: row.unitID,
    unit: row.unit,
  });
  const accepted = decimal(row.baseQuantity).minus(decimal(row.rejected)).toFixed(6);
  return {
    id: row.id,
    receivingLineID: row.receivingLineID,
    item: { id: row.itemID, sku: row.sku, description: row.description, type: row.type },
    supplierPartNumber: row.supplierPartNumber,
    lotNumber: row.lotNumber,
    expiresOn: row.expiresOn,
    quantity: inUnit('quantity', row.baseQuantity),
    quantityAccepted: inUnit('quantityAccepted', accepted),
    quantityRejected: inUnit('quantityRejected', row.rejected),
    quantityStocked: inUnit('quantityStocked', row.stocked),
    reason: row.reason,
    value: toWire(decimal(row.value)),
    dueOn: row.dueOn,
    isOnTime: row.isOnTime,
    stockedAt: isoOrNull(row.stockedAt),
    voidedAt: isoOrNull(row.voidedAt),
  };
}

/** One delivery with its lines; 404 for an unknown id. */
export async function deliveryByID(ctx: AccountContext, id: string): Promise<Delivery> {
  const head = await deliveryView.byID(ctx, id);
  const { rows } = await sql<LineRow>`select came.id, came.receiving_line_id as "receivingLineID",
      came.item_id as "itemID", coalesce(item.sku, line.sku) as sku, coalesce(item.description, line.description) as
        description, coalesce(item.type, line.item_type) as type, line.supplier_part_number as "supplierPartNumber",
      came.lot_number as "lotNumber", came.expires_on::text as "expiresOn", came.quantity::text as quantity,
      came.unit_id as "unitID", came.unit_name as unit, came.base_quantity::text as "baseQuantity",
      came.base_rejected::text as rejected,
      (case when delivery.is_historic then came.base_quantity - came.base_rejected else came.base_stocked end)::text
        as stocked,
      came.reason, came.value::text as value, came.due_on::text as "dueOn",
      (delivery.received_at at time zone ${ctx.account.timeZone})::date <= came.due_on as "isOnTime",
      came.stocked_at as "stockedAt", came.voided_at as "voidedAt"
    from commerce.delivery delivery
    join commerce.delivery_line came on came.account_id = delivery.account_id and came.delivery_id = delivery.id
    join commerce.receiving_order_line line on line.account_id = came.account_id and line.id = came.receiving_line_id
    left join inventory.v_items item on item.account_id = came.account_id and item.id = came.item_id
    where delivery.account_id = ${ctx.account.id} and delivery.id = ${id}
    order by came.position`.execute(ctx.em.query());
  const { rows: noted } = await sql<{ note: string | null }>`select note from commerce.delivery
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  return { ...head, note: noted[0]?.note ?? null, lines: rows.map(lineOf) };
}
