import { type Invariant, numbersWithoutGaps, recordsWithoutDocument } from '@millwright/core/server';
import { soldProductTypes } from '../../../../contracts/index.ts';

const soldTypes = soldProductTypes.map((type) => `'${type}'`).join(', ');

/** Invariants of an account's invoices. */
export const invoiceInvariants: readonly Invariant[] = [
  {
    name: 'commerce.invoice-sums-are-those-of-its-lines',
    sql: `select invoice.id from commerce.invoice invoice
      cross join lateral (select count(*) as lines, coalesce(sum(total), 0) as total, coalesce(sum(discount), 0) as
        discount, coalesce(sum(total - discount) filter (where product_type in (${soldTypes})), 0) as sales
        from commerce.invoice_line line where line.account_id = invoice.account_id and line.invoice_id = invoice.id)
          sums
      where invoice.account_id = $1 and not invoice.is_opening_balance
        and (invoice.line_count, invoice.subtotal, invoice.discount, invoice.sales)
          is distinct from (sums.lines, sums.total, sums.discount, sums.sales)`,
  },
  {
    name: 'commerce.invoiced-quantities-are-those-of-live-invoices',
    sql: `select line.id from commerce.sales_order_line line
      join commerce.sales_order sold on sold.account_id = line.account_id and sold.id = line.order_id
      cross join lateral (select coalesce(sum(billed.base_quantity), 0) as quantity from commerce.invoice_line billed
        join commerce.invoice invoice on invoice.account_id = billed.account_id and invoice.id = billed.invoice_id
        where billed.account_id = line.account_id and billed.order_line_id = line.id and invoice.voided_on is null) sums
      where line.account_id = $1 and line.quantity_invoiced <> sums.quantity
        and exists (select from commerce.invoice own where own.account_id = sold.account_id and own.order_id =
          sold.id)`,
  },
  {
    name: 'commerce.allocated-of-invoices-is-the-sum-of-their-allocations',
    sql: `select invoice.id from commerce.invoice invoice
      where invoice.account_id = $1 and invoice.allocated <> (select coalesce(sum(allocation.amount), 0)
        from commerce.transaction_allocation allocation where allocation.account_id = invoice.account_id
          and allocation.invoice_id = invoice.id and allocation.unapplied_on is null)`,
  },
  numbersWithoutGaps('commerce.invoice-numbers-without-gaps', 'invoice', 'commerce.invoice'),
  recordsWithoutDocument(
    'commerce.invoices-are-those-that-have-a-search-document',
    'invoice',
    'select id from commerce.invoice where account_id = $1',
  ),
];
