import { type EndpointRequest, estimatedWeightPerEach, packSizes } from '@millwright/core/contracts';
import { among, projection, since, sql, upTo } from '@millwright/core/server';
import { listShipments, shipmentRow, trackingLink } from '../../../../contracts/index.ts';
import { shipmentIs } from '../../../states/states.ts';

/** A subquery over the shipment's active cases. */
const ofCases = (expression: ReturnType<typeof sql>) => sql`(select ${expression} from commerce.shipping_case held
  where held.account_id = shipment.account_id and held.shipment_id = shipment.id and held.deleted_at is null)`;

/** Pieces per ordered unit; see `packSizes`. */
const packSize = sql`case line.unit_name ${sql.join(
  Object.entries(packSizes).map(([unit, size]) => sql`when ${sql.lit(unit)} then ${sql.lit(size)}`),
  sql` `,
)} else 1 end`;

/** Reads shipments, without deleted ones. */
export const shipmentView = projection<
  typeof shipmentRow,
  EndpointRequest<typeof listShipments>['query'],
  'orderID' | 'trackingURL'
>(shipmentRow, {
  list: listShipments,
  table: 'commerce.shipment',
  where: sql<boolean>`shipment.deleted_at is null`,
  computed: {
    status: shipmentIs.named('shipment.status'),
    order: sql`(select json_build_object('id', sold.id, 'number', sold.number, 'customerPO', sold.customer_po)
      from commerce.sales_order sold where sold.account_id = shipment.account_id and sold.id = shipment.order_id)`,
    customer: sql`(select json_build_object('id', customer.id, 'name', customer.name, 'number', customer.number,
        'status', customer.status)
      from commerce.customer customer where customer.account_id = shipment.account_id
        and customer.id = shipment.customer_id)`,
    carrier: sql`(select json_build_object('id', carrier.id, 'name', carrier.name, 'code', carrier.code,
        'trackingUrlTemplate', carrier.tracking_url_template)
      from commerce.carrier carrier where carrier.account_id = shipment.account_id
        and carrier.id = shipment.carrier_id)`,
    carrierOption: sql`(select json_build_object('id', option.id, 'name', option.name, 'code', option.code)
      from commerce.carrier_option option
      where option.account_id = shipment.account_id and option.id = shipment.carrier_option_id)`,
    caseCount: ofCases(sql`count(*)::int`),
    freightWeight: ofCases(sql`coalesce(sum(held.freight_weight), 0)`),
    estimatedWeight: sql`(select coalesce(round(sum(packed.quantity * line.quantity / line.base_quantity *
      ${packSize} * ${sql.lit(estimatedWeightPerEach)}::numeric), 2), 0)
      from commerce.shipment_line packed
      join commerce.sales_order_line line on line.account_id = packed.account_id and line.id = packed.order_line_id
      where packed.account_id = shipment.account_id and packed.shipment_id = shipment.id)`,
    shippedBy: sql`case when shipment.shipped_by_name is not null
      then json_build_object('id', shipment.shipped_by_id, 'name', shipment.shipped_by_name) end`,
    salesRep: sql`(select json_build_object('id', rep.id, 'name', rep.name) from commerce.sales_order sold
      join core.v_members rep on rep.account_id = sold.account_id and rep.id = sold.sales_rep_id
      where sold.account_id = shipment.account_id and sold.id = shipment.order_id)`,
  },
  derived: {
    orderID: ({ order }) => order.id,
    trackingURL: ({ carrier, masterTrackingNumber }) =>
      (carrier && trackingLink(carrier, masterTrackingNumber)) ?? null,
  },
  search: { document: 'shipment' },
  sortable: {
    number: 'shipment.number_key',
    customer: sql`(select sold.customer_name from commerce.sales_order sold
      where sold.account_id = shipment.account_id and sold.id = shipment.order_id)`,
  },
  filters: {
    status: (status) => (status === 'all' ? sql<boolean>`true` : sql<boolean>`shipment.status = ${status}`),
    itemIDs: (ids) => sql<boolean>`exists (select from commerce.shipment_line packed
      where packed.account_id = shipment.account_id and packed.shipment_id = shipment.id
        and ${among('packed.item_id', ids)})`,
    customerIDs: (ids) => among('shipment.customer_id', ids),
    productLineIDs: (ids) => sql<boolean>`exists (select from commerce.shipment_line packed
      join inventory.v_items item on item.account_id = packed.account_id and item.id = packed.item_id
      where packed.account_id = shipment.account_id and packed.shipment_id = shipment.id
        and ${among('item.product_line_id', ids)})`,
    customerGroupIDs: (ids) => sql<boolean>`exists (select from commerce.customer grouped
      where grouped.account_id = shipment.account_id and grouped.id = shipment.customer_id
        and ${among('grouped.customer_type_group_id', ids)})`,
    salesRepIDs: (ids) => sql<boolean>`exists (select from commerce.sales_order sold
      where sold.account_id = shipment.account_id and sold.id = shipment.order_id and ${among(
        'sold.sales_rep_id',
        ids,
      )})`,
    carrierIDs: (ids) => among('shipment.carrier_id', ids),
    orderIDs: (ids) => among('shipment.order_id', ids),
    pickIDs: (ids) => among('shipment.pick_id', ids),
    startDate: since('shipment.created_at'),
    endDate: upTo('shipment.created_at'),
    shippedStartDate: since('shipment.shipped_at'),
    shippedEndDate: upTo('shipment.shipped_at'),
  },
  order: [['createdAt', 'desc']],
});
