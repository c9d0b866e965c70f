import { type Invariant, numbersWithoutGaps, recordsWithoutDocument } from '@millwright/core/server';
import { salesOrderIs, shipmentIs } from '../../../states/states.ts';

/** Invariants of an account's picks. */
export const pickInvariants: readonly Invariant[] = [
  numbersWithoutGaps('commerce.pick-numbers-without-gaps', 'pick', 'commerce.pick'),
  {
    name: 'commerce.issued-orders-have-their-pick',
    sql: `select sold.id from commerce.sales_order sold
      left join commerce.pick pick on pick.account_id = sold.account_id and pick.order_id = sold.id and
        pick.deleted_at is null
      where sold.account_id = $1 and (${salesOrderIs.open('sold.status')} and sold.quantity_to_pick > 0
        and pick.id is null
        or ${salesOrderIs.quoted('sold.status')} and pick.id is not null)`,
  },
  {
    name: 'commerce.picks-sort-as-their-orders',
    sql: `select pick.id from commerce.pick pick
      join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
      left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
      where pick.account_id = $1 and pick.deleted_at is null and (pick.customer_id, pick.priority_rank,
        pick.promised_at)
        is distinct from (sold.customer_id, coalesce(priority.rank, 2), sold.promised_at)`,
  },
  {
    name: 'commerce.quantity-picked-is-what-picks-say',
    // Orders fulfilled before picks were introduced have no pick.
    sql: `select line.id from commerce.sales_order_line line
      join commerce.pick pick on pick.account_id = line.account_id and pick.order_id = line.order_id
      cross join lateral (select coalesce(sum(picked.quantity), 0) as quantity from commerce.pick_line picked
        where picked.account_id = line.account_id and picked.order_line_id = line.id) done
      where line.account_id = $1 and (line.quantity_picked <> done.quantity or done.quantity > line.base_quantity)`,
  },
  {
    name: 'commerce.packed-goods-are-in-shipments-that-stand',
    sql: `select picked.id from commerce.pick_line picked
      join commerce.pick pick on pick.account_id = picked.account_id and pick.id = picked.pick_id
      left join commerce.shipment shipment on shipment.account_id = picked.account_id
        and shipment.id = picked.shipment_id and shipment.order_id = pick.order_id
          and ${shipmentIs.live('shipment.status')}
      where picked.account_id = $1 and picked.shipment_id is not null and shipment.id is null`,
  },
  {
    name: 'commerce.finished-picks-are-packed',
    sql: `select pick.id from commerce.pick pick
      join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
      cross join lateral (select not exists (select from commerce.sales_order_line line
        where line.account_id = sold.account_id and line.order_id = sold.id and line.product_type = 'sale'
          and line.base_quantity > (select coalesce(sum(picked.quantity), 0) from commerce.pick_line picked
            where picked.account_id = line.account_id and picked.order_line_id = line.id
              and picked.packed_at is not null)) as is_whole) packed
      where pick.account_id = $1 and pick.deleted_at is null and (
        pick.finished_at is not null and ${salesOrderIs.open('sold.status')} and not packed.is_whole
        or pick.finished_at is null and (${salesOrderIs.closedShort('sold.status')}
          or ${salesOrderIs.open('sold.status')} and packed.is_whole))`,
  },
  {
    name: 'commerce.picked-goods-wait-in-their-place',
    sql: `select waiting.order_line_id as id
      from (select picked.order_line_id, picked.item_id, picked.lot_id, picked.to_location_id, sum(picked.quantity) as
        quantity
        from commerce.pick_line picked
        where picked.account_id = $1 and picked.to_location_id is not null and picked.packed_at is null
        group by 1, 2, 3, 4) waiting
      left join inventory.v_allocations aside on aside.account_id = $1 and aside.line_id = waiting.order_line_id
        and aside.location_id = waiting.to_location_id and aside.lot_id is not distinct from waiting.lot_id
      where aside.quantity is null or aside.quantity < waiting.quantity`,
  },
  recordsWithoutDocument(
    'commerce.picks-are-those-that-have-a-search-document',
    'pick',
    'select id from commerce.pick where account_id = $1 and deleted_at is null',
  ),
];
