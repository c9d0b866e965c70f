import { sql } from '@millwright/core/server';

/**
 * The lines of a credit memo as JSON, by position. Empty for other transactions. Only staff see the locations of goods.
 */
export const creditLinesOf = sql`(select coalesce(json_agg(json_build_object('id', credited.id,
    'invoiceLineID', line.id, 'itemID', line.item_id, 'sku', line.sku, 'description', line.description,
    'productType', line.product_type,
    'quantity', json_build_object('id', 'qty_' || credited.id || '.quantity',
      'measure', round(credited.quantity * line.quantity / line.base_quantity, 6), 'unitID', line.unit_id,
      'unit', line.unit_name),
    'amount', credited.amount, 'why', credited.why, 'restock', credited.restock,
    'returned', (select coalesce(json_agg(json_build_object('place', goods.location_name,
        'lotNumber', goods.lot_number,
        'quantity', round(goods.quantity * line.quantity / line.base_quantity, 6))
        order by goods.lot_number, goods.id), '[]')
      from commerce.returned_goods goods
      where goods.account_id = credited.account_id and goods.credit_line_id = credited.id))
    order by credited.position), '[]')
  from commerce.credit_line credited
  join commerce.invoice_line line on line.account_id = credited.account_id and line.id = credited.invoice_line_id
  where credited.account_id = transaction.account_id and credited.transaction_id = transaction.id)`;
