import { type Invariant, numbersWithoutGaps, recordsWithoutDocument } from '@millwright/core/server';
import { salesOrderIs, shipmentIs } from '../../../states/states.ts';

/** Invariants of an account's shipments. */
export const shipmentInvariants: readonly Invariant[] = [
  {
    name: 'commerce.cases-hold-what-is-packed',
    sql: `select packed.id from commerce.shipment_line packed
      cross join lateral (select coalesce(sum(content.quantity), 0) as quantity
        from commerce.shipping_case_content content
        join commerce.shipping_case held on held.account_id = content.account_id and held.id = content.shipping_case_id
        where content.account_id = packed.account_id and content.shipment_line_id = packed.id
          and held.shipment_id = packed.shipment_id and held.deleted_at is null) held
      where packed.account_id = $1 and packed.quantity <> held.quantity`,
  },
  {
    name: 'commerce.order-lines-sum-up-their-shipments',
    // Orders fulfilled before picks and shipments were introduced have neither.
    sql: `select line.id from commerce.sales_order_line line
      cross join lateral (select
          coalesce(sum(packed.quantity) filter (where ${shipmentIs.live('shipment.status')}), 0) as packed,
          coalesce(sum(packed.quantity) filter (where ${shipmentIs.left('shipment.status')}), 0) as shipped
        from commerce.shipment_line packed
        join commerce.shipment shipment on shipment.account_id = packed.account_id and shipment.id = packed.shipment_id
        where packed.account_id = line.account_id and packed.order_line_id = line.id) sums
      where line.account_id = $1 and (line.quantity_packed, line.quantity_shipped) is distinct from (sums.packed,
        sums.shipped)
        and (exists (select from commerce.pick pick
            where pick.account_id = line.account_id and pick.order_id = line.order_id)
          or exists (select from commerce.shipment shipment
            where shipment.account_id = line.account_id and shipment.order_id = line.order_id)
          or not exists (select from commerce.sales_order sold where sold.account_id = line.account_id
            and sold.id = line.order_id and ${salesOrderIs.fulfilled('sold.status')}))`,
  },
  {
    name: 'commerce.shipments-are-their-orders',
    sql: `select packed.id from commerce.shipment_line packed
      join commerce.shipment shipment on shipment.account_id = packed.account_id and shipment.id = packed.shipment_id
      join commerce.sales_order_line line on line.account_id = packed.account_id and line.id = packed.order_line_id
      where packed.account_id = $1 and (line.order_id <> shipment.order_id or line.item_id <> packed.item_id
        or packed.customer_id <> shipment.customer_id)`,
  },
  numbersWithoutGaps('commerce.shipment-numbers-without-gaps', 'shipment', 'commerce.shipment'),
  recordsWithoutDocument(
    'commerce.shipments-have-a-search-document',
    'shipment',
    'select id from commerce.shipment where account_id = $1 and deleted_at is null',
  ),
];
