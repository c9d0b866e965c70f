/**
 * Digest of the parts of the order `sold` that its customer sees, in SQL. Lines are compared by content, not by row. A
 * migration contains the same expression for existing offers.
 */
export const offerDigestText = `md5(row(sold.customer_po, sold.bill_to, sold.ship_to, sold.carrier_id,
    sold.carrier_option_id, sold.payment_term_id, sold.shipping_term_id, sold.customer_note, sold.promised_at,
    sold.expired_at, sold.discount, sold.total)::text
  || coalesce((select string_agg(row(line.line_item_number, line.sku, line.description, line.quantity,
      line.unit_name, line.unit_price, line.total)::text, ',' order by line.line_item_number)
    from commerce.sales_order_line line
    where line.account_id = sold.account_id and line.order_id = sold.id), ''))`;
