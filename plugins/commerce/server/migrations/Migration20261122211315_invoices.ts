import { Migration } from '@mikro-orm/migrations';

/**
 * Invoices, transactions, their allocations and settlements; what orders say of them. Ratios are rounded down to 0.99
 * while anything is open.
 */
export class Migration20261122211315_invoices extends Migration {
  override name = 'Migration20261122211315_invoices';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."settlement" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null, "responsible_id" text collate "C" null, "note" text null, "deleted_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "settlement_account_id_responsible_id_index" on "commerce"."settlement" ("account_id", "responsible_id") where responsible_id is not null;`,
    );
    this.addSql(
      `create index "settlement_account_id_created_at_id_index" on "commerce"."settlement" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "settlement_account_id_number_key_id_index" on "commerce"."settlement" ("account_id", "number_key", "id");`,
    );
    this.addSql(
      `alter table "commerce"."settlement" add constraint "settlement_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `create table "commerce"."invoice" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null, "order_id" text collate "C" null, "shipment_id" text collate "C" null, "customer_id" text collate "C" not null, "payment_term_id" text collate "C" null, "sales_rep_id" text collate "C" null, "bill_to" jsonb null, "ship_to" jsonb null, "emails" text[] not null, "note" text null, "dated_on" date not null, "due_on" date not null, "line_count" int not null, "subtotal" numeric(14,2) not null, "discount" numeric(14,2) not null, "carried" numeric(14,2) not null, "total" numeric(14,2) not null, "allocated" numeric(14,2) not null default '0.00', "is_opening_balance" boolean not null default false, "sent_at" timestamptz null, "is_edi_sent" boolean not null default false, "voided_at" timestamptz null, "voided_on" date null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "invoice_account_id_order_id_index" on "commerce"."invoice" ("account_id", "order_id") where order_id is not null;`,
    );
    this.addSql(
      `create index "invoice_account_id_shipment_id_index" on "commerce"."invoice" ("account_id", "shipment_id") where shipment_id is not null;`,
    );
    this.addSql(
      `create index "invoice_account_id_customer_id_dated_on_id_index" on "commerce"."invoice" ("account_id", "customer_id", "dated_on", "id");`,
    );
    this.addSql(
      `create index "invoice_account_id_payment_term_id_index" on "commerce"."invoice" ("account_id", "payment_term_id") where payment_term_id is not null;`,
    );
    this.addSql(
      `create index "invoice_account_id_sales_rep_id_index" on "commerce"."invoice" ("account_id", "sales_rep_id") where sales_rep_id is not null;`,
    );
    this.addSql(
      `create index "invoice_account_id_dated_on_number_key_id_index" on "commerce"."invoice" ("account_id", "dated_on", "number_key", "id");`,
    );
    this.addSql(
      `create index "invoice_account_id_number_key_id_index" on "commerce"."invoice" ("account_id", "number_key", "id");`,
    );
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `create table "commerce"."invoice_line" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "invoice_id" text collate "C" not null, "customer_id" text collate "C" not null, "position" int not null, "order_line_id" text collate "C" null, "item_id" text collate "C" null, "sku" text not null, "description" text not null, "product_type" text not null, "quantity" numeric(18,6) not null, "unit_id" text collate "C" not null, "unit_name" text not null, "base_quantity" numeric(18,6) not null, "unit_price" numeric(18,6) not null, "unit_cost" numeric(18,6) not null, "total" numeric(14,2) not null, "discount" numeric(14,2) not null, "quantity_credited" numeric(18,6) not null default '0', "amount_credited" numeric(14,2) not null default '0.00', "why" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "invoice_line_account_id_order_line_id_index" on "commerce"."invoice_line" ("account_id", "order_line_id") where order_line_id is not null;`,
    );
    this.addSql(
      `create index "invoice_line_account_id_item_id_invoice_id_index" on "commerce"."invoice_line" ("account_id", "item_id", "invoice_id") where item_id is not null;`,
    );
    this.addSql(
      `create index "invoice_line_account_id_unit_id_index" on "commerce"."invoice_line" ("account_id", "unit_id");`,
    );
    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_account_id_invoice_id_position_unique" unique ("account_id", "invoice_id", "position");`,
    );

    this.addSql(
      `create table "commerce"."transaction" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null, "customer_id" text collate "C" not null, "type" text not null, "method" text null, "adjustment_type" text null, "is_debit" boolean not null default false, "amount" numeric(14,2) not null, "allocated" numeric(14,2) not null default '0.00', "dated_on" date not null, "reference" text null, "note" text null, "order_id" text collate "C" null, "invoice_id" text collate "C" null, "settlement_id" text collate "C" null, "is_opening_balance" boolean not null default false, "voided_at" timestamptz null, "voided_on" date null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "transaction_account_id_customer_id_dated_on_id_index" on "commerce"."transaction" ("account_id", "customer_id", "dated_on", "id");`,
    );
    this.addSql(
      `create index "transaction_account_id_order_id_index" on "commerce"."transaction" ("account_id", "order_id") where order_id is not null;`,
    );
    this.addSql(
      `create index "transaction_account_id_invoice_id_index" on "commerce"."transaction" ("account_id", "invoice_id") where invoice_id is not null;`,
    );
    this.addSql(
      `create index "transaction_account_id_settlement_id_index" on "commerce"."transaction" ("account_id", "settlement_id") where settlement_id is not null;`,
    );
    this.addSql(
      `create index "transaction_account_id_dated_on_number_key_id_index" on "commerce"."transaction" ("account_id", "dated_on", "number_key", "id");`,
    );
    this.addSql(
      `create index "transaction_account_id_number_key_id_index" on "commerce"."transaction" ("account_id", "number_key", "id");`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `create table "commerce"."transaction_allocation" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "customer_id" text collate "C" not null, "transaction_id" text collate "C" not null, "invoice_id" text collate "C" null, "debit_id" text collate "C" null, "settlement_id" text collate "C" null, "amount" numeric(14,2) not null, "note" text null, "why" text not null, "applied_on" date not null, "unapplied_on" date null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "transaction_allocation_account_id_transaction_id_index" on "commerce"."transaction_allocation" ("account_id", "transaction_id");`,
    );
    this.addSql(
      `create index "transaction_allocation_account_id_invoice_id_index" on "commerce"."transaction_allocation" ("account_id", "invoice_id") where invoice_id is not null;`,
    );
    this.addSql(
      `create index "transaction_allocation_account_id_debit_id_index" on "commerce"."transaction_allocation" ("account_id", "debit_id") where debit_id is not null;`,
    );
    this.addSql(
      `create index "transaction_allocation_account_id_settlement_id_index" on "commerce"."transaction_allocation" ("account_id", "settlement_id") where settlement_id is not null;`,
    );
    this.addSql(
      `create index "transaction_allocation_account_id_created_at_id_index" on "commerce"."transaction_allocation" ("account_id", "created_at", "id");`,
    );

    this.addSql(
      `alter table "commerce"."settlement" add constraint "settlement_account_id_responsible_id_foreign" foreign key ("account_id", "responsible_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."settlement" add constraint "settlement_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."settlement" add constraint "settlement_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."settlement" enable row level security;`);
    this.addSql(`alter table "commerce"."settlement" force row level security;`);
    this.addSql(
      `create policy "settlement_account" on "commerce"."settlement" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "settlement_customer" on "commerce"."settlement" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_account_id_order_id_foreign" foreign key ("account_id", "order_id") references "commerce"."sales_order" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_account_id_payment_term_id_foreign" foreign key ("account_id", "payment_term_id") references "commerce"."payment_term" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_account_id_sales_rep_id_foreign" foreign key ("account_id", "sales_rep_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_total" check (total = subtotal - discount + carried and total >= 0 and discount >= 0 and carried >= 0);`,
    );
    this.addSql(`alter table "commerce"."invoice" add constraint "invoice_carried" check (carried = 0 or total = 0);`);
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_allocated" check (allocated between 0 and total);`,
    );
    this.addSql(`alter table "commerce"."invoice" add constraint "invoice_due" check (due_on >= dated_on);`);
    this.addSql(
      `alter table "commerce"."invoice" add constraint "invoice_void" check ((voided_at is null) = (voided_on is null) and (voided_on is null or allocated = 0));`,
    );
    this.addSql(`alter table "commerce"."invoice" add constraint "invoice_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "commerce"."invoice" enable row level security;`);
    this.addSql(`alter table "commerce"."invoice" force row level security;`);
    this.addSql(
      `create policy "invoice_account" on "commerce"."invoice" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "invoice_customer" on "commerce"."invoice" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_account_id_invoice_id_foreign" foreign key ("account_id", "invoice_id") references "commerce"."invoice" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_product_type" check (product_type in ('sale', 'service', 'shipping', 'credit', 'return', 'tax'));`,
    );
    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_quantity" check (quantity > 0 and base_quantity > 0);`,
    );
    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_discount" check (discount >= 0 and (discount = 0 or product_type = 'sale'));`,
    );
    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_credited" check (quantity_credited between 0 and base_quantity);`,
    );
    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_amount_credited" check (abs(amount_credited) <= abs(total) and amount_credited * total >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."invoice_line" add constraint "invoice_line_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."invoice_line" enable row level security;`);
    this.addSql(`alter table "commerce"."invoice_line" force row level security;`);
    this.addSql(
      `create policy "invoice_line_account" on "commerce"."invoice_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "invoice_line_customer" on "commerce"."invoice_line" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "commerce"."customer" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_account_id_order_id_foreign" foreign key ("account_id", "order_id") references "commerce"."sales_order" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_account_id_invoice_id_foreign" foreign key ("account_id", "invoice_id") references "commerce"."invoice" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_account_id_settlement_id_foreign" foreign key ("account_id", "settlement_id") references "commerce"."settlement" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_type" check (type in ('payment', 'credit_memo', 'adjustment', 'rebate'));`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_method" check (method in ('cash', 'check', 'credit_card', 'gift_card', 'ach'));`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_has_method" check ((method is not null) = (type = 'payment' or coalesce(adjustment_type = 'refund', false)));`,
    );
    this.addSql(`alter table "commerce"."transaction" add constraint "transaction_adjustment" check ((adjustment_type is not null) = (type = 'adjustment') and (adjustment_type is null
        or adjustment_type in ('discount', 'shipping_discrepancy', 'short_payment', 'write_off', 'fee', 'refund')));`);
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_debit" check (is_debit = coalesce(adjustment_type in ('fee', 'refund'), false));`,
    );
    this.addSql(`alter table "commerce"."transaction" add constraint "transaction_amount" check (amount > 0);`);
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_allocated" check (allocated between 0 and amount);`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_void" check ((voided_at is null) = (voided_on is null) and (voided_on is null or allocated = 0));`,
    );
    this.addSql(
      `alter table "commerce"."transaction" add constraint "transaction_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."transaction" enable row level security;`);
    this.addSql(`alter table "commerce"."transaction" force row level security;`);
    this.addSql(
      `create policy "transaction_account" on "commerce"."transaction" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "transaction_customer" on "commerce"."transaction" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_account_id_transaction_id_foreign" foreign key ("account_id", "transaction_id") references "commerce"."transaction" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_account_id_invoice_id_foreign" foreign key ("account_id", "invoice_id") references "commerce"."invoice" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_account_id_debit_id_foreign" foreign key ("account_id", "debit_id") references "commerce"."transaction" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_account_id_settlement_id_foreign" foreign key ("account_id", "settlement_id") references "commerce"."settlement" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_target" check ((invoice_id is null) <> (debit_id is null));`,
    );
    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_amount" check (amount > 0);`,
    );
    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_days" check (unapplied_on >= applied_on);`,
    );
    this.addSql(
      `alter table "commerce"."transaction_allocation" add constraint "transaction_allocation_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."transaction_allocation" enable row level security;`);
    this.addSql(`alter table "commerce"."transaction_allocation" force row level security;`);
    this.addSql(
      `create policy "transaction_allocation_account" on "commerce"."transaction_allocation" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "transaction_allocation_customer" on "commerce"."transaction_allocation" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );
    this.addSql(`
      -- What is owed and what is left of credits: aging and settling read nothing else.
      create index invoice_open on commerce.invoice (account_id, customer_id, dated_on, id) include (total, allocated, due_on)
        where voided_on is null and allocated < total;
      create index transaction_open on commerce.transaction (account_id, customer_id, dated_on, id)
        include (amount, allocated, is_debit) where voided_on is null and allocated < amount;
      create or replace view commerce.v_order_progress with (security_invoker = true) as
        select sales_order.account_id, sales_order.id as order_id,
          case when quantity_to_pick = 0 then 0 else round(quantity_picked / quantity_to_pick, 2) end as pick_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_packed / quantity_to_pick, 2) end as pack_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_shipped / quantity_to_pick, 2) end as ship_completion,
          case when quantity_to_invoice = 0 then 0 when quantity_invoiced >= quantity_to_invoice then 1
            else least(0.99, round(quantity_invoiced / quantity_to_invoice, 2)) end as invoice_completion,
          coalesce(shipped.shipments, '[]') as shipments, coalesce(shipped.has_shipped, false) as has_shipped,
          shipped.first_ship_at, null::text collate "C" as pick_id,
          (select coalesce(json_agg(json_build_object('id', invoice.id, 'number', invoice.number,
              'status', case when invoice.voided_on is not null then 'void' when invoice.allocated >= invoice.total then 'paid'
                else 'open' end,
              'total', invoice.total,
              'createdAt', to_char(invoice.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by invoice.created_at, invoice.id), '[]')
            from commerce.invoice invoice
            where invoice.account_id = sales_order.account_id and invoice.order_id = sales_order.id) as invoices,
          -- No invoice is open, and payments tied to the order cover what is not invoiced yet.
          sales_order.status not in ('estimate', 'bid_request')
            and not exists (select from commerce.invoice invoice where invoice.account_id = sales_order.account_id
              and invoice.order_id = sales_order.id and invoice.voided_on is null and invoice.allocated < invoice.total)
            and (sales_order.status <> 'issued'
              or (select coalesce(sum(round(line.total * (1 - least(line.quantity_invoiced / line.base_quantity, 1)), 2)), 0)
                from commerce.sales_order_line line
                where line.account_id = sales_order.account_id and line.order_id = sales_order.id)
              - coalesce((select case discount.type when 'percentage' then round(discount.percentage * sale.total, 2)
                    else least(discount.amount, sale.total) end - given.total
                  from commerce.order_discount discount
                  cross join lateral (select coalesce(sum(greatest(line.total, 0)), 0) as total from commerce.sales_order_line line
                    where line.account_id = sales_order.account_id and line.order_id = sales_order.id
                      and line.product_type = 'sale') sale
                  cross join lateral (select coalesce(sum(invoice.discount), 0) as total from commerce.invoice invoice
                    where invoice.account_id = sales_order.account_id and invoice.order_id = sales_order.id
                      and invoice.voided_on is null) given
                  where discount.account_id = sales_order.account_id and discount.id = sales_order.order_discount_id), 0)
              <= (select coalesce(sum(paid.amount - paid.allocated), 0) from commerce.transaction paid
                where paid.account_id = sales_order.account_id and paid.order_id = sales_order.id and not paid.is_debit
                  and paid.voided_on is null)) as is_paid,
          '{}'::text[] as payment_intent_ids, null::text collate "C" as production_run_id
        from commerce.sales_order
        left join lateral (select min(shipment.shipped_at) as first_ship_at,
            bool_or(shipment.status = 'shipped') as has_shipped,
            json_agg(json_build_object('id', shipment.id, 'number', shipment.number,
              'trackingNumber', coalesce(shipment.master_tracking_number,
                (select held.tracking_number from commerce.shipping_case held
                where held.account_id = shipment.account_id and held.shipment_id = shipment.id and held.deleted_at is null
                  and held.tracking_number is not null order by held.position limit 1)),
              'statusCode', shipment.status, 'carrierID', shipment.carrier_id,
              'createdAt', to_char(shipment.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'shippedAt', to_char(shipment.shipped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              order by shipment.number_key) as shipments
          from commerce.shipment shipment
          where shipment.account_id = sales_order.account_id and shipment.order_id = sales_order.id
            and shipment.status <> 'void') shipped on true;
    `);
  }
}
