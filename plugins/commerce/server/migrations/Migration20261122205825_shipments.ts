import { Migration } from '@mikro-orm/migrations';

export class Migration20261122205825_shipments extends Migration {
  override name = 'Migration20261122205825_shipments';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."shipment" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "number_key" text collate "C" not null, "status" text not null, "order_id" text collate "C" not null, "customer_id" text collate "C" not null, "pick_id" text collate "C" null, "carrier_id" text collate "C" null, "carrier_option_id" text collate "C" null, "carrier_name" text null, "ship_to" jsonb null, "note" text null, "bill_of_lading" text null, "master_tracking_number" text null, "freight_amount" numeric(14,2) null, "freight_reason" jsonb null, "shipped_at" timestamptz null, "shipped_by_id" text collate "C" null, "shipped_by_name" text null, "voided_at" timestamptz null, "deleted_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "shipment_account_id_order_id_index" on "commerce"."shipment" ("account_id", "order_id");`,
    );
    this.addSql(
      `create index "shipment_account_id_pick_id_index" on "commerce"."shipment" ("account_id", "pick_id") where pick_id is not null;`,
    );
    this.addSql(
      `create index "shipment_account_id_customer_id_created_at_id_index" on "commerce"."shipment" ("account_id", "customer_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "shipment_account_id_carrier_id_index" on "commerce"."shipment" ("account_id", "carrier_id") where carrier_id is not null;`,
    );
    this.addSql(
      `create index "shipment_account_id_carrier_option_id_index" on "commerce"."shipment" ("account_id", "carrier_option_id") where carrier_option_id is not null;`,
    );
    this.addSql(
      `create index "shipment_account_id_shipped_by_id_index" on "commerce"."shipment" ("account_id", "shipped_by_id") where shipped_by_id is not null;`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `create table "commerce"."shipping_case" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "shipment_id" text collate "C" not null, "customer_id" text collate "C" not null, "position" int not null, "freight_weight" numeric(18,6) null, "freight_amount" numeric(14,2) null, "length" numeric(18,6) null, "width" numeric(18,6) null, "height" numeric(18,6) null, "carrier_id" text collate "C" null, "tracking_number" text null, "sscc" text collate "C" null, "sscc_serial" text null, "deleted_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "shipping_case_account_id_carrier_id_index" on "commerce"."shipping_case" ("account_id", "carrier_id") where carrier_id is not null;`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case" add constraint "shipping_case_account_id_shipment_id_position_unique" unique ("account_id", "shipment_id", "position");`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case" add constraint "shipping_case_account_id_sscc_unique" unique ("account_id", "sscc");`,
    );

    this.addSql(
      `create table "commerce"."shipment_line" ("account_id" text collate "C" not null, "id" text collate "C" not null, "shipment_id" text collate "C" not null, "customer_id" text collate "C" not null, "order_line_id" text collate "C" not null, "item_id" text collate "C" not null, "lot_id" text collate "C" null, "lot_number" text null, "quantity" numeric(18,6) not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "shipment_line_account_id_shipment_id_index" on "commerce"."shipment_line" ("account_id", "shipment_id");`,
    );
    this.addSql(
      `create index "shipment_line_account_id_order_line_id_index" on "commerce"."shipment_line" ("account_id", "order_line_id");`,
    );
    this.addSql(
      `create index "shipment_line_account_id_item_id_shipment_id_index" on "commerce"."shipment_line" ("account_id", "item_id", "shipment_id");`,
    );

    this.addSql(
      `create table "commerce"."shipping_case_content" ("account_id" text collate "C" not null, "shipping_case_id" text collate "C" not null, "shipment_line_id" text collate "C" not null, "customer_id" text collate "C" not null, "quantity" numeric(18,6) not null, primary key ("account_id", "shipping_case_id", "shipment_line_id"));`,
    );
    this.addSql(
      `create index "shipping_case_content_account_id_shipment_line_id_index" on "commerce"."shipping_case_content" ("account_id", "shipment_line_id");`,
    );

    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_account_id_order_id_foreign" foreign key ("account_id", "order_id") references "commerce"."sales_order" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_account_id_carrier_id_foreign" foreign key ("account_id", "carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_account_id_carrier_option_id_foreign" foreign key ("account_id", "carrier_option_id") references "commerce"."carrier_option" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_account_id_shipped_by_id_foreign" foreign key ("account_id", "shipped_by_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_number" check (number <> '' and number_key <> '');`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_status" check (status in ('packed', 'shipped', 'void'));`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_shipped" check ((status = 'shipped') = (shipped_at is not null));`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_shipped_with" check ((shipped_at is not null) = (shipped_by_name is not null) and (shipped_at is not null) = (freight_amount is not null));`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_void" check ((status = 'void') = (voided_at is not null));`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_deletable" check (deleted_at is null or status = 'void');`,
    );
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_option_has_carrier" check (carrier_option_id is null or carrier_id is not null);`,
    );
    this.addSql(`alter table "commerce"."shipment" add constraint "shipment_freight" check (freight_amount >= 0);`);
    this.addSql(
      `alter table "commerce"."shipment" add constraint "shipment_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."shipment" enable row level security;`);
    this.addSql(`alter table "commerce"."shipment" force row level security;`);
    this.addSql(
      `create policy "shipment_account" on "commerce"."shipment" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "shipment_customer" on "commerce"."shipment" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."shipping_case" add constraint "shipping_case_account_id_shipment_id_foreign" foreign key ("account_id", "shipment_id") references "commerce"."shipment" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case" add constraint "shipping_case_account_id_carrier_id_foreign" foreign key ("account_id", "carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "commerce"."shipping_case" add constraint "shipping_case_position" check (position > 0);`);
    this.addSql(
      `alter table "commerce"."shipping_case" add constraint "shipping_case_measures" check (freight_weight > 0 and freight_amount >= 0 and length > 0 and width > 0 and height > 0);`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case" add constraint "shipping_case_sscc" check (sscc ~ '^[0-9]{18}$' and (sscc is null) = (sscc_serial is null));`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case" add constraint "shipping_case_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."shipping_case" enable row level security;`);
    this.addSql(`alter table "commerce"."shipping_case" force row level security;`);
    this.addSql(
      `create policy "shipping_case_account" on "commerce"."shipping_case" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "shipping_case_customer" on "commerce"."shipping_case" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."shipment_line" add constraint "shipment_line_account_id_shipment_id_foreign" foreign key ("account_id", "shipment_id") references "commerce"."shipment" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipment_line" add constraint "shipment_line_account_id_order_line_id_foreign" foreign key ("account_id", "order_line_id") references "commerce"."sales_order_line" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "commerce"."shipment_line" add constraint "shipment_line_quantity" check (quantity > 0);`);
    this.addSql(
      `alter table "commerce"."shipment_line" add constraint "shipment_line_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."shipment_line" enable row level security;`);
    this.addSql(`alter table "commerce"."shipment_line" force row level security;`);
    this.addSql(
      `create policy "shipment_line_account" on "commerce"."shipment_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "shipment_line_customer" on "commerce"."shipment_line" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."shipping_case_content" add constraint "shipping_case_content_account_id_shipping_case_id_foreign" foreign key ("account_id", "shipping_case_id") references "commerce"."shipping_case" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case_content" add constraint "shipping_case_content_account_id_shipment_line_id_foreign" foreign key ("account_id", "shipment_line_id") references "commerce"."shipment_line" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case_content" add constraint "shipping_case_content_quantity" check (quantity > 0);`,
    );
    this.addSql(
      `alter table "commerce"."shipping_case_content" add constraint "shipping_case_content_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."shipping_case_content" enable row level security;`);
    this.addSql(`alter table "commerce"."shipping_case_content" force row level security;`);
    this.addSql(
      `create policy "shipping_case_content_account" on "commerce"."shipping_case_content" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "shipping_case_content_customer" on "commerce"."shipping_case_content" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );
    this.addSql(`
      create view commerce.v_shipments with (security_invoker = true) as
        select shipment.account_id, shipment.id, shipment.number, shipment.status, shipment.order_id, shipment.customer_id,
          shipment.pick_id, shipment.carrier_id, shipment.carrier_option_id,
          coalesce(shipment.master_tracking_number, cases.tracking_number) as tracking_number, shipment.bill_of_lading,
          cases.case_count, cases.freight_weight, shipment.freight_amount, shipment.shipped_at, shipment.created_at
        from commerce.shipment shipment
        cross join lateral (select count(*)::int as case_count, coalesce(sum(held.freight_weight), 0) as freight_weight,
            (array_agg(held.tracking_number order by held.position) filter (where held.tracking_number is not null))[1]
              as tracking_number
          from commerce.shipping_case held
          where held.account_id = shipment.account_id and held.shipment_id = shipment.id and held.deleted_at is null) cases
        where shipment.deleted_at is null;
      create view commerce.v_shipment_lines with (security_invoker = true) as
        select packed.account_id, packed.id, packed.shipment_id, shipment.status, shipment.order_id, packed.order_line_id,
          packed.customer_id, packed.item_id, packed.lot_id, packed.lot_number, packed.quantity, shipment.shipped_at
        from commerce.shipment_line packed
        join commerce.shipment shipment on shipment.account_id = packed.account_id and shipment.id = packed.shipment_id
        where shipment.deleted_at is null;
      -- The list of shipments in its orders; deleted ones are left out.
      create index shipment_list_created on commerce.shipment (account_id, created_at, id) where deleted_at is null;
      create index shipment_list_number on commerce.shipment (account_id, number_key, id) where deleted_at is null;
      create index shipment_list_status on commerce.shipment (account_id, status, created_at, id) where deleted_at is null;
      create or replace view commerce.v_order_progress with (security_invoker = true) as
        select sales_order.account_id, sales_order.id as order_id,
          case when quantity_to_pick = 0 then 0 else round(quantity_picked / quantity_to_pick, 2) end as pick_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_packed / quantity_to_pick, 2) end as pack_completion,
          case when quantity_to_pick = 0 then 0 else round(quantity_shipped / quantity_to_pick, 2) end as ship_completion,
          case when quantity_to_invoice = 0 then 0 else round(quantity_invoiced / quantity_to_invoice, 2) end
            as invoice_completion,
          coalesce(shipped.shipments, '[]') as shipments, coalesce(shipped.has_shipped, false) as has_shipped,
          shipped.first_ship_at, null::text collate "C" as pick_id, '[]'::json as invoices, false as is_paid,
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
