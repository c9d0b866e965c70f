import { type Invariant, numbersWithoutGaps, recordsWithoutDocument } from '@millwright/core/server';
import { purchaseOrderIs, receivingIs } from '../../../states/states.ts';

/** Invariants of receiving orders and deliveries; part of `commerceInvariants`. */
export const receivingOrderInvariants: readonly Invariant[] = [
  {
    name: 'commerce.receiving-lines-sum-up-their-deliveries',
    sql: `select line.id from commerce.receiving_order_line line
      cross join lateral (select coalesce(sum(came.base_quantity), 0) as received,
          coalesce(sum(came.base_rejected), 0) as rejected,
          coalesce(sum(case when delivery.is_historic then came.base_quantity - came.base_rejected
            else came.base_stocked end), 0) as stocked
        from commerce.delivery_line came
        join commerce.delivery delivery on delivery.account_id = came.account_id and delivery.id = came.delivery_id
        where came.account_id = line.account_id and came.receiving_line_id = line.id and came.voided_at is null) sums
      where line.account_id = $1 and (line.quantity_received, line.quantity_rejected, line.quantity_stocked)
        is distinct from (sums.received, sums.rejected, sums.stocked)`,
  },
  {
    name: 'commerce.receiving-orders-follow-their-purchase-orders',
    sql: `select receiving.id from commerce.receiving_order receiving
      join commerce.purchase_order bought on bought.account_id = receiving.account_id
        and bought.id = receiving.purchase_order_id
      where receiving.account_id = $1 and (
        (receiving.deleted_at is null) <> (${purchaseOrderIs.placed('bought.status')})
        or receiving.deleted_at is null and (
          receiving.expected_on is distinct from bought.expected_on
          or ${receivingIs.expected('receiving.status')} and ${purchaseOrderIs.not.open('bought.status')}
          or exists (select from commerce.purchase_order_line ordered
            left join commerce.receiving_order_line line on line.account_id = ordered.account_id
              and line.order_line_id = ordered.id
            where ordered.account_id = bought.account_id and ordered.order_id = bought.id
              and (line.base_quantity, line.item_id, line.quantity_rejected)
                is distinct from (ordered.base_quantity, ordered.item_id, ordered.quantity_rejected))))`,
  },
  {
    name: 'commerce.issued-purchase-orders-are-waited-for',
    sql: `select bought.id from commerce.purchase_order bought
      where bought.account_id = $1 and ${purchaseOrderIs.open('bought.status')} and not exists (
        select from commerce.receiving_order receiving where receiving.account_id = bought.account_id
          and receiving.purchase_order_id = bought.id and receiving.deleted_at is null)`,
  },
  {
    name: 'commerce.received-goods-are-worth-what-they-cost',
    sql: `select came.id from commerce.delivery_line came
      join commerce.delivery delivery on delivery.account_id = came.account_id and delivery.id = came.delivery_id
      cross join lateral (select sum(moved.quantity) as quantity, sum(moved.value) as value
        from inventory.v_movements moved
        where moved.account_id = came.account_id and moved.source_type = 'receiving_order'
          and moved.source_id = delivery.receiving_order_id and moved.source_line_id = came.id
          and moved.action = 'receive') moved
      where came.account_id = $1 and not delivery.is_historic and came.base_quantity > came.base_rejected
        and (came.base_quantity - came.base_rejected, came.value) is distinct from (moved.quantity, moved.value)`,
  },
  {
    name: 'commerce.corrected-costs-add-up',
    sql: `select corrected.delivery_line_id from commerce.cost_correction corrected
      join commerce.delivery_line came on came.account_id = corrected.account_id
        and came.id = corrected.delivery_line_id
      where corrected.account_id = $1
      group by corrected.delivery_line_id, came.account_id, came.value
      having (array_agg(corrected.value order by corrected.created_at desc, corrected.id desc))[1]
          <> came.value + sum(corrected.in_stock + corrected.variance)
        or sum(corrected.in_stock) <> (select coalesce(sum(moved.value), 0) from inventory.v_movements moved
          where moved.account_id = came.account_id and moved.source_type = 'receiving_order'
            and moved.source_line_id = corrected.delivery_line_id and moved.action = 'revalue')`,
  },
  numbersWithoutGaps('commerce.receiving-order-numbers-without-gaps', 'receiving_order', 'commerce.receiving_order'),
  numbersWithoutGaps('commerce.delivery-numbers-without-gaps', 'delivery', 'commerce.delivery'),
  recordsWithoutDocument(
    'commerce.receiving-orders-have-a-search-document',
    'receiving_order',
    'select id from commerce.receiving_order where account_id = $1 and deleted_at is null',
  ),
  recordsWithoutDocument(
    'commerce.deliveries-have-a-search-document',
    'delivery',
    'select id from commerce.delivery where account_id = $1',
  ),
];
