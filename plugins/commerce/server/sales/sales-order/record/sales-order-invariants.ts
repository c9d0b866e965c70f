import { type Invariant, numbersWithoutGaps, recordsWithoutDocument } from '@millwright/core/server';
import { prepaidTermCodes } from '../../../../contracts/index.ts';
import { offerDigestText } from '../../../document/offer/offer-digest.ts';
import { salesOrderIs } from '../../../states/states.ts';

/** Invariants of an account's sales orders, part of `commerceInvariants`. */
export const salesOrderInvariants: readonly Invariant[] = [
  {
    name: 'commerce.sales-order-sums-are-those-of-its-lines',
    sql: `select sales_order.id from commerce.sales_order sales_order
      cross join lateral (select count(*) as lines, coalesce(sum(total), 0) as total,
          coalesce(sum(base_quantity), 0) as to_invoice,
          coalesce(sum(base_quantity) filter (where product_type = 'sale'), 0) as to_pick,
          coalesce(sum(quantity_picked) filter (where product_type = 'sale'), 0) as picked,
          coalesce(sum(quantity_packed) filter (where product_type = 'sale'), 0) as packed,
          coalesce(sum(quantity_shipped) filter (where product_type = 'sale'), 0) as shipped,
          coalesce(sum(quantity_invoiced), 0) as invoiced
        from commerce.sales_order_line line
        where line.account_id = sales_order.account_id and line.order_id = sales_order.id) sums
      where sales_order.account_id = $1 and (sales_order.line_count, sales_order.total + sales_order.discount,
          sales_order.quantity_to_invoice,
          sales_order.quantity_to_pick, sales_order.quantity_picked, sales_order.quantity_packed,
          sales_order.quantity_shipped, sales_order.quantity_invoiced) is distinct from (sums.lines, sums.total,
          sums.to_invoice, sums.to_pick, sums.picked, sums.packed, sums.shipped, sums.invoiced)`,
  },
  {
    name: 'commerce.order-discounts-count-issued-orders',
    sql: `select discount.id from commerce.order_discount discount
      where discount.account_id = $1 and discount.order_count <> (select count(*) from commerce.sales_order sold
        where sold.account_id = discount.account_id and sold.order_discount_id = discount.id
          and ${salesOrderIs.placed('sold.status')})`,
  },
  {
    name: 'commerce.demand-matches-orders',
    sql: `select coalesce(wanted.line_id, demand.line_id) as id
      from (select sold.id as order_id, sold.number, sold.customer_id, coalesce(priority.rank, 2) as rank,
          sold.promised_at, sold.issued_at, line.id as line_id, line.item_id,
          line.base_quantity - line.quantity_shipped as quantity
        from commerce.sales_order sold
        join commerce.sales_order_line line on line.account_id = sold.account_id and line.order_id = sold.id
        left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id
        where sold.account_id = $1 and ${salesOrderIs.open('sold.status')} and sold.deleted_at is null
          and line.product_type = 'sale'
          and line.base_quantity > line.quantity_shipped) wanted
      full join (select * from inventory.v_demands where account_id = $1 and source_type = 'sales_order') demand
        on demand.line_id = wanted.line_id
      where (wanted.order_id, wanted.number, wanted.customer_id, wanted.rank, wanted.promised_at,
          wanted.issued_at, wanted.item_id, wanted.quantity)
        is distinct from (demand.source_id, demand.source_number, demand.customer_id,
          demand.priority_rank, demand.promised_on, demand.issued_at, demand.item_id, demand.quantity)`,
  },
  {
    name: 'commerce.offers-are-counted-when-they-change',
    sql: `select sold.id from commerce.sales_order sold where sold.account_id = $1
      and ${salesOrderIs.estimated('sold.status')}
      and sold.deleted_at is null and sold.offered_at is not null and sold.offer_digest <> ${offerDigestText}`,
  },
  {
    name: 'commerce.credits-come-off-their-orders',
    sql: `select sold.number, line.sku from commerce.sales_order_line line
      join commerce.sales_order sold on sold.account_id = line.account_id and sold.id = line.order_id
      where line.account_id = $1 and line.product_type in ('credit', 'return') and line.total > 0
        and sold.deleted_at is null order by sold.number_key`,
    advice: 'It was charged: type its price anew where the order is open, and credit the invoice where it is billed',
  },
  {
    name: 'commerce.customers-on-prepaid-terms-order-what-is-paid',
    sql: `select sold.number from commerce.sales_order sold
      join commerce.payment_term term on term.account_id = sold.account_id and term.id = sold.payment_term_id
        and term.code in (${prepaidTermCodes.map((code) => `'${code}'`).join(', ')})
      join commerce.v_order_owing money on money.account_id = sold.account_id and money.order_id = sold.id
        and money.owing > 0
      where sold.account_id = $1 and ${salesOrderIs.open('sold.status')} and sold.deleted_at is null
        and exists (select from commerce.portal_request said where said.account_id = sold.account_id
          and said.order_id = sold.id and said.kind = 'estimate_accepted')
      order by sold.number_key`,
    advice: 'Its customer issued it before it was paid: ask for the payment, or make it an estimate again',
  },
  {
    name: 'commerce.sales-order-lines-are-their-customers',
    sql: `select line.id from commerce.sales_order_line line
      join commerce.sales_order sales_order
        on sales_order.account_id = line.account_id and sales_order.id = line.order_id
      where line.account_id = $1 and line.customer_id <> sales_order.customer_id`,
  },
  numbersWithoutGaps('commerce.sales-order-numbers-without-gaps', 'order', 'commerce.sales_order'),
  // This invariant lets a list that is filtered only by text count search documents instead of orders.
  recordsWithoutDocument(
    'commerce.sales-orders-are-those-that-have-a-search-document',
    'sales_order',
    'select id from commerce.sales_order where account_id = $1 and deleted_at is null',
  ),
  {
    name: 'commerce.sales-order-option-of-the-carrier',
    sql: `select sales_order.id from commerce.sales_order sales_order
      join commerce.carrier_option option
        on option.account_id = sales_order.account_id and option.id = sales_order.carrier_option_id
      where sales_order.account_id = $1 and option.carrier_id is distinct from sales_order.carrier_id`,
  },
];
