import { Migration } from '@mikro-orm/migrations';

export class Migration20261122214430_picks extends Migration {
  override name = 'Migration20261122214430_picks';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."pick" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null, "order_id" text collate "C" null, "customer_id" text collate "C" not null, "priority_rank" int not null, "promised_at" date null, "note" text null, "assignee_id" text collate "C" null, "released_at" timestamptz null, "released_by_id" text collate "C" null, "held_line_ids" text[] not null, "finished_at" timestamptz null, "deleted_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "pick_account_id_assignee_id_index" on "commerce"."pick" ("account_id", "assignee_id") where assignee_id is not null;`,
    );
    this.addSql(
      `create index "pick_account_id_released_by_id_index" on "commerce"."pick" ("account_id", "released_by_id") where released_by_id is not null;`,
    );
    this.addSql(
      `create index "pick_account_id_created_at_id_index" on "commerce"."pick" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_account_id_number_unique" unique ("account_id", "number");`,
    );
    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_account_id_order_id_unique" unique ("account_id", "order_id");`,
    );

    this.addSql(
      `create table "commerce"."pick_line" ("account_id" text collate "C" not null, "id" text collate "C" not null, "pick_id" text collate "C" not null, "order_line_id" text collate "C" not null, "item_id" text collate "C" not null, "lot_id" text collate "C" null, "lot_number" text null, "quantity" numeric(18,6) not null, "from_location_id" text collate "C" null, "to_location_id" text collate "C" null, "picked_at" timestamptz not null, "picked_by_id" text collate "C" null, "picked_by_name" text not null, "packed_at" timestamptz null, "shipment_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "pick_line_account_id_pick_id_index" on "commerce"."pick_line" ("account_id", "pick_id");`,
    );
    this.addSql(
      `create index "pick_line_account_id_order_line_id_index" on "commerce"."pick_line" ("account_id", "order_line_id");`,
    );
    this.addSql(
      `create index "pick_line_account_id_item_id_pick_id_index" on "commerce"."pick_line" ("account_id", "item_id", "pick_id");`,
    );
    this.addSql(
      `create index "pick_line_account_id_picked_by_id_index" on "commerce"."pick_line" ("account_id", "picked_by_id") where picked_by_id is not null;`,
    );
    this.addSql(
      `create index "pick_line_account_id_shipment_id_index" on "commerce"."pick_line" ("account_id", "shipment_id") where shipment_id is not null;`,
    );

    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_account_id_order_id_foreign" foreign key ("account_id", "order_id") references "commerce"."sales_order" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_account_id_assignee_id_foreign" foreign key ("account_id", "assignee_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_account_id_released_by_id_foreign" foreign key ("account_id", "released_by_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_order" check (order_id is not null or deleted_at is not null);`,
    );
    this.addSql(
      `alter table "commerce"."pick" add constraint "pick_withdrawn" check (deleted_at is null or (released_at is null and finished_at is null));`,
    );
    this.addSql(`alter table "commerce"."pick" add constraint "pick_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "commerce"."pick" enable row level security;`);
    this.addSql(`alter table "commerce"."pick" force row level security;`);
    this.addSql(
      `create policy "pick_account" on "commerce"."pick" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "pick_customer" on "commerce"."pick" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."pick_line" add constraint "pick_line_account_id_pick_id_foreign" foreign key ("account_id", "pick_id") references "commerce"."pick" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."pick_line" add constraint "pick_line_account_id_order_line_id_foreign" foreign key ("account_id", "order_line_id") references "commerce"."sales_order_line" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."pick_line" add constraint "pick_line_account_id_picked_by_id_foreign" foreign key ("account_id", "picked_by_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "commerce"."pick_line" add constraint "pick_line_quantity" check (quantity > 0);`);
    this.addSql(
      `alter table "commerce"."pick_line" add constraint "pick_line_packed" check ((packed_at is null) = (shipment_id is null));`,
    );
    this.addSql(
      `alter table "commerce"."pick_line" add constraint "pick_line_places" check ((from_location_id is null) = (to_location_id is null));`,
    );
    this.addSql(
      `alter table "commerce"."pick_line" add constraint "pick_line_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."pick_line" enable row level security;`);
    this.addSql(`alter table "commerce"."pick_line" force row level security;`);
    this.addSql(
      `create policy "pick_line_account" on "commerce"."pick_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "pick_line_customer" on "commerce"."pick_line" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    // The queue by urgency, and the lists by number and promised day.
    this.addSql(`
      create index pick_by_urgency on commerce.pick (account_id, priority_rank desc, (coalesce(promised_at, 'infinity'::date)), id)
        where finished_at is null and deleted_at is null;
      create index pick_by_number on commerce.pick (account_id, number_key, id) where deleted_at is null;
      create index pick_by_promised_day on commerce.pick (account_id, (coalesce(promised_at, 'infinity'::date)), id)
        where deleted_at is null;
    `);
    this.addSql(`
      create view commerce.v_picks with (security_invoker = true) as
        select pick.account_id, pick.id, pick.number, pick.order_id, pick.assignee_id, pick.released_at, pick.finished_at,
          sold.quantity_to_pick, sold.quantity_picked, sold.quantity_packed, pick.created_at
        from commerce.pick pick
        join commerce.sales_order sold on sold.account_id = pick.account_id and sold.id = pick.order_id
        where pick.deleted_at is null;
      create or replace view commerce.v_order_progress with (security_invoker = true) as
        select sales_order.account_id, sales_order.id as order_id,
          case when quantity_to_pick = 0 then 0 else round(quantity_picked / quantity_to_pick, 2) end as pick_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_packed / quantity_to_pick, 2) end as pack_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_shipped / quantity_to_pick, 2) end as ship_completion,
          case when quantity_to_invoice = 0 then 0 when quantity_invoiced >= quantity_to_invoice then 1
            else least(0.99, round(quantity_invoiced / quantity_to_invoice, 2)) end as invoice_completion,
          coalesce(shipped.shipments, '[]') as shipments, coalesce(shipped.has_shipped, false) as has_shipped,
          shipped.first_ship_at, pick.id as pick_id,
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
        left join commerce.pick on pick.account_id = sales_order.account_id and pick.order_id = sales_order.id
          and pick.deleted_at is null
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
    // Orders that are issued already get their picks, the oldest the first number. Whoever migrates is otherwise kept
    // to one account.
    const tables = [
      'core.numbering_sequence',
      'core.search_document',
      'commerce.sales_order',
      'commerce.customer',
      'commerce.priority',
      'commerce.pick',
    ];
    for (const table of tables) this.addSql(`alter table ${table} no force row level security;`);
    this.addSql(`
      insert into commerce.pick (account_id, id, created_at, updated_at, version, number, number_key, order_id, customer_id,
          priority_rank, promised_at, held_line_ids, finished_at)
        select sold.account_id, 'pik_' || substr(sold.id, 4), now(), now(), 1, turn.number::text, lpad(turn.number::text, 20, '0'),
          sold.id, sold.customer_id, coalesce(priority.rank, 2), sold.promised_at, '{}',
          case when sold.quantity_packed >= sold.quantity_to_pick then now() end
        from commerce.sales_order sold
        join (select account_id, id, 999 + row_number() over (partition by account_id order by issued_at, id) as number
          from commerce.sales_order where status = 'issued' and quantity_to_pick > 0) turn
          on turn.account_id = sold.account_id and turn.id = sold.id
        left join commerce.priority priority on priority.account_id = sold.account_id and priority.id = sold.priority_id;
      insert into core.numbering_sequence (account_id, kind, next, start, claimed, updated_at)
        select account_id, 'pick', 1000 + count(*), 1000, 0, now() from commerce.pick group by account_id;
      -- Found by what their orders are found by, and by their own numbers.
      insert into core.search_document (account_id, id, record_type, customer_id, title, subtitle, title_text, text, updated_at)
        select pick.account_id, pick.id, 'pick', found.customer_id, pick.number, found.subtitle, ' ' || pick.number,
          ' ' || pick.number || found.text, now()
        from commerce.pick pick
        join core.search_document found on found.account_id = pick.account_id and found.id = pick.order_id;
    `);
    for (const table of tables) this.addSql(`alter table ${table} force row level security;`);
  }
}
