/**
 * Digest of what its customer sees of the order `sold`, in SQL. Lines are told by what they say, not by which row says
 * it. A migration has the same words for the offers of before.
 */
export const offerDigestText = `md5(row(sold.customer_po, sold.bill_to, sold.ship_to, sold.carrier_id,
    sold.carrier_option_id, sold.payment_term_id, sold.shipping_term_id, sold.customer_note, sold.promised_at,
    sold.expired_at, sold.discount, sold.total)::text
  || coalesce((select string_agg(row(line.line_item_number, line.sku, line.description, line.quantity,
      line.unit_name, line.unit_price, line.total)::text, ',' order by line.line_item_number)
    from commerce.sales_order_line line
    where line.account_id = sold.account_id and line.order_id = sold.id), ''))`;
