import { type Invariant, numbersWithoutGaps, recordsWithoutDocument } from '@millwright/core/server';
import { purchaseOrderIs } from '../../../states/states.ts';

/** Invariants of purchase orders; part of `commerceInvariants`. */
export const purchaseOrderInvariants: readonly Invariant[] = [
  {
    name: 'commerce.purchase-order-sums-are-those-of-its-lines',
    sql: `select ordered.id from commerce.purchase_order ordered
      cross join lateral (select count(*) as lines, coalesce(sum(total), 0) as total,
          coalesce(sum(base_quantity), 0) as ordered, coalesce(sum(quantity_received), 0) as received,
          coalesce(sum(least(quantity_stocked, base_quantity)), 0) as stocked
        from commerce.purchase_order_line line
        where line.account_id = ordered.account_id and line.order_id = ordered.id) sums
      where ordered.account_id = $1 and (ordered.line_count, ordered.total, ordered.quantity_ordered,
          ordered.quantity_received, ordered.quantity_stocked)
        is distinct from (sums.lines, sums.total, sums.ordered, sums.received, sums.stocked)`,
  },
  {
    name: 'commerce.fulfilled-purchase-orders-are-there-in-full',
    sql: `select id from commerce.purchase_order where account_id = $1
      and (${purchaseOrderIs.fulfilled('status')} and quantity_stocked < quantity_ordered
        or ${purchaseOrderIs.open('status')} and quantity_ordered > 0 and quantity_stocked = quantity_ordered)`,
  },
  {
    name: 'commerce.expected-days-of-purchase-orders',
    sql: `select ordered.id from commerce.purchase_order ordered
      where ordered.account_id = $1 and (ordered.expected_on is distinct from (select min(line.expected_on)
          from commerce.purchase_order_line line where line.account_id = ordered.account_id
            and line.order_id = ordered.id and line.quantity_stocked < line.base_quantity)
        or exists (select from commerce.purchase_order_line line where line.account_id = ordered.account_id
          and line.order_id = ordered.id
            and (line.expected_on is not null) <> (${purchaseOrderIs.open('ordered.status')})))`,
  },
  {
    name: 'commerce.purchased-items-exist',
    sql: `select line.id from commerce.purchase_order_line line
      join commerce.purchase_order ordered on ordered.account_id = line.account_id and ordered.id = line.order_id
      where line.account_id = $1 and ordered.deleted_at is null and not exists (select from inventory.v_items item
        where item.account_id = line.account_id and item.id = line.item_id)`,
  },
  numbersWithoutGaps('commerce.purchase-order-numbers-without-gaps', 'purchase_order', 'commerce.purchase_order'),
  // Allows a list filtered only by a text to count search entries instead of orders.
  recordsWithoutDocument(
    'commerce.purchase-orders-are-those-that-have-a-search-document',
    'purchase_order',
    'select id from commerce.purchase_order where account_id = $1 and deleted_at is null',
  ),
];
