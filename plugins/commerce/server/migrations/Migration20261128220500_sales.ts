import { Migration } from '@mikro-orm/migrations';

/** Sales of invoices and credits, without freight and tax. */
export class Migration20261128220500_sales extends Migration {
  override name = 'Migration20261128220500_sales';

  override up(): void {
    this.addSql(`alter table "commerce"."invoice" add "sales" numeric(14,2) not null default '0.00';`);
    this.addSql(`
      update commerce.invoice invoice set sales = sold.amount
      from (select account_id, invoice_id, sum(total - discount) as amount from commerce.invoice_line
        where product_type in ('sale', 'service', 'credit', 'return') group by account_id, invoice_id) sold
      where sold.account_id = invoice.account_id and sold.invoice_id = invoice.id and not invoice.is_opening_balance;
    `);
    this.addSql(`
      drop index commerce.invoice_by_day;
      create index invoice_by_day on commerce.invoice (account_id, dated_on, id)
        include (customer_id, sales_rep_id, sales) where voided_on is null and not is_opening_balance;
      create or replace view commerce.v_invoices with (security_invoker = true) as
        select account_id, id, number, customer_id, order_id, sales_rep_id, dated_on, voided_on, is_opening_balance, subtotal,
          discount, total, sales
        from commerce.invoice;
      create or replace view commerce.v_invoice_lines with (security_invoker = true) as
        select account_id, id, invoice_id, customer_id, order_line_id, item_id, sku, description, product_type, base_quantity,
          total, discount,
          case when product_type in ('sale', 'service', 'credit', 'return') then total - discount end as sales
        from commerce.invoice_line;
      create or replace view commerce.v_credits with (security_invoker = true) as
        select credit.account_id, credit.id, credit.number, credit.customer_id, credit.invoice_id, invoice.sales_rep_id,
          credit.dated_on, credit.amount, coalesce((select coalesce(sum(credited.amount)
                filter (where line.product_type in ('sale', 'service', 'credit', 'return')), 0)
              from commerce.credit_line credited
              join commerce.invoice_line line on line.account_id = credited.account_id
                and line.id = credited.invoice_line_id
              where credited.account_id = credit.account_id and credited.transaction_id = credit.id
              having count(*) > 0), credit.amount) as sales
        from commerce.transaction credit
        left join commerce.invoice invoice on invoice.account_id = credit.account_id and invoice.id = credit.invoice_id
        where credit.type = 'credit_memo' and credit.voided_on is null and not credit.is_opening_balance
          and not (credit.invoice_id is not null and credit.order_id is not null);
      create or replace view commerce.v_credit_lines with (security_invoker = true) as
        select credited.account_id, credited.id, credited.transaction_id, line.item_id, line.product_type, credited.quantity,
          credited.amount,
          case when line.product_type in ('sale', 'service', 'credit', 'return') then credited.amount end as sales
        from commerce.credit_line credited
        join commerce.invoice_line line on line.account_id = credited.account_id and line.id = credited.invoice_line_id;
    `);
  }
}
