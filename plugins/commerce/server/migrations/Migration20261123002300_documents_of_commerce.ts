import { Migration } from '@mikro-orm/migrations';

/** Customers, orders, invoices and credits as other domains report over them. */
export class Migration20261123002300_documents_of_commerce extends Migration {
  override name = 'Migration20261123002300_documents_of_commerce';

  override up(): void | Promise<void> {
    this.addSql(`
      create view commerce.v_customers with (security_invoker = true) as
        select account_id, id, number, name, status, default_sales_rep_id, customer_type_group_id, created_at
        from commerce.customer;
      create view commerce.v_account_groups with (security_invoker = true) as
        select account_id, id, name, type_code from commerce.account_group;
      create view commerce.v_customer_groups with (security_invoker = true) as
        select account_id, customer_id, account_group_id from commerce.customer_price_group
        union all
        select account_id, id, customer_type_group_id from commerce.customer where customer_type_group_id is not null;
      create view commerce.v_supplier_items with (security_invoker = true) as
        select material.account_id, material.supplier_id, supplier.name as supplier_name, material.item_id,
          material.supplier_part_number, material.is_active
        from commerce.supplier_material material
        join commerce.supplier supplier on supplier.account_id = material.account_id and supplier.id = material.supplier_id;
      create view commerce.v_sales_orders with (security_invoker = true) as
        select account_id, id, number, customer_po, status, customer_id, customer_name, sales_rep_id, promised_at, issued_at,
          completed_at, line_count, total + discount as line_total, discount, total, created_at
        from commerce.sales_order where deleted_at is null;
      create view commerce.v_sales_order_lines with (security_invoker = true) as
        select account_id, id, order_id, customer_id, item_id, sku, description, product_type, base_quantity, quantity_picked,
          quantity_packed, quantity_shipped, quantity_invoiced, total
        from commerce.sales_order_line;
      create view commerce.v_invoices with (security_invoker = true) as
        select account_id, id, number, customer_id, order_id, sales_rep_id, dated_on, voided_on, is_opening_balance, subtotal,
          discount, total
        from commerce.invoice;
      create view commerce.v_invoice_lines with (security_invoker = true) as
        select account_id, id, invoice_id, customer_id, order_line_id, item_id, sku, description, product_type, base_quantity,
          total, discount
        from commerce.invoice_line;
      create view commerce.v_credits with (security_invoker = true) as
        select credit.account_id, credit.id, credit.number, credit.customer_id, credit.invoice_id, invoice.sales_rep_id,
          credit.dated_on, credit.amount
        from commerce.transaction credit
        left join commerce.invoice invoice on invoice.account_id = credit.account_id and invoice.id = credit.invoice_id
        where credit.type = 'credit_memo' and credit.voided_on is null and not credit.is_opening_balance
          and not (credit.invoice_id is not null and credit.order_id is not null);
      create view commerce.v_credit_lines with (security_invoker = true) as
        select credited.account_id, credited.id, credited.transaction_id, line.item_id, line.product_type, credited.quantity,
          credited.amount
        from commerce.credit_line credited
        join commerce.invoice_line line on line.account_id = credited.account_id and line.id = credited.invoice_line_id;
      create view commerce.v_sales_order_runs with (security_invoker = true) as
        select account_id, order_id, run_id from commerce.sales_order_run;
      create index sales_order_issued on commerce.sales_order (account_id, issued_at, id)
        where issued_at is not null and deleted_at is null;
      create index credit_by_day on commerce.transaction (account_id, dated_on, id)
        where type = 'credit_memo' and voided_on is null;
    `);
  }
}
